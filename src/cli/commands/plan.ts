import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import type {Settings} from '../../config/config';
import {wholeNumber} from '../../config/whole-number';
import {UserError} from '../../diagnostics/user-error';
import type {CheckedWorkspace} from '../../engine/check';
import type {planWorkspace} from '../../engine/plan';
import type {Plan} from '../../plan/change';
import type {FileStateStore} from '../../state/file/store';
import {MonitorsCommand, oneOf} from '../command';

/** `monitors plan`: shows what apply would do; offline. */
export class PlanCommand extends MonitorsCommand {
  static override paths = [['plan']];
  static override usage = Command.Usage({
    description: 'show what apply would do',
    details: `
      Compares the specs with the state file and shows every change that apply would make, what it would cost, and what
      it can't do and why. Writes nothing but \`--out\`. Needs no network and no key, except with \`--refresh\`, which asks the
      service what it holds and shows what somebody changed there by hand. An address, where one is given, must be that of the state.

      Exit code 0 when specs and state are readable, 1 when specs have errors, 3 when something can't be read. With
      \`--detailed-exitcode\`, 2 when anything is not unchanged. With \`--refresh\`, 1 when the service holds a monitor twice.
    `,
    examples: [
      ['Save the plan, apply exactly that', 'monitors plan --out plan.json && monitors apply plan.json'],
      ['A comment for a pull request', 'monitors plan --format markdown'],
      ['What somebody changed in the service', 'monitors plan --refresh'],
    ],
  });

  override readonly commandName = 'plan';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text, json or markdown'});
  out = Option.String('--out', {description: '<FILE> Save the plan for `monitors apply PLANFILE`'});
  detailedExitcode = Option.Boolean('--detailed-exitcode', false, {description: 'Exit with 2 when anything is not unchanged'});
  only = Option.Array('--only', {description: '<KEY> Plan this key only (repeatable)'});
  refresh = Option.Boolean('--refresh', false, {description: 'Ask the service what it holds (full operations)'});
  settle = Option.String('--settle', {
    description: '<SECONDS> With --refresh: how long a monitor that was just created may take to show in the list (0 to 3600, default 90)',
  });
  showUnmanaged = Option.Boolean('--show-unmanaged', false, {description: 'With --refresh: list monitors that no spec is about'});
  checkSecrets = Option.Boolean('--check-secrets', false, {
    description: 'Compare the values of referenced secrets with what was sent (full operations; needs MONITORS_STATE_KEY)',
  });
  allowDeletes = Option.Boolean('--allow-deletes', false, {description: 'Plan more deletes than safety.maxDeletes allows'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json', 'markdown']);
    const settings = await this.settings();
    const {planWorkspace} = await import('../../engine/plan');
    const {listPlanFindings, renderPlan} = await import('../../report');
    const cwd = this.workingDirectory();
    const cache = await this.checkCache(settings);
    const store = await this.store(settings, 'look');
    const {readGivenAddress} = await import('../../engine/connection');
    const address = readGivenAddress(this.baseUrl, this.context.env, store.refusals);
    const refuseLost = async () => {
      const {checkUpstream} = await import('../../state/file/git');
      await checkUpstream(settings.stateFile, null, this.context.env, store.refusals);
    };
    const request = {settings, cwd, only: this.only, cache, allowDeletes: this.allowDeletes, address, refuseLost};
    const outcome = await planWorkspace(request, store, await this.learning(settings, store));
    const {invalidExitCode, noteStateView, noteWarnings} = await import('../notes');
    const {isProtectedLeftover} = await import('../../plan/change-facts');
    const {report} = outcome.workspace;
    if (outcome.kind === 'invalid') return invalidExitCode(report, this);
    const {plan, view, workspace} = outcome;
    if (this.out !== undefined) await this.savePlan(this.out, plan, workspace, settings);
    noteStateView(view, this, existsSync(`${settings.stateFile}.lock`) ? 'maybe-running' : 'ended');
    if (format === 'text') noteWarnings([...report.findings, ...listPlanFindings(plan)], report, this);
    const unmanaged = this.showUnmanaged ? 'listed' : 'counted';
    this.print(renderPlan(plan, format, this.renderOptions(this.context.stdout), report.findings, unmanaged));
    if (plan.duplicates.length > 0) return 1;
    return this.detailedExitcode && plan.changes.some(change => !isProtectedLeftover(change)) ? 2 : 0;
  }

  /** What the plan is to know besides specs and state. Nothing is connected to before those are readable. */
  private async learning(settings: Settings, store: FileStateStore): Promise<Parameters<typeof planWorkspace>[2]> {
    const {refresh, showUnmanaged, checkSecrets, allowDeletes, settle} = this;
    const settleMs = 1000 * wholeNumber('--settle', settle ?? '90', {min: 0, max: 3600});
    if (settle !== undefined && !refresh) throw new UserError('config/usage', '--settle needs --refresh', 'give both');
    if (showUnmanaged && !refresh) throw new UserError('config/usage', '--show-unmanaged needs --refresh', 'give both');
    if (!refresh && !checkSecrets && !allowDeletes) return undefined;
    const {gatherPlanInputs, requireFullOperations} = await import('../../engine/plan-inputs');
    requireFullOperations(settings, refresh ? '--refresh' : checkSecrets ? '--check-secrets' : '--allow-deletes');
    if (!refresh && !checkSecrets) return undefined;
    const {openPlanInputPorts} = await import('../live');
    const ports = openPlanInputPorts(this, store, this.context.watchInterruption());
    return (view, workspace) => gatherPlanInputs({settings, refresh, checkSecrets, settleMs}, ports, view, workspace);
  }

  private async savePlan(path: string, plan: Plan, {checked, report}: CheckedWorkspace, settings: Settings): Promise<void> {
    const {readPlanFile, toPlanFile} = await import('../../report/plan-file');
    const {writePlanFile} = await import('./saved-plan');
    const file = resolve(this.workingDirectory(), path);
    const output = {file, shown: this.shown(file), settings, isPlan: (text: string) => readPlanFile(text).kind === 'read'};
    writePlanFile(output, toPlanFile(plan, checked.hashes, report.findings));
  }
}
