import type { Attributes } from './attributes.js';
import { type Condition, parseCondition } from './condition.js';
import { parseDataPath } from './data-path.js';
import { characterName, findHidden } from './hidden-characters.js';
import { LIMITS } from './limits.js';
import { isPromptName } from './prompt-names.js';
import { readShellBlock, type Report } from './shell-block.js';
import type { CommandStep, DispatchStep, Loop, Place, Step } from './step.js';
import { countLines, type Template } from './template.js';

/** A fenced block that is to be a step. */
export interface Block {
  readonly language: string;
  readonly attributes: Attributes;
  readonly body: string;
  readonly heading: string;
  /** The line of the opening fence. */
  readonly place: Place;
}

const COMMAND_KEYS = ['step', 'for-each', 'if', 'result'];
const DISPATCH_KEYS = ['step', 'for-each', 'if', 'agent'];

/** Reads one block as a step; faults are reported, and null is returned where nothing can be made of it. */
export function readStep(
  block: Block,
  report: Report,
  readTemplate: (text: string, place: Place) => Template,
): Step | null {
  const { place, attributes, language } = block;
  const first: Place = { file: place.file, line: place.line + 1 };
  for (const problem of attributes.problems) report('attribute-invalid', place, problem);
  const get = (key: string): string | undefined => attributes.values.get(key);
  const id = get('step') ?? '';
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(id) || isPromptName(id)) {
    report(
      'step-invalid',
      place,
      `step=${id.slice(0, 40)}: a step is named by lower-case letters, digits and -, and not as something that prompts use`,
    );
    return null;
  }
  const body = block.body.replace(/\r\n?/g, '\n');
  if (body.length > LIMITS.block) {
    report('block-too-big', place, `${body.length} characters; at most ${LIMITS.block}`);
    return null;
  }
  const hidden = findHidden(body, true);
  if (hidden !== null)
    report(
      'character-hidden',
      { ...first, line: first.line + countLines(body, 0, hidden) },
      `${characterName(body, hidden)} cannot be seen; remove it`,
    );
  if (body.trim() === '') report('block-empty', place, `step ${id} is empty`);
  const base = {
    id,
    title: block.heading,
    place,
    loop: readLoop(get('for-each'), place, report),
    condition: readIf(get('if'), place, report),
  };
  const known = language === 'prompt' ? DISPATCH_KEYS : COMMAND_KEYS;
  for (const key of attributes.values.keys())
    if (!known.includes(key)) report('attribute-unknown', place, `${key} is not one of ${known.join(', ')}`);
  switch (language) {
    case 'sh':
    case 'bash':
      return readCommand(base, language, body, first, get('result'), report);
    case 'prompt':
      return readDispatch(base, get('agent'), readTemplate(`${body}\n`, first), report);
    default:
      report('step-invalid', place, `a step is a sh, bash or prompt block, not "${language.slice(0, 20)}"`);
      return null;
  }
}

type Base = Pick<CommandStep, 'id' | 'title' | 'place' | 'loop' | 'condition'>;

function readCommand(
  base: Base,
  shell: 'sh' | 'bash',
  source: string,
  first: Place,
  result: string | undefined,
  report: Report,
): CommandStep {
  const block = readShellBlock(source, first, report);
  if (block.bindings.length > LIMITS.placeholders)
    report('placeholder-invalid', base.place, `${block.bindings.length} placeholders; at most ${LIMITS.placeholders}`);
  if (result !== undefined && result !== 'json' && result !== 'text')
    report('result-invalid', base.place, `result=${result.slice(0, 20)} is not json or text`);
  const asksJson = block.verbs?.some((verb) => verb.words.some((word) => word.length === 1 && word[0] === '--json'));
  const json = result === undefined ? asksJson === true : result === 'json';
  if (json && block.verbs && block.verbs.length > 1)
    report(
      'result-invalid',
      base.place,
      'a block whose result is JSON prints one document: give each command a step of its own',
    );
  return { ...base, kind: 'command', shell, source, ...block, result: json ? 'json' : 'text' };
}

function readDispatch(base: Base, agent: string | undefined, template: Template, report: Report): DispatchStep | null {
  if (agent === undefined || !/^[a-z][a-z0-9:-]{0,63}$/.test(agent))
    report('agent-missing', base.place, 'a prompt block names its agent: agent=msd-executor');
  if (base.loop === null) {
    report('dispatch-not-per-plan', base.place, 'a prompt block works on one plan: for-each="plan in index.plans"');
    return null;
  }
  return { ...base, kind: 'dispatch', agent: agent ?? '', template, loop: base.loop };
}

function readLoop(source: string | undefined, place: Place, report: Report): Loop | null {
  if (source === undefined) return null;
  const match = /^\s*([a-z][a-z0-9_]{0,39})\s+in\s+(\S+)\s*$/.exec(source);
  const list = match ? parseDataPath(match[2]!) : null;
  if (match && list && !isPromptName(match[1]!))
    return { variable: match[1]!, list, source: `${match[1]!} in ${list.source}` };
  report(
    'loop-invalid',
    place,
    `for-each="${source.slice(0, 60)}" is not "NAME in STEP.LIST" with a name that prompts do not use`,
  );
  return null;
}

function readIf(source: string | undefined, place: Place, report: Report): Condition | null {
  if (source === undefined) return null;
  const condition = parseCondition(source);
  if (typeof condition !== 'string') return condition;
  report('condition-invalid', place, `if="${source.slice(0, 60)}": ${condition}`);
  return null;
}
