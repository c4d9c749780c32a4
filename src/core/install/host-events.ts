/** Events that each host knows, as measured and read (docs/install.md). */
export const CURSOR_EVENTS: readonly string[] = [
  ...['beforeShellExecution', 'beforeMCPExecution', 'afterShellExecution', 'afterMCPExecution', 'beforeReadFile'],
  ...['afterFileEdit', 'beforeTabFileRead', 'afterTabFileEdit', 'stop', 'beforeSubmitPrompt', 'afterAgentResponse'],
  ...['afterAgentThought', 'sessionStart', 'sessionEnd', 'preCompact', 'subagentStart', 'subagentStop', 'preToolUse'],
  ...['postToolUse', 'postToolUseFailure', 'workspaceOpen'],
];
