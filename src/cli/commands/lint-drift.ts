import { join, resolve } from 'node:path';
import { ok } from '../../core/result.js';
import { type DriftFinding, lintDrift } from '../../world/drift-lint.js';
import { openProject, type Project } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { annotation } from '../print/github.js';
import { addFormat, inCheckout, readFormat } from '../report-format.js';

/** `msd lint drift`: copies, in a project's own workflows and hooks, of formats that msd owns. */
export const command: CommandModule = {
  define(command) {
    addFormat(command).argument(
      '[path]',
      'a folder or a file; default: the project, or the current folder without one',
    );
  },
  async run({ args, options }, io) {
    const format = readFormat(options, 'lint drift');
    if (!format.ok) return format;
    const opened = openProject(io.cwd);
    const project = opened.ok ? opened.value : null;
    const looked = await lintDrift(args[0] === undefined ? (project?.root ?? io.cwd) : resolve(io.cwd, args[0]));
    if (!looked.ok) return looked;
    const { report, text } = looked.value;
    const github = () => report.findings.map((finding) => shown(finding, report.root, project, io.cwd)).join('\n');
    return ok({
      json: { ok: report.findings.length === 0, ...report },
      human: format.value === 'github' ? github() : text,
      exitCode: report.findings.length === 0 ? 0 : 1,
    });
  },
};

function shown({ file, line, kind, found, use }: DriftFinding, root: string, project: Project | null, cwd: string) {
  const at = project === null ? file : inCheckout(join(root, file), project, cwd);
  return annotation({ level: 'error', file: at, line, title: `drift: ${kind}`, message: `${found}; instead: ${use}` });
}
