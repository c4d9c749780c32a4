import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import type { UsageFailure } from '../core/failure.js';
import type { Result } from '../core/result.js';
import type { Project } from '../world/project.js';
import { readChoice } from './read-words.js';

/** How a check tells what it found: for a person, or as annotations of a GitHub job. */
export const FORMATS = ['text', 'github'] as const;
export type ReportFormat = (typeof FORMATS)[number];

export function addFormat(command: Command): Command {
  return command.option('--format <how>', 'text, or github: annotations at the lines of a pull request');
}

export function readFormat(
  options: Readonly<Record<string, unknown>>,
  command: string,
): Result<ReportFormat | null, UsageFailure> {
  return readChoice(options['format'] as string | undefined, '--format', FORMATS, command);
}

/** A file as GitHub names it: relative to the checkout, whose part the project may be. What is in neither stays as it is. */
export function inCheckout(file: string, project: Project, cwd: string): string {
  const there = [cwd, project.root].map((dir) => resolve(dir, file)).find((path) => existsSync(path));
  if (there === undefined) return file;
  const path = relative(project.rootCheckout ?? project.root, there)
    .split(sep)
    .join('/');
  return path.startsWith('../') ? file : path;
}
