import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { hostClient, type HostClient } from './host-client.js';
import type { TemporaryProject } from './temporary-project.js';

/** Path of a real Codex, or why there is none: `MSD_CODEX_BIN`, `MSD_TEST_HOSTS=1`. */
export const codexClient = (): HostClient =>
  hostClient({
    title: 'a Codex client',
    variable: 'MSD_CODEX_BIN',
    package: '@openai/codex@0.171.0',
    folder: 'codex',
    program(modules) {
      const vendor = join(modules, `@openai/codex-${process.platform}-${process.arch}/vendor`);
      try {
        const [triple] = readdirSync(vendor);
        return triple === undefined ? null : join(vendor, triple, 'bin/codex');
      } catch {
        return null;
      }
    },
  });

/** Makes a Codex in the project's home ask our model and nobody else; commits are signed by a person. */
export function codexVariables(project: TemporaryProject, model: string): Record<string, string> {
  const home = join(project.home, '.codex');
  const config = [
    'model = "gpt-5.5"',
    'model_provider = "loopback"',
    '[model_providers.loopback]',
    'name = "loopback"',
    `base_url = "${model}/v1"`,
    'wire_api = "responses"',
    'env_key = "LOOPBACK_KEY"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    '[analytics]',
    'enabled = false',
  ];
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.toml'), `${config.join('\n')}\n`);
  return {
    CODEX_HOME: home,
    LOOPBACK_KEY: 'none-is-needed',
    GIT_AUTHOR_NAME: 'A Person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'A Person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
  };
}
