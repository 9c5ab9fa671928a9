import type {CreateOutcome, Failure, MonitorService} from '../../src/core/api/port';
import {applyPlan} from '../../src/core/apply/apply';
import type {ApplyEvent, ApplyInput, ApplyOutcome, ApplyPorts} from '../../src/core/apply/ports';
import {hashJson} from '../../src/core/json/canonical';
import type {JsonObject} from '../../src/core/json/value';
import type {Change, Plan} from '../../src/core/plan/change';
import {NO_FIELDS} from '../../src/core/service/allowed-fields';
import type {DesiredMonitor} from '../../src/core/specs/desired-monitor';
import {deriveTargetIds, listTargetIds} from '../../src/core/specs/targets';
import type {JournaledCreate} from '../../src/core/state/journal';
import type {StoredState} from '../../src/core/state/state';
import type {LockedStore} from '../../src/core/state/store';
import {openMemoryStore} from './memory-store';
import {VirtualWorld} from './virtual-world';

/** A spec of one scrape target, as checked. */
export function desire(key: string, extra: JsonObject = {}): DesiredMonitor {
  const body: JsonObject = {
    name: key,
    schedule: {text: 'hourly'},
    targets: [{type: 'scrape', urls: [`https://shop.example/${key}`]}],
    ...extra,
  };
  return {
    key,
    name: key,
    file: `monitors/${key}.yaml`,
    specPath: `${key}.yaml`,
    line: 1,
    sync: {},
    paused: false,
    bodyHash: hashJson(body),
    explicitTargetIds: [],
    references: [],
    estimate: {checksPerMonth: 720, creditsPerCheck: 1, creditsPerMonth: 720, average: false, notIncluded: []},
    times: {cron: '0 * * * *', timezone: 'UTC', isFixed: false},
    body: () => body,
  };
}

/** The change that creates it. */
export function createOf(monitor: DesiredMonitor): Change {
  const targetIds = deriveTargetIds({project: 'test', environment: 'default', key: monitor.key, body: monitor.body(), taken: new Set()});
  return {action: 'create', key: monitor.key, after: monitor, targetIds, fields: []};
}

/** A plan of these changes against a state. */
export function planOf(changes: readonly Change[], stored: StoredState | null = null): Plan {
  const count = (action: Change['action']) => changes.filter(change => change.action === action).length;
  return {
    project: 'test',
    environment: 'default',
    operations: 'create',
    emulator: null,
    isRefreshed: false,
    hasCheckedSecrets: false,
    allowsDeletes: false,
    allowedFields: NO_FIELDS,
    base: stored?.version ?? null,
    only: null,
    changes,
    bookkeeping: [],
    duplicates: [],
    unmanaged: [],
    estimateDifferences: [],
    summary: {
      create: count('create'),
      update: count('update'),
      replace: count('replace'),
      delete: count('delete'),
      adopt: count('adopt'),
      rename: count('rename'),
      unchanged: 0,
      blocked: count('blocked'),
      unresolved: count('unresolved'),
      protected: 0,
      drift: 0,
    },
    estimate: {creditsPerMonth: 0, before: 0, billedBesides: {creditsPerMonth: 0, before: 0, of: []}, notIncluded: [], monitors: []},
    requests: count('create'),
    digest: '',
    notices: [],
    findings: [],
  };
}

/** A service that does what it is told, and notes what it was asked. */
export interface ScriptedService extends MonitorService {
  readonly sent: {readonly body: JsonObject; readonly at: number}[];
  /** Most requests under way at once so far. */
  readonly widest: number;
}

/** Answers the request with this number (from 0), which is the `attempt`th (from 1) of its body. */
export type Script = (request: {
  body: JsonObject;
  index: number;
  attempt: number;
  signal?: AbortSignal;
}) => CreateOutcome | Promise<CreateOutcome>;

export function scriptService(world: VirtualWorld, script: Script): ScriptedService {
  const sent: {body: JsonObject; at: number}[] = [];
  let underWay = 0;
  let widest = 0;
  return {
    origin: 'https://api.example.dev',
    isEmulator: () => null,
    sent,
    get widest() {
      return widest;
    },
    async createMonitor(body, signal) {
      sent.push({body, at: world.monotonic()});
      widest = Math.max(widest, ++underWay);
      const index = sent.length - 1;
      const attempt = sent.filter(other => other.body['name'] === body['name']).length;
      try {
        await new Promise(resolve => setImmediate(resolve));
        return await script({body, index, attempt, ...(signal === undefined ? {} : {signal})});
      } finally {
        underWay--;
      }
    },
    // A service that offers nothing but create: whoever asks it for more has lost its way.
    listMonitors: refuseToAnswer,
    getMonitor: refuseToAnswer,
    updateMonitor: refuseToAnswer,
    deleteMonitor: refuseToAnswer,
    close: async () => undefined,
  };
}

function refuseToAnswer(): never {
  throw new Error('create is all that is asked for here');
}

/** The service carried the create out. */
export function applied(body: JsonObject, extra: JsonObject = {}): CreateOutcome {
  const id = `10000000-0000-4000-8000-${hashJson(body['name'] ?? null).slice(0, 12)}`;
  const data: JsonObject = {id, ...body, createdAt: '2026-01-01T00:00:00.000Z', ...extra};
  return {
    kind: 'applied',
    monitor: {
      id,
      createdAt: '2026-01-01T00:00:00.000Z',
      targetIds: listTargetIds(data).filter(target => target !== null),
      nextRunAt: '2026-01-01T01:00:00.000Z',
      estimatedCreditsPerMonth: 720,
      data,
    },
  };
}

export function refused(failure: Partial<Failure>): CreateOutcome {
  return {kind: 'not-applied', failure: {kind: 'http', message: 'refused', ...failure}};
}

export function doubtful(failure: Partial<Failure>): CreateOutcome {
  return {kind: 'ambiguous', failure: {kind: 'http', message: 'no clear answer', ...failure}};
}

/** Input of one apply, and what came of it. */
export interface Trial {
  readonly outcome: ApplyOutcome;
  readonly events: readonly ApplyEvent[];
  readonly service: ScriptedService;
  readonly world: VirtualWorld;
  readonly store: LockedStore;
  /** The monitors in the state afterwards, by key. */
  readonly recorded: ReadonlyMap<string, string>;
  /** Creates that the journal still holds, by key. */
  readonly unfinished: ReadonlyMap<string, JournaledCreate['phase']>;
}

/** Applies these creates against a scripted service, a store in memory and a virtual clock. */
export async function tryApply(
  changes: readonly (string | Change)[],
  script: Script,
  options: {
    readonly input?: Partial<ApplyInput>;
    readonly ports?: Partial<ApplyPorts>;
    readonly world?: VirtualWorld;
  } = {},
): Promise<Trial> {
  const world = options.world ?? new VirtualWorld();
  const service = scriptService(world, script);
  const store = options.ports?.store ?? (await openMemoryStore().lock());
  const read = await store.read();
  const stored = read.kind === 'present' ? read.stored : null;
  const events: ApplyEvent[] = [];
  const plan = planOf(
    changes.map(change => (typeof change === 'string' ? createOf(desire(change)) : change)),
    stored,
  );
  const outcome = await applyPlan(
    {
      plan,
      stored,
      unfinished: read.journal.creates,
      onError: 'continue',
      onAmbiguous: 'verify',
      concurrency: 8,
      lookupMs: 90_000,
      retryBaseMs: 1000,
      runId: 'run-1',
      tool: '1.0.0',
      ...options.input,
    },
    {
      service: world.watch(service),
      world,
      resolveReferences: body => body,
      interruption: new AbortController().signal,
      onEvent: event => events.push(event),
      ...options.ports,
      store,
    },
  );
  const after = await store.read();
  return {
    outcome,
    events,
    service,
    world,
    store,
    recorded: new Map(after.kind === 'present' ? [...after.stored.state.monitors].map(([key, monitor]) => [key, monitor.id]) : []),
    unfinished: new Map(after.journal.creates.map(create => [create.intent.key, create.phase])),
  };
}

/** The outcomes by key, short: `a created, b failed`. */
export function tell(outcome: ApplyOutcome): string {
  return outcome.results.map(result => `${result.key} ${result.outcome}`).join(', ');
}
