import type {Failure} from '../api/port';
import {writeCommand} from '../base/command-line';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {listKnown} from '../diagnostics/monitor-text';
import {describePointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import type {FieldChange} from '../plan/diff';
import type {Key, Operations} from '../specs/desired-monitor';
import type {EditOperation} from './circuit-breaker';
import type {RecordedBefore} from './ports';

/** Live monitors that share target ids with one of ours, and are neither it nor another's. */
export function conflictOfTargets(key: Key, monitors: readonly {readonly id: string}[], environment: string): Diagnostic {
  const ids = monitors.map(({id}) => id);
  const take = `"${importOf(key, ids, environment)}"`;
  return {
    code: 'apply/target-conflict',
    severity: 'error',
    message: `"${key}" was not created: the service has monitors that share target ids with it and are not in the state: ${ids.join(', ')}`,
    hint: `if one of them is "${key}", ${take} records it; if not, give the spec another sync.key or its own target ids, or delete the monitors that should not be there`,
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
    message: `"${key}" was not created: it may exist already as ${listKnown(monitors)}, which is not in the state`,
    hint: `if so, "${importOf(key, ids, environment)}" records it; if not, write sync: {distinctFrom: [${ids.join(', ')}]} into its spec and apply again`,
  };
}

/** A monitor that a commit or another copy of the state records, and that can't be looked up. */
export function recordedBefore(key: Key, {id, commit}: RecordedBefore, environment: string): Diagnostic {
  const [where, from] = commit === '' ? ['another copy of the state', 'FILE'] : [`commit ${commit}`, commit];
  const restore = writeCommand('state restore', [from], environment);
  return {
    code: 'apply/may-exist',
    severity: 'error',
    message: `"${key}" was not created: ${where} records it as ${id}, and the service's list of monitors can't be read`,
    hint: `take its records in: ${restore}; if the monitor is gone: ${writeCommand('apply', [], environment, '--allow-old-checkout')}`,
  };
}

/** The command that records one of these monitors. */
function importOf(key: Key, ids: readonly string[], environment: string): string {
  const [id = 'ID', ...others] = ids;
  return writeCommand('import', [key, others.length === 0 ? id : 'ID'], environment);
}

type Seen = readonly {readonly id: string; readonly createdAt: string}[];

/** Live monitors without a record that have the name of a new one or watch the same: worth a warning, no reason not to create. */
export function similar(key: Key, {sameContent, sameName}: {readonly sameContent: Seen; readonly sameName: Seen}): Diagnostic {
  const monitors = [...sameContent, ...sameName];
  const likeness = [sameContent.length > 0 ? 'watches the same' : '', sameName.length > 0 ? 'has the same name' : ''].filter(Boolean);
  return {
    code: 'apply/similar',
    severity: 'warning',
    message: `"${key}" is new, but the service has an unmanaged monitor that ${likeness.join(' or ')}: ${listKnown(monitors)}`,
    hint: `if they are the same monitor, delete one of them in the service; if not, write sync: {distinctFrom: [${monitors.map(({id}) => id).join(', ')}]} into the spec`,
  };
}

/** The service has one of our monitors more than once; the first is the one that is recorded. */
export function duplicates(
  key: Key,
  monitors: readonly {readonly id: string; readonly createdAt: string}[],
  environment: string,
): Diagnostic {
  const listed = monitors.map(({id, createdAt}) => (createdAt === '' ? id : `${id} (${createdAt})`)).join(', ');
  return {
    code: 'apply/duplicates',
    severity: 'error',
    message: `the service has "${key}" ${monitors.length} times: ${listed}; the first one is recorded`,
    hint: `"${writeCommand('resolve', [key], environment, '--prune-duplicates')}" deletes the others after a confirmation`,
  };
}

/** The service turned out to have no list, or none for this key: lost answers can't be looked up. */
export function noList(failure: Failure): Diagnostic {
  return {
    code: 'apply/no-list',
    severity: 'warning',
    message: `a create whose response is lost can't be looked up in the service's list of monitors: ${failure.message}`,
    hint: `such a create was sent again if the service calls the error retryable, otherwise it is reported as unknown; ${failure.status === 403 ? 'use a MONITORS_API_KEY that may list monitors' : 'set "service: {operations: create}" if the service has no list'}`,
  };
}

/** The service lacks an operation on single monitors: what needs it fails, the rest continues. */
export function notOffered(operation: EditOperation, {message}: Failure): Diagnostic {
  return {
    code: 'live/not-offered',
    severity: 'warning',
    message,
    hint: `${STILL_WORKS[operation]}; check MONITORS_BASE_URL, or set "service: {operations: create}"`,
  };
}

const STILL_WORKS: Readonly<Record<EditOperation, string>> = {
  read: 'creating still works; updates, replacements and deletes need to read the monitor first, so none of them was made',
  update: 'creating, replacing and deleting still work; no monitor was updated, paused or resumed',
  delete: 'creating and updating still work; no monitor was deleted, and replaced monitors are still there',
};

/** A step after the change itself failed; the next plan shows it. */
export function unfinishedChange(key: Key, what: string, failure: Failure | undefined): Diagnostic {
  const why = failure === undefined ? '' : `: ${failure.message}`;
  return {
    code: 'apply/unfinished-change',
    severity: 'error',
    message: `"${key}" ${what}${why}`,
    hint: 'run "monitors apply" again to complete it',
  };
}

/** The service answered an update with success and made something else of it: recorded as its reading of the spec. */
export function otherValues(key: Key, fields: readonly FieldChange[]): Diagnostic {
  const words = fields.map(({path, before, after}) => `${describePointer(path)} is ${show(after)} in the service, not ${show(before)}`);
  return {
    code: 'apply/other-value',
    severity: 'warning',
    message: `the service stored other values for "${key}" than the spec has: ${words.join('; ')}`,
    hint: 'these values are recorded and not shown as drift; write them into the spec if you agree with them',
  };
}

/** The service answered an update with success, and the monitor still has old values. */
export function updateIgnored(fields: readonly FieldChange[]): Failure {
  const places = [...new Set(fields.map(({path}) => describePointer(path)))].join(', ');
  return {
    kind: 'http',
    status: 200,
    code: 'update-ignored',
    message: `the service answered 200, but did not change ${places}; run "monitors apply" again`,
  };
}

/** Shows a value in a sentence; masked values come masked. */
function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
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
