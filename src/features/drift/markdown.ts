import {shellWord} from '../../core/base/command-line';
import {countOf, listFirst} from '../../core/base/words';
import {describePointer} from '../../core/json/pointer';
import type {Change, Plan} from '../../core/plan/change';
import {isDrift} from '../../core/plan/change-facts';
import type {FieldChange} from '../../core/plan/diff';
import type {Key} from '../../core/specs/desired-monitor';
import {codeSpan, htmlCode} from '../../rendering/escape-markdown';
import {driftSentences} from '../../rendering/plan-sentences';
import {valueText} from '../../rendering/value-text';

/** Options of showing drift. */
interface DriftLook {
  /** UTF-16 code units, at most. */
  readonly limit: number;
  /** Hides secrets in a value. Called before it is escaped, since an escaped secret is not found any more. */
  readonly redact: (text: string) => string;
  /** Monitors whose newest alert is known not to have arrived. Default: none. */
  readonly undelivered?: readonly Key[];
}

/** The drift of a plan as GitHub Markdown: a table with a row for each changed member, and what to do. */
export function renderDriftMarkdown(plan: Plan, {limit, redact, undelivered = []}: DriftLook): string {
  const rows = plan.changes.filter(isDrift).flatMap(change => driftRows(change, redact));
  const names = `- project ${codeSpan(plan.project)}, environment ${codeSpan(plan.environment)}`;
  const lost = undelivered.length === 0 ? '' : `\n${describeUndelivered(plan, undelivered, redact)}\n`;
  if (rows.length === 0) return `### No drift\n\n${names}\n${lost}`;
  const head = `### ${driftSentences(plan.summary).join(' ')}\n\n${names}\n`;
  const end = `${waysOut(plan)}\n${lost}`;
  const room = limit - head.length - end.length - FRAME;
  const shown: string[] = [];
  let used = 0;
  for (const row of rows) {
    used += row.length + 1;
    if (used > room) break;
    shown.push(row);
  }
  const rest = rows.length - shown.length;
  const more = rest === 0 ? [] : ['', `${countOf(rest, 'more row')}: ${codeSpan(command(plan, 'plan --refresh'))} shows all.`];
  return [head, ...TITLES, ...shown, ...more, '', end].join('\n');
}

/** Keys of monitors with lost alerts that are named. */
const MOST_NAMED = 20;

function describeUndelivered(plan: Plan, keys: readonly Key[], redact: DriftLook['redact']): string {
  const shown = listFirst(
    keys.map(key => cell(key, redact)),
    MOST_NAMED,
  );
  return `Alerts do not arrive for ${countOf(keys.length, 'monitor')}: ${shown}. ${codeSpan(command(plan, 'alerts'))} shows where they go.`;
}

const TITLES = ['| Monitor | Field | In the service | In the specs |', '|---|---|---|---|'];
/** The titles, and the line that counts what is left out. */
const FRAME = 300;

function waysOut(plan: Plan): string {
  const undo = codeSpan(command(plan, 'apply --refresh'));
  return `To undo it in the service, run ${undo}. To keep it, run ${codeSpan(command(plan, 'accept KEY'))} and commit the specs.`;
}

function command({environment}: Plan, words: string): string {
  return `monitors ${words}${environment === 'default' ? '' : ` --environment ${shellWord(environment)}`}`;
}

function driftRows(change: Change, redact: DriftLook['redact']): string[] {
  const key = cell(change.key, redact);
  const fields = 'drift' in change ? (change.drift ?? []) : [];
  // A monitor that is gone has no members left to differ.
  if (fields.length === 0) return [`| ${key} | | deleted | ${isWanted(change) ? 'in the specs' : 'no spec'} |`];
  return fields.map(field => `| ${key} | ${cell(describePointer(field.path), redact)} | ${valueCells(field, redact)} |`);
}

function isWanted(change: Change): boolean {
  return change.action !== 'delete' && change.after !== undefined;
}

function valueCells({before, after}: FieldChange, redact: DriftLook['redact']): string {
  const [live, wanted] = [before, after].map(value => cell(valueText(value), redact));
  return `${live} | ${wanted}${live === wanted ? ' (another value)' : ''}`;
}

/** UTF-16 code units of a cell, before escaping. */
const LONGEST_CELL = 200;

/** A text in a cell: as code, where no sign ends the cell and nothing becomes a link or a mention. */
function cell(text: string, redact: DriftLook['redact']): string {
  const clean = redact(text);
  const shown = clean.length <= LONGEST_CELL ? clean : `${clean.slice(0, LONGEST_CELL).replace(/[\ud800-\udbff]$/, '')}...`;
  return htmlCode(shown).replaceAll('.', '&#46;');
}
