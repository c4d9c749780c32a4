import { join, relative, sep } from 'node:path';
import { reportConfig } from '../../core/config-report.js';
import { ok } from '../../core/result.js';
import { readConfigSource } from '../../world/config-source.js';
import { personSettingsFile } from '../../world/hosts/host-settings.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { EXIT_CODES } from '../exit-codes.js';
import { configText } from '../print/config.js';

/** `msd config show`: what counts, who says so, and what is wrong with it. */
export const command: CommandModule = {
  define(command) {
    command.addHelpText(
      'after',
      '\nAn option of msd execute-phase comes before the project, the project before a default.\nExit 7 where a value is not what its key takes; keys that nobody reads are warnings.',
    );
  },
  async run(_, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const file = join(project.value.planning, 'config.json');
    const own = await readConfigSource(file, relative(project.value.root, file).split(sep).join('/'));
    if (!own.ok) return own;
    const personFile = personSettingsFile(io.env);
    const person = await readConfigSource(personFile, personFile);
    if (!person.ok) return person;
    const report = reportConfig(own.value, person.value);
    const files = {
      project: { path: own.value.file, exists: own.value.raw !== undefined },
      person: { path: person.value.file, exists: person.value.raw !== undefined },
    };
    return ok({
      json: { files, settings: report.settings, problems: report.findings },
      human: configText(report, files),
      exitCode: report.findings.some(({ severity }) => severity === 'error') ? EXIT_CODES['config-invalid'] : 0,
    });
  },
};
