import type {LiveMonitor} from '../api/port';
import {observeMonitor} from '../apply/observation';
import {hashJson} from '../json/canonical';
import type {JsonObject} from '../json/value';
import {comparableBody} from '../plan/comparable';
import {keepRecordedIds} from '../plan/diff';
import {readAsWritten} from '../plan/live-reading';
import {fingerprintBody} from '../secrets/fingerprint';
import type {RecordedMonitor} from '../state/model';
import {readAsSpec} from './candidates';
import type {Found, Orphan} from './matching';

/** A monitor that is recorded again. */
export interface RecoveredRecord {
  readonly record: RecordedMonitor;
  /** The service holds something else than the spec says: the next plan shows what. */
  readonly isChanged: boolean;
}

/**
 * What the state says of a monitor that was found: as the spec writes it where the service holds just that, else the live
 * body in the spec's words, so that the next plan shows what differs and nothing else. `listed` are the ids of all live monitors.
 */
export function recordFound({spec, candidate, hint}: Found, lineage: string, listed: ReadonlySet<string>): RecoveredRecord {
  const {live, view} = candidate;
  const {body, distance} = readAsSpec(candidate, spec, lineage);
  const isChanged = distance > 0;
  const written = keepRecordedIds(view.body, fingerprintBody(spec.body(), lineage));
  const applied = isChanged ? body : written;
  const leftovers = (hint?.record.leftovers ?? []).filter(id => listed.has(id) && id !== view.id);
  const record = {
    ...recordLive(live, applied, lineage),
    specPath: spec.specPath,
    protect: spec.protect,
    bodyHash: isChanged ? hashJson(body) : spec.bodyHash,
    ...(leftovers.length === 0 ? {} : {leftovers}),
  };
  return {record, isChanged: isChanged || (record.paused === true) !== spec.paused};
}

/** What the state says of a monitor whose spec is gone: the next plan deletes it, as it would have done. */
export function recordOrphan({candidate, hint}: Orphan, lineage: string): RecordedMonitor {
  const {live, view} = candidate;
  const {specPath, protect, applied: before} = hint.record;
  const applied = readAsWritten(view.body, {written: keepRecordedIds(view.body, comparableBody(before)), observed: {}});
  return {...recordLive(live, applied, lineage), specPath, protect, bodyHash: hashJson(applied)};
}

function recordLive(live: LiveMonitor, applied: JsonObject, lineage: string) {
  const {id, createdAt, observed} = observeMonitor(applied, live);
  const paused = live.status === 'paused' ? {paused: true as const} : {};
  return {id, createdAt, applied, observed: fingerprintBody(observed, lineage), ...paused};
}
