import {setMaxListeners} from 'node:events';
import type {Failure} from '../api/port';
import type {RetryPolicy} from '../api/retry';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {OtherEnvironment} from '../plan/create-sight';
import {listRecordedIds} from '../plan/live-index';
import type {State} from '../state/state';
import {Capability, type EditOperation} from './capability';
import {Circuit} from './circuit';
import type {IntentContext} from './create-progress';
import {noList, notOffered} from './findings';
import type {Ledger} from './ledger';
import {Lookout, type LookoutRun} from './lookout';
import type {ApplyEvent, ApplyInput, ApplyPorts, ApplyResult, OnAmbiguous, StopReason} from './ports';
import {Slots} from './slots';
import {Traffic} from './traffic';

/** How long requests under way may go on after an interruption, in milliseconds. */
const graceMs = 5000;

/** What a run begins with. */
export interface RunStart {
  readonly ledger: Ledger;
  readonly state: State;
  /** Changes that need the service. */
  readonly total: number;
  /** Target ids of everything that may be created. */
  readonly wanted: ReadonlySet<string>;
}

/** What the changes of one run share: when to send, when to stop, and what was found on the way. */
export class Run {
  readonly input: ApplyInput;
  readonly ports: ApplyPorts;
  readonly ledger: Ledger;
  /** Lineage of the state: salts what is recorded. */
  readonly lineage: string;
  readonly traffic: Traffic;
  readonly circuit = new Circuit();
  readonly capability = new Capability();
  /** What the state knew when the run began. */
  readonly recorded: State['monitors'];
  /** Changes of monitors that exist, at most so many at once: each looks at its monitor before it sends anything. */
  readonly touching: Slots;
  readonly lookout: Lookout;
  readonly findings: Diagnostic[] = [];
  /** Whose monitor each known id is, as messages name it: what the state recorded, and what this run made or found. */
  readonly holders: Map<string, string>;
  /** Ids of monitors that were deleted in this run, or turned out to be gone. */
  readonly deleted = new Set<string>();
  /** Aborts requests under way, some time after an interruption. */
  readonly #flight = new AbortController();
  readonly #over = new AbortController();
  /** The service has a list, as far as is known. */
  #hasList: boolean;
  #onAmbiguous: OnAmbiguous;
  #stop: StopReason | undefined;
  #bug: {readonly error: unknown} | undefined;
  #finished = 0;
  readonly #total: number;

  constructor(input: ApplyInput, ports: ApplyPorts, {ledger, state, total, wanted}: RunStart) {
    this.input = input;
    this.ports = ports;
    // Every request under way listens to it; without this Node takes more than ten for a leak.
    setMaxListeners(0, this.#flight.signal);
    this.ledger = ledger;
    this.lineage = state.lineage;
    this.recorded = state.monitors;
    this.holders = listHolders(state, input.owners?.otherEnvironments ?? []);
    this.traffic = new Traffic(input.concurrency, ports.world);
    this.#onAmbiguous = input.onAmbiguous;
    this.#total = total;
    this.touching = new Slots(input.concurrency);
    this.#hasList = input.plan.operations === 'full';
    this.lookout = new Lookout({
      service: ports.service,
      world: ports.world,
      settleMs: input.settleMs,
      ending: this.ending,
      wanted,
      ...listKnown(input, state),
      readPolicy: () => this.policy,
      hasList: () => this.#hasList,
      noteNoList: failure => this.goOnWithoutList(failure),
      stopUnread: failure => this.stop(this.circuit.judgeEdit(failure) ?? {kind: 'unlisted', failure}),
    });
    if (ports.interruption.aborted) this.#interrupt();
    else ports.interruption.addEventListener('abort', this.#interrupt, {signal: this.#over.signal});
  }

  /** Why the run stopped early; undefined while it goes on. */
  get stopReason(): StopReason | undefined {
    return this.#stop;
  }

  /** What an ambiguous answer leads to by now. */
  get onAmbiguous(): OnAmbiguous {
    return this.#onAmbiguous;
  }

  /** Whether a lost create is looked up before it is sent again. */
  get looksUp(): boolean {
    return this.#hasList && this.#onAmbiguous === 'verify';
  }

  /** Given to every request. */
  get flight(): AbortSignal {
    return this.#flight.signal;
  }

  /** Aborted when nothing more is sent: what only waits or reads ends with it. */
  get ending(): AbortSignal {
    return this.traffic.ending;
  }

  /** What every intent of this run says. */
  get intentContext(): IntentContext {
    const {input, ports, lineage} = this;
    return {origin: ports.service.origin, lineage, offMachine: ports.persist !== undefined, hashSecret: input.hashSecret};
  }

  /** The rules of retry as they stand. `verify` looks first, and where there is no list it is `retry`. */
  get policy(): RetryPolicy {
    return {
      attempts: 5,
      baseMs: this.input.retryBaseMs,
      longestWaitMs: 120_000,
      onAmbiguous: this.#onAmbiguous === 'stop' ? 'stop' : 'retry',
    };
  }

  /** Starts nothing more; the first reason is kept. Requests under way complete. */
  stop(reason: StopReason): void {
    if (this.#stop !== undefined) return;
    this.#stop = reason;
    this.traffic.stop();
    this.say({type: 'stopping', stop: reason});
  }

  /** The journal's disk gave out: nothing that it does not know of may be sent. */
  stopUnsaved(): void {
    const {failure} = this.ledger;
    this.stop({kind: 'state-not-saved', message: failure instanceof Error ? failure.message : String(failure), rescue: null});
  }

  /** From now on nothing is sent again after an ambiguous answer. */
  distrustIds(): void {
    this.#onAmbiguous = 'stop';
  }

  /** The service has no list: what it calls retryable is sent again without looking. */
  goOnWithoutList(failure: Failure): void {
    if (!this.#hasList) return;
    this.#hasList = false;
    if (this.#onAmbiguous === 'verify') this.#onAmbiguous = 'retry';
    this.findings.push(noList(failure));
  }

  /** A failure may mean that the service has no such operation: said once, and remembered. */
  noteLack(operation: EditOperation, failure: Failure): void {
    if (this.capability.note(operation, failure)) this.findings.push(notOffered(operation, failure));
  }

  /** Reports progress. A bug in what shows it must not cost an id: it is kept, and thrown when all is saved. */
  say(event: ApplyEvent): void {
    try {
      this.ports.onEvent(event);
    } catch (error) {
      this.crash(error);
    }
  }

  /** Reports the end of one change. */
  finish(result: ApplyResult): void {
    this.#finished++;
    this.say({type: 'finished', result, done: this.#finished, total: this.#total});
  }

  /** Notes a bug: nothing more is sent, what was learned is saved, then it is thrown by {@link close}. */
  crash(error: unknown): void {
    this.#bug ??= {error};
    this.traffic.stop();
  }

  /** Whether nothing more may be sent. */
  get isStopping(): boolean {
    return this.#stop !== undefined || this.#bug !== undefined;
  }

  /** Lets go of the signals. */
  close(): void {
    this.#over.abort();
  }

  /** Throws the bug that ended the run, if one did. Call it when everything is saved. */
  rethrowBug(): void {
    if (this.#bug !== undefined) throw this.#bug.error;
  }

  readonly #interrupt = (): void => {
    const reason = this.ports.interruption.reason as {readonly exitCode?: unknown} | undefined;
    this.stop({kind: 'interrupted', exitCode: reason?.exitCode === 143 ? 143 : 130});
    const {world} = this.ports;
    world.sleep(graceMs, this.#over.signal).then(
      () => this.#flight.abort(),
      () => undefined,
    );
  };
}

/** What tells a create's monitor from others that the service has. */
function listKnown({plan, owners, unfinished = []}: ApplyInput, state: State): Pick<LookoutRun, 'created' | 'known' | 'recordedIds'> {
  const {project, environment, changes} = plan;
  const created = changes.flatMap(change => (change.action === 'create' ? [change.after] : []));
  const {desired, otherEnvironments} = owners ?? {desired: created, otherEnvironments: []};
  const adopted = changes.flatMap(change => (change.action === 'adopt' ? [change.id] : []));
  const elsewhere = otherEnvironments.flatMap(({monitorIds}) => [...monitorIds]);
  return {
    created,
    known: {project, environment, desired, state, unresolved: unfinished, otherEnvironments},
    recordedIds: new Set([...listRecordedIds(state), ...elsewhere, ...adopted]),
  };
}

function listHolders({monitors}: State, otherEnvironments: readonly OtherEnvironment[]): Map<string, string> {
  const elsewhere = otherEnvironments.flatMap(({monitorIds}) => [...monitorIds]);
  const holders = new Map<string, string>(elsewhere.map(id => [id, 'a monitor of another environment'] as const));
  for (const [key, {id, leftovers = []}] of monitors) for (const known of [id, ...leftovers]) holders.set(known, `"${key}"`);
  return holders;
}
