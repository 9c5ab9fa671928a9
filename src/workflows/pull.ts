import {listAllMonitors} from '../api/list-monitors';
import type {LiveMonitor, MonitorService} from '../api/port';
import type {Placeholder} from '../authoring/placeholders';
import type {Settings} from '../config/model';
import type {World} from '../context';
import {Refusal} from '../refusal';
import type {Key} from '../spec/model';
import {deriveTargetIds} from '../spec/targets';
import {type OpenedState, openForChange} from '../state/fold-open';
import {newState, type State} from '../state/model';
import type {LockedStore, StateStore} from '../state/store';
import {refuseRead} from './refresh';
import {type DraftingRoom, type Drafts, draftSpecs, type PresentSpecs, readPresentSpecs, recordAdopted} from './spec-drafts';
import {withLock} from './state-access';

/** What `monitors pull` was asked to do. */
export interface PullRequest {
  readonly settings: Settings;
  /** Absolute; findings show paths relative to it. */
  readonly cwd: string;
  /** Ids of the monitors to pull; undefined for every one that no spec and no record claims. */
  readonly only: readonly string[] | undefined;
  readonly retryBaseMs: number;
  readonly tool: string;
}

/** What pulling needs of the world. */
export interface PullPorts extends Pick<DraftingRoom, 'schemaFor'> {
  readonly store: StateStore;
  readonly world: World;
  readonly interruption: AbortSignal;
  readonly connect: (opened: OpenedState) => Promise<MonitorService>;
  /** Writes a new spec file below the specs directory; never over one that is there. */
  readonly writeSpec: (specPath: string, text: string) => void;
  /** Adds names to `secrets.allow` of the config file. */
  readonly allowReferences: (names: readonly string[]) => void;
}

/** What was pulled. */
export interface PullReport {
  readonly pulled: readonly {readonly key: Key; readonly file: string; readonly id: string; readonly name: string}[];
  /** Environment names that have to be set before anything of these specs is sent. */
  readonly placeholders: readonly Placeholder[];
  /** Monitors that no valid spec can say; nothing was written for them. */
  readonly refused: Drafts['refused'];
}

/**
 * Writes a spec for every live monitor that nothing claims, and adopts it: the next plan shows no changes. Specs are on disk
 * before the state: a crash in between leaves specs with explicit target ids, which the next apply finds in the service.
 * Throws a refusal, and writes nothing, where existing specs have errors or an id is not among the service's.
 */
export async function pullMonitors(request: PullRequest, ports: PullPorts): Promise<PullReport> {
  return withLock(ports.store, async locked => {
    const opened = await openForChange(locked);
    const service = await ports.connect(opened);
    try {
      const present = readPresentSpecs(request);
      const strangers = await listStrangers(service, opened, present, request, ports);
      const state = opened.stored?.state ?? startState(request, service.origin, ports.world);
      const drafts = draftSpecs(
        strangers.map(monitor => ({monitor})),
        present,
        {...request, schemaFor: ports.schemaFor},
      );
      if (drafts.accepted.length > 0) await adoptDrafts(drafts, {locked, opened, state, tool: request.tool}, ports);
      return {
        pulled: drafts.accepted.map(({desired, monitor}) => ({key: desired.key, file: desired.file, id: monitor.id, name: monitor.name})),
        placeholders: drafts.placeholders,
        refused: drafts.refused,
      };
    } finally {
      await service.close();
    }
  });
}

function startState({settings, tool}: PullRequest, origin: string, world: World): State {
  const {project, environment} = settings;
  return newState({lineage: world.uuid(), tool, project, environment, origin});
}

/** Monitors that neither a record nor a spec claims, oldest first: those of specs that were never applied are for apply to adopt. */
async function listStrangers(
  service: MonitorService,
  {stored, unresolved}: OpenedState,
  present: PresentSpecs,
  {settings, only, retryBaseMs}: PullRequest,
  {world, interruption}: PullPorts,
): Promise<LiveMonitor[]> {
  const claimedIds = new Set([...(stored?.state.monitors.values() ?? [])].flatMap(({id, leftovers = []}) => [id, ...leftovers]));
  const expected = present.monitors.filter(({key}) => stored?.state.monitors.has(key) !== true);
  const {project, environment} = settings;
  const claimedTargets = new Set([
    ...unresolved.flatMap(({intent}) => intent.targetIds),
    ...expected.flatMap(({key, body}) => deriveTargetIds({project, environment, key, body: body(), taken: new Set()})),
  ]);
  const wanted = only === undefined ? null : new Set(only);
  const outcome = await listAllMonitors(service, {
    world,
    policy: {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'},
    signal: interruption,
    onMonitor: monitor => (wanted === null || wanted.has(monitor.id) ? monitor : null),
  });
  if (outcome.kind === 'failed') throw refuseRead(outcome.failure, 'read its list of monitors');
  const found = outcome.value.monitors.filter(monitor => monitor !== null);
  refuseUnknownIds([...(wanted ?? [])].filter(id => !found.some(monitor => monitor.id === id)));
  const strangers = found.filter(({id, targetIds}) => !claimedIds.has(id) && !targetIds.some(target => claimedTargets.has(target)));
  return strangers.reverse();
}

function refuseUnknownIds(ids: readonly string[]): void {
  if (ids.length === 0) return;
  throw new Refusal(
    'live/no-such-monitor',
    `the service has no monitor ${ids.join(', ')}`,
    'monitors plan --refresh --show-unmanaged lists what it has',
  );
}

interface Adopting {
  readonly locked: LockedStore;
  readonly opened: OpenedState;
  readonly state: State;
  readonly tool: string;
}

async function adoptDrafts(
  {accepted, placeholders}: Drafts,
  {locked, opened, state, tool}: Adopting,
  {allowReferences, writeSpec}: PullPorts,
): Promise<void> {
  if (placeholders.length > 0) allowReferences(placeholders.map(({name}) => name));
  for (const {desired, text} of accepted) writeSpec(desired.specPath, text);
  const monitors = new Map(state.monitors);
  for (const {desired, monitor} of accepted) monitors.set(desired.key, recordAdopted(desired, monitor, state.lineage));
  await locked.write({...state, tool, monitors}, opened.stored?.version ?? null);
}
