import {assertNever} from '../../core/base/assert-never';
import {keyCommand} from '../../core/base/command-line';
import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';
import type {Key} from '../../core/specs/desired-monitor';
import {openForChange, viewState} from '../../core/state/fold-open';
import type {DoneRecord, JournaledCreate, JournalRecord, ProgressRecord} from '../../core/state/journal';
import type {ReadableState} from '../../core/state/state';
import type {StateStore} from '../../core/state/store';
import {type LookedUp, type LookupPorts, type LookupReport, lookUpCreates} from '../../project/lookup';
import type {Project} from '../../project/project';
import {withService} from '../../project/service-reader';
import {type PresentState, withOpenedState} from '../../project/state-access';
import {type CheckedDoubt, type Doubt, endDoubts, probeDoubts, selectDoubts} from './doubts';

/** Unresolved creates to resolve: by key, or all of them. */
export type ResolveKeys = readonly Key[] | 'all-unknown';

/** Finding of the user in the service: the monitor with that id, or nothing. */
export type CreateDecision = {readonly kind: 'adopt'; readonly id: string} | {readonly kind: 'not-created'};

/** Creates that were resolved, and those that are left. */
interface ResolveReport {
  /** In the order of the keys given, or of their intents. */
  readonly resolved: readonly {readonly key: Key; readonly id: string | null}[];
  /** Still unresolved, in the order of their intents. */
  readonly left: readonly JournaledCreate[];
}

/**
 * Resolves creates whose outcome is unknown, as the user found it in the service. This is durable in the journal before the
 * state is written. Throws a `UserError`, and changes nothing, when any of the keys is not unresolved.
 */
export async function resolveCreates(
  store: StateStore,
  keys: ResolveKeys,
  decision: CreateDecision,
  runId: string,
): Promise<ResolveReport> {
  const verdict = decision.kind === 'adopt' ? {...decision, id: readId(decision.id)} : decision;
  return withOpenedState(store, async (locked, opened) => {
    const creates = selectCreates(opened, keys);
    if (verdict.kind === 'adopt') checkAdoption(opened, creates, verdict.id);
    const records = creates.map(create => toRecord(create, verdict, runId));
    const journal = await locked.openJournal(opened.version);
    try {
      journal.append(records);
      await journal.sync();
    } finally {
      await journal.close();
    }
    const {unresolved} = await openForChange(locked);
    const resolved = creates.map(({intent}) => ({key: intent.key, id: verdict.kind === 'adopt' ? verdict.id : null}));
    return {resolved, left: unresolved};
  });
}

/** The result of looking up one create, as it is reported. */
export function toResolvedCreate({create, verdict}: LookedUp): {
  readonly key: Key;
  readonly id: string | null;
  readonly stillUnknown?: string;
} {
  const {key} = create.intent;
  switch (verdict.kind) {
    case 'adopted':
      return {key, id: verdict.id};
    case 'not-created':
      return {key, id: null};
    case 'left':
      return {key, id: null, stillUnknown: verdict.why};
  }
}

/** Ends the doubt about monitors that may exist twice, because the user has checked. Throws a `UserError` where one is not in doubt. */
export function checkDoubts(store: StateStore, keys: ResolveKeys): ReturnType<typeof endDoubts> {
  return endDoubts(store, ({state}) => {
    const doubts = selectDoubts(state, keys);
    const unknown = keys === 'all-unknown' ? undefined : keys.find(key => !doubts.some(doubt => doubt.key === key));
    if (unknown === undefined) return doubts;
    const message = `"${unknown}" is not marked as a possible duplicate`;
    throw notUnresolved(
      message,
      unknown,
      [...state.monitors].flatMap(([key, {mayExistTwice}]) => (mayExistTwice === undefined ? [] : [key])),
    );
  });
}

/** The results of a lookup, and what is still unresolved, in the order of their intents. */
interface ProbeReport extends LookupReport {
  readonly doubts: readonly CheckedDoubt[];
  readonly left: readonly JournaledCreate[];
}

/**
 * Resolves creates whose outcome is unknown by looking in the service's list: what is there is adopted, what does not appear
 * in time was not created. Looks also for duplicates of monitors that may exist twice. Sends only reads.
 */
export async function probeCreates(
  project: Project,
  keys: ResolveKeys,
  options: Pick<LookupPorts, 'lookupMs' | 'elsewhere' | 'onEvent'>,
): Promise<ProbeReport> {
  return withOpenedState(project.store, async (locked, opened) => {
    const doubts = selectDoubts(opened.state, keys);
    const creates = selectCreates(opened, keys, doubts);
    if (creates.length + doubts.length === 0) return {lookedUp: [], doubts: [], findings: [], left: opened.unresolved};
    return withService(project, {stored: opened, unresolved: opened.unresolved}, async reader => {
      const ports = {...options, reader, runId: project.runId, environment: opened.state.environment};
      const report = await lookUpCreates(locked, opened, creates, ports);
      const {unresolved} = await openForChange(locked);
      const looked = await probeDoubts(locked, opened.state, doubts, ports);
      return {...report, doubts: looked.checked, findings: [...report.findings, ...looked.findings], left: unresolved};
    });
  });
}

function selectCreates(
  {state, unresolved}: Pick<PresentState, 'state' | 'unresolved'>,
  keys: ResolveKeys,
  doubts: readonly Doubt[] = [],
): readonly JournaledCreate[] {
  if (keys === 'all-unknown') return unresolved;
  return [...new Set(keys)].flatMap(key => {
    const creates = unresolved.filter(({intent}) => intent.key === key);
    if (creates.length > 0 || doubts.some(doubt => doubt.key === key)) return creates;
    const recorded = state.monitors.get(key);
    if (recorded !== undefined) throw notUnresolved(`"${key}" is not unresolved: it is the monitor ${recorded.id}`, key, []);
    throw notUnresolved(`the state has no monitor and no create "${key}"`, key, listKeys({state, unresolved}));
  });
}

/** Whether nothing is unresolved and no monitor may exist twice. Throws a `UserError` for a key that the state does not know. */
export async function isAllResolved(store: StateStore, keys: readonly Key[]): Promise<boolean> {
  const {stored, unresolved} = await viewState(store);
  if (stored === null) return unresolved.length === 0;
  const known = listKeys({state: stored.state, unresolved});
  const unknown = keys.find(key => !known.includes(key));
  if (unknown !== undefined) {
    const near = suggestName(unknown, known);
    const hint = near === undefined ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
    throw new UserError('state/no-such-key', `the state has no monitor and no create "${unknown}"`, hint);
  }
  return unresolved.length === 0 && [...stored.state.monitors.values()].every(({mayExistTwice}) => mayExistTwice === undefined);
}

function listKeys({state, unresolved}: {readonly state: ReadableState; readonly unresolved: readonly JournaledCreate[]}): Key[] {
  return [...unresolved.map(({intent}) => intent.key), ...state.monitors.keys()];
}

function notUnresolved(message: string, key: Key, known: readonly Key[]): UserError {
  const near = suggestName(key, known);
  const hint = near === undefined ? 'run "monitors plan" to see what is unresolved' : `did you mean "${near}"?`;
  return new UserError('state/not-unresolved', message, hint);
}

/** An id as the service writes it: a UUID may be copied in capitals, and would be another monitor's. */
function readId(id: string): string {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

function checkAdoption({state}: PresentState, creates: readonly JournaledCreate[], id: string): void {
  const [create] = creates;
  if (create === undefined || creates.length > 1) {
    const message = `--adopt takes one key, but ${creates.length === 0 ? 'no create is' : `${creates.length} creates are`} selected`;
    throw new UserError('state/bad-repair', message, 'give one key: monitors resolve KEY --adopt ID');
  }
  if (!/^[\x21-\x7e]{1,200}$/.test(id)) {
    const hint = 'copy the id from the service, e.g. 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11';
    throw new UserError('state/bad-repair', 'the value of --adopt is not a monitor id', hint);
  }
  // One that a replacement left over may be adopted: it is not deleted then.
  const holder = [...state.monitors].find(([, record]) => record.id === id);
  if (holder !== undefined) {
    const message = `the monitor ${id} is already recorded as "${holder[0]}"`;
    throw new UserError('state/key-taken', message, `look up which monitor has the target ids ${create.intent.targetIds.join(', ')}`);
  }
  const {key, supersedes} = create.intent;
  const recorded = state.monitors.get(key);
  if (recorded !== undefined && !supersedes.includes(recorded.id)) {
    const hint = `run "${keyCommand('state rm', key)}" first to remove that one from the state, or "${keyCommand('resolve', key, '--not-created')}"`;
    throw new UserError('state/key-taken', `"${key}" is already recorded as the monitor ${recorded.id}`, hint);
  }
}

function toRecord({intent, attempt, firstSentAt, lastSentAt}: JournaledCreate, verdict: CreateDecision, runId: string): JournalRecord {
  const {opId, key} = intent;
  switch (verdict.kind) {
    case 'adopt': {
      const monitor = {id: verdict.id, createdAt: '', observed: {}};
      return {opId, key, runId, phase: 'done', attempt, monitor, mayExistTwice: false} satisfies DoneRecord;
    }
    case 'not-created': {
      const error = {code: 'resolved', message: 'settled by hand: not created'};
      return {opId, key, runId, phase: 'dropped', attempt, firstSentAt, lastSentAt, error} satisfies ProgressRecord;
    }
    default:
      return assertNever(verdict);
  }
}
