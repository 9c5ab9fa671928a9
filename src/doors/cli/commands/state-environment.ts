import {Command, Option} from 'clipanion';
import {shellWord} from '../../../core/base/shell-word';
import type {Settings, SharedPlace} from '../../../core/config/config';
import {UserError} from '../../../core/diagnostics/user-error';
import type {EnvironmentMove} from '../../../features/state/move-environment';
import {countOf} from '../../../rendering/sentences';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';

/** `monitors state mv-environment FROM TO`: another environment for all recorded monitors; no request. */
export class StateMoveEnvironmentCommand extends StateCommand {
  static override paths = [['state', 'mv-environment']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'move the state of one environment to another; ids stay, nothing is sent',
    details: 'The other environment must have no state. If the command is interrupted, run it again.',
    examples: [
      ['After "environments" was added to the config', 'monitors state mv-environment default production'],
      ['After an environment got another name', 'monitors state mv-environment prod production'],
    ],
  });
  override readonly commandName = 'state mv-environment';
  protected override readonly environmentPlace = 'given as TO';
  override lockTimeout = lockTimeoutOption();
  from = Option.String({name: 'FROM'});
  to = Option.String({name: 'TO'});
  async execute(): Promise<number> {
    const {toStateVersion} = await import('../../../features/state/document');
    const {from, to} = this;
    const {outcome, monitors, version, toCommit} = await this.move();
    const files = toCommit.map(shellWord).join(' ');
    const document = {formatVersion: 1, command: 'state mv-environment', from, to, outcome, monitors} as const;
    await this.conclude({...document, state: toStateVersion(version), ...(toCommit.length === 0 ? {} : {toCommit})}, [
      outcome === 'unchanged'
        ? `The state is already that of environment "${to}".`
        : `The state of environment "${from}", with ${countOf(monitors, 'monitor')}, is now that of "${to}". Nothing was sent.`,
      ...(toCommit.length === 0
        ? []
        : [
            `Git tracks it. Commit the move and push it before anyone applies: "git add -A -- ${files}", then "git commit -m 'Move the state' -- ${files}".`,
          ]),
    ]);
    return 0;
  }

  private async move(): Promise<EnvironmentMove> {
    const {from, to} = this;
    if (this.environment !== undefined || this.state !== undefined) {
      const flag = this.state === undefined ? '--environment' : '--state';
      throw new UserError(
        'config/usage',
        `state mv-environment takes no ${flag}`,
        'name the environments: monitors state mv-environment FROM TO',
      );
    }
    if (from === to) throw new UserError('state/bad-repair', `both environments are "${from}"`, 'give two different ones: FROM, then TO');
    const {checkName} = await import('../../../core/config/name');
    this.environment = to;
    const settings = await this.settings();
    const own = checkName('environment', from, 'given as FROM');
    const {sharedState} = settings;
    return sharedState === undefined ? this.moveFile(settings, own) : this.moveShared(settings, own, sharedState);
  }

  private async moveFile(settings: Settings, own: string): Promise<EnvironmentMove> {
    const {moveEnvironment} = await import('../../../features/state/move-environment');
    const {openFileStoreOf} = await import('../../../project/project');
    const {baseOfStateFile, stateFileOf} = await import('../../../core/files/state-name');
    const {checkUpstream} = await import('../../../core/state/file/git');
    const stateFile = stateFileOf(baseOfStateFile(settings.stateFile, this.to), own);
    const open = (of: Settings) => openFileStoreOf(this.projectOptions(of, 'change'), this.context);
    const stores = {
      from: open({...settings, environment: own, stateFile}),
      to: open(settings),
      halfway: open({...settings, environment: own}),
    };
    if (stores.from.readStateBytes() !== null) {
      const {noteWhatIsFolded} = await import('../notes');
      await noteWhatIsFolded(stores.from, this);
    }
    return moveEnvironment({
      ...stores,
      checkCheckout: async (store, version) => {
        const {paths, refusals} = stores[store];
        await checkUpstream(paths.state, version, this.context.env, refusals);
      },
    });
  }

  private async moveShared(settings: Settings, own: string, place: SharedPlace): Promise<EnvironmentMove> {
    const {moveSharedEnvironment} = await import('../../../features/state/move-shared-environment');
    const {openSharedStoreOf} = await import('../../../project/project');
    const open = async (environment: string) => {
      const options = this.projectOptions({...settings, environment}, 'change');
      return {environment, store: await openSharedStoreOf(options, place, this.context)};
    };
    const [from, to] = [await open(own), await open(this.to)];
    try {
      return await moveSharedEnvironment({from, to});
    } finally {
      await Promise.allSettled([from.store.close(), to.store.close()]);
    }
  }
}
