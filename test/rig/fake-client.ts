import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const RECORDED = join(dirname(fileURLToPath(import.meta.resolve('#root/package.json'))), 'test/fixtures/hosts');

/** What a client of that version printed: a stream of events, or the flags that its help lists. */
export const recorded = (version: string, name: string): string => readFileSync(join(RECORDED, version, name), 'utf8');

export interface FakeClient {
  readonly name: string;
  readonly version: string;
  readonly help: string;
  readonly stream: string;
  readonly exitCode: number;
  /** It goes on for ever after its stream. */
  readonly stays?: boolean;
}

/**
 * A program in a client's place: it answers for its version and its flags, and else says what it was told to say, noting
 * how it was started in `started.json` of the folder it lies in.
 * @returns its path
 */
export function fakeClient(folder: string, client: FakeClient): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, client.name);
  const script = `#!${process.execPath}
const fs = process.getBuiltinModule('node:fs');
const client = ${JSON.stringify(client)};
const args = process.argv.slice(2);
if (args.includes('--version')) console.log(client.version);
else if (args.includes('--help')) console.log(client.help);
else {
  const input = fs.readFileSync(0, 'utf8');
  const { MSD_AGENT_TOKEN: token = null } = process.env;
  fs.writeFileSync(${JSON.stringify(join(folder, 'started.json'))}, JSON.stringify({ args, cwd: process.cwd(), input, token }));
  process.stdout.write(client.stream);
  process.exitCode = client.exitCode;
  if (client.stays) setInterval(() => {}, 1000);
}
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/** How the fake client of a folder was started. */
export function startedWith(folder: string): {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input: string;
  readonly token: string | null;
} {
  return JSON.parse(readFileSync(join(folder, 'started.json'), 'utf8'));
}
