/**
 * What a prompt block may ask for besides its loop's data: made by code from the plan's index entry and the recorded
 * decision, the same for the engine and for `msd dispatch prompt`. No input, step or loop variable may take these names.
 */
export const PROMPT_NAMES = {
  marker: 'the marker that names phase and plan to the guards (DESIGN §4)',
  sentence: 'the sentence that says the same in prose',
  phase_number: "the phase's token",
  phase_name: "the phase's name",
  plan_id: "the plan's id",
  plan_number: "the plan's number inside its phase",
  plan_title: "the plan's title",
  plan_objective: 'what the plan is to achieve; null where it does not say',
  plan_file: 'where the plan is',
  summary_file: 'where its summary goes',
  files_modified: 'the files the plan says it changes or makes',
  files_deleted: 'the files the plan says it deletes',
  project_dir: "the project's folder from the top of the checkout; empty where it is the top",
  started_by: 'who starts the executor: `msd`, or `host` where a session does it by its own tool',
  decision: 'the recorded isolation decision: decision.isolation, decision.reason',
} as const;
export type PromptName = keyof typeof PROMPT_NAMES;

export const isPromptName = (name: string): name is PromptName => Object.hasOwn(PROMPT_NAMES, name);
