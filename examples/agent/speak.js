import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MSD = fileURLToPath(new URL('../../bin/msd.js', import.meta.url));
const { MSD_CHANNEL, MSD_OBLIGATION, MSD_OVERSIGHT } = process.env;

/** Runs `msd WORDS --json`; msd knows who speaks by the token in the environment. */
function msd(...words) {
  const done = spawnSync(process.execPath, [MSD, ...words, '--json'], { encoding: 'utf8' });
  if (done.error) throw done.error;
  return { code: done.status, json: JSON.parse(done.stdout) };
}

function send(...words) {
  const { code, json } = msd('message', 'send', ...words);
  if (code !== 0) throw new Error(json.error.message);
  return json;
}

/** Says something about its own commitment: STATUS, DONE, FAILURE, DECLINE. */
export const say = (type, content) =>
  send('--channel', MSD_CHANNEL, '--correlation', MSD_OBLIGATION, '--type', type, '--content', content);

/** Asks the person. */
export const askPerson = (question) =>
  send('--channel', MSD_OVERSIGHT, '--to', 'person', '--type', 'QUERY', '--content', question);

/** Speaks where it has no home, and where it has. @returns what msd told it of that, and the advice for each */
export function stray() {
  send('--channel', 'local/review', '--type', 'STATUS', '--content', 'I was here.');
  return send('--channel', MSD_CHANNEL, '--type', 'STATUS', '--content', 'And here.').notices ?? [];
}

/** Proposes, and waits for what is said to it. @returns whether it was accepted */
export function propose(what) {
  const { message } = send('--channel', MSD_CHANNEL, '--to', 'orchestrator', '--type', 'PROPOSE', '--content', what);
  return msd('message', 'wait', '--correlation', message.correlationId, '--timeout', '60s').json.outcome === 'answered';
}
