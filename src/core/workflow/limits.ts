/** Bounds on what a workflow may be (DESIGN §7): a file beyond them is refused, never cut. Sizes in UTF-16 code units. */
export const LIMITS = {
  /** One workflow or reference file. */
  file: 64 * 1024,
  /** All files of one workflow with its includes. */
  expanded: 192 * 1024,
  /** One fenced block. */
  block: 16 * 1024,
  steps: 100,
  /** Placeholders in one block. */
  placeholders: 200,
  /** References inside references. */
  includeDepth: 5,
  /** One value handed to a shell block; the kernel's bound on one environment string is 128 KiB. */
  value: 64 * 1024,
  /** Characters of one plan-supplied value within a line of a prompt. */
  promptInline: 300,
  /** Lines, and characters of each, of a plan-supplied value that stands alone on its line in a prompt. */
  promptLines: 40,
  promptLine: 500,
  /** A whole prompt. */
  prompt: 64 * 1024,
  /** What a shell block may print. */
  output: 1024 * 1024,
} as const;
