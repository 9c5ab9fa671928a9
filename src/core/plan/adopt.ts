import {isObject, type JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideAlso} from '../secrets/sent-secrets';
import {member} from '../service/member';
import {hasGoal} from '../specs/credits';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {withTargetIds} from '../specs/targets';
import type {AdoptChange, BlockedChange, BlockedReason, CreateChange, KnownMonitor} from './change';
import type {CreateSight} from './create-sight';
import {comparableBody, diffComparable, type FieldChange, memberOf} from './diff';
import {leaveIgnored} from './left-alone';
import {type LiveMonitorView, readAsWritten} from './live';
import type {DecisionContext} from './match';
import {buildPatch, changeStatus, touchedMembers, wantedStatus} from './patch';

/**
 * Decides on a create that the service may have carried out already: the monitor that has just its target ids is taken
 * over; others that have some of them, or its name and content, stop it. Null when nothing is known of one.
 */
export function decideAdoption(create: CreateChange, context: DecisionContext): AdoptChange | BlockedChange | CreateChange | null {
  const {after, gone} = create;
  const superseded = gone === undefined ? [] : [gone];
  const sight = context.index?.sight({after, targetIds: create.targetIds, superseded}) ?? {kind: 'none', sameContent: [], sameName: []};
  switch (sight.kind) {
    case 'none':
      return sight.sameContent.length === 0 ? null : {...create, sameContent: sight.sameContent.map(toKnownMonitor)};
    case 'conflict':
      return blockCreate(after, {kind: 'conflict', ids: sight.monitors.map(({id}) => id)});
    case 'alike':
      return blockCreate(after, {kind: 'may-exist', monitors: sight.monitors.map(toKnownMonitor)});
    case 'one':
      return adopt(create, sight, context);
  }
}

/** A create that waits for an answer. */
export function blockCreate(after: DesiredMonitor, reason: BlockedReason): BlockedChange {
  return {action: 'blocked', key: after.key, wanted: 'create', reason, after, fields: []};
}

function toKnownMonitor({id, name, createdAt}: LiveMonitorView): KnownMonitor {
  return {id, name, createdAt};
}

function adopt(
  {key, after: spec, gone}: CreateChange,
  {monitor: live, targetIds}: Extract<CreateSight<LiveMonitorView>, {kind: 'one'}>,
  context: DecisionContext,
): AdoptChange {
  const left = leaveIgnored(spec, live.body);
  const after = left.sync.paused === 'keep' ? {...left, paused: live.status === 'paused'} : left;
  const body = after.body();
  const wanted = fingerprintBody(comparableBody(withTargetIds(body, targetIds)), context.lineage);
  const hide = hideAlso(live.hide, () => spec.body());
  const read = readAsWritten(live.body, {written: wanted, observed: {}, isNew: true, hide});
  const differences = diffComparable(read, wanted, hide).filter(field => !isWebhookToGo(field, body));
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
    live: {...live, hide},
    ...(gone === undefined ? {} : {gone}),
  };
}

/** A webhook that the spec does not have can't be taken away by an update: the next plan replaces the monitor. */
function isWebhookToGo(field: FieldChange, body: JsonObject): boolean {
  return memberOf(field) === 'webhook' && !isObject(member(body, 'webhook'));
}

function diffLiveStatus(status: string, wanted: 'active' | 'paused'): FieldChange[] {
  if (status !== 'active' && status !== 'paused') return [];
  return status === wanted ? [] : [changeStatus(status, wanted)];
}
