import {writeCommand} from '../../core/base/command-line';
import {countOf, formatNumber, listFirst, listWords} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Change, Plan} from '../../core/plan/change';
import {groupChanges} from '../../core/plan/groups';
import type {ValidateReport} from '../../core/specs/validate-report';
import type {Door, Notes} from '../../project/door';
import type {SharedExplanation} from '../../rendering/held-changes';
import {groupForPeople, groupLines} from '../../rendering/plan-group-lines';
import {folderLines, type PlanView, sharedLines, viewPlan} from '../../rendering/plan-lines';
import {rowOrigin, specOf} from '../../rendering/plan-origins';
import {
  actualSentences,
  driftSentences,
  emulatorSentence,
  estimateNotes,
  estimateSentence,
  keyBudgetSentences,
  placeLines,
  planSentence,
  requestSentences,
  SHOWN_KEYS,
  serviceLines,
  settingSentences,
  type UnmanagedView,
  unmanagedSentence,
} from '../../rendering/plan-sentences';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, type Line, parsedLine, printText, proseLine, styled} from '../../rendering/text';
import {listPlanFindings} from './findings';

/** A plan for people: one block a change or group of equal ones, then what it comes to. */
export function renderPlanText(plan: Plan, options: RenderOptions, unmanaged: UnmanagedView = 'counted'): string {
  const gap = options.verbosity === 'quiet' ? [] : [BLANK];
  const view = viewPlan(plan);
  const emulator = emulatorSentence(plan);
  const head = emulator === null ? [] : [proseLine(0, styled('warning', emulator)), ...gap];
  const folders = view.folders.flatMap(group => [...folderLines(group, options), ...gap]);
  const held = chooseHeld(view, options);
  const shown = groupForPeople(view.listed.filter(change => !held.has(change)));
  const blocks = shown.flatMap(group => [...groupLines(group, view, options), ...gap]);
  const shared =
    options.verbosity === 'quiet' ? [] : view.shared.flatMap(reason => [...sharedLines(limitReason(reason, held), options), BLANK]);
  const footer = [...serviceLines(plan, unmanaged, options), ...footerLines(plan, unmanaged, options)];
  return printText([...head, ...blocks, ...folders, ...shared, ...footer], options);
}

/** Names the way to keep what was changed in the service. */
function keepSentences({changes, environment}: Plan): string[] {
  const edited = changes.filter(change => 'drift' in change && (change.drift?.length ?? 0) > 0);
  const [first] = edited;
  if (first === undefined) return [];
  return [`To keep a change, write it into its spec: ${writeCommand('accept', [edited.length === 1 ? first.key : 'KEY'], environment)}`];
}

/** So many held changes of one reason are shown each by itself; `--verbose` and `--quiet` show all. */
const SHOWN_HELD = 10;

/** The changes that are only counted: their reason is explained once for all, and they say nothing more than the first ones. */
function chooseHeld({shared}: PlanView, {verbosity}: RenderOptions): ReadonlySet<Change> {
  if (verbosity !== 'normal') return new Set();
  return new Set(shared.flatMap(reason => listAlone(reason).slice(SHOWN_HELD)));
}

/** Lists the changes outside of groups that change no field. */
function listAlone({changes}: SharedExplanation): Change[] {
  const alone = groupChanges<Change>(changes).flatMap(group => (group.changes.length === 1 ? [group.first] : []));
  return alone.filter(change => change.action === 'blocked' && change.fields.length === 0 && change.drift === undefined);
}

function limitReason(reason: SharedExplanation, held: ReadonlySet<Change>): SharedExplanation {
  const {changes, message} = reason;
  const hidden = changes.filter(change => held.has(change)).length;
  if (hidden === 0) return reason;
  const shown = `${formatNumber(changes.length - hidden)} of ${formatNumber(changes.length)} changes are above; --verbose lists all`;
  return {...reason, message: `${message} (${shown})`};
}

function footerLines(plan: Plan, unmanaged: UnmanagedView, options: RenderOptions): Line[] {
  const only = plan.only?.map(key => `"${key}"`);
  const scope = only === undefined ? [] : [proseLine(0, `Limited to ${listFirst(only, SHOWN_KEYS)}.`)];
  const others = unmanaged === 'listed' ? null : unmanagedSentence(plan);
  const rest = [
    ...driftSentences(plan.summary),
    ...(plan.summary.drift > 0 && options.verbosity !== 'quiet' ? keepSentences(plan) : []),
    ...settingSentences(plan),
    estimateSentence(plan),
    ...keyBudgetSentences(plan, keys => `"${keys}"`),
    ...actualSentences(plan, options),
    ...estimateNotes(plan, listWords).map(note => `${note}.`),
    ...requestSentences(plan),
    ...(others === null ? [] : [`${others}; list ${plan.unmanaged.length === 1 ? 'it' : 'them'} with --show-unmanaged.`]),
  ];
  // A person at a terminal runs apply; an approval is for a program that asks one.
  const isNamed =
    plan.approval !== undefined && (options.verbosity === 'verbose' || (options.verbosity === 'normal' && !options.onTerminal));
  return [
    parsedLine(options, 0, 0, styled('strong', planSentence(plan.summary))),
    ...(plan.changes.length === 0 ? [] : placeLines(options)),
    ...scope,
    ...rest.map(sentence => proseLine(0, sentence)),
    ...(isNamed ? [dataLine(0, `Approval: ${plan.approval}`)] : []),
  ];
}

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
