import type {LiveMonitor} from '../core/api/port';
import {type LookupResult, type LostCreate, LostCreateLookup, lookBesides} from '../core/apply/find-created';
import {duplicates} from '../core/apply/findings';
import {observeShared} from '../core/apply/observation';
import type {ApplyEvent} from '../core/apply/ports';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import type {Key} from '../core/specs/desired-monitor';
import type {DoneRecord, JournaledCreate, JournalRecord, ProgressRecord} from '../core/state/journal';
import {listRecordedIds, type State, type StateVersion, type StoredState} from '../core/state/state';
import type {LockedStore} from '../core/state/store';
import type {ServiceReader} from './service-reader';

/** Parts that a lookup of creates uses. */
export interface LookupPorts {
  readonly reader: ServiceReader;
  /** For commands that findings name. */
  readonly environment: string;
  /** Milliseconds that the service may take to list what it was sent. */
  readonly lookupMs: number;
  readonly runId: string;
  /** Ids of monitors that other environments record: none of them is a lost create. */
  readonly elsewhere: ReadonlySet<string>;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** Result for one create of an earlier run. */
export interface LookedUp {
  readonly create: JournaledCreate;
  readonly verdict:
    | {readonly kind: 'adopted'; readonly id: string}
    | {readonly kind: 'not-created'}
    /** Nothing is known, or a person has to decide: it stays unresolved. */
    | {readonly kind: 'left'; readonly why: string};
}

/** Result of looking. */
export interface LookupReport {
  /** In the order of the creates given. */
  readonly lookedUp: readonly LookedUp[];
  readonly findings: readonly Diagnostic[];
}

/**
 * Looks up creates whose response was lost in the service's list: what is there is adopted, what is not there after `lookupMs`
 * was not created. The result is durable in the journal when this resolves; nothing is sent but reads.
 */
export async function lookUpCreates(
  locked: LockedStore,
  {state, version}: StoredState,
  creates: readonly JournaledCreate[],
  ports: LookupPorts,
): Promise<LookupReport> {
  const {origin} = ports.reader.service;
  const here = creates.filter(({intent}) => intent.origin === origin);
  const now = here.length === 0 ? 0 : await readEarliestNow(ports.reader);
  const results = await lookUpAll(
    here.map(create => ({
      ...create.intent,
      subject: create,
      sentAgoMs: sentAgo(create, now),
      attempt: Math.max(create.attempt, 1),
      why: create.error?.message ?? 'an earlier run ended before the answer came',
    })),
    state,
    ports,
  );
  const lookedUp = creates.map(create => ({create, verdict: judge(create, results.get(create), origin)}));
  await record(locked, version, lookedUp, results, ports);
  const findings = [...results].flatMap(([{intent}, result]) =>
    result.kind === 'found' && result.others.length > 0
      ? [duplicates(intent.key, [result.monitor, ...result.others], ports.environment)]
      : [],
  );
  return {lookedUp, findings};
}

/** A monitor of the list as looking for lost creates sees it. */
export type ListedMonitor = Parameters<typeof observeShared>[0];

/** Something to look for, and for whom. */
interface LookupItem<Subject> extends LostCreate {
  readonly subject: Subject;
  readonly key: Key;
  /** Number of times that it was sent, as far as is known. */
  readonly attempt: number;
  /** Why it is looked for, as progress tells it. */
  readonly why: string;
}

/** Looks for all of them in the service's list, each until it is found or its time is over; what is recorded is none of them. */
export async function lookUpAll<Subject>(
  items: readonly LookupItem<Subject>[],
  state: State | null,
  ports: LookupPorts,
): Promise<Map<Subject, LookupResult<ListedMonitor>>> {
  if (items.length === 0) return new Map();
  const {reader, lookupMs} = ports;
  const recordedIds = new Set([...listRecordedIds(state), ...ports.elsewhere]);
  const wanted = new Set(items.flatMap(({targetIds}) => targetIds));
  const isWanted = ({id, targetIds}: LiveMonitor) => !recordedIds.has(id) && targetIds.some(target => wanted.has(target));
  const look = () => lookBesides({state, now: reader.world.now(), lookupMs}, isWanted, isSought => reader.look(isSought));
  const lookup = new LostCreateLookup(look, reader.world, lookupMs, reader.interruption);
  const found = items.map(async ({subject, key, attempt, why, targetIds, supersedes, sentAgoMs}) => {
    ports.onEvent({type: 'looking', key, attempt, lookupMs, error: {kind: 'transport', message: why}});
    return [subject, await lookup.find({targetIds, supersedes, sentAgoMs})] as const;
  });
  return new Map(await Promise.all(found));
}

/** The earlier of this machine's clock and the service's: a clock that runs ahead must not cut the lookup short. */
export async function readEarliestNow({service, world, interruption}: ServiceReader): Promise<number> {
  const page = await service.listMonitors({limit: 1, offset: 0}, interruption);
  return page.kind === 'read' && page.serverTime !== null ? Math.min(world.now(), page.serverTime) : world.now();
}

/** A create whose sending was not noted, or lies in the future, gets the full time. */
function sentAgo({lastSentAt}: JournaledCreate, now: number): number {
  const sentAt = Date.parse(lastSentAt);
  return Number.isNaN(sentAt) ? 0 : Math.max(0, now - sentAt);
}

function judge({intent}: JournaledCreate, result: LookupResult<ListedMonitor> | undefined, origin: string): LookedUp['verdict'] {
  if (result === undefined) return {kind: 'left', why: `it was sent to ${intent.origin}, and this is ${origin}`};
  switch (result.kind) {
    case 'found':
      return {kind: 'adopted', id: result.monitor.id};
    case 'absent':
      return {kind: 'not-created'};
    case 'conflict':
      return {kind: 'left', why: `monitors with some of its target ids exist: ${result.monitors.map(({id}) => id).join(', ')}`};
    case 'not-offered':
      return {kind: 'left', why: result.failure.message};
    case 'unsure':
      return {kind: 'left', why: result.failure?.message ?? 'the run was interrupted'};
  }
}

async function record(
  locked: LockedStore,
  base: StateVersion,
  lookedUp: readonly LookedUp[],
  results: ReadonlyMap<JournaledCreate, LookupResult<ListedMonitor>>,
  {runId}: LookupPorts,
): Promise<void> {
  const records = lookedUp.flatMap(({create}) => toRecord(create, results.get(create), base.lineage, runId) ?? []);
  if (records.length === 0) return;
  const journal = await locked.openJournal(base);
  try {
    journal.append(records);
    await journal.sync();
  } finally {
    await journal.close();
  }
}

function toRecord(
  {intent, attempt, firstSentAt, lastSentAt}: JournaledCreate,
  result: LookupResult<ListedMonitor> | undefined,
  lineage: string,
  runId: string,
): JournalRecord | null {
  const {opId, key} = intent;
  if (result?.kind === 'found') {
    const {id, createdAt, observed} = observeShared(result.monitor, intent.monitor, lineage);
    const monitor = {id, createdAt, observed};
    return {opId, key, runId, phase: 'done', attempt, monitor, mayExistTwice: false} satisfies DoneRecord;
  }
  if (result?.kind !== 'absent') return null;
  const error = {code: 'not-listed', message: 'the service did not list it after the settling time'};
  return {opId, key, runId, phase: 'dropped', attempt, firstSentAt, lastSentAt, error} satisfies ProgressRecord;
}
