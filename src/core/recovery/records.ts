import {observeMonitor} from '../apply/observation';
import {hashJson} from '../json/canonical';
import type {JsonObject} from '../json/value';
import {comparableBody, keepRecordedIds} from '../plan/diff';
import {type LiveMonitorView, readAsWritten} from '../plan/live';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideTexts} from '../secrets/masking';
import {hideAlso} from '../secrets/sent-secrets';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {isProtected} from '../specs/sync';
import {notesOf, type RecordedMonitor} from '../state/state';
import {readAsSpec} from './candidates';
import type {Found, Orphan} from './matching';

/** A monitor that is recorded again. */
interface RecoveredRecord {
  readonly record: RecordedMonitor;
  /** The service holds something else than the spec says: the next plan shows what. */
  readonly isChanged: boolean;
}

/** Makes the record of a monitor that was found. `listed` are the ids of all live monitors. */
export function recordFound({spec, candidate: {view}, hint}: Found, lineage: string, listed: ReadonlySet<string>): RecoveredRecord {
  const leftovers = (hint?.record.leftovers ?? []).filter(id => listed.has(id) && id !== view.id);
  const {record, isChanged} = recordAs(spec, view, lineage);
  const doubt = hint?.record.mayExistTwice === undefined ? {} : {mayExistTwice: hint.record.mayExistTwice};
  return {record: {...record, ...doubt, ...(leftovers.length === 0 ? {} : {leftovers})}, isChanged};
}

/**
 * A live monitor as the state records it: as the spec writes it where the service holds just that, else the live body in the
 * spec's words, so that the next plan shows what differs and nothing else.
 */
export function recordAs(spec: DesiredMonitor, found: LiveMonitorView, lineage: string): RecoveredRecord {
  const live = {...found, hide: hideAlso(found.hide, () => spec.body())};
  const {body, distance} = readAsSpec(live, spec, lineage);
  const isChanged = distance > 0;
  const applied = isChanged ? hideTexts(body, live.hide) : keepRecordedIds(live.body, fingerprintBody(spec.body(), lineage));
  const {specPath, bodyHash} = spec;
  const noted = {specPath, protect: isProtected(spec), bodyHash: isChanged ? hashJson(applied) : bodyHash, ...notesOf(spec)};
  const record = {...recordLive(live, applied, lineage), ...noted};
  const isOtherStatus = spec.sync.paused !== 'keep' && (live.status === 'paused') !== spec.paused;
  return {record, isChanged: isChanged || isOtherStatus};
}

/** Makes the record of a monitor whose spec is gone: the next plan deletes it, as it would have done. */
export function recordOrphan({candidate: {view}, hint}: Orphan, lineage: string): RecordedMonitor {
  const {specPath, protect, applied: before} = hint.record;
  const written = keepRecordedIds(view.body, comparableBody(before));
  const applied = hideTexts(readAsWritten(view.body, {written, observed: {}, hide: view.hide}), view.hide);
  return {
    ...recordLive(view, applied, lineage),
    specPath,
    protect,
    bodyHash: hashJson(applied),
    ...notesOf({...hint.record, sync: hint.record}),
  };
}

function recordLive(live: LiveMonitorView, applied: JsonObject, lineage: string) {
  const answer = {...live, data: live.body, nextRunAt: null};
  const {id, createdAt, observed} = observeMonitor(applied, answer, lineage);
  return {id, createdAt, applied, observed, ...(live.status === 'paused' ? {paused: true as const} : {})};
}
