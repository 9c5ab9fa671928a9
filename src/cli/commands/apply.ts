import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {shellWord} from '../../base/shell-word';
import {readRetryBase} from '../../config/retry-base';
import {wholeNumber} from '../../config/whole-number';
import {UserError} from '../../diagnostics/user-error';
import {errorCode, explainFileError} from '../../files/file-error';
import type {PlanFile} from '../../report/plan-file';
import {version} from '../../version';
import {MonitorsCommand, oneOf} from '../command';
import {readGivenFile} from '../given-file';
import {lockTimeoutOption} from '../lock-timeout';

/** `monitors apply [PLANFILE]`: makes it so. */
export class ApplyCommand extends MonitorsCommand {
  static override paths = [['apply']];
  static override usage = Command.Usage({
    description: 'make the service hold what the specs say',
    details: `
      Shows the plan, asks, creates what is missing, and shows what became of each monitor. Every create is written to a
      journal before it is sent, so that a crash, a lost answer or a full disk never becomes a second paid monitor: the
      next run goes on where this one stopped, or names what it does not know and how to settle it.

      With a saved plan nothing is asked: exactly that plan is applied, or, if specs or state have changed since, nothing.

      Needs MONITORS_API_KEY and MONITORS_BASE_URL (or \`--base-url\`) when there is something to send.

      Exit code 0 when all is done; 1 when a change failed, was not attempted, is blocked (but for a
      protected monitor whose spec is gone) or unresolved; 4 when an outcome
      is unknown; 5 when the state could not be saved; 130 or 143 when interrupted.
    `,
    examples: [
      ['Plan, ask, apply', 'monitors apply'],
      ['In CI: apply the plan that was reviewed', 'monitors apply plan.json'],
      ['One monitor only, without asking', 'monitors apply --auto-approve --only pricing/acme'],
    ],
  });

  override readonly commandName = 'apply';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text, json or jsonl (one event a line)'});
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'Do not ask'});
  concurrency = Option.String('--concurrency', '8', {description: '<N> Creates under way at once, at most (1 to 64)'});
  onError = Option.String('--on-error', 'continue', {description: '<WHAT> continue with the others, or stop, when one change is refused'});
  onAmbiguous = Option.String('--on-ambiguous', 'verify', {
    description:
      '<WHAT> After an answer that leaves doubt: verify (look first; where the service has no list, the same as retry), retry, or stop',
  });
  allowDeletes = Option.Boolean('--allow-deletes', false, {description: 'Make more deletes than safety.maxDeletes allows'});
  refresh = Option.Boolean('--refresh', false, {
    description: 'Ask the service what it holds before planning, and put back what was changed there by hand (full operations)',
  });
  checkSecrets = Option.Boolean('--check-secrets', false, {
    description: 'Send secrets whose values changed since they were sent (full operations; needs MONITORS_STATE_KEY)',
  });
  settle = Option.String('--settle', {
    description: '<SECONDS> How long a monitor that was just created may take to show in the list (full operations; 0 to 3600, default 90)',
  });
  persistCommand = Option.String('--persist-command', {
    description: "<CMD> Run this before each batch's first request, to copy state and journal off a machine whose disk may vanish",
  });
  acceptDrift = Option.Array('--accept-drift', {
    description: '<KEY> Apply nothing; do what `monitors accept KEY` does (repeatable)',
  });
  override lockTimeout = lockTimeoutOption();
  only = Option.Array('--only', {description: '<KEY> Apply this key only (repeatable)'});
  planPath = Option.String({name: 'PLANFILE', required: false});

  async execute(): Promise<number> {
    if (this.acceptDrift !== undefined) return this.accept(this.acceptDrift);
    const format = oneOf('--format', this.format, ['text', 'json', 'jsonl']);
    const settings = await this.settings();
    const {openPlanInputPorts} = await import('../live');
    const mode = {
      onError: oneOf('--on-error', this.onError, ['continue', 'stop']),
      onAmbiguous: oneOf('--on-ambiguous', this.onAmbiguous, ['verify', 'retry', 'stop']),
      concurrency: wholeNumber('--concurrency', this.concurrency, {min: 1, max: 64}),
      settleMs: 1000 * wholeNumber('--settle', this.settle ?? '90', {min: 0, max: 3600}),
      retryBaseMs: readRetryBase(this.context.env),
    };
    const planFile = await this.readPlan();
    const {applyWorkspace} = await import('../../engine/apply');
    const {connectToService, readGivenAddress} = await import('../../engine/connection');
    const {checkUpstream} = await import('../../state/file/git');
    const {env, world} = this.context;
    const {ApplyDisplay} = await import('./apply-display');
    const store = await this.store(settings);
    const known = {
      refresh: this.refresh || planFile?.isRefreshed === true,
      checkSecrets: this.checkSecrets || planFile?.hasCheckedSecrets === true,
    };
    const {hashSecretsWith, gatherPlanInputs, requireFullOperations} = await import('../../engine/plan-inputs');
    const full = [
      known.refresh ? '--refresh' : null,
      known.checkSecrets ? '--check-secrets' : null,
      this.allowDeletes ? '--allow-deletes' : null,
      this.settle === undefined ? null : '--settle',
    ].find(flag => flag !== null);
    if (full !== undefined) requireFullOperations(settings, full);
    const hashSecret = settings.operations === 'full' ? hashSecretsWith(env) : undefined;
    const interruption = this.context.watchInterruption();
    const display = new ApplyDisplay(this, {format, onAmbiguous: mode.onAmbiguous, interruption});
    const {persistCommand} = this;
    const ended = await applyWorkspace(
      {
        settings,
        cwd: this.workingDirectory(),
        cache: await this.checkCache(settings),
        only: this.only,
        allowDeletes: this.allowDeletes || planFile?.allowsDeletes === true,
        planFile,
        // Who waits for other runs expects that they have done something.
        planRule: this.lockTimeout === undefined ? 'exact' : 'nothing-else',
        ...mode,
        ...(hashSecret === undefined ? {} : {hashSecret}),
        runId: world.uuid(),
        tool: version,
      },
      {
        store,
        world,
        env,
        interruption,
        checkCheckout: async stored => {
          await checkUpstream(settings.stateFile, stored, env, store.refusals);
        },
        address: readGivenAddress(this.baseUrl, env, store.refusals),
        connect: references => connectToService({baseUrl: this.baseUrl, env, world, references, onExchange: display.onExchange}),
        learn: (view, checked) =>
          gatherPlanInputs({settings, ...known, settleMs: mode.settleMs}, openPlanInputPorts(this, store, interruption), view, checked),
        show: display.showPlan,
        confirm: async plan => {
          await this.confirmPlan(plan.requests, interruption);
          return plan;
        },
        ...(persistCommand === undefined
          ? {}
          : {
              persist: async () => {
                const {runPersistCommand} = await import('./persist-command');
                await runPersistCommand(persistCommand, {
                  cwd: this.workingDirectory(),
                  env,
                  onOutput: display.say,
                  interruption,
                });
              },
            }),
        onEvent: display.onEvent,
      },
    );
    return display.finish(ended);
  }

  /** `--accept-drift`, the older name of `monitors accept`. */
  private async accept(keys: readonly string[]): Promise<number> {
    const {refuseToApplyBesides, runAccept} = await import('./accept');
    refuseToApplyBesides(keys, this.planPath, this.argv);
    return runAccept(this, keys, this.settle);
  }

  private async confirmPlan(requests: number, interruption: AbortSignal): Promise<void> {
    if (this.autoApprove) return;
    const {confirm, nameApproved} = await import('../confirmation');
    const question = requests === 0 ? 'Write these renames into the state?' : 'Apply these changes?';
    await confirm(question, nameApproved(this.argv), this.context, interruption);
  }

  private async readPlan(): Promise<PlanFile | null> {
    if (this.planPath === undefined) return null;
    if (this.only !== undefined)
      throw new UserError(
        'config/usage',
        'a saved plan and --only exclude each other',
        'save a plan with `monitors plan --only KEY --out FILE`',
      );
    const {readPlanFile} = await import('../../report/plan-file');
    const path = resolve(this.workingDirectory(), this.planPath);
    const read = readPlanFile(this.readText(path));
    if (read.kind === 'read') return read.file;
    throw new UserError(read.finding.code, read.finding.message, read.finding.hint);
  }

  private readText(path: string): string {
    try {
      return readGivenFile(path);
    } catch (error) {
      const isMissing = errorCode(error) === 'ENOENT';
      throw new UserError(
        'config/not-found',
        `the saved plan ${this.shown(path)} cannot be read: ${explainFileError(error)}`,
        isMissing && !path.endsWith('.json')
          ? `for one monitor: monitors apply --only ${shellWord(this.planPath ?? '')}`
          : 'make one with `monitors plan --out FILE`',
        {
          cause: error,
        },
      );
    }
  }
}
