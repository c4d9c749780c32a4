/** What the measurement of notices needs of msd, bundled by notices.js. */
export { ok } from '../src/core/result.js';
export { bringIn, letGo } from '../src/world/store/agent-life.js';
export { findAgent } from '../src/world/store/agents.js';
export { createChannel, decide } from '../src/world/store/channels.js';
export { openDatabase } from '../src/world/store/database.js';
export { partyOf, writeNotice } from '../src/world/store/write-notice.js';
