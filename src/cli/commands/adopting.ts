import {Command, Option} from 'clipanion';
import type {Settings} from '../../config/config';
import {readRetryBase} from '../../config/retry-base';
import type {AdoptingPorts, AdoptingRequest} from '../../engine/adopting';
import {version} from '../../version';
import {MonitorsCommand, oneOf} from '../command';
import {lockTimeoutOption} from '../lock-timeout';

/** What `import` and `pull` share: both write specs for what exists. */
abstract class AdoptingCommand extends MonitorsCommand {
  override format = Option.String('--format', 'text', {description: '<FORMAT> text or json'});
  override lockTimeout = lockTimeoutOption();

  /** The settings, once they are found to allow what is asked for. */
  protected async readSettings(): Promise<Settings> {
    const settings = await this.settings();
    const {requireFullOperations} = await import('../../engine/plan-inputs');
    requireFullOperations(settings, `monitors ${this.commandName}`);
    return settings;
  }

  protected async open(settings: Settings): Promise<{readonly request: AdoptingRequest; readonly ports: AdoptingPorts}> {
    const {openSpecFolder} = await import('../../authoring/file-specs');
    const {checkUpstream} = await import('../../state/file/git');
    const {realDisk} = await import('../../state/file/disk');
    const {connectForReading} = await import('../live');
    const {noteWhatIsFolded} = await import('../notes');
    const {env, world, process} = this.context;
    const cwd = this.workingDirectory();
    const store = await this.store(settings);
    await noteWhatIsFolded(store, this);
    return {
      request: {settings, cwd, tool: version, retryBaseMs: readRetryBase(env)},
      ports: {
        store,
        world,
        interruption: this.context.watchInterruption(),
        folder: openSpecFolder(settings, cwd, {disk: realDisk, world, platform: process.platform}, env),
        checkCheckout: async stored => {
          await checkUpstream(settings.stateFile, stored, env, store.refusals);
        },
        connect: opened => connectForReading(this, store, opened),
      },
    };
  }
}

/** `monitors import KEY ID`: takes one monitor over. */
export class ImportCommand extends AdoptingCommand {
  static override paths = [['import']];
  static override usage = Command.Usage({
    description: 'manage a monitor that exists, under a key of your choice',
    details: `
      Takes over the monitor of the service that has this id. Where a spec has the key, the monitor is recorded as it is, and the
      next plan shows what differs. Where none has it, a spec is written: defaults left out, secrets as \`\${env:NAME}\`, with
      a list of what to set. Sends nothing but reads.

      Needs full operations. Exit code 0 when the monitor is managed now, 1 when no spec can say it.
    `,
    examples: [
      ['Take one over', 'monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['What the next plan would change of it', 'monitors plan --only pricing/acme --refresh'],
    ],
  });

  override readonly commandName = 'import';
  key = Option.String({name: 'KEY'});
  monitorId = Option.String({name: 'ID'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const settings = await this.readSettings();
    const {importMonitor} = await import('../../engine/import');
    const {request, ports} = await this.open(settings);
    const report = await importMonitor({...request, key: this.key, id: this.monitorId}, ports);
    if (format === 'json') this.print((await import('../../report/adopting')).renderImportJson(report));
    else this.print((await import('../../report/adopting-text')).renderImportText(report, this.renderOptions(this.context.stdout)));
    return report.kind === 'refused' ? 1 : 0;
  }
}

/** `monitors pull`: writes specs for monitors that exist. */
export class PullCommand extends AdoptingCommand {
  static override paths = [['pull']];
  static override usage = Command.Usage({
    description: 'write specs for monitors that exist, and manage them',
    details: `
      Writes a spec for every monitor of the service that is not managed here, named after the monitor, and records it: the next
      plan shows no changes. Defaults are left out; secrets become \`\${env:NAME}\`, with a list of what to set and the names in
      \`secrets.allow\` of the config. Nothing is overwritten, and nothing is sent but reads.

      Monitors of other environments of this repository are left to them unless \`--only\` names them. Needs full operations. Exit
      code 0 when all were pulled, 1 when no spec can say one of them.
    `,
    examples: [
      ['What there is to pull', 'monitors plan --refresh --show-unmanaged'],
      ['All of it', 'monitors pull'],
      ['One monitor', 'monitors pull --only 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
    ],
  });

  override readonly commandName = 'pull';
  only = Option.Array('--only', {description: '<ID> Pull this monitor only (repeatable)'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const settings = await this.readSettings();
    const {pullMonitors} = await import('../../engine/pull');
    const {request, ports} = await this.open(settings);
    const report = await pullMonitors({...request, only: this.only}, ports);
    if (format === 'json') this.print((await import('../../report/adopting')).renderPullJson(report));
    else this.print((await import('../../report/adopting-text')).renderPullText(report, this.renderOptions(this.context.stdout)));
    return report.refused.length > 0 ? 1 : 0;
  }
}
