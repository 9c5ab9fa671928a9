import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {formats, lockTimeout, required, texts, toggle} from '../../project/flags';
import type {OpenedProject} from '../../project/project';

/** Opens the project, once its settings are found to allow the command; says what opening it takes over from an interrupted run. */
async function openFull(door: Door, command: string): Promise<OpenedProject> {
  const project = await door.openProject();
  const {requireFullOperations} = await import('../../project/project');
  requireFullOperations(project.settings, `monitors ${command}`);
  await (await door.notes()).whatIsFolded(project.store);
  return project;
}

/** `monitors import KEY ID`: takes one monitor over. */
export const importCommand = command(
  {
    path: 'import',
    summary: 'manage a monitor that exists, under a key of your choice',
    details: `
      Takes over the monitor with this id. If a spec has the key, the monitor is recorded as it is, and the next plan shows what
      differs. If not, a spec is written: defaults left out, secrets as \`\${env:NAME}\`, with a list of what to set. Sends
      nothing but reads.

      Needs full operations.
    `,
    exitCodes: {0: 'the monitor is managed now', 1: "a spec can't express it"},
    examples: [
      ['Take one over', 'monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['What the next plan would change of it', 'monitors plan --only pricing/acme --refresh'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout},
    operands: {key: required('KEY', 'new'), id: required('ID')},
  },
  async ({format, key, id}, door) => {
    const project = await openFull(door, 'import');
    const {importMonitor} = await import('./import');
    const report = await importMonitor(project, {key, id});
    if (format === 'json') door.print((await import('./document')).renderImportJson(report));
    else door.print((await import('./text')).renderImportText(report, door.look('stdout')));
    return report.kind === 'refused' ? 1 : 0;
  },
);

/** `monitors pull`: writes specs for monitors that exist. */
export const pullCommand = command(
  {
    path: 'pull',
    summary: 'write specs for monitors that exist, and manage them',
    details: `
      Writes a spec for every unmanaged monitor, named after the monitor, and records it: the next plan shows no changes. Defaults
      are left out. Secrets become \`\${env:NAME}\`, with a list of what to set and the names in \`secrets.allow\` of the config.
      Nothing is overwritten, and nothing is sent but reads.

      Monitors of other environments of this repository are pulled only if \`--only\` names them. Needs full operations.

      With \`--share\`, what all specs have in common then goes into \`_defaults.yaml\`, as \`monitors factor\` does it.
    `,
    exitCodes: {0: 'all were pulled', 1: "a spec can't express one of them"},
    examples: [
      ['All of it', 'monitors pull'],
      ['With common members in one file', 'monitors pull --share'],
      ['One monitor', 'monitors pull --only 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      lockTimeout,
      only: texts('ID', 'Pull this monitor only (repeatable)'),
      share: toggle('Then move what all specs have in common into _defaults.yaml'),
    },
  },
  async ({format, only, share}, door) => {
    const project = await openFull(door, 'pull');
    const {pullMonitors} = await import('./pull');
    const report = await pullMonitors(project, {only});
    const look = door.look('stdout');
    const {environment, environments} = project.settings;
    const homes = {environment, declared: [...(environments?.keys() ?? [])]};
    if (format === 'text') door.print((await import('./text')).renderPullText(report, look, homes));
    const shared = share ? await (await import('./factor')).sharePulled(project, report) : null;
    if (format === 'json') door.print((await import('./document')).renderPullJson(report, shared));
    else if (shared !== null) door.print((await import('./factor-document')).renderFactorText(shared, look));
    return report.refused.length > 0 ? 1 : 0;
  },
);
