import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {shellWord} from '../../base/shell-word';
import {oneOf} from '../../config/option-values';
import {UserError} from '../../diagnostics/user-error';
import type {PlacedMigration} from '../../engine/state-place';
import {countOf} from '../../report/sentences';
import type {StateMigrateDocument} from '../../report/state-place';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';

/** `monitors state init`: makes what a state on a server needs. */
export class StateInitCommand extends StateCommand {
  static override paths = [['state', 'init']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'prepare the database of a shared state; needs the right to create tables',
    details: `
      For "state: {backend: postgres}" in the config, with the address in MONITORS_STATE_POSTGRES_URL. Run it once for each environment,
      before the first apply: apply never does it, so that a wrong address is not taken for a new project. Repeating it changes nothing.

      To take the records of a state file along, run \`monitors state migrate --to postgres\` instead.

      exit codes: 0 ready; 3 no connection, no rights, or another place still holds the state
    `,
    examples: [
      ['A new project', 'monitors state init'],
      ['Another environment', 'monitors state init --environment staging'],
    ],
  });
  override readonly commandName = 'state init';

  async execute(): Promise<number> {
    oneOf('--format', this.format, ['text', 'json']);
    const {initializePlace} = await import('../../engine/state-place');
    const settings = await this.settings();
    const {project, environment} = settings;
    const {outcome, place} = await initializePlace(this.projectOptions(settings, 'change'), this.context);
    await this.conclude({formatVersion: 1, command: 'state init', outcome, place, project, environment}, [
      outcome === 'made'
        ? `Ready: ${place} can keep the state of project "${project}", environment "${environment}". Next: "monitors plan".`
        : `Nothing to do: ${place} keeps the state of project "${project}", environment "${environment}" already.`,
    ]);
    return 0;
  }
}

/** `monitors state migrate --to PLACE`: another place for the state; no request. */
export class StateMigrateCommand extends StateCommand {
  static override paths = [['state', 'migrate']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'move the state between a file and a database; ids stay, nothing is sent',
    details: `
      Copies the state, reads the copy back, marks the old place as moved, then makes the new one usable. If it is interrupted, run it
      again. The opposite \`--to\` goes back.

      A state file in git must be committed and pushed first. Afterwards it says that the state was moved; until that is pushed too,
      neither place can be used: the command says what to commit, and when to run it again.

      exit codes: 0 moved; 1 it waits for a push; 3 refused, nothing was moved
    `,
    examples: [
      ['From the file to PostgreSQL', 'monitors state migrate --to postgres'],
      ['Back', 'monitors state migrate --to file'],
      ['To another table', 'monitors state migrate --to postgres --table ops.monitors_state'],
    ],
  });
  override readonly commandName = 'state migrate';
  override lockTimeout = lockTimeoutOption();
  to = Option.String('--to', {description: '<PLACE> postgres or file'});
  table = Option.String('--table', {description: '<NAME> Table of the database (default: that of the config, else monitors_state)'});
  file = Option.String('--file', {description: '<FILE> State file (default: that of the config, else monitors.state.json)'});

  async execute(): Promise<number> {
    oneOf('--format', this.format, ['text', 'json']);
    if (this.to === undefined) throw new UserError('config/usage', 'state migrate needs --to', 'add --to postgres or --to file');
    if (this.state !== undefined) throw new UserError('config/usage', 'state migrate takes no --state', 'name the state file with --file');
    const to = oneOf('--to', this.to, ['postgres', 'file']);
    const {migratePlace} = await import('../../engine/state-place');
    const {toStateVersion} = await import('../../report/state');
    const settings = await this.settings();
    const file = this.file === undefined ? undefined : resolve(this.workingDirectory(), this.file);
    const moved = await migratePlace({to, table: this.table, file}, this.projectOptions(settings, 'change'), this.context);
    const {outcome, monitors, version, waitsFor, from} = moved;
    const document: StateMigrateDocument = {
      ...{formatVersion: 1, command: 'state migrate', outcome, from, to: moved.to, monitors, state: toStateVersion(version)},
      ...{waitsFor, next: waitsFor === null ? null : this.again(to)},
    };
    await this.conclude(document, outcome === 'waiting' ? this.explainWait(moved, to) : this.explain(moved, to));
    return outcome === 'waiting' ? 1 : 0;
  }

  /** This command line again, in the other direction if need be. */
  private again(to: string): string {
    const {table, file} = this;
    const options = [
      ...(table === undefined ? [] : ['--table', shellWord(table)]),
      ...(file === undefined ? [] : ['--file', shellWord(file)]),
    ];
    return ['monitors state migrate --to', to, ...options].join(' ');
  }

  private explain({outcome, monitors, from, to, config}: PlacedMigration, kind: 'postgres' | 'file'): string[] {
    const done =
      outcome === 'unchanged'
        ? `The state is in ${to} already.`
        : `The state, with ${countOf(monitors, 'monitor')}, is ${outcome === 'undone' ? 'in use again in' : 'now in'} ${to}. Nothing was sent.`;
    const setting = config === null ? [] : [`Write "${config}" into monitors.config.yaml: ${from} cannot be used any more.`];
    const commit = kind === 'file' ? [`Commit and push ${to} with the config before anyone applies: "git add -- ${shellWord(to)}".`] : [];
    return [done, ...setting, ...commit];
  }

  private explainWait({from, to, config, waitsFor}: PlacedMigration, kind: 'postgres' | 'file'): string[] {
    const back = kind === 'postgres' ? 'file' : 'postgres';
    return [
      `The copy in ${to} is complete, and ${from} says that the state was moved. Neither can be used yet: ${waitsFor}.`,
      ...(config === null ? [] : [`1. Write "${config}" into monitors.config.yaml.`]),
      `${config === null ? '1' : '2'}. Commit ${from} and the config, and push both to the branch that applies: "git add -- ${shellWord(from)}".`,
      `${config === null ? '2' : '3'}. When that branch has them, run "git fetch", then "${this.again(kind)}".`,
      `To go back instead, run "${this.again(back)}".`,
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
    const {requireSharedStore} = await import('../../engine/project-store');
    const given = await this.open();
    const store = requireSharedStore(given, 'state history', `see the versions in git: "git log -- ${given.place}"`);
    const kept = await store.listBackups();
    const {localizeTimes} = await import('../../report/local-time');
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
