import type {CreatedMonitor, LiveMonitor} from '../api/port';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {OtherEnvironment} from '../plan/create-sight';
import {toLiveView} from '../plan/live';
import {readInClear} from '../secrets/secret';
import type {AllowedFields} from '../service/allowed-fields';
import type {Key} from '../specs/desired-monitor';
import type {Journal, JournaledCreate, JournaledEdit, JournaledWork, JournalRecord} from '../state/journal';
import {advanceOperation, sortWork, startOperation} from '../state/journaled-work';
import type {State} from '../state/state';
import {toFoundMonitor} from './intended-monitor';
import type {Lifetime} from './lifetime';
import {isAsWritten} from './live-check';
import {observeMonitor, observeShared} from './observation';
import type {CreateProgress, EditProgress, IntentContext} from './progress';
import {type AnsweredEdit, type EditReading, readUpdateAnswer} from './read-update-answer';

/** Start values of a recorder. */
interface RecorderStart {
  readonly ledger: Ledger;
  readonly state: State;
  readonly otherEnvironments: readonly OtherEnvironment[];
  readonly intentContext: IntentContext;
  /** Stopped when the disk refuses. */
  readonly lifetime: Pick<Lifetime, 'stop'>;
}

/** Writes down what one run learns, in the journal, and knows whose each monitor is. */
export class Recorder {
  /** Contents of every intent of this run. */
  readonly intentContext: IntentContext;
  readonly #ledger: Ledger;
  readonly #lifetime: Pick<Lifetime, 'stop'>;
  /** Monitors of the state when the run began. */
  readonly #recorded: State['monitors'];
  /** Whose monitor each known id is, as messages name it: what the state recorded, and what this run made or found. */
  readonly #holders: Map<string, string>;
  /** Ids of monitors that were deleted in this run, or turned out to be gone. */
  readonly #deleted = new Set<string>();

  constructor({ledger, state, otherEnvironments, intentContext, lifetime}: RecorderStart) {
    this.#ledger = ledger;
    this.#recorded = state.monitors;
    this.intentContext = intentContext;
    this.#lifetime = lifetime;
    this.#holders = listHolders(state, otherEnvironments);
  }

  /** Lineage of the state: salts what is recorded. */
  get lineage(): string {
    return this.intentContext.lineage;
  }

  /** Members of monitors compared besides those of the types. */
  get fields(): AllowedFields {
    return this.intentContext.fields;
  }

  /** Whose monitor has this id, as messages name it; undefined for an unknown one. */
  holderOf(id: string): string | undefined {
    return this.#holders.get(id);
  }

  /** Whether this run deleted the monitor with this id. */
  hasDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** When the recorded monitor of this key was created, by the service's clock; empty where that is not known. */
  whenCreated(key: Key): string {
    return this.#recorded.get(key)?.createdAt ?? '';
  }

  /** Notes records; durable after {@link save}. */
  record(records: readonly JournalRecord[]): void {
    this.#ledger.record(records);
  }

  /** Makes everything recorded so far durable. Where the disk refuses, the run stops: the journal must know of all that is sent. */
  async save(): Promise<boolean> {
    if (await this.#ledger.sync()) return true;
    const {failure} = this.#ledger;
    this.#lifetime.stop({kind: 'state-not-saved', message: failure instanceof Error ? failure.message : String(failure), rescue: null});
    return false;
  }

  /** Closes the journal. Returns what every operation of this run came to. */
  async close(): Promise<JournaledWork> {
    await this.#ledger.sync();
    await this.#ledger.close();
    return this.#ledger.listWork();
  }

  /** Notes that the service holds the monitor of a create. `written` is the body that is recorded. */
  recordCreated(create: CreateProgress, monitor: CreatedMonitor, written = create.body()): void {
    const {id, createdAt, observed} = observeMonitor(written, {...monitor, data: readInClear(monitor)}, this.lineage);
    this.#holders.set(id, `"${create.key}"`);
    this.record([create.complete({id, createdAt, observed})]);
  }

  /** Notes that a monitor whose answer was lost is there. */
  recordRecovered(create: CreateProgress, monitor: CreatedMonitor): void {
    const {id, createdAt, observed} = observeShared(monitor, create.describe(this.intentContext), this.lineage);
    this.#holders.set(id, `"${create.key}"`);
    this.record([create.clearDoubt(), create.complete({id, createdAt, observed})]);
  }

  /**
   * Notes that a monitor which this run did not send is the one of this operation. Returns whether it is as the spec says;
   * where it is not, it is recorded as it is, so that the next plan shows what differs. `targetIds` are those that it has, in
   * the order of the spec's targets.
   */
  recordFound(operation: CreateProgress, monitor: LiveMonitor, targetIds: readonly string[] = operation.change.targetIds): boolean {
    const view = toLiveView(monitor, this.lineage, this.fields);
    const own = operation.withTargetIds(targetIds);
    const {secrets, ...described} = own.describe(this.intentContext);
    const isAsWanted = view === null || isAsWritten(view, described);
    if (isAsWanted && secrets === undefined && own === operation) {
      this.recordCreated(operation, monitor);
      return true;
    }
    // The intent names other target ids, or it is not known which values of its secrets the service holds.
    const found = own.find(isAsWanted ? described : toFoundMonitor(own.change, view));
    this.record([operation.drop(), found.intend(this.intentContext)]);
    this.recordCreated(found, monitor, isAsWanted ? undefined : view.body);
    return isAsWanted;
  }

  /** Notes that a delete was carried out. */
  recordDeleted(operation: EditProgress): void {
    const {id} = operation;
    this.#deleted.add(id);
    this.record([operation.complete({id, createdAt: '', observed: {}})]);
  }

  /**
   * Notes what the service answered to an update; what it did not do is recorded as not done. `live` is the monitor right
   * before; null where nothing else than the update can have changed.
   */
  recordUpdated(operation: EditProgress, {edit, live, answer}: Omit<AnsweredEdit, 'lineage' | 'fields'>): EditReading {
    const {id} = operation;
    const reading = readUpdateAnswer({edit, live, answer, lineage: this.lineage, fields: this.fields});
    const observed = {id, createdAt: answer.createdAt, observed: reading.observed};
    if (reading.undone.length === 0) this.record([operation.complete(observed)]);
    else {
      const part = operation.inPart(edit, reading.monitor);
      this.record([operation.drop(), part.intend(this.intentContext), part.complete(observed)]);
    }
    return reading;
  }
}

function listHolders({monitors}: State, otherEnvironments: readonly OtherEnvironment[]): Map<string, string> {
  const foreign = otherEnvironments.flatMap(({monitorIds}) => [...monitorIds]);
  const holders = new Map<string, string>(foreign.map(id => [id, 'a monitor of another environment'] as const));
  for (const [key, {id, leftovers = []}] of monitors) for (const known of [id, ...leftovers]) holders.set(known, `"${key}"`);
  return holders;
}

/** Result of checking the ids of an answer, about the service. */
interface AnswerCheck {
  readonly findings: readonly Diagnostic[];
  /** The service kept the target ids that it was sent: a lost answer could be looked up by them. */
  readonly keptTargetIds: boolean;
}

/** Compares an answer's ids with what was sent. Odd ids are recorded all the same: the monitor is there. */
export function checkAnswer(key: Key, sentTargetIds: readonly string[], answer: CreatedMonitor): AnswerCheck {
  const keptTargetIds = sameIds(sentTargetIds, answer.targetIds);
  const findings: Diagnostic[] = [];
  if (!keptTargetIds) {
    findings.push({
      code: 'apply/ids-not-kept',
      severity: 'warning',
      message: `this service did not keep our target ids (seen at "${key}"): a create whose response is lost can't be looked up`,
      hint: 'check that MONITORS_BASE_URL is the service itself, not a proxy; this run sends no create again that may have been carried out',
    });
  }
  if (!isUuid(answer.id)) {
    findings.push({
      code: 'apply/odd-id',
      severity: 'warning',
      message: `the service gave "${key}" an id that is not a UUID`,
      hint: 'the id is recorded as it is; check that MONITORS_BASE_URL is the address of the service',
    });
  }
  return {findings, keptTargetIds};
}

/** Compares the target ids that an update's answer has with those that were sent: pages keep their history under them. */
export function checkTargetIds(key: Key, sent: readonly string[], answer: CreatedMonitor): readonly Diagnostic[] {
  if (sameIds(sent, answer.targetIds)) return [];
  return [
    {
      code: 'apply/ids-not-kept',
      severity: 'warning',
      message: `this service did not keep the target ids of "${key}" in an update: its pages may count as new`,
      hint: 'the monitor differs from its spec now; "monitors plan --refresh" shows the difference',
    },
  ];
}

function sameIds(sent: readonly string[], answered: readonly string[]): boolean {
  if (sent.length !== answered.length) return false;
  const expected = sent.map(id => id.toLowerCase()).sort();
  return [...answered].sort().every((id, index) => id === expected[index]);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/**
 * The journal of this run and, in memory, what its records come to: what was learned can be saved even where the
 * journal's disk gave out.
 */
export class Ledger {
  readonly #journal: Journal;
  readonly #work = new Map<string, JournaledCreate | JournaledEdit>();
  #failure: unknown;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Why the journal could not be written; undefined as long as it could. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Notes records in memory first, then in the journal. Returns whether the disk took them; see {@link failure}. */
  record(records: readonly JournalRecord[]): boolean {
    for (const record of records) this.#note(record);
    if (this.#failure !== undefined) return false;
    try {
      this.#journal.append(records);
      return true;
    } catch (error) {
      this.#failure = error;
      return false;
    }
  }

  /** Resolves when everything recorded so far is on disk; to false when it can't be known to be. */
  async sync(): Promise<boolean> {
    if (this.#failure !== undefined) return false;
    try {
      await this.#journal.sync();
      return true;
    } catch (error) {
      this.#failure ??= error;
      return false;
    }
  }

  /** Lists the outcomes of all operations of this run, in the order of their intents. */
  listWork(): JournaledWork {
    return sortWork([...this.#work.values()]);
  }

  /** Closes the journal's file; what is wrong with it by now no longer matters. */
  async close(): Promise<void> {
    await this.#journal.close().catch(() => undefined);
  }

  #note(record: JournalRecord): void {
    if (record.phase === 'intent') {
      this.#work.set(record.opId, startOperation(record));
      return;
    }
    const before = this.#work.get(record.opId);
    if (before === undefined) throw new Error(`a record of operation ${record.opId} came before its intent`);
    this.#work.set(record.opId, advanceOperation(before, record, false));
  }
}
