import type { CommandEntry } from './command.js';

/** The command list: names, one line each, and where the code is. Nothing is loaded that the chosen command does not use. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'workflow list',
    usage: '',
    summary: 'the workflows that can be run here',
    load: () => import('./commands/workflow-list.js'),
  },
  {
    name: 'workflow show',
    usage: 'NAME',
    summary: "a workflow's steps, or its blocks ready to paste",
    load: () => import('./commands/workflow-show.js'),
  },
  {
    name: 'workflow check',
    usage: '[NAME]',
    summary: 'what is wrong with workflows, by file and line',
    load: () => import('./commands/workflow-check.js'),
  },
  {
    name: 'workflow run',
    usage: 'NAME',
    summary: 'run a workflow of commands',
    load: () => import('./commands/workflow-run.js'),
  },
  {
    name: 'trust',
    usage: '',
    summary: 'what this checkout asks to run, and your acceptance of it',
    load: () => import('./commands/trust.js'),
  },
];
