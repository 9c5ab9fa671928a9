import type {MonitorService} from '../api/port';
import type {SpecFolder} from '../authoring/file-specs';
import type {Settings} from '../config/config';
import type {World} from '../context';
import {type OpenedState, openForChange} from '../state/fold-open';
import {noteAnswers, startAt} from '../state/origin';
import {newState, type RecordedMonitor, type State, type StateVersion} from '../state/state';
import type {LockedStore, StateStore} from '../state/store';
import type {Draft, Drafts} from './spec-drafts';
import {withLock} from './state-access';

/** What adopting live monitors was told. */
export interface AdoptingRequest {
  readonly settings: Settings;
  /** Absolute; findings show paths relative to it. */
  readonly cwd: string;
  /** Base of the computed delays in milliseconds. */
  readonly retryBaseMs: number;
  /** The tool's version. */
  readonly tool: string;
}

/** What adopting live monitors needs of the world. */
export interface AdoptingPorts {
  readonly store: StateStore;
  readonly folder: SpecFolder;
  readonly world: World;
  readonly interruption: AbortSignal;
  /** Throws when this checkout's state is older than what its upstream holds: what looks like a stranger may be known there. */
  readonly checkCheckout: (version: StateVersion | null) => Promise<void>;
  /** The connection to the service; throws a refusal without address or key, or where the state belongs to another address. */
  readonly connect: (opened: OpenedState) => Promise<MonitorService>;
}

/** A locked and folded state, made where there is none, and a connection. */
export interface Adopting {
  readonly locked: LockedStore;
  readonly opened: OpenedState;
  readonly state: State;
  readonly service: MonitorService;
}

/** Opens what adopting needs and closes it whatever happens. `check` may refuse before anything is connected to. */
export async function withAdopting<Result>(
  {settings, tool}: AdoptingRequest,
  ports: AdoptingPorts,
  check: (opened: OpenedState) => void,
  act: (adopting: Adopting) => Promise<Result>,
): Promise<Result> {
  return withLock(ports.store, async (locked: LockedStore) => {
    const opened = await openForChange(locked);
    check(opened);
    await ports.checkCheckout(opened.stored?.version ?? null);
    const service = await ports.connect(opened);
    try {
      return await act({locked, opened, state: stateAt(service.origin, opened, {settings, tool}, ports.world), service});
    } finally {
      await service.close();
    }
  });
}

/** A state in which nothing lives yet belongs to the address of the first thing that does. */
function stateAt(
  origin: string,
  {stored, unresolved}: OpenedState,
  {settings, tool}: Pick<AdoptingRequest, 'settings' | 'tool'>,
  world: World,
): State {
  const {project, environment} = settings;
  if (stored === null) return newState({lineage: world.uuid(), tool, project, environment, origin});
  return stored.state.monitors.size === 0 && unresolved.length === 0 ? startAt(stored.state, origin) : stored.state;
}

/**
 * Writes specs and records their monitors. Names first, then specs, then the state: a crash in between leaves specs with
 * explicit target ids, by which the next apply finds the monitors. Throws a refusal before the first write where one can't be made.
 */
export async function adoptDrafts({accepted, placeholders}: Drafts, adopting: Adopting, tool: string, folder: SpecFolder): Promise<void> {
  if (accepted.length === 0) return;
  const allow = folder.prepareAllowing(placeholders.map(({name}) => name));
  for (const {desired} of accepted) folder.checkPlace(desired.specPath);
  await allow();
  for (const {desired, text} of accepted) await folder.writeSpec(desired.specPath, text);
  await recordAdopted(
    accepted.map(({desired, record}: Draft) => [desired.key, record]),
    adopting,
    tool,
  );
}

/** Adds records to the state, durably. */
export async function recordAdopted(
  records: readonly (readonly [string, RecordedMonitor])[],
  {locked, opened, state, service}: Adopting,
  tool: string,
): Promise<void> {
  const answered = noteAnswers(state, service.isEmulator());
  await locked.write({...answered, tool, monitors: new Map([...state.monitors, ...records])}, opened.stored?.version ?? null);
}
