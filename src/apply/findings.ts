import type {Failure} from '../api/port';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {describePointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import type {FieldChange} from '../plan/change';
import {writeCommand} from '../plan/command-line';
import {listKnown} from '../plan/known-monitor';
import type {Key} from '../spec/desired-monitor';
import type {EditOperation} from './circuit-breaker';

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

/** The service answered an update with success and made something else of it: recorded as its reading of the spec. */
export function otherValues(key: Key, fields: readonly FieldChange[]): Diagnostic {
  const words = fields.map(({path, before, after}) => `${describePointer(path)} is ${show(after)} there, not ${show(before)}`);
  return {
    code: 'apply/other-value',
    severity: 'warning',
    message: `the service changed values of "${key}" that it was sent: ${words.join('; ')}`,
    hint: 'its values are recorded, and no later plan shows them as drift; write them into the spec if you agree with them',
  };
}

/** The service answered an update with success, and the monitor still has old values. */
export function updateIgnored(fields: readonly FieldChange[]): Failure {
  const places = [...new Set(fields.map(({path}) => describePointer(path)))].join(', ');
  return {
    kind: 'http',
    status: 200,
    code: 'update-ignored',
    message: `the service answered 200, but did not change ${places}; run "monitors apply" to send it again`,
  };
}

/** A value for a sentence; masked values come masked. */
function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
