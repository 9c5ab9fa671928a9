import type {Failure, LiveMonitor} from '../api/port';
import type {JsonObject} from '../json/value';
import type {AdoptChange, DeleteChange, ReplaceChange, UpdateChange} from '../plan/change';
import {comparableBody, diffComparable, type FieldChange} from '../plan/diff';
import {listDrift, listOverwritten} from '../plan/edit';
import {readAsLive} from '../plan/left-alone';
import {hashLive, type LiveMonitorView, observedOf, readAsWritten, toLiveView} from '../plan/live';
import {isForeign} from '../plan/live-index';
import {readNowKnown} from '../plan/now-known';
import {hideAlso} from '../secrets/sent-secrets';
import type {AllowedFields} from '../service/allowed-fields';
import type {Key} from '../specs/desired-monitor';
import {listTargetIds} from '../specs/targets';
import type {IntendedMonitor} from '../state/state';

/** A change of a monitor that is recorded: it is looked at before it is touched. */
export type TouchingChange = UpdateChange | ReplaceChange | DeleteChange;

/** Options of reading live monitors: the salt of their secrets, and the members compared besides those of the types. */
interface LiveReading {
  readonly lineage: string;
  readonly fields: AllowedFields;
}

/** Content of the service right before a change, compared with what the plan saw. */
type LiveCheck =
  /** Or as the change makes it: it is sent all the same, since a replica may show the time before the last update. */
  {readonly kind: 'as-planned'; readonly live: LiveMonitor} | {readonly kind: 'stale'; readonly failure: Failure};

const CHANGED_SINCE = 'the monitor was changed in the service since';

/**
 * Compares a live monitor with what the plan was made for: the monitor as it was seen, or, where it was planned offline,
 * as it was recorded (also as an update whose answer was lost would have left it). Of an update only the members count that
 * it sends: the others stay as they are. `intended` is what the change makes of it, null where only sending it can
 * tell. Pure.
 */
export function checkLive(change: TouchingChange, live: LiveMonitor, intended: IntendedMonitor | null, reading: LiveReading): LiveCheck {
  const {lineage, fields} = reading;
  const view = toLiveView(live, lineage, fields);
  if (view === null) return stale(change.key, 'the service answered with a monitor without an id');
  if (intended !== null && isAsWritten(view, intended)) return {kind: 'as-planned', live};
  if (isSeenHidden(change, live, reading)) return {kind: 'as-planned', live};
  const lost = listLost(change, view, lineage);
  return lost === null ? {kind: 'as-planned', live} : stale(change.key, lost);
}

/**
 * Describes which changes made in the service since the plan would be lost; null where none would be. Pure.
 */
export function listLost(planned: TouchingChange, live: LiveMonitorView, lineage: string): string | null {
  const view = 'after' in planned ? {...live, hide: hideAlso(live.hide, () => planned.after.body())} : live;
  const change = readKnown(planned, view, lineage);
  if (change.action !== 'update') return isAsSeen(change, view) ? null : sayLost(CHANGED_SINCE, listDrift(change.before, view));
  const {before} = change;
  const known = listTargetIds(before.applied).filter(id => id !== null);
  if (isForeign(before, known, view)) return `id ${view.id} now belongs to a different monitor in the service`;
  const overwritten = listOverwritten(change, view, lineage);
  return overwritten.length === 0 ? null : sayLost('this would overwrite changes made in the service', overwritten);
}

/** The change with what an earlier version recorded as fingerprints as the service holds it. */
function readKnown(change: TouchingChange, {body}: LiveMonitorView, lineage: string): TouchingChange {
  const before = readAsLive(change.before, body, lineage);
  if (before === change.before) return change;
  return change.action === 'update' ? {...change, before, present: readNowKnown(change.present, body, lineage)} : {...change, before};
}

/** The most fields in one message. */
const MOST_FIELDS = 5;

/** Both values of each field: as it is in the service, and as it would be. */
function sayLost(what: string, fields: readonly FieldChange[]): string {
  const shown = fields.slice(0, MOST_FIELDS).map(({path, before, after}) => {
    const name = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    return `${name} is ${showValue(before)} in the service and ${showValue(after)} here`;
  });
  const rest = fields.length - shown.length;
  if (rest > 0) shown.push(`${rest} more`);
  return shown.length === 0 ? what : `${what} (${shown.join('; ')})`;
}

/** A value on one line, cut where it is long. Masked already. */
function showValue(value: FieldChange['before']): string {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** Compares a monitor that is to be adopted with what the plan saw; the `lineage` is that of the plan's state, empty without one. Pure. */
export function checkAdopted(change: AdoptChange, live: LiveMonitor, {lineage, fields}: LiveReading): LiveCheck {
  const view = toLiveView(live, lineage, fields);
  const isAsPlanned = view !== null && hashLive(view) === hashLive(change.live);
  return isAsPlanned ? {kind: 'as-planned', live} : stale(change.key, CHANGED_SINCE);
}

/** Whether a plan of an earlier build saw the same: values of references were hidden in what it compared. */
function isSeenHidden(change: TouchingChange, {data, clear}: LiveMonitor, {lineage, fields}: LiveReading): boolean {
  if (change.action === 'update' || change.seen === null || clear === undefined) return false;
  const view = toLiveView({data}, lineage, fields);
  return view !== null && hashLive(view) === change.seen;
}

function isAsSeen(change: TouchingChange, view: LiveMonitorView): boolean {
  if (change.seen !== null) return hashLive(view) === change.seen;
  const {before} = change;
  // A replaced monitor is not recorded any more: nothing says what it should be.
  if (change.action === 'delete' && change.why.kind === 'leftover') return true;
  const {pending, observed} = before;
  if (isAsWritten(view, before, observed)) return true;
  return pending !== undefined && isAsWritten(view, pending, observedOf(before, comparableBody(pending.applied)));
}

/** Whether a live monitor is what was sent, but for what the service makes of it. */
export function isAsWritten(
  view: LiveMonitorView,
  {applied, paused}: Pick<IntendedMonitor, 'applied' | 'paused'>,
  observed: JsonObject = {},
): boolean {
  // Any other status of a service is its own affair.
  if (view.status === (paused === true ? 'active' : 'paused')) return false;
  const written = comparableBody(applied);
  return diffComparable(readAsWritten(view.body, {written, observed, hide: view.hide}), written).length === 0;
}

function stale(key: Key, why: string): LiveCheck {
  return {kind: 'stale', failure: planIsStale(key, why)};
}

/** The refusal of one change whose monitor is not what the plan was made for. */
export function planIsStale(key: Key, why: string): Failure {
  const message = `plan is stale for ${key}: ${why}; run "monitors plan --refresh" to see it, then "monitors apply --refresh"`;
  return {kind: 'http', code: 'plan-stale', message};
}
