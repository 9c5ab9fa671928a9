import type {LiveMonitor} from '../../core/api/port';
import {UserError} from '../../core/diagnostics/user-error';
import type {Plan} from '../../core/plan/change';
import {createsAny} from '../../core/plan/change-facts';
import {isSameSet} from '../../core/plan/create-sight';
import {findContinuation} from '../../core/plan/moves';
import type {CheckedSpecs} from '../../core/specs/desired-monitor';
import {type LostRecord, rememberedRecord} from '../../core/state/earlier';
import type {HeldLock} from '../../core/state/file/lock';
import type {OpenedState} from '../../core/state/fold-open';
import {isTakenOut} from '../../core/state/removed';
import type {CheckedWorkspace} from '../../project/check';
import {mayBeUnderWay, type SentCreate} from '../../project/history/committed-journals';
import type {FoundRecords} from '../../project/history/every-commit';
import type {FoundHistory} from '../../project/history/look';
import type {Project} from '../../project/project';
import {withService} from '../../project/service-reader';
import {dropFound, findRecorded, listCreatedIds, NOTHING_FOUND} from '../plan/plan';
import {LostMonitors} from './lost-monitors';

/** The parts of an apply that looking uses. */
interface Seeking {
  readonly project: Project;
  readonly workspace: Pick<CheckedWorkspace, 'checked'>;
  readonly options: {
    readonly allowOldCheckout?: boolean | undefined;
    readonly saved: unknown;
    readonly approved?: unknown;
    readonly lookupMs: number;
  };
  readonly copies: HeldLock[];
  readonly seen: LiveMonitor[];
}

/** Facts that a run has before it looks. */
interface Known {
  readonly history: FoundHistory | null;
  /** Throws where a first state would begin in the place of another one. */
  readonly checkBeginning: () => Promise<void>;
}

/**
 * Finds what commits and other checkouts record of what is to be created, unless a person decided. With full operations, what the service has
 * no more does not count. From here to the end no other checkout on this machine creates anything with a copy of the state.
 */
export async function seekCreated(
  {project, workspace, options, copies, seen}: Seeking,
  {plan, view}: {readonly plan: Plan; readonly view: OpenedState},
  {history, checkBeginning}: Known,
): Promise<FoundRecords> {
  const {stored} = view;
  const isSettled = options.allowOldCheckout ?? false;
  const isFull = plan.operations === 'full';
  try {
    if (!isSettled && !isFull && stored === null) await checkBeginning();
  } catch (error) {
    // That refusal says more.
    if (error instanceof UserError) return NOTHING_FOUND;
    throw error;
  }
  if (createsAny(plan)) copies.push(...(await (await import('../../project/copies-lock')).lockCopies(project, stored)));
  if (isSettled) return NOTHING_FOUND;
  const told = await findRecorded(project, workspace, {plan, view}, history, isFull);
  if (!isFull) return told;
  const comparing = {project, specs: workspace.checked, plan, view, lookupMs: options.lookupMs, seen};
  const again = await keepYoung(listLetGo(comparing), comparing);
  const isDecided = options.saved !== null || options.approved !== undefined;
  const kept = isDecided ? await keepApproved(told, comparing) : await keepLiving(told, comparing);
  return {...kept, recorded: [...kept.recorded, ...again]};
}

/** A plan that was approved says what is held, but for what has the target ids of its create. */
async function keepApproved(told: FoundRecords, comparing: Comparing): Promise<FoundRecords> {
  const held = dropFound(told, comparing);
  const left = {
    recorded: told.recorded.filter(one => !held.recorded.includes(one)),
    sent: told.sent.filter(one => !held.sent.includes(one)),
  };
  const more = await keepLiving(left, comparing);
  return {...held, recorded: [...held.recorded, ...more.recorded], sent: [...held.sent, ...more.sent]};
}

/** The run whose creates are compared. */
interface Comparing {
  readonly project: Project;
  readonly specs: Pick<CheckedSpecs, 'monitors'>;
  readonly plan: Plan;
  readonly view: OpenedState;
  readonly lookupMs: number;
  /** Takes the monitors that were read by their ids and have the target ids of a create: a list may lack them. */
  readonly seen: LiveMonitor[];
}

/** The monitors of created keys that `state rm` let go: those that are found by their ids are recorded again. */
function listLetGo({plan, view: {stored}}: Comparing): readonly LostRecord[] {
  const created = new Set(listCreatedIds(plan).keys());
  const lines = (stored?.state.removed ?? []).filter(line => isTakenOut(line) && created.has(line.key));
  return lines.map(({key, id, serial, at}) => rememberedRecord({key, id, latest: at}, serial));
}

/** Selects those that a replica may lack. What lives with other target ids is another one's by now. */
async function keepYoung(lines: readonly LostRecord[], {project, plan, view, lookupMs, seen}: Comparing): Promise<readonly LostRecord[]> {
  if (lines.length === 0) return lines;
  const expected = listCreatedIds(plan);
  return withService(project, view, async reader => {
    const live = new LostMonitors(reader, lookupMs, new Set());
    const young: LostRecord[] = [];
    for (const line of lines) {
      const found = await live.find(line);
      if (found === 'young') young.push(line);
      else if (typeof found !== 'string' && isFoundBy(expected.get(line.key) ?? [], found)) seen.push(found);
    }
    return young;
  });
}

/** Selects what the service may have, of what is told of monitors with full operations: but for what it has with the target ids of a create. */
export async function keepLiving<Told extends Pick<FoundRecords, 'recorded' | 'sent'>>(told: Told, comparing: Comparing): Promise<Told> {
  if (told.recorded.length + told.sent.length === 0) return told;
  const {project, specs, plan, view, lookupMs, seen} = comparing;
  const findSpec = findContinuation(project.settings.moves, specs.monitors);
  const expected = listCreatedIds(plan);
  const idsOf = (key: string) => expected.get(findSpec(key) ?? key) ?? [];
  return withService(project, view, async reader => {
    const live = new LostCreates(reader, lookupMs, new Set([...(view.stored?.state.monitors.values() ?? [])].map(({id}) => id)));
    const recorded: LostRecord[] = [];
    for (const one of told.recorded) {
      const found = await live.find(one);
      if (typeof found !== 'string' && isFoundBy(idsOf(one.key), found)) seen.push(found);
      else if (found !== 'gone') recorded.push(one);
    }
    const sent: FoundRecords['sent'][number][] = [];
    for (const one of told.sent) if (await live.mayHaveArrived(one, idsOf(one.key))) sent.push(one);
    return {...told, recorded, sent};
  });
}

/** Looks for creates that were sent elsewhere, too. */
class LostCreates extends LostMonitors {
  #now: Promise<number> | undefined;

  /** Tells whether the service may have the monitor of a create that was sent elsewhere. */
  async mayHaveArrived(sent: SentCreate, expected: readonly string[]): Promise<boolean> {
    const {targetIds} = sent;
    if (mayBeUnderWay(sent, (await this.#readNow()) - this.lookupMs)) return true;
    if (isSameSet(new Set(expected), targetIds)) return false;
    const listed = await this.list();
    return listed === null || listed.some(monitor => monitor.targetIds.some(id => targetIds.includes(id)));
  }

  /** By this machine's clock or the service's, whichever is earlier: that has no parts of a second. */
  async #readNow(): Promise<number> {
    this.#now ??= import('../../project/lookup').then(({readEarliestNow}) => readEarliestNow(this.reader));
    return Math.min(this.reader.world.now(), (await this.#now) + 999);
  }
}

/** Tells whether a monitor has just these target ids: the create finds it by them. */
function isFoundBy(ids: readonly string[], {targetIds}: LiveMonitor): boolean {
  return isSameSet(new Set(ids), targetIds);
}
