import type { ProblemCode } from '../../core/workflow/step.js';
import type { AreaOf, Explained } from './explanation.js';

/** What a workflow must be for its steps to mean one thing, whoever reads it. The message beside the code names the place. */
const MEANS: Readonly<Record<ProblemCode, string>> = {
  'workflow-too-big': 'The file is larger than anyone reads; shared text belongs in references.',
  'character-hidden': 'A character that is not seen, or turns text around: what a person reads would not be what runs.',
  'frontmatter-missing': 'A workflow begins with its name, what it is for, and its inputs.',
  'frontmatter-invalid': 'The frontmatter cannot be read, or does not name the workflow.',
  'frontmatter-key-unknown': 'The frontmatter has three keys: workflow, description, inputs.',
  'name-mismatch': 'The file and its frontmatter give two names; a workflow is found by its file.',
  'input-invalid': 'An input has a name, a type, and perhaps a default of that type.',
  'name-reserved': 'The name belongs to what prompts are filled in with.',
  'no-steps': 'A workflow without an executable block does nothing.',
  'too-many-steps': 'More steps than anyone follows by hand.',
  'fence-unclosed': 'Without its closing fence a block would run to the end of the file.',
  'block-not-a-step': 'A shell block without step= would be read as one and not be run.',
  'block-too-big': 'A block is small because msd’s verbs do the work.',
  'block-empty': 'An empty block does nothing.',
  'heading-missing': 'A step is a heading: that is its name for a person.',
  'step-invalid': 'A step is a sh, bash or prompt block with a plain id.',
  'step-duplicate': 'Results are found by the step’s id, so it means one step, and no input.',
  'attribute-invalid': 'The words behind the language of a block are key=value, with quotes where needed.',
  'attribute-unknown': 'An attribute that nobody reads is a slip of the pen.',
  'loop-invalid': 'A loop is "NAME in LIST".',
  'loop-not-a-list': 'Only a list can be gone through.',
  'condition-invalid': 'A condition compares a value, and runs nothing.',
  'agent-missing': 'A prompt is for an agent, which must be named.',
  'placeholder-invalid': 'Between {{ and }} stands the path of a value, and nothing else.',
  'placeholder-unknown': 'The value is of no input, no step and no loop.',
  'placeholder-too-early': 'The step that makes the value has not run yet.',
  'placeholder-out-of-scope': 'The value belongs to another loop, or to no round of this one.',
  'placeholder-quoted': 'A value goes into a command as a whole word; quotes around it would change it.',
  'placeholder-in-comment': 'A value in a comment does nothing.',
  'placeholder-in-heredoc': 'Text from a plan must not become part of a script.',
  'placeholder-as-command': 'A value must not choose what is run.',
  'placeholder-evaluated': 'The shell would take the value apart and run what is in it.',
  'placeholder-assigned': 'Kept in a variable, a value could become a command later.',
  'placeholder-not-a-word': 'A value is a whole word of a command, and not part of one.',
  'shell-invalid': 'The block is no shell script that every shell understands alike.',
  'variable-unset': 'Nothing survives from block to block, so nobody has set that variable.',
  'variable-reserved': 'Values come in under names that begin with MSD_IN_.',
  'verb-unknown': 'A workflow may use the verbs of msd whose results are described.',
  'verb-invalid': 'msd would not understand the words.',
  'result-invalid': 'A result is json or text; a verb of msd says itself what its result is.',
  'include-unknown': 'No reference has that name.',
  'include-cycle': 'References that include each other have no end.',
  'include-misplaced': 'An include stands alone on its line, in text or in a prompt.',
  'include-too-deep': 'References are nested deeper than anyone follows.',
  'section-invalid': 'Sections of a prompt are opened and closed, each alone on its line.',
  'marker-missing': 'Without marker and sentence no guard and no agent would know which plan this is.',
  'marker-spelled': 'One owner writes the marker; a copy would go its own way.',
  'dispatch-not-per-plan': 'A dispatch works on one plan, so it stands in a loop over plans.',
  'gate-missing': 'Before a dispatch a step records where it may run.',
};

const explained = (code: ProblemCode): Explained => ({
  says: null,
  means: `${MEANS[code]} The workflow does not run.`,
  next: 'mend the file at the line that is named, then: msd workflow check',
  exitCode: 4,
});

export const workflowProblems = (): AreaOf<ProblemCode> =>
  Object.fromEntries((Object.keys(MEANS) as ProblemCode[]).map((code) => [code, explained(code)])) as Record<
    ProblemCode,
    Explained
  >;
