import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {type AllowedFields, carryAllowed} from '../service/allowed-fields';
import {fillingsOf} from '../service/fill-in';
import {member} from '../service/member';
import {findMember, listMembers, type Member, type MemberName} from '../service/table';
import {hasGoal} from '../specs/credits';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {withTargetIds} from '../specs/targets';
import type {RecordedMonitor} from '../state/state';
import {type FieldChange, memberOf} from './diff';
import {listSentAlong, takeMembers} from './left-alone';
import type {LiveMonitorView} from './live';

/** Members of a body that an update can send. */
type BodyMember = MemberName<'MonitorCreateRequest'>;

/** Input of an update's patch. */
interface PatchInput {
  /** As the spec writes it: references unresolved, no target ids but its own. */
  readonly body: JsonObject;
  readonly targetIds: readonly string[];
  /** Members that have to change. */
  readonly members: ReadonlySet<string>;
  /** The monitor has no goal now: judging does not come on by itself when one is set. */
  readonly hadGoal: boolean;
}

/** The top-level members that a list of differences touches. */
export function touchedMembers(...lists: readonly (readonly FieldChange[])[]): Set<string> {
  const members = new Set<string>();
  for (const fields of lists) for (const field of fields) members.add(memberOf(field));
  return members;
}

/**
 * The top-level members to send, in a fixed order. What the spec leaves out is sent as its explicit default, because
 * a member that is left out stays as it is; what is sent replaces the old value whole, so that schedule and webhook
 * carry everything. A webhook that the spec does not have can't be sent: see {@link ReplaceReason}.
 */
export function buildPatch({body, targetIds, members, hadGoal}: PatchInput): JsonObject {
  const wanted = new Set(members);
  // Judging does not come with a goal. The service checks a patch by itself: without a goal it must say that nothing is judged.
  const keepsGoal = hadGoal && hasGoal(body);
  if (wanted.has('goal') && !keepsGoal) wanted.add('judgeEnabled');
  const patch: Record<string, JsonValue> = {};
  for (const name of listMembers('MonitorCreateRequest')) {
    if (!wanted.has(name)) continue;
    const value = writeMember(name, body, targetIds);
    if (value !== undefined) patch[name] = value;
  }
  // Members that only the config allows are sent as they stand.
  const others = Object.keys(body).filter(name => wanted.has(name) && findMember('MonitorCreateRequest', name) === undefined);
  return {...patch, ...Object.fromEntries(others.map(name => [name, body[name] as JsonValue]))};
}

/**
 * A patch as it is sent: an update of `notification` would drop the members that the spec can't name, such as Slack set up
 * in the dashboard, or that its spec ignores, so those that the service has go along; and so do members that the config allows and the spec
 * does not have. `live` is the monitor as the service has just answered it.
 */
export function completePatch(patch: JsonObject, live: JsonObject, ignored: readonly string[], fields: AllowedFields): JsonObject {
  const below = new Map([...fields.root].filter(([, {field}]) => field === null));
  return carryAllowed(completeNotification(patch, live, ignored), live, below) as JsonObject;
}

function completeNotification(patch: JsonObject, live: JsonObject, ignored: readonly string[]): JsonObject {
  const sent = member(patch, 'notification');
  const held = member(live, 'notification');
  if (!isObject(sent) || !isObject(held)) return patch;
  const foreign = Object.entries(held).filter(([name]) => name !== 'email');
  const whole = {...patch, notification: {...Object.fromEntries(foreign), ...sent}};
  return takeMembers(whole, live, listSentAlong(ignored, patch));
}

function writeMember(name: BodyMember, body: JsonObject, targetIds: readonly string[]): JsonValue | undefined {
  const value = member(body, name);
  switch (name) {
    case 'targets':
      return member(withTargetIds(body, targetIds), 'targets');
    case 'webhook':
      return isObject(value) ? {...fillingsOf('MonitorWebhook'), ...value} : undefined;
    case 'notification':
      return {...(isObject(value) ? value : {}), email: member(value, 'email') ?? {enabled: false}};
    case 'goal':
      return hasGoal(body) ? value : null;
    case 'judgeEnabled':
      return value ?? hasGoal(body);
    default:
      return writeWhole(findMember('MonitorCreateRequest', name), value);
  }
}

/** A value with what the service would fill in: what is sent replaces the old value, and what is left out stays. */
function writeWhole(known: Member | undefined, value: JsonValue | undefined): JsonValue | undefined {
  if (isObject(value) && known?.type !== undefined) return {...fillingsOf(known.type), ...value};
  return value ?? known?.filledIn;
}

/** Whether a monitor runs. */
type Status = 'active' | 'paused';

/** Status that a spec wants. */
export function wantedStatus({paused}: DesiredMonitor): Status {
  return paused ? 'paused' : 'active';
}

/** Returns the status that the state records. */
export function statusOf({paused}: Pick<RecordedMonitor, 'paused'>): Status {
  return paused === true ? 'paused' : 'active';
}

/** Present status, as far as known: as the service answers, else as recorded. */
export function presentStatus(before: Pick<RecordedMonitor, 'paused'>, live: LiveMonitorView | null): Status {
  return live?.status === 'active' || live?.status === 'paused' ? live.status : statusOf(before);
}

/** The difference in whether a monitor runs, and whether an update has to send it. */
interface StatusDifference {
  readonly fields: readonly FieldChange[];
  readonly drift: readonly FieldChange[];
  readonly isToBeSent: boolean;
}

/** Compares three ways, as bodies are compared. What a service says besides `active` and `paused` is its own affair. */
export function diffStatus(before: RecordedMonitor, after: DesiredMonitor, live: LiveMonitorView | null): StatusDifference {
  if (after.sync.paused === 'keep') return {fields: [], drift: [], isToBeSent: false};
  const wanted = wantedStatus(after);
  const recorded = statusOf(before);
  const present = live?.status === 'active' || live?.status === 'paused' ? live.status : null;
  const doubted = before.pending === undefined ? recorded : statusOf(before.pending);
  const isDrifted = present !== null && present !== recorded && present !== doubted && present !== wanted;
  return {
    fields: recorded === wanted ? [] : [changeStatus(recorded, wanted)],
    drift: isDrifted ? [changeStatus(present, wanted)] : [],
    isToBeSent: [recorded, doubted, present ?? wanted].some(status => status !== wanted),
  };
}

/** A change of whether a monitor runs, as a field. */
export function changeStatus(before: Status, after: Status): FieldChange {
  return {path: '/status', op: 'change', before, after, sensitive: false};
}
