/** Events that each host knows, as measured and read (docs/install.md). */
export const CURSOR_EVENTS: readonly string[] = [
  ...['beforeShellExecution', 'beforeMCPExecution', 'afterShellExecution', 'afterMCPExecution', 'beforeReadFile'],
  ...['afterFileEdit', 'beforeTabFileRead', 'afterTabFileEdit', 'stop', 'beforeSubmitPrompt', 'afterAgentResponse'],
  ...['afterAgentThought', 'sessionStart', 'sessionEnd', 'preCompact', 'subagentStart', 'subagentStop', 'preToolUse'],
  ...['postToolUse', 'postToolUseFailure', 'workspaceOpen'],
];

/** Those of Claude Code 2.1.332, read from it; a later version may know more. */
export const CLAUDE_EVENTS: readonly string[] = [
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Notification'],
  ...['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'SessionEnd', 'Stop'],
  ...['StopFailure', 'SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact'],
  ...['PreModelSwitch', 'PostModelSwitch', 'PermissionRequest', 'PermissionDenied', 'Setup'],
  ...['TeammateIdle', 'TaskCreated', 'TaskCompleted', 'Elicitation', 'ElicitationResult'],
  ...['ConfigChange', 'WorktreeCreate', 'WorktreeRemove', 'InstructionsLoaded', 'CwdChanged'],
  ...['FileChanged', 'DirectoryAdded', 'MessageDisplay', 'PreSkillShellCommand'],
];
