import {hashJson} from '../../../../src/core/json/canonical';
import type {JsonObject, JsonValue} from '../../../../src/core/json/value';
import type {Plan} from '../../../../src/core/plan/change';
import {makePlan} from '../../../../src/core/plan/plan';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {listReferenceNames} from '../../../../src/core/secrets/references';
import {estimateCredits} from '../../../../src/core/specs/credits';
import type {DesiredMonitor, Key} from '../../../../src/core/specs/desired-monitor';
import {readTimes} from '../../../../src/core/specs/schedule/times';
import type {Sync} from '../../../../src/core/specs/sync';
import {deriveTargetIds, listTargetIds, withTargetIds} from '../../../../src/core/specs/targets';
import type {JournaledCreate} from '../../../../src/core/state/journal';
import type {RecordedMonitor, State} from '../../../../src/core/state/state';

export const PROJECT = 'acme';
export const ENVIRONMENT = 'default';
export const LINEAGE = '11111111-1111-4111-8111-111111111111';

/** A create body that asks for something plausible; `members` replace its own. */
export function bodyOf(name: string, members: JsonObject = {}): JsonObject {
  return {
    name,
    schedule: {text: 'hourly'},
    goal: 'Tell me when a price changes',
    targets: [{type: 'scrape', urls: [`https://${name}.example/pricing`]}],
    ...members,
  };
}

/** Wishes of a spec, as checking hands them over. */
export function desire(key: Key, body: JsonObject, sync: Sync = {}): DesiredMonitor {
  return {
    key,
    name: String(body['name']),
    file: `monitors/${key}.yaml`,
    specPath: `${key}.yaml`,
    line: 1,
    sync,
    paused: sync.paused === true,
    bodyHash: hashJson(body),
    explicitTargetIds: listTargetIds(body).filter(id => id !== null),
    references: listReferenceNames(body),
    estimate: estimateCredits(body),
    times: readTimes(body['schedule']),
    body: () => body,
  };
}

/** A monitor as the state records it after its create. */
export function record(key: Key, body: JsonObject, members: Partial<RecordedMonitor> = {}): RecordedMonitor {
  const ids = deriveTargetIds({project: PROJECT, environment: ENVIRONMENT, key, body, taken: new Set()});
  return {
    id: `id-of-${key}`,
    specPath: `${key}.yaml`,
    protect: false,
    createdAt: '2026-11-20T00:00:00Z',
    bodyHash: hashJson(body),
    applied: withTargetIds(fingerprintBody(body, LINEAGE), ids),
    observed: {},
    ...members,
  };
}

/** A create whose answer was lost. */
export function lose(key: Key, body: JsonObject): JournaledCreate {
  const {specPath, protect, bodyHash, applied} = record(key, body);
  const targetIds = listTargetIds(applied).filter(id => id !== null);
  return {
    intent: {
      phase: 'intent',
      op: 'create',
      opId: `op-${key}`,
      runId: 'run',
      key,
      bodyHash,
      targetIds,
      supersedes: [],
      origin: 'https://api.example.dev',
      monitor: {specPath, protect, bodyHash, applied},
      offMachine: false,
    },
    phase: 'unknown',
    attempt: 1,
    firstSentAt: '2026-11-20T00:00:00.000Z',
    lastSentAt: '2026-11-20T00:00:00.000Z',
  };
}

/** A repository, its state and its journal; a test changes one thing. */
export interface World {
  readonly specs?: readonly DesiredMonitor[];
  readonly recorded?: Readonly<Record<Key, RecordedMonitor>> | null;
  readonly unresolved?: readonly JournaledCreate[];
  readonly budget?: number;
  readonly only?: readonly Key[];
}

export function stateOf(recorded: Readonly<Record<Key, RecordedMonitor>>): State {
  return {
    version: 1,
    minReader: 1,
    tool: '0.1.0',
    lineage: LINEAGE,
    serial: 7,
    project: PROJECT,
    environment: ENVIRONMENT,
    origin: 'https://api.example.dev',
    monitors: new Map(Object.entries(recorded)),
    unknown: {},
  };
}

/** The plan for a world; `recorded: null` is first use. */
export function plan({specs = [], recorded = {}, unresolved = [], budget, only}: World): Plan {
  return makePlan({
    project: PROJECT,
    environment: ENVIRONMENT,
    desired: [...specs].sort((a, b) => (a.key < b.key ? -1 : 1)),
    state: recorded === null ? null : stateOf(recorded),
    unresolved,
    operations: 'create',
    maxDeletes: {percent: 30},
    allowDeletes: false,
    budget,
    only: only === undefined ? undefined : new Set(only),
  });
}

/** A plan's changes in short: `create a`, `blocked update b: needs-update`. */
export function summarize({changes}: Plan): string[] {
  return changes.map(change => {
    switch (change.action) {
      case 'blocked':
        return `blocked ${change.wanted} ${change.key}: ${change.reason.kind}${'other' in change.reason ? ` ${change.reason.other}` : ''}`;
      case 'rename':
        return `rename ${change.key} from ${change.from}`;
      default:
        return `${change.action} ${change.key}`;
    }
  });
}

export type {JsonObject, JsonValue};
