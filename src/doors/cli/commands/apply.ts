import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {oneOf, wholeNumber} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import type {ApplyOptions, ApplyUi} from '../../../features/apply/apply';
import type {PlanFile} from '../../../features/plan/file-document';
import type {OpenedProject} from '../../../project/project';
import {MonitorsCommand} from '../command';
import {lockTimeoutOption} from '../lock-timeout';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';
import {readStrict, strictOption} from '../strict-option';
import type {ApplyDisplay} from './apply-display';

/** `monitors apply [PLANFILE]`: makes it so. */
export class ApplyCommand extends MonitorsCommand {
  static override paths = [['apply']];
  static override usage = Command.Usage({
    description: 'make the service hold what the specs say',
    details: `
      Shows the plan, asks, carries it out, and shows the result for each monitor. Every create is written to a journal before it
      is sent. A crash, a lost response or a full disk therefore never leads to a second paid monitor: the next run continues, or
      names what is unknown and how to resolve it.

      With a saved plan nothing is asked. Exactly that plan is applied, or nothing if specs or state have changed since.

      Needs MONITORS_API_KEY and MONITORS_BASE_URL (or \`--base-url\`) when there is something to send.

      exit codes: 0 everything is done; 1 a change failed, was not attempted, is blocked or unresolved (not: a protected
      monitor whose spec is gone); 3 nothing was changed: wrong usage, stale plan, lock; 4 an outcome is unknown; 5 the state
      could not be saved; 130, 143 interrupted
    `,
    examples: [
      ['Plan, ask, apply', 'monitors apply'],
      ['In CI: apply the plan that was reviewed', 'monitors apply plan.json'],
      ['One monitor only, without asking', 'monitors apply --auto-approve --only pricing/acme'],
    ],
  });

  override readonly commandName = 'apply';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default), json or jsonl (one event a line)'});
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'Do not ask'});
  concurrency = Option.String('--concurrency', '8', {description: '<N> Maximum parallel creates (1-64, default 8)'});
  onError = Option.String('--on-error', 'continue', {
    description: '<WHAT> If a change is refused: continue with the others (default), or stop',
  });
  onAmbiguous = Option.String('--on-ambiguous', 'verify', {
    description: '<WHAT> If a create may or may not have happened: verify (default: look it up, then retry), retry, or stop',
  });
  allowDeletes = Option.Boolean('--allow-deletes', false, {description: 'Allow more deletes than safety.maxDeletes'});
  allowOldCheckout = Option.Boolean('--allow-old-checkout', false, {
    description:
      'Apply specs or a state that may be older than what was applied last, or, with a state on a server, specs that are not in git',
  });
  allowStateChange = Option.String('--allow-state-change', {
    description: '<NAME> Apply from a state file that was changed by hand, of PROJECT/ENVIRONMENT',
  });
  refresh = Option.Boolean('--refresh', false, {
    description: 'Read the service before planning, and undo drift (full operations)',
  });
  checkSecrets = Option.Boolean('--check-secrets', false, {
    description: 'Send secrets whose values changed since they were sent (full operations; needs MONITORS_STATE_KEY)',
  });
  checks = Option.String('--checks', '0', {
    description: '<N> Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)',
  });
  lookupTimeout = lookupTimeoutOption();
  strict = strictOption();
  persistCommand = Option.String('--persist-command', {
    description: '<CMD> Command that saves state and journal elsewhere, run before each batch (for ephemeral runners)',
  });
  override lockTimeout = lockTimeoutOption();
  only = Option.Array('--only', {description: '<KEY> Apply only this key, or those that a glob such as "pricing/**" matches (repeatable)'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  planPath = Option.String({name: 'PLANFILE', required: false});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json', 'jsonl']);
    const {ApplyDisplay} = await import('./apply-display');
    const display = new ApplyDisplay(this, format);
    const project = await this.openProject('change', display.onExchange);
    const options = await this.readOptions();
    const {applyProject} = await import('../../../features/apply/apply');
    const {requireFullOperations} = await import('../../../project/project');
    const {checkProgress} = await import('../list-progress');
    if (this.lookupTimeout !== undefined) requireFullOperations(project.settings, '--lookup-timeout');
    const interruption = project.watchInterruption();
    const ended = await applyProject(project, options, {
      ...checkProgress(this),
      show: display.showPlan,
      confirm: async plan => {
        await this.confirmPlan(plan.requests, interruption);
        return plan;
      },
      explainUnasked: () => this.explainUnasked(),
      persist: this.readPersist(project, display),
      onEvent: display.onEvent,
    });
    return display.finish(ended);
  }

  private async readOptions(): Promise<ApplyOptions> {
    const mode = {
      onError: oneOf('--on-error', this.onError, ['continue', 'stop']),
      onAmbiguous: oneOf('--on-ambiguous', this.onAmbiguous, ['verify', 'retry', 'stop']),
      concurrency: wholeNumber('--concurrency', this.concurrency, {min: 1, max: 64}),
      lookupMs: readLookupTimeout(this.lookupTimeout),
    };
    const file = await this.readPlan();
    const {only, exclude, label: labels, allowDeletes, allowOldCheckout, allowStateChange, refresh, checkSecrets} = this;
    const checks = wholeNumber('--checks', this.checks, {min: 0, max: 100});
    // With --lock-timeout, another run may have applied parts of the plan.
    const rule = this.lockTimeout === undefined ? 'exact' : 'nothing-else';
    const scope = {only, exclude, labels, allowDeletes, allowOldCheckout, allowStateChange, strict: readStrict(this.strict)};
    return {...mode, ...scope, refresh, checks, checkSecrets, saved: file === null ? null : {file, rule}};
  }

  private readPersist({cwd, env, watchInterruption}: OpenedProject, {say}: ApplyDisplay): ApplyUi['persist'] {
    const {persistCommand} = this;
    if (persistCommand === undefined) return null;
    return async () => {
      const {runPersistCommand} = await import('./persist-command');
      await runPersistCommand(persistCommand, {cwd, env, onOutput: say, interruption: watchInterruption()});
    };
  }

  private async confirmPlan(requests: number, interruption: AbortSignal): Promise<void> {
    if (this.autoApprove) return;
    const {confirm, nameApproved} = await import('../confirmation');
    const question = requests === 0 ? 'Write these renames into the state?' : 'Apply these changes?';
    await confirm(question, nameApproved(this.argv), this.context, interruption);
  }

  private async explainUnasked(): Promise<UserError | null> {
    if (this.autoApprove) return null;
    const {explainUnasked, nameApproved} = await import('../confirmation');
    return explainUnasked(nameApproved(this.argv), this.context);
  }

  private async readPlan(): Promise<PlanFile | null> {
    if (this.planPath === undefined) return null;
    const {only, exclude, label} = this;
    const flag = only !== undefined ? '--only' : exclude !== undefined ? '--exclude' : label !== undefined ? '--label' : null;
    if (flag !== null)
      throw new UserError(
        'config/usage',
        `a saved plan and ${flag} exclude each other`,
        `save a plan with \`monitors plan ${flag} ${flag === '--label' ? 'NAME=VALUE' : 'KEY'} --out FILE\``,
      );
    const {readSavedPlan} = await import('../../../features/plan/saved-plan');
    const path = resolve(this.workingDirectory(), this.planPath);
    return readSavedPlan(path, this.shown(path), this.planPath);
  }
}
