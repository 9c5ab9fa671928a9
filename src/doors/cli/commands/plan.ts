import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {oneOf, wholeNumber} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Planned, PlanOptions} from '../../../features/plan/plan';
import type {OpenedProject} from '../../../project/project';
import {MonitorsCommand} from '../command';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';
import {readStrict, strictOption} from '../strict-option';

/** `monitors plan`: shows what apply would do; offline. */
export class PlanCommand extends MonitorsCommand {
  static override paths = [['plan']];
  static override usage = Command.Usage({
    description: 'show what apply would do',
    details: `
      Compares the specs with the state file. Shows every change that apply would make, its cost, and what is blocked and why.

      Writes nothing but \`--out\`. Needs no network and no key. With \`--refresh\` it reads the service and shows drift, that is,
      changes made there by hand. An address that is given must be that of the state.

      exit codes: 0 specs and state are readable; 1 specs have errors, or with \`--refresh\` the service holds a monitor twice;
      2 with \`--detailed-exitcode\`: there are changes; 3 specs, state or service can't be read
    `,
    examples: [
      ['Save the plan, apply exactly that', 'monitors plan --out plan.json && monitors apply plan.json'],
      ['A comment for a pull request', 'monitors plan --format markdown'],
      ['Drift: changes made in the service', 'monitors plan --refresh'],
    ],
  });

  override readonly commandName = 'plan';
  override format = Option.String('--format', 'text', {
    description: '<FORMAT> text (default), json, markdown or gitlab (counts for its plan report)',
  });
  out = Option.String('--out', {description: '<FILE> Save the plan for `monitors apply PLANFILE`'});
  detailedExitcode = Option.Boolean('--detailed-exitcode', false, {description: 'Exit 2 if there are changes'});
  only = Option.Array('--only', {description: '<KEY> Plan only this key, or those that a glob such as "pricing/**" matches (repeatable)'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  refresh = Option.Boolean('--refresh', false, {description: 'Read the service and show drift (full operations)'});
  checks = Option.String('--checks', '0', {
    description: '<N> Also read what the newest checks of each monitor were charged (1-100, full operations; default 0: none)',
  });
  lookupTimeout = lookupTimeoutOption('With --refresh: ');
  showUnmanaged = Option.Boolean('--show-unmanaged', false, {description: 'With --refresh: list monitors without a spec'});
  checkSecrets = Option.Boolean('--check-secrets', false, {
    description: 'Compare the values of referenced secrets with what was sent (full operations; needs MONITORS_STATE_KEY)',
  });
  strict = strictOption();
  allowDeletes = Option.Boolean('--allow-deletes', false, {description: 'Allow more deletes than safety.maxDeletes'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json', 'markdown', 'gitlab']);
    const project = await this.openProject('look');
    const options = this.readOptions();
    const {planProject} = await import('../../../features/plan/plan');
    const {checkProgress} = await import('../list-progress');
    const {listPlanFindings} = await import('../../../features/plan/findings');
    const {renderPlan} = await import('../../../features/plan/formats');
    const outcome = await planProject(project, options, checkProgress(this));
    const {invalidExitCode, noteStateView, noteWarnings} = await import('../notes');
    const {isProtectedLeftover} = await import('../../../core/plan/change-facts');
    const {report} = outcome.workspace;
    if (outcome.kind === 'invalid') return invalidExitCode(report, this);
    const {plan, view} = outcome;
    if (this.out !== undefined) await this.savePlan(this.out, outcome, project);
    noteStateView(view, this, (await isLocked(project)) ? 'maybe-running' : 'ended');
    if (format === 'text') noteWarnings([...report.findings, ...listPlanFindings(plan)], report, this);
    const unmanaged = this.showUnmanaged ? 'listed' : 'counted';
    this.print(renderPlan(plan, format, this.renderOptions(this.context.stdout), report.findings, unmanaged));
    if (plan.duplicates.length > 0) return 1;
    return this.detailedExitcode && plan.changes.some(change => !isProtectedLeftover(change)) ? 2 : 0;
  }

  /** GitLab refuses an empty report; one that is JSON without counts it shows as failed. */
  override isMachineReadable(): boolean {
    return this.format === 'gitlab' || super.isMachineReadable();
  }

  private readOptions(): PlanOptions {
    const {only, exclude, label: labels, allowDeletes, refresh, checkSecrets} = this;
    const checks = wholeNumber('--checks', this.checks, {min: 0, max: 100});
    const lookupMs = readLookupTimeout(this.lookupTimeout);
    const needy = this.lookupTimeout !== undefined ? '--lookup-timeout' : this.showUnmanaged ? '--show-unmanaged' : null;
    if (needy !== null && !refresh) throw new UserError('config/usage', `${needy} needs --refresh`, 'give both');
    return {only, exclude, labels, allowDeletes, refresh, checks, checkSecrets, lookupMs, strict: readStrict(this.strict)};
  }

  private async savePlan(path: string, {plan, workspace: {checked, report}}: Planned, {settings}: OpenedProject): Promise<void> {
    const {toPlanFile} = await import('../../../features/plan/file-document');
    const {writePlanFile} = await import('../../../features/plan/saved-plan');
    const file = resolve(this.workingDirectory(), path);
    writePlanFile({file, shown: this.shown(file), settings}, toPlanFile(plan, checked.hashes, report.findings));
  }
}

/** Whether a lock is there; its holder may have died. */
async function isLocked({settings, store}: OpenedProject): Promise<boolean> {
  return store.backend === 'file' ? existsSync(`${settings.stateFile}.lock`) : (await store.readHolder()) !== null;
}
