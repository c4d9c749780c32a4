import { shellWord } from './shell-word.js';

/** The command by which a person mends a plan's conflict with what is home. */
export const resolveCommand = (plan: string): string => `msd run resolve ${shellWord(plan)}`;
