import {command} from '../../project/command-table';
import {chosenKeys, exclude, formats, labels, toggle} from '../../project/flags';

/** `monitors render [KEY|GLOB...]`: prints what specs come to. */
export const renderCommand = command(
  {
    path: 'render',
    summary: 'print specs as they are applied, offline',
    details: `
      Prints each monitor as one YAML document: its spec with everything that defaults, lists and variables add, and its key.
      References such as \`\${env:TOKEN}\` are printed as written. Secrets in the text of a spec are printed as (secret).
    `,
    exitCodes: {0: 'printed', 1: 'specs have errors', 3: "the specs can't be read, or no monitor has such a key"},
    examples: [
      ['One monitor, and where each value was written', 'monitors render pricing/acme --origins'],
      ['All monitors of a folder', 'monitors render "pricing/**"'],
      ['For a program', 'monitors render --format json --label team=pricing'],
    ],
    flags: {format: formats({yaml: '', json: ''}), origins: toggle('Print file and line of each value'), exclude, label: labels()},
    operands: {only: chosenKeys('nothing')},
  },
  async ({format, only, exclude, label: labels, origins}, door) => {
    const project = await door.openProject('look');
    const {renderProject} = await import('./render');
    const outcome = await renderProject(project, {only, exclude, labels});
    if (outcome.kind === 'invalid') return (await door.notes()).invalid(outcome.workspace.report, 'printed');
    const {renderSpecsJson, renderSpecsYaml, sayMasked} = await import('./document');
    const view = origins ? 'with-origins' : 'values-only';
    door.print(format === 'json' ? renderSpecsJson(outcome.monitors, view) : renderSpecsYaml(outcome.monitors, view));
    if (!door.flags.quiet) door.note(sayMasked(outcome.monitors));
    return 0;
  },
);
