/** What the measurements of the ledger need of msd, bundled by ledger.js. */
export { ok } from '../src/core/result.js';
export { addAgent } from '../src/world/store/agents.js';
export { createChannel } from '../src/world/store/channels.js';
export { openDatabase } from '../src/world/store/database.js';
export { openDriver } from '../src/world/store/driver.js';
export { send } from '../src/world/store/send.js';
