import type { NoticeCode } from '../core/event.js';
import type { RunSession } from './run-session.js';

/** Says something that holds for every worktree of a run, once. */
export function noticeOnce(session: RunSession, code: NoticeCode, message: string): void {
  if (session.told.has(code)) return;
  session.told.add(code);
  session.emit({ type: 'notice', code, message });
}
