import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {completeCommands} from '../../../core/base/command-hints';
import {shellWord} from '../../../core/base/shell-word';
import {oneOf} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import type {FileStateStore} from '../../../core/state/file/store';
import type {EnvironmentMove} from '../../../features/state/environment';
import type {PlaceKind} from '../../../features/state/migration-places';
import type {PlacedMigration} from '../../../features/state/place';
import type {StateMigrateDocument} from '../../../features/state/place-document';
import {countOf} from '../../../rendering/sentences';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';

/** `monitors state init`: makes what a state on a server needs. */
export class StateInitCommand extends StateCommand {
  static override paths = [['state', 'init']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'prepare PostgreSQL or an S3 bucket for a shared state; needs the right to write there',
    details: `
      For "state: {backend: postgres}" in the config, with the address in MONITORS_STATE_POSTGRES_URL; or for "state: {backend: s3,
      bucket: NAME}", with the usual AWS variables, a profile or a role. Run it once for each environment, before the first apply: apply
      never does it, so that a wrong address is not taken for a new project. Repeating it changes nothing.

      To take the records of another place along, run \`monitors state migrate\` instead.

      It refuses while a place that the config named before can't be looked at. If that state was removed on purpose, --new-state begins
      an empty one, also in a file. Then the next apply creates all monitors; with full operations, run \`monitors recover\` first.

      exit codes: 0 ready; 3 no connection, no rights, or another place still holds the state
    `,
    examples: [
      ['A new project', 'monitors state init'],
      ['Another environment', 'monitors state init --environment staging'],
    ],
  });
  override readonly commandName = 'state init';
  newState = Option.String('--new-state', {description: '<NAME> Begin an empty state for PROJECT/ENVIRONMENT: earlier places are gone'});

  async execute(): Promise<number> {
    oneOf('--format', this.format, ['text', 'json']);
    const {initializePlace} = await import('../../../features/state/place');
    const settings = await this.settings();
    const {project, environment} = settings;
    const options = this.projectOptions(settings, 'change');
    const {outcome, place, missing} = await initializePlace(options, this.context, this.newState);
    await this.conclude({formatVersion: 1, command: 'state init', outcome, place, project, environment}, [
      outcome === 'made'
        ? `Ready: ${place} can keep the state of project "${project}", environment "${environment}". Next: "monitors plan".`
        : `Nothing to do: ${place} keeps the state of project "${project}", environment "${environment}" already.`,
      ...(missing === null ? [] : [`Note: ${missing}, so that nothing puts back what is deleted or damaged: see docs/state.md.`]),
    ]);
    return 0;
  }
}

/** `monitors state migrate`: another place or environment for the state; no request. */
export class StateMigrateCommand extends StateCommand {
  static override paths = [['state', 'migrate']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'move the state to a file, PostgreSQL or S3, or to another environment; ids stay, nothing is sent',
    details: `
      Copies the state, reads the copy back, marks the old place as moved, then makes the new one usable. If it is interrupted, run it
      again. The opposite \`--to\` goes back.

      With --to-environment, the state stays in its place and belongs to another environment, which must have no state.

      From where: from the place in the config. If the config names the new place already, from the place that --table, --bucket or --file
      names, else from the file.

      A state file in git must be committed and pushed first. Afterwards it says that the state was moved; until that is pushed too,
      neither place can be used: the command says what to commit, and when to run it again.

      exit codes: 0 moved; 1 it waits for a push; 3 refused, nothing was moved
    `,
    examples: [
      ['From the file to PostgreSQL', 'monitors state migrate --to postgres'],
      ['To an S3 bucket', 'monitors state migrate --to s3 --bucket acme-monitors --region eu-central-1'],
      ['After "environments" was added to the config', 'monitors state migrate --environment default --to-environment production'],
    ],
  });
  override readonly commandName = 'state migrate';
  override lockTimeout = lockTimeoutOption();
  to = Option.String('--to', {description: '<PLACE> file, postgres or s3'});
  toEnvironment = Option.String('--to-environment', {
    description: '<NAME> Environment that gets the state of --environment, in the same place',
  });
  table = Option.String('--table', {description: '<NAME> Table of the database (default: that of the config, else monitors_state)'});
  bucket = Option.String('--bucket', {description: '<NAME> S3 bucket (default: that of the config)'});
  prefix = Option.String('--prefix', {description: '<PREFIX> How names in the bucket begin (default: that of the config, else monitors)'});
  region = Option.String('--region', {description: '<REGION> Region of the bucket (default: that of the config, else AWS_REGION)'});
  file = Option.String('--file', {description: '<FILE> State file (default: that of the config, else monitors.state.json)'});

  async execute(): Promise<number> {
    oneOf('--format', this.format, ['text', 'json']);
    if (this.toEnvironment !== undefined) return this.moveTo(this.toEnvironment);
    if (this.to === undefined)
      throw new UserError('config/usage', 'state migrate needs --to', 'add --to postgres, --to s3 or --to file; or --to-environment NAME');
    if (this.state !== undefined) throw new UserError('config/usage', 'state migrate takes no --state', 'name the state file with --file');
    const {PLACE_KINDS} = await import('../../../features/state/migration-places');
    const to = oneOf('--to', this.to, PLACE_KINDS);
    const {migratePlace} = await import('../../../features/state/place');
    const {toStateVersion} = await import('../../../features/state/document');
    const settings = await this.settings();
    const {table, bucket, prefix, region} = this;
    const file = this.file === undefined ? undefined : resolve(this.workingDirectory(), this.file);
    const request = {to, table, bucket, prefix, region, file};
    const moved = await migratePlace(request, this.projectOptions(settings, 'change'), this.context);
    const {outcome, monitors, version, waitsFor, from} = moved;
    const again = this.name(moved.again);
    const document: StateMigrateDocument = {
      ...{formatVersion: 1, command: 'state migrate', outcome, from, to: moved.to, monitors, state: toStateVersion(version)},
      ...{waitsFor, next: waitsFor === null ? null : completeCommands(`"${again}"`, this).slice(1, -1)},
    };
    await this.conclude(document, outcome === 'waiting' ? this.explainWait(moved, again) : this.explain(moved, to));
    return outcome === 'waiting' ? 1 : 0;
  }

  /** Another environment for the state, in the same place. */
  private async moveTo(to: string): Promise<number> {
    const from = this.readFormerEnvironment(to);
    const {checkName} = await import('../../../core/config/name');
    this.environment = to;
    this.environmentPlace = 'given with --to-environment';
    const settings = await this.settings();
    checkName('environment', from, 'given with --environment');
    const {moveEnvironment} = await import('../../../features/state/environment');
    const {toStateVersion} = await import('../../../features/state/document');
    const {noteWhatIsFolded} = await import('../notes');
    const note = (store: FileStateStore) => noteWhatIsFolded(store, this);
    const moved = await moveEnvironment(from, this.projectOptions(settings, 'change'), this.context, note);
    const {outcome, monitors, version, toCommit} = moved;
    const document: StateMigrateDocument = {
      ...{formatVersion: 1, command: 'state migrate', outcome, from: moved.from, to: moved.to, fromEnvironment: from, toEnvironment: to},
      ...{monitors, state: toStateVersion(version), waitsFor: null, next: null, ...(toCommit.length === 0 ? {} : {toCommit})},
    };
    await this.conclude(document, this.explainMove(moved, from, to));
    return 0;
  }

  /** The environment that the state is to leave. Throws `UserError` where the flags do not say just that. */
  private readFormerEnvironment(to: string): string {
    const {environment, table, bucket, prefix, region, file, state} = this;
    const given = Object.entries({to: this.to, table, bucket, prefix, region, file, state});
    const [flag] = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
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

  private explainMove({outcome, monitors, toCommit}: EnvironmentMove, from: string, to: string): string[] {
    const files = toCommit.map(shellWord).join(' ');
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
  private name(command: string): string {
    return this.file === undefined ? command : `${command} --file ${shellWord(this.file)}`;
  }

  private explain({outcome, monitors, from, to, config}: PlacedMigration, kind: PlaceKind): string[] {
    const done =
      outcome === 'unchanged'
        ? `The state is in ${to} already.`
        : `The state, with ${countOf(monitors, 'monitor')}, is ${outcome === 'undone' ? 'in use again in' : 'now in'} ${to}. Nothing was sent.`;
    const setting = config === null ? [] : [`Write "${config}" into monitors.config.yaml: ${from} cannot be used any more.`];
    const commit = kind === 'file' ? [`Commit and push ${to} with the config before anyone applies: "git add -- ${shellWord(to)}".`] : [];
    return [done, ...setting, ...commit];
  }

  /** Only a move from a file waits. */
  private explainWait({from, to, config, waitsFor, back}: PlacedMigration, again: string): string[] {
    return [
      `The copy in ${to} is complete, and ${from} says that the state was moved. Neither can be used yet: ${waitsFor}.`,
      ...(config === null ? [] : [`1. Write "${config}" into monitors.config.yaml.`]),
      `${config === null ? '1' : '2'}. Commit ${from} and the config, and push both to the branch that applies: "git add -- ${shellWord(from)}".`,
      `${config === null ? '2' : '3'}. When that branch has them, run "git fetch", then "${again}".`,
      `To go back instead, run "${this.name(back)}".`,
    ];
  }
}

/** `monitors state history`: the states that a server keeps. */
export class StateHistoryCommand extends StateCommand {
  static override paths = [['state', 'history']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'list the replaced states that a server keeps; a state file has its history in git',
    examples: [
      ['Before a restore', 'monitors state history'],
      ['Then', 'monitors state restore 41'],
    ],
  });
  override readonly commandName = 'state history';

  async execute(): Promise<number> {
    const {requireSharedStore} = await import('../../../project/store');
    const given = await this.open();
    const store = requireSharedStore(given, 'state history', `see the versions in git: "git log -- ${given.place}"`);
    const kept = await store.listBackups();
    const {localizeTimes} = await import('../../../rendering/local-time');
    const options = this.renderOptions(this.context.stdout);
    const states = kept.map(({serial, replacedAt, monitors}) => ({serial, replacedAt, monitors}));
    await this.conclude({formatVersion: 1, command: 'state history', place: store.place, states}, [
      ...(states.length === 0 ? [`${store.place} keeps no replaced state yet.`] : []),
      ...states.map(
        ({serial, replacedAt, monitors}) =>
          `serial ${serial}: ${countOf(monitors, 'monitor')}, replaced ${localizeTimes(replacedAt, options)}`,
      ),
      ...(states.length === 0 ? [] : ['To go back to one: "monitors state restore SERIAL".']),
    ]);
    return 0;
  }
}
