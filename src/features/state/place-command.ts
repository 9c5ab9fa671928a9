import {resolve} from 'node:path';
import {completeCommands, gitPath, shellWord} from '../../core/base/command-line';
import {countOf} from '../../core/base/words';
import {STATE_PLACES} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {allEnvironments, choice, file, formats, lockTimeout, text} from '../../project/flags';
import {conclude, openState} from './conclude';
import type {EnvironmentMove} from './environment';
import type {PlaceKind} from './migration-places';
import type {PlacedMigration} from './place';
import type {StateMigrateDocument} from './place-document';

/** `monitors state init`: makes what a state on a server needs. */
export const stateInitCommand = command(
  {
    path: 'state init',
    summary: 'prepare PostgreSQL or an S3 bucket for a shared state; needs the right to write there',
    details: `
      For "state: {backend: postgres}" in the config, with the address in MONITORS_STATE_POSTGRES_URL; or for "state: {backend: s3,
      bucket: NAME}", with the usual AWS variables, a profile or a role. Run it once for each environment, before the first apply: apply
      never does it, so that a wrong address is not taken for a new project. Repeating it changes nothing.

      To take the records of another place along, run \`monitors state migrate\` instead.

      It refuses while a place that the config named before can't be looked at. If that state was removed on purpose, --new-state begins
      an empty one, also in a file. Then the next apply creates all monitors; with full operations, run \`monitors recover\` first.
    `,
    exitCodes: {0: 'ready', 3: 'no connection, no rights, or another place still holds the state'},
    examples: [
      ['A new project', 'monitors state init'],
      ['Another environment', 'monitors state init --environment staging'],
    ],
    flags: {
      format: formats({text: '', json: ''}),
      newState: text('NAME', 'Begin an empty state for PROJECT/ENVIRONMENT: earlier places are gone'),
    },
  },
  async ({format, newState}, door) => {
    const {initializePlace} = await import('./place');
    const settings = await door.settings();
    const {project, environment} = settings;
    const options = door.projectOptions(settings, 'change');
    const {outcome, place, missing} = await initializePlace(options, door.context, newState);
    await conclude(door, format, {formatVersion: 1, command: 'state init', outcome, place, project, environment}, [
      outcome === 'made'
        ? `Ready: ${place} can keep the state of project "${project}", environment "${environment}". Next: "monitors plan".`
        : `Nothing to do: ${place} keeps the state of project "${project}", environment "${environment}" already.`,
      ...noteMissing(missing),
    ]);
    return 0;
  },
);

function noteMissing(missing: string | null): string[] {
  return missing === null ? [] : [`Note: ${missing}, so that nothing puts back what is deleted or damaged: see docs/state.md.`];
}

const MIGRATE = {
  path: 'state migrate',
  summary: 'move the state to a file, PostgreSQL or S3, or to another environment; ids stay, nothing is sent',
  details: `
      Copies the state, reads the copy back, marks the old place as moved, then makes the new one usable. If it is interrupted, run it
      again. The opposite \`--to\` goes back.

      With --to-environment, the state stays in its place and belongs to another environment, which must have no state.

      From where: from the place in the config. If the config names the new place already, from the place that --table, --bucket or --file
      names, else from the file.

      A state file in git must be committed and pushed first. Afterwards it says that the state was moved; until that is pushed too,
      neither place can be used: the command says what to commit, and when to run it again.
    `,
  exitCodes: {0: 'moved', 1: 'it waits for a push', 3: 'refused, nothing was moved'},
  examples: [
    ['From the file to PostgreSQL', 'monitors state migrate --to postgres'],
    ['To an S3 bucket', 'monitors state migrate --to s3 --bucket acme-monitors --region eu-central-1'],
    ['After "environments" was added to the config', 'monitors state migrate --environment default --to-environment production'],
  ],
  everywhere: {formats: ['text', 'json'], without: ['toEnvironment', 'file']},
  flags: {
    allEnvironments,
    format: formats({text: '', json: ''}),
    lockTimeout,
    to: choice('PLACE', STATE_PLACES, 'file, postgres or s3'),
    toEnvironment: text('NAME', 'Environment that gets the state of --environment, in the same place'),
    table: text('NAME', 'Table of the database (default: that of the config, else monitors_state)'),
    bucket: text('NAME', 'S3 bucket (default: that of the config)'),
    prefix: text('PREFIX', 'How names in the bucket begin (default: that of the config, else monitors)'),
    region: text('REGION', 'Region of the bucket (default: that of the config, else AWS_REGION)'),
    file: file('State file (default: that of the config, else monitors.state.json)'),
  },
} as const satisfies CommandTable;

type MigrateOptions = OptionsOf<typeof MIGRATE>;

/** `monitors state migrate`: another place or environment for the state; no request. */
export const stateMigrateCommand = command(MIGRATE, async (options, door) => {
  const {format, toEnvironment} = options;
  if (toEnvironment !== undefined) return moveTo(toEnvironment, options, door);
  if (door.given('--to') !== undefined && door.flags.state !== undefined)
    throw new UserError('config/usage', 'state migrate takes no --state', 'name the state file with --file');
  const {to, table, bucket, prefix, region} = options;
  if (to === undefined)
    throw new UserError('config/usage', 'state migrate needs --to', 'add --to postgres, --to s3 or --to file; or --to-environment NAME');
  const {migratePlace} = await import('./place');
  const {toStateVersion} = await import('./document');
  const settings = await door.settings();
  const file = options.file === undefined ? undefined : resolve(door.workingDirectory(), options.file);
  const request = {to, table, bucket, prefix, region, file};
  const moved = await migratePlace(request, door.projectOptions(settings, 'change'), door.context);
  const {outcome, monitors, version, waitsFor, from} = moved;
  const again = nameCommand(moved.again, options);
  const document: StateMigrateDocument = {
    ...{formatVersion: 1, command: 'state migrate', outcome, from, to: moved.to, monitors, state: toStateVersion(version)},
    ...{waitsFor, next: waitsFor === null ? null : completeCommands(`"${again}"`, door.flags).slice(1, -1)},
  };
  const sentences = outcome === 'waiting' ? explainWait(moved, again, nameCommand(moved.back, options)) : explain(moved, to);
  await conclude(door, format, document, [...sentences, ...noteMissing(moved.missing)]);
  return outcome === 'waiting' ? 1 : 0;
});

/** Another environment for the state, in the same place. */
async function moveTo(to: string, options: MigrateOptions, door: Door): Promise<number> {
  const from = readFormerEnvironment(to, door);
  const {checkName} = await import('../../core/config/option-values');
  door.moveToEnvironment(to, 'given with --to-environment');
  const settings = await door.settings();
  checkName('environment', from, 'given with --environment');
  const {moveEnvironment} = await import('./environment');
  const {toStateVersion} = await import('./document');
  const {whatIsFolded} = await door.notes();
  const moved = await moveEnvironment(from, door.projectOptions(settings, 'change'), door.context, whatIsFolded);
  const {outcome, monitors, version, toCommit} = moved;
  const document: StateMigrateDocument = {
    ...{formatVersion: 1, command: 'state migrate', outcome, from: moved.from, to: moved.to, fromEnvironment: from, toEnvironment: to},
    ...{monitors, state: toStateVersion(version), waitsFor: null, next: null, ...(toCommit.length === 0 ? {} : {toCommit})},
  };
  await conclude(door, options.format, document, explainMove(moved, from, to));
  return 0;
}

/** The environment that the state is to leave. Throws `UserError` where the flags do not say just that. */
function readFormerEnvironment(to: string, door: Door): string {
  const {environment} = door.flags;
  const flag = ['--to', '--table', '--bucket', '--prefix', '--region', '--file', '--state'].find(name => door.given(name) !== undefined);
  if (flag !== undefined)
    throw new UserError(
      'config/usage',
      `state migrate --to-environment takes no ${flag}: the state stays in its place`,
      'to move it to another place as well, run "monitors state migrate --to PLACE" after this',
    );
  if (environment === undefined)
    throw new UserError(
      'config/usage',
      'state migrate --to-environment needs --environment',
      'add --environment NAME, whose state it is; before "environments" was in the config, that was "default"',
    );
  if (environment === to)
    throw new UserError('state/bad-repair', `both environments are "${to}"`, 'give another one with --environment or --to-environment');
  return environment;
}

function explainMove({outcome, monitors, toCommit}: EnvironmentMove, from: string, to: string): string[] {
  const files = toCommit.map(gitPath).join(' ');
  const counted = countOf(monitors, 'monitor');
  return [
    outcome === 'unchanged'
      ? `The state is already that of environment "${to}".`
      : `The state of environment "${from}", with ${counted}, is ${outcome === 'undone' ? 'again' : 'now'} that of "${to}". Nothing was sent.`,
    ...(files === ''
      ? []
      : [
          `Git tracks it. Commit the move and push it before anyone applies: "git add -A -- ${files}", then "git commit -m 'Move the state' -- ${files}".`,
        ]),
  ];
}

/** A command of the migration, with the file that was named. */
function nameCommand(command: string, {file}: MigrateOptions): string {
  return file === undefined ? command : `${command} --file ${shellWord(file)}`;
}

function explain({outcome, monitors, from, to, config}: PlacedMigration, kind: PlaceKind): string[] {
  const done =
    outcome === 'unchanged'
      ? `The state is in ${to} already.`
      : `The state, with ${countOf(monitors, 'monitor')}, is ${outcome === 'undone' ? 'in use again in' : 'now in'} ${to}. Nothing was sent.`;
  const setting = config === null ? [] : [`Write "${config}" into monitors.config.yaml: ${from} cannot be used any more.`];
  const commit = kind === 'file' ? [`Commit and push ${to} with the config before anyone applies: "git add -- ${gitPath(to)}".`] : [];
  return [done, ...setting, ...commit];
}

/** Only a move from a file waits. */
function explainWait({from, to, config, waitsFor}: PlacedMigration, again: string, back: string): string[] {
  return [
    `The copy in ${to} is complete, and ${from} says that the state was moved. Neither can be used yet: ${waitsFor}.`,
    ...(config === null ? [] : [`1. Write "${config}" into monitors.config.yaml.`]),
    `${config === null ? '1' : '2'}. Commit ${from} and the config, and push both to the branch that applies: "git add -- ${gitPath(from)}".`,
    `${config === null ? '2' : '3'}. When that branch has them, run "git fetch", then "${again}".`,
    `To go back instead, run "${back}".`,
  ];
}

/** `monitors state history`: the states that a server keeps. */
export const stateHistoryCommand = command(
  {
    path: 'state history',
    summary: 'list the replaced states that a server keeps; a state file has its history in git',
    examples: [
      ['Before a restore', 'monitors state history'],
      ['Then', 'monitors state restore 41'],
    ],
    flags: {format: formats({text: '', json: ''})},
  },
  async ({format}, door) => {
    const {requireSharedStore} = await import('../../project/store');
    const given = await openState(door);
    const store = requireSharedStore(given, 'state history', `see the versions in git: "git log -- ${gitPath(given.place)}"`);
    const kept = await store.listBackups();
    const {localizeTimes} = await import('../../rendering/local-time');
    const look = door.look('stdout');
    const states = kept.map(({serial, replacedAt, monitors}) => ({serial, replacedAt, monitors}));
    await conclude(door, format, {formatVersion: 1, command: 'state history', place: store.place, states}, [
      ...(states.length === 0 ? [`${store.place} keeps no replaced state yet.`] : []),
      ...states.map(
        ({serial, replacedAt, monitors}) =>
          `serial ${serial}: ${countOf(monitors, 'monitor')}, replaced ${localizeTimes(replacedAt, look)}`,
      ),
      ...(states.length === 0 ? [] : ['To go back to one: "monitors state restore SERIAL".']),
    ]);
    return 0;
  },
);
