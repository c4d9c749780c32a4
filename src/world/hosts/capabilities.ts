import { execFile } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** What an installed client says of itself. */
export interface Capabilities {
  /** Null where it does not say. */
  readonly version: string | null;
  /** The long flags that its help lists, with their dashes; null where it lists none, and nothing can be told from that. */
  readonly flags: ReadonlySet<string> | null;
}

/** A client that says nothing for so long is taken as one that does not say. */
const TIMEOUT_MS = 10_000;

/**
 * Asks a client for its version and its flags, both at once. A client that cannot be asked is used as documented.
 * @param words what comes before the question: the first words of its command where it is started through another program
 * @param help what makes it print its flags
 */
export async function capabilitiesOf(
  program: string,
  words: readonly string[],
  help: readonly string[],
  env: Env,
): Promise<Capabilities> {
  const [said, listed] = await Promise.all([
    answer(program, [...words, '--version'], env),
    answer(program, [...words, ...help], env),
  ]);
  const flags = new Set(listed?.match(/(?<![\w-])--[a-z][\w-]*/gi) ?? []);
  return { version: /\d+\.\d+[\w.-]*/.exec(said ?? '')?.[0] ?? null, flags: flags.size > 0 ? flags : null };
}

/** The flags of a client as it spells them. */
export interface Flags {
  /** The first spelling that its help lists, else the first: one may be taken though it is not listed. */
  needed(...spellings: readonly [string, ...string[]]): string;
  /** The first spelling that its help lists; null where it lists none of them. */
  offered(...spellings: readonly [string, ...string[]]): string | null;
}

export function flagsOf({ flags }: Capabilities): Flags {
  const listed = (spellings: readonly string[]) => spellings.find((one) => flags === null || flags.has(one));
  return {
    needed: (...spellings) => listed(spellings) ?? spellings[0],
    offered: (...spellings) => listed(spellings) ?? null,
  };
}

function answer(program: string, args: readonly string[], env: Env): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...args],
      { timeout: TIMEOUT_MS, env, maxBuffer: 1024 * 1024 },
      (error, stdout) => {
        resolve(error ? null : stdout);
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}
