import type {MonitorService} from '../../core/api/port';
import type {LookupResult} from '../../core/apply/find-created';
import {duplicates} from '../../core/apply/findings';

import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Key} from '../../core/specs/desired-monitor';
import {listTargetIds} from '../../core/specs/targets';
import type {RecordedMonitor, State} from '../../core/state/state';
import type {LockedStore, StateStore} from '../../core/state/store';
import {type ListedMonitor, type LookupPorts, lookUpAll, readEarliestNow} from '../../project/lookup';
import {type PresentState, withOpenedState} from '../../project/state-access';

/** A recorded monitor that the service may hold a second time. */
export interface Doubt {
  readonly key: Key;
  readonly record: RecordedMonitor;
}

/** Result for one doubt: checked because a person or the list answered, or still there. */
export type CheckedDoubt = {readonly key: Key; readonly id: string} & (
  | {readonly kind: 'looked' | 'listed-once'}
  | {readonly kind: 'still-open'; readonly why: string}
);

/** The doubts about these keys; of `all-unknown` every one. Keys without one are left out. */
export function selectDoubts({monitors}: State, keys: readonly Key[] | 'all-unknown'): readonly Doubt[] {
  const wanted = keys === 'all-unknown' ? [...monitors.keys()] : [...new Set(keys)];
  return wanted.flatMap(key => {
    const record = monitors.get(key);
    return record?.mayExistTwice === undefined ? [] : [{key, record}];
  });
}

/** Result of ending doubts by hand, and the creates that are still unresolved. */
interface CheckReport {
  readonly checked: readonly CheckedDoubt[];
  readonly left: PresentState['unresolved'];
}

/** Ends doubts on the word of a person who looked. `select` throws, and nothing changes, where a key is not in doubt. */
export function endDoubts(store: StateStore, select: (opened: PresentState) => readonly Doubt[]): Promise<CheckReport> {
  return withOpenedState(store, async (locked, opened) => {
    const doubts = select(opened);
    await writeWithout(locked, doubts);
    return {checked: doubts.map(({key, record}) => ({key, id: record.id, kind: 'looked'})), left: opened.unresolved};
  });
}

/**
 * Looks in the service's list for a second one of each monitor. A doubt ends where the list shows none after the lookup time;
 * it stays where there is one, which a person has to delete, and where nothing could be learned.
 */
export async function probeDoubts(
  locked: LockedStore,
  {origin}: State,
  doubts: readonly Doubt[],
  ports: LookupPorts,
): Promise<{readonly checked: readonly CheckedDoubt[]; readonly findings: readonly Diagnostic[]}> {
  const {service} = ports.reader;
  const here = doubts.filter(() => origin === service.origin);
  const now = here.length === 0 ? 0 : await readEarliestNow(ports.reader);
  const lost = here.map(doubt => ({
    subject: doubt,
    key: doubt.key,
    attempt: 1,
    why: 'it may exist twice',
    targetIds: listTargetIds(doubt.record.applied).filter(id => id !== null),
    supersedes: [],
    // Whatever was in doubt was sent before the request that made the recorded one.
    sentAgoMs: Math.max(0, now - (Date.parse(doubt.record.createdAt) || now)),
  }));
  const recorded = await locked.read();
  const results = await lookUpAll(lost, recorded.kind === 'present' ? recorded.stored.state : null, ports);
  const checked = doubts.map(doubt => judge(doubt, results.get(doubt), origin, service));
  await writeWithout(
    locked,
    doubts.filter((_, index) => checked[index]?.kind === 'listed-once'),
  );
  const findings = [...results].flatMap(([{key, record}, result]) =>
    result.kind === 'found' ? [duplicates(key, [record, result.monitor, ...result.others], ports.environment)] : [],
  );
  return {checked, findings};
}

function judge(
  {key, record: {id}}: Doubt,
  result: LookupResult<ListedMonitor> | undefined,
  origin: string,
  service: Pick<MonitorService, 'origin'>,
): CheckedDoubt {
  const stay = (why: string): CheckedDoubt => ({key, id, kind: 'still-open', why});
  if (result === undefined) return stay(`it is at ${origin}, but this run uses ${service.origin}`);
  switch (result.kind) {
    case 'absent':
      return {key, id, kind: 'listed-once'};
    case 'found':
      return stay(`the service lists ${[result.monitor, ...result.others].map(other => other.id).join(', ')} with its target ids`);
    case 'conflict':
      return stay(`monitors with some of its target ids exist: ${result.monitors.map(other => other.id).join(', ')}`);
    case 'not-offered':
      return stay(result.failure.message);
    case 'unsure':
      return stay(result.failure?.message ?? 'the run was interrupted');
  }
}

async function writeWithout(locked: LockedStore, doubts: readonly Doubt[]): Promise<void> {
  const read = await locked.read();
  if (doubts.length === 0 || read.kind === 'first-use') return;
  const {state, version} = read.stored;
  const monitors = new Map(state.monitors);
  for (const {key} of doubts) {
    const record = monitors.get(key);
    if (record === undefined) continue;
    const {mayExistTwice: _over, ...rest} = record;
    monitors.set(key, rest);
  }
  await locked.write({...state, monitors}, version);
}
