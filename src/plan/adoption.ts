import {isObject, type JsonObject, member} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {hasGoal} from '../spec/credits';
import {withTargetIds} from '../spec/targets';
import {comparableBody} from './comparable';
import type {World} from './decision-world';
import {diffComparable} from './diff';
import {readAsWritten} from './live-reading';
import type {AdoptChange, BlockedChange, CreateChange, FieldChange} from './model';
import {buildPatch, touchedMembers} from './patch';
import {changeStatus, wantedStatus} from './status';

/**
 * What becomes of a create whose target ids the service knows already: the monitor that has just these is taken over;
 * others that have some of them stop it. Null when none has any.
 */
export function decideAdoption(create: CreateChange, world: World): AdoptChange | BlockedChange | null {
  const {key, after, targetIds, gone} = create;
  const owned = world.index?.claim(targetIds, gone === undefined ? [] : [gone]) ?? {kind: 'none'};
  if (owned.kind === 'none') return null;
  if (owned.kind === 'conflict') {
    const ids = owned.monitors.map(monitor => monitor.id);
    return {action: 'blocked', key, wanted: 'create', reason: {kind: 'conflict', ids}, after, fields: []};
  }
  const {monitor: live} = owned;
  const body = after.body();
  const wanted = fingerprintBody(comparableBody(withTargetIds(body, targetIds)), world.lineage);
  const read = readAsWritten(live.body, {written: wanted, observed: {}});
  const differences = diffComparable(read, wanted).filter(field => !isWebhookToGo(field, body));
  const status = diffLiveStatus(live.status, wantedStatus(after));
  const patch = {
    ...buildPatch({body, targetIds, members: touchedMembers(differences), hadGoal: hasGoal(read)}),
    ...(status.length === 0 ? {} : {status: wantedStatus(after)}),
  };
  return {
    action: 'adopt',
    key,
    id: live.id,
    after,
    targetIds,
    patch: Object.keys(patch).length === 0 ? null : patch,
    fields: [...differences, ...status],
    live,
    ...(gone === undefined ? {} : {gone}),
  };
}

/** A webhook that the spec does not have can't be taken away by an update: the next plan replaces the monitor. */
function isWebhookToGo({path}: FieldChange, body: JsonObject): boolean {
  return path.split('/', 2)[1] === 'webhook' && !isObject(member(body, 'webhook'));
}

function diffLiveStatus(status: string, wanted: 'active' | 'paused'): FieldChange[] {
  if (status !== 'active' && status !== 'paused') return [];
  return status === wanted ? [] : [changeStatus(status, wanted)];
}
