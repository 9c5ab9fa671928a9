import {listRecordedIds, type State} from '../state/state';
import {Semaphore} from './concurrency';
import {CreatedFinder, type FinderParts} from './find-created';
import {Lifetime, Reporter} from './lifetime';
import type {ApplyInput, ApplyPorts} from './ports';
import {type Ledger, Recorder} from './record';
import {RetryRules, Sender} from './send';

/** The parts that the changes of one run share. A function takes only those that it uses, so that its signature says what it can do. */
export interface Run {
  readonly input: ApplyInput;
  /** Whether more may be sent, and how to stop. */
  readonly lifetime: Lifetime;
  /** Events and findings. */
  readonly reporter: Reporter;
  /** Recorder of what becomes durable. */
  readonly recorder: Recorder;
  /** Rules for an answer that leaves doubt. */
  readonly rules: RetryRules;
  /** Requests. */
  readonly sender: Sender;
  /** Looks in the service's list for monitors of creates. */
  readonly finder: CreatedFinder;
  /** Limits changes of monitors that exist: each reads its monitor before it sends anything. */
  readonly touching: Semaphore;
}

/** Start values of a run. */
interface RunStart {
  readonly ledger: Ledger;
  readonly state: State;
  /** Changes that need the service. */
  readonly total: number;
  /** Target ids of everything that may be created. */
  readonly wanted: ReadonlySet<string>;
}

/** Makes the parts of one run; it stops at once where it was interrupted already. */
export function startRun(input: ApplyInput, ports: ApplyPorts, {ledger, state, total, wanted}: RunStart): Run {
  const {service, world} = ports;
  const lifetime = new Lifetime(world, stop => reporter.say({type: 'stopping', stop}));
  const reporter = new Reporter(total, ports.onEvent, error => lifetime.crash(error));
  const recorder = new Recorder({
    ledger,
    state,
    otherEnvironments: input.owners?.otherEnvironments ?? [],
    intentContext: {
      origin: service.origin,
      lineage: state.lineage,
      fields: input.plan.allowedFields,
      offMachine: ports.persist !== undefined,
      hashSecret: input.hashSecret,
    },
    lifetime,
  });
  const rules = new RetryRules(input, reporter, (ports.store.doubt ?? null) !== null);
  const sender = new Sender(input, ports, {lifetime, reporter, recorder, rules});
  const {lookupMs} = input;
  const finder = new CreatedFinder({
    ...{service, world, lookupMs, lifetime, rules, sender, wanted},
    ...{listRecorded: ports.listRecorded, seen: ports.seen ?? []},
    ...listKnown(input, state),
    state,
  });
  lifetime.watch(ports.interruption);
  return {input, lifetime, reporter, recorder, rules, sender, finder, touching: new Semaphore(input.concurrency)};
}

/** Lists the facts that tell a create's monitor from others that the service has. */
function listKnown({plan, owners, unfinished = []}: ApplyInput, state: State): Pick<FinderParts, 'created' | 'known' | 'recordedIds'> {
  const {project, environment, changes} = plan;
  const created = changes.flatMap(change => (change.action === 'create' ? [change.after] : []));
  const {desired, otherEnvironments} = owners ?? {desired: created, otherEnvironments: []};
  const adopted = changes.flatMap(change => (change.action === 'adopt' ? [change.id] : []));
  const foreign = otherEnvironments.flatMap(({monitorIds}) => [...monitorIds]);
  return {
    created,
    known: {project, environment, desired, state, unresolved: unfinished, otherEnvironments},
    recordedIds: new Set([...listRecordedIds(state), ...foreign, ...adopted]),
  };
}
