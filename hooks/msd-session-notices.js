'use strict';

/**
 * Hands a session the notices that are owed to its reader, at the session's next boundary (ADR 0024). Only msd can read the
 * ledger, so msd is started, and only where there is one. Whatever fails is silence: a notice is worth no call of a tool, and
 * what was not shown stays owed. Always exits 0.
 */

const fs = require('node:fs');
const path = require('node:path');

/**
 * Where what is added here reaches the session itself. At `SubagentStop` it reaches the agent that is about to end, and keeps it
 * from ending.
 */
const BOUNDARIES = ['UserPromptSubmit', 'PostToolUse'];
/** Milliseconds that a session is held up for. */
const PATIENCE = 3000;
/** Bytes of an answer that are read. */
const LARGEST_ANSWER = 1 << 20;

/**
 * What a payload asks for, or null where nobody is told anything: another event, an agent within the session, an agent's
 * worktree, no ledger.
 * @param {any} payload @returns {{cwd: string, session: string} | null}
 */
function boundaryOf(payload) {
  const { hook_event_name: event, session_id: session, cwd, agent_id: agent } = payload ?? {};
  if (!BOUNDARIES.includes(event) || agent !== undefined || typeof cwd !== 'string') return null;
  if (typeof session !== 'string' || !/^\w[\w-]{0,127}$/.test(session)) return null;
  const found = require('./lib/project-root.js').findProject(cwd);
  if (found === null || found.problem !== null || found.agentWorktree !== null) return null;
  return fs.existsSync(path.join(found.msd, 'ledger.db')) ? { cwd, session } : null;
}

/** The first `msd` on the path that could be started without a shell; never one that is named by where the session stands. */
function findMsd() {
  for (const dir of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const file = path.join(dir, 'msd');
    if (path.isAbsolute(dir) && fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  }
  return null;
}

/**
 * What msd shows this session now, oldest first. What it said is taken also where it was slow to end: it has noted that it
 * said so.
 * @param {string} msd @param {{cwd: string, session: string}} boundary @returns {string[]}
 */
function offered(msd, { cwd, session }) {
  const { stdout } = require('node:child_process').spawnSync(
    msd,
    ['notices', 'offer', '--session', session, '--json'],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE,
      maxBuffer: LARGEST_ANSWER,
      windowsHide: true,
    },
  );
  const { notices } = JSON.parse(stdout);
  return notices
    .map((/** @type {any} */ notice) => notice.text)
    .filter((/** @type {any} */ text) => typeof text === 'string');
}

function main() {
  const { text, problem } = require('./lib/untrusted-text.js').readStdin();
  const payload = problem === null ? JSON.parse(text) : null;
  const boundary = boundaryOf(payload);
  const msd = boundary === null ? null : findMsd();
  if (boundary === null || msd === null) return;
  const texts = offered(msd, boundary);
  if (texts.length === 0) return;
  const additionalContext = ['msd notices, for this session:', ...texts.map((each) => `- ${each}`)].join('\n');
  fs.writeSync(
    1,
    JSON.stringify({ hookSpecificOutput: { hookEventName: payload.hook_event_name, additionalContext } }),
  );
}

if (require.main === module)
  try {
    main();
  } catch {
    // Nothing is shown, and nothing is refused.
  }

module.exports = { boundaryOf };
