import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {explainFileError} from '../file-error';
import type {Plan} from '../plan/model';
import {Refusal} from '../refusal';
import type {CheckedWorkspace} from '../workflows/check';
import {MonitorsCommand, oneOf} from './command';

/** `monitors plan`: shows what apply would do; offline. */
export class PlanCommand extends MonitorsCommand {
  static override paths = [['plan']];
  static override usage = Command.Usage({
    description: 'show what apply would do, offline',
    details: `
      Compares the specs with the state file and shows every change that apply would make, what it would cost, and what
      it can't do and why. Writes nothing but \`--out\`; needs no network and no key.

      Exit code 0 when specs and state are readable, 1 when specs have errors, 3 when something can't be read. With
      \`--detailed-exitcode\`, 2 when anything is not unchanged.
    `,
    examples: [
      ['What would happen', 'monitors plan'],
      ['Save the plan, apply exactly that', 'monitors plan --out plan.json && monitors apply plan.json'],
      ['A comment for a pull request', 'monitors plan --format markdown'],
    ],
  });

  override readonly commandName = 'plan';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text, json or markdown'});
  out = Option.String('--out', {description: '<FILE> Save the plan for `monitors apply PLANFILE`'});
  detailedExitcode = Option.Boolean('--detailed-exitcode', false, {description: 'Exit with 2 when anything is not unchanged'});
  only = Option.Array('--only', {description: '<KEY> Plan this key only (repeatable)'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json', 'markdown']);
    const settings = await this.settings();
    const {planWorkspace} = await import('../workflows/plan');
    const {renderPlan} = await import('../report');
    const cwd = this.workingDirectory();
    const cache = await this.checkCache(settings);
    const outcome = await planWorkspace({settings, cwd, only: this.only, cache}, await this.store(settings, 'look'));
    const {invalidExitCode, noteStateView, noteWarnings} = await import('./notes');
    const {report} = outcome.workspace;
    if (outcome.kind === 'invalid') return invalidExitCode(report, this);
    const {plan, view, workspace} = outcome;
    if (this.out !== undefined) await this.savePlan(this.out, plan, workspace);
    noteStateView(view, this, existsSync(`${settings.stateFile}.lock`) ? 'maybe-running' : 'ended');
    if (format === 'text') noteWarnings([...report.findings, ...plan.findings], report, this);
    this.print(renderPlan(plan, format, this.renderOptions(this.context.stdout), report.findings));
    return this.detailedExitcode && plan.changes.length > 0 ? 2 : 0;
  }

  private async savePlan(path: string, plan: Plan, {checked, report}: CheckedWorkspace): Promise<void> {
    const {readPlanFile, toPlanFile} = await import('../plan/plan-file');
    const file = resolve(this.workingDirectory(), path);
    try {
      if (isOtherFile(file, text => readPlanFile(text).kind === 'read')) {
        throw new Refusal(
          'config/cannot-write',
          `${this.shown(file)} exists and is no saved plan: it would be overwritten`,
          'give --out another name, or remove that file first',
        );
      }
      writeFileSync(file, toPlanFile(plan, checked.hashes, report.findings));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(
        'config/cannot-write',
        `the plan cannot be written to ${this.shown(file)}: ${explainFileError(error)}`,
        'give a path that can be written to',
        {cause: error},
      );
    }
  }
}

/** Whether a file that is there holds something else than a plan: a spec, the state. */
function isOtherFile(file: string, isPlan: (text: string) => boolean): boolean {
  const stat = statSync(file, {throwIfNoEntry: false});
  return stat?.isFile() === true && stat.size > 0 && !isPlan(readFileSync(file, 'utf8'));
}
