import {writeCommand} from '../../core/base/command-line';
import {countOf} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import type {ValidateReport} from '../../core/specs/validate-report';
import type {Door, Notes} from '../../project/door';
import {type PlanView, viewPlan} from '../../rendering/plan-lines';
import {specOf} from '../../rendering/plan-origins';
import {printText, proseLine} from '../../rendering/text';
import {rowOrigin} from './details';
import {listPlanFindings} from './findings';

/** Up to so many warnings about specs that stay as they are are shown. */
const SHOWN_KEPT = 3;

/** Writes the warnings of a plan to stderr. Many about specs that it leaves alone are only counted: they were there before. */
export function noteWarnings(plan: Plan, report: ValidateReport, door: Door, notes: Notes): void {
  const options = door.look('stderr');
  const {findings} = report;
  const isKept = options.verbosity === 'normal' && findings.length > SHOWN_KEPT ? testKept(viewPlan(plan), findings) : () => false;
  const kept = findings.filter(isKept).length;
  const isCounted = kept > SHOWN_KEPT;
  notes.warn([...(isCounted ? findings.filter(finding => !isKept(finding)) : findings), ...listPlanFindings(plan)], report);
  if (isCounted) door.note(`${printText([proseLine(0, keptSentence(kept, plan))], options)}\n`);
}

/** Counts such warnings in one sentence, in the place of each. */
function keptSentence(count: number, {environment}: Plan): string {
  return `${keptTitle(count)}: "${writeCommand('validate', [], environment)}" shows them.`;
}

/** `9 warnings about specs that stay as they are`. */
export function keptTitle(count: number): string {
  return `${countOf(count, 'warning')} about specs that stay as they are`;
}

/** Tells which findings about specs stand in files from which no change comes. Those about config and layers, and of the plan, never do. */
export function testKept({listed}: PlanView, findings: readonly Diagnostic[]): (finding: Diagnostic) => boolean {
  const ofSpecs = new Set(findings);
  const files = new Set<string | undefined>(listed.flatMap(change => [specOf(change)?.file, rowOrigin(change)?.file]));
  const isShared = ({code, where}: Diagnostic) => code.startsWith('config/') || /(?:^|\/)_[^/]*$/.test(where?.file ?? '_');
  return finding => ofSpecs.has(finding) && !isShared(finding) && !files.has(finding.where?.file);
}
