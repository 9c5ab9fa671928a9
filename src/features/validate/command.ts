import {command} from '../../project/command-table';
import {formats, labels, many, strict, toggle} from '../../project/flags';

/** `monitors validate [path...]`: checks specs offline. */
export const validateCommand = command(
  {
    path: 'validate',
    summary: 'check specs, offline',
    details: `
      Checks every spec below the specs directory and prints all findings with file, line and column. With paths, keys or
      globs over keys, only the findings of those files are printed. Keys are always checked against all specs. Without a
      chosen environment, specs are checked in each that the config declares.

      Needs no network and no key.
    `,
    exitCodes: {0: 'no errors', 1: 'errors', 3: "the specs can't be read"},
    environments: 'any',
    examples: [
      ['Check everything, and what Firecrawl refuses', 'monitors validate --strict service'],
      ['Check one folder of keys, for an editor', "monitors validate --format json 'prod/**'"],
      ['Check what a commit holds, in a hook', 'monitors validate --ignore-unknown README.md monitors/shop.yaml'],
    ],
    flags: {
      format: formats({text: '', json: '', github: 'workflow annotations', gitlab: 'Code Quality', sarif: ''}),
      strict: strict('Turn warnings into errors: service (what Firecrawl refuses) or all (default: none)'),
      ignoreUnknown: toggle('For hooks: skip paths that are not specs; the config file stands for all specs'),
      label: labels('specs'),
    },
    operands: {given: many('PATH', 'files')},
  },
  async ({format, strict, ignoreUnknown, given, label}, door) => {
    const project = await door.openProject('look');
    const {validateProject} = await import('./check-everywhere');
    // Not of the whole room: a hook runs this for each commit.
    const {renderValidate} = await import('./formats');
    const unknownPaths = ignoreUnknown ? 'leave-out' : 'refuse';
    const choice = {paths: given, labels: label ?? []};
    const {leftOut, report} = await validateProject(project, {strict, ...choice, unknownPaths});
    const [first, ...others] = leftOut;
    if (first !== undefined && !door.flags.quiet) {
      const {escapeTerminal} = await import('../../rendering/escape-terminal');
      const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
      door.note(`note: left out, not a spec: ${escapeTerminal(`"${first.path}" ${first.reason}`)}${rest}\n`);
    }
    door.print(renderValidate(report, format, door.look('stdout')));
    return report.errorCount > 0 ? 1 : 0;
  },
);
