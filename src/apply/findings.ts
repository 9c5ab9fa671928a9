import type {CreatedMonitor, Failure} from '../api/port';
import {writeCommand} from '../base/command-line';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {listKnown} from '../diagnostics/monitor-text';
import type {Key, Operations} from '../spec/desired-monitor';
import type {EditOperation} from './capability';

/** What an answer's ids say about the service. */
export interface AnswerCheck {
  readonly findings: readonly Diagnostic[];
  /** The service kept the target ids that it was sent: a lost answer could be looked up by them. */
  readonly keptTargetIds: boolean;
}

/** Compares an answer's ids with what was sent. Odd ids are recorded all the same: the monitor is there. */
export function checkAnswer(key: Key, sentTargetIds: readonly string[], answer: CreatedMonitor): AnswerCheck {
  const keptTargetIds = sameIds(sentTargetIds, answer.targetIds);
  const findings: Diagnostic[] = [];
  if (!keptTargetIds) {
    findings.push({
      code: 'apply/ids-not-kept',
      severity: 'warning',
      message: `this service did not keep our target ids (seen at "${key}"): a lost answer can't be looked up`,
      hint: 'for the rest of this run nothing was sent a second time after an answer that left doubt',
    });
  }
  if (!isUuid(answer.id)) {
    findings.push({
      code: 'apply/odd-id',
      severity: 'warning',
      message: `the service gave "${key}" an id that is no UUID`,
      hint: 'it is recorded as it is; check that the address is that of the service',
    });
  }
  return {findings, keptTargetIds};
}

/** Compares the target ids that an update's answer has with those that were sent: pages keep their history under them. */
export function checkTargetIds(key: Key, sent: readonly string[], answer: CreatedMonitor): readonly Diagnostic[] {
  if (sameIds(sent, answer.targetIds)) return [];
  return [
    {
      code: 'apply/ids-not-kept',
      severity: 'warning',
      message: `this service did not keep the target ids of "${key}" in an update: its pages may count as new`,
      hint: 'what it holds now is not what the spec says; "monitors plan --refresh" shows the difference',
    },
  ];
}

/** Live monitors that share target ids with one of ours, and are neither it nor another's. */
export function conflictOfTargets(key: Key, monitors: readonly {readonly id: string}[], environment: string): Diagnostic {
  const ids = monitors.map(({id}) => id);
  const take = `"${importOf(key, ids, environment)}"`;
  return {
    code: 'apply/target-conflict',
    severity: 'error',
    message: `"${key}" was not created: the service has monitors that share target ids with it and are not in the state: ${ids.join(', ')}`,
    hint: `if one of them is it, ${take} records it; if not, give the spec another sync.key or target ids of its own, or delete what should not be there`,
  };
}

/** Live monitors without a record that may be the one that was to be created. */
export function mayExist(
  key: Key,
  monitors: readonly {readonly id: string; readonly createdAt: string}[],
  environment: string,
): Diagnostic {
  const ids = monitors.map(({id}) => id);
  return {
    code: 'apply/may-exist',
    severity: 'error',
    message: `"${key}" was not created: it may exist already as ${listKnown(monitors)}, without a record`,
    hint: `if so, "${importOf(key, ids, environment)}" records it; if not, write sync: {distinctFrom: [${ids.join(', ')}]} into its spec, and apply again`,
  };
}

/** The command that records one of these monitors. */
function importOf(key: Key, ids: readonly string[], environment: string): string {
  const [id = 'ID', ...others] = ids;
  return writeCommand('import', [key, others.length === 0 ? id : 'ID'], environment);
}

type Seen = readonly {readonly id: string; readonly createdAt: string}[];

/** Live monitors without a record that have the name of a new one or watch the same: no reason not to create, and worth a word. */
export function similar(key: Key, {sameContent, sameName}: {readonly sameContent: Seen; readonly sameName: Seen}): Diagnostic[] {
  const monitors = [...sameContent, ...sameName];
  if (monitors.length === 0) return [];
  const likeness = [sameContent.length > 0 ? 'watches the same' : '', sameName.length > 0 ? 'has the same name' : ''].filter(Boolean);
  return [
    {
      code: 'apply/similar',
      severity: 'warning',
      message: `"${key}" is new, and the service has a monitor without a record that ${likeness.join(' or ')}: ${listKnown(monitors)}`,
      hint: `if they are the same monitor, delete one of them in the service; if not, sync: {distinctFrom: [${monitors.map(({id}) => id).join(', ')}]} in the spec says so`,
    },
  ];
}

/** The service holds one of our monitors more than once; the first is the one that is recorded. */
export function duplicates(
  key: Key,
  monitors: readonly {readonly id: string; readonly createdAt: string}[],
  environment: string,
): Diagnostic {
  const listed = monitors.map(({id, createdAt}) => (createdAt === '' ? id : `${id} (${createdAt})`)).join(', ');
  return {
    code: 'apply/duplicates',
    severity: 'error',
    message: `the service holds "${key}" ${monitors.length} times: ${listed}; the first one is recorded`,
    hint: `"${writeCommand('resolve', [key], environment, '--prune-duplicates')}" deletes the others, after asking`,
  };
}

/** The service turned out to have no list, or none for this key: lost answers can't be looked up. */
export function noList(failure: Failure): Diagnostic {
  return {
    code: 'apply/no-list',
    severity: 'warning',
    message: `lost answers can't be looked up in the service's list of monitors: ${failure.message}`,
    hint: `what the service calls retryable was sent again, everything else that is in doubt is named; ${failure.status === 403 ? 'MONITORS_API_KEY probably may not list monitors: use a key that may' : '"operations: create" says so from the start'}`,
  };
}

/** The service turned out to lack an operation on single monitors: what needs it fails, the rest goes on. */
export function notOffered(operation: EditOperation, {message}: Failure): Diagnostic {
  return {
    code: 'live/not-offered',
    severity: 'warning',
    message,
    hint: `${STILL_WORKS[operation]}; check MONITORS_BASE_URL, or set "service: {operations: create}"`,
  };
}

const STILL_WORKS: Readonly<Record<EditOperation, string>> = {
  read: 'creating still works; updates, replacements and deletes look at a monitor before they touch it, so that none of them was made',
  update: 'creating, replacing and deleting still work; no monitor was updated, paused or resumed',
  delete: 'creating and updating still work; no monitor was deleted, and what was replaced is still there',
};

/** What was asked for beyond the change itself did not come to be; the next plan shows it. */
export function unfinishedChange(key: Key, what: string, failure: Failure | undefined): Diagnostic {
  const why = failure === undefined ? '' : `: ${failure.message}`;
  return {
    code: 'apply/unfinished-change',
    severity: 'error',
    message: `"${key}" ${what}${why}`,
    hint: 'run "monitors apply" again: it goes on from there',
  };
}

/** A create that succeeded after an attempt that left doubt: the service may hold it twice. */
export function maybeDuplicate(
  {key, id, targetIds}: {readonly key: Key; readonly id: string; readonly targetIds: readonly string[]},
  {environment, operations}: {readonly environment: string; readonly operations: Operations},
): Diagnostic {
  const ids = `the target ids ${targetIds.join(', ')}`;
  const hint =
    operations === 'full'
      ? `look for another monitor with ${ids}: ${writeCommand('resolve', [key], environment, '--probe')}`
      : `look in the service for another monitor with ${ids}; delete it there, then end this warning: ${writeCommand('resolve', [key], environment, '--checked')}`;
  return {
    code: 'apply/maybe-duplicate',
    severity: 'warning',
    message: describeDoubt(key, id),
    hint,
  };
}

function describeDoubt(key: Key, id: string): string {
  return `"${key}" may exist twice: a request that seemed to fail may have been carried out before ${id} was created`;
}

function sameIds(sent: readonly string[], answered: readonly string[]): boolean {
  if (sent.length !== answered.length) return false;
  const expected = sent.map(id => id.toLowerCase()).sort();
  return [...answered].sort().every((id, index) => id === expected[index]);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
