import {command} from '../../project/command-table';
import {formats, required, text, toggle} from '../../project/flags';

/** `monitors factor FOLDER`: what specs have in common goes to one place. */
export const factorCommand = command(
  {
    path: 'factor',
    summary: 'move what specs of a folder share into one file; no monitor changes',
    details: `
      Moves the members that all specs of the folder and below write alike into its \`_defaults.yaml\`. With \`--list NAME\`, makes
      one list of the most specs of the folder that differ in single values: NAME.yaml and a file with a row for each. Keys stay.
      Target ids that the state records are left out of the rows: the targets keep them.

      Nothing is written unless every monitor and the plan stay the same. Comments of specs that become rows are lost.
    `,
    exitCodes: {0: 'done, or nothing to do', 1: 'specs have errors', 3: 'a monitor would change: nothing is written'},
    examples: [
      ['What would be written', 'monitors factor monitors/pricing --dry-run'],
      ['Move common members', 'monitors factor monitors/pricing'],
      ['One list instead of many specs', 'monitors factor monitors/pricing --list pages'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      list: text('NAME', 'Make a list, NAME.yaml, of the specs in the folder'),
      dryRun: toggle('Print what would be written, and write nothing'),
    },
    operands: {folder: required('FOLDER', 'directories')},
  },
  async ({format, folder, list, dryRun: isDryRun}, door) => {
    const project = await door.openProject('look');
    const {factorFolder} = await import('./factor');
    const end = await factorFolder(project, {folder, list, isDryRun});
    if (end.kind === 'invalid') return (await door.notes()).invalid(end.workspace.report);
    const {renderFactorJson, renderFactorText} = await import('./factor-document');
    door.print(format === 'json' ? renderFactorJson(end.report) : renderFactorText(end.report, door.look('stdout'), list !== undefined));
    return 0;
  },
);
