import type { DispatchRow } from '../world/store/port.js';

/** Its work was brought home: the agent's own "done" is not enough for that. */
export const isHome = (dispatch: DispatchRow): boolean =>
  dispatch.state === 'fulfilled' && dispatch.answer?.type === 'DONE';

/** Still owed: nobody has answered yet, only the time ran out, or what the agent says it has done is not home. */
export const isOpen = (dispatch: DispatchRow): boolean =>
  dispatch.state === 'open' ||
  dispatch.state === 'acknowledged' ||
  dispatch.state === 'expired' ||
  (dispatch.state === 'fulfilled' && dispatch.answer === null);
