import {observeMonitor} from '../../../../src/core/apply/observation';
import {isObject, type JsonObject, type JsonValue} from '../../../../src/core/json/value';
import type {Change, Plan} from '../../../../src/core/plan/change';
import {takeMembers} from '../../../../src/core/plan/left-alone';
import {type LiveView, toLiveView} from '../../../../src/core/plan/live';
import {completePatch} from '../../../../src/core/plan/patch';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {resolveReferences} from '../../../../src/core/secrets/references';
import {NO_FIELDS} from '../../../../src/core/service/allowed-fields';
import {member} from '../../../../src/core/service/member';
import {hasGoal} from '../../../../src/core/specs/credits';
import type {DesiredMonitor, Key} from '../../../../src/core/specs/desired-monitor';
import {normalizeBody} from '../../../../src/core/specs/normalize';
import {readScheduleText} from '../../../../src/core/specs/schedule/text';
import {listTargets, withTargetIds} from '../../../../src/core/specs/targets';
import type {RecordedMonitor} from '../../../../src/core/state/state';
import {LINEAGE} from './world';

/** A monitor as the service holds it: what list and get answer. */
export type Held = JsonObject;

/** The value that a reference has in these tests. */
export const lookUp = (name: string) => `value-of-${name}`;

/**
 * The service as its observed behaviour has it (create, update, delete), without HTTP: pure but for the clock of ids. Text
 * schedules are spread by another minute each, defaults are filled in, an update replaces what it is sent.
 */
export class ServiceModel {
  readonly monitors = new Map<string, Held>();
  #made = 0;

  create(body: JsonObject): Held {
    this.#made += 1;
    const id = `live-${this.#made}`;
    const held = this.#fill({...body, id, status: 'active', createdAt: `2026-11-20 00:00:${String(this.#made % 60).padStart(2, '0')}+00`});
    this.monitors.set(id, held);
    return held;
  }

  update(id: string, patch: JsonObject): Held {
    const held = this.monitors.get(id);
    if (held === undefined) throw new Error(`404 ${id}`);
    if (Object.keys(patch).length === 0) throw new Error('400: an empty update');
    if (Object.hasOwn(patch, 'webhook') && !isObject(patch['webhook'])) throw new Error('400: a webhook cannot be removed');
    for (const name of ['retentionDays', 'name', 'schedule', 'judgeEnabled'])
      if (Object.hasOwn(patch, name) && patch[name] === null) throw new Error(`400: ${name} is null`);
    const {notification, ...rest} = patch;
    const isSilent = isObject(notification) && Object.keys(notification).length === 0;
    const next = {...held, ...rest, ...(notification === undefined || isSilent ? {} : {notification})};
    const updated = this.#fill(next, member(patch, 'judgeEnabled') ?? member(held, 'judgeEnabled'));
    this.monitors.set(id, updated);
    return updated;
  }

  view(): LiveView {
    const views = [...this.monitors.values()].map(held => toLiveView({data: held}, LINEAGE, NO_FIELDS)).filter(view => view !== null);
    return {monitors: new Map(views.map(view => [view.id, view]))};
  }

  #fill(body: JsonObject, judgeEnabled: JsonValue = hasGoal(body)): Held {
    const {webhook, goal, schedule} = body;
    const filled = normalizeBody({...body, goal: typeof goal === 'string' ? goal.trim() || null : null});
    const targets = listTargets(filled).map(target => {
      this.#made += 1;
      return isObject(target) ? {id: `lost-${this.#made}`, ...target} : target;
    });
    return {
      ...filled,
      targets,
      webhook: webhook ?? null,
      ...(isObject(webhook) ? {webhook: {headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed'], ...webhook}} : {}),
      schedule: this.#readSchedule(schedule),
      judgeEnabled: member(body, 'judgeEnabled') ?? judgeEnabled,
      updatedAt: `moves ${this.#made}`,
      estimatedCreditsPerMonth: this.#made,
    };
  }

  #readSchedule(schedule: JsonValue | undefined): JsonValue {
    const text = member(schedule, 'text');
    const timezone = member(schedule, 'timezone') ?? 'UTC';
    if (typeof text !== 'string') return {cron: member(schedule, 'cron') ?? '', timezone};
    const reading = readScheduleText(text);
    const cron = reading.kind === 'schedule' ? reading.cron : '0 0 * * *';
    return {cron: cron.startsWith('0 ') ? `${this.#made % 60}${cron.slice(1)}` : cron, timezone};
  }
}

/** Carries out a plan against the model and returns what the state records then; fails on what the service would refuse. */
export function carryOut(plan: Plan, recorded: ReadonlyMap<Key, RecordedMonitor>, service: ServiceModel): Map<Key, RecordedMonitor> {
  const next = new Map(recorded);
  for (const change of plan.changes) if (change.action === 'rename') next.delete(change.from);
  for (const change of plan.changes) carryOutOne(change, next, service);
  for (const {key, bodyHash, specPath, protect} of plan.bookkeeping) {
    const monitor = next.get(key);
    if (monitor !== undefined && !plan.changes.some(change => change.key === key)) next.set(key, {...monitor, bodyHash, specPath, protect});
  }
  return next;
}

function carryOutOne(change: Change, next: Map<Key, RecordedMonitor>, service: ServiceModel): void {
  switch (change.action) {
    case 'create':
      next.set(change.key, make(change.after, change.targetIds, service));
      return;
    case 'replace':
      next.set(change.key, make(change.after, change.targetIds, service));
      service.monitors.delete(change.before.id);
      return;
    case 'update':
    case 'adopt': {
      const live = service.monitors.get(change.id) as Held;
      const patch =
        change.patch === null
          ? null
          : completePatch(resolveReferences(change.patch, lookUp), live, change.after.sync.ignore ?? [], NO_FIELDS);
      const held = patch === null ? live : service.update(change.id, patch);
      next.set(change.key, note(change.after, change.targetIds, takeMembers(held, change.after.body(), listLeft(change.after)) as Held));
      return;
    }
    case 'delete':
      service.monitors.delete(change.id);
      if (change.why.kind === 'spec-removed') next.delete(change.key);
      return;
    case 'rename':
      next.set(change.key, change.before);
      return;
    case 'blocked':
    case 'unresolved':
      return;
  }
}

/** The service's part of it is not known where it was left alone. Judging goes with the goal. */
function listLeft({sync: {ignore: ignored = []}}: DesiredMonitor): string[] {
  return ignored.includes('goal') ? [...ignored, 'judgeEnabled'] : [...ignored];
}

function make(after: DesiredMonitor, targetIds: readonly string[], service: ServiceModel): RecordedMonitor {
  const held = service.create(resolveReferences(withTargetIds(after.body(), targetIds), lookUp));
  const paused = after.paused ? service.update(String(held['id']), {status: 'paused'}) : held;
  return note(after, targetIds, paused);
}

function note(after: DesiredMonitor, targetIds: readonly string[], data: Held): RecordedMonitor {
  const sent = withTargetIds(after.body(), targetIds);
  const answer = {
    targetIds,
    nextRunAt: null,
    estimatedCreditsPerMonth: null,
    data,
    id: String(data['id']),
    createdAt: String(data['createdAt']),
  };
  const {id, createdAt, observed} = observeMonitor(sent, answer, LINEAGE);
  return {
    id,
    createdAt,
    observed,
    specPath: after.specPath,
    protect: after.sync.protect === true,
    bodyHash: after.bodyHash,
    applied: fingerprintBody(sent, LINEAGE),
    ...(after.paused ? {paused: true as const} : {}),
  };
}
