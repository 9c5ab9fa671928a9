import type {LiveMonitor} from '../../core/api/port';
import {refuseInterrupted} from '../../core/base/interruption';
import type {Settings} from '../../core/config/config';
import {compareText} from '../../core/diagnostics/diagnostic';
import type {UnmanagedMonitor} from '../../core/plan/change';
import {type LiveView, toLiveView} from '../../core/plan/live';
import {makePlan} from '../../core/plan/plan';
import type {Key} from '../../core/specs/desired-monitor';
import {listRecordedIds} from '../../core/state/state';
import type {PullReport} from '../../core/writing/reports';
import type {SpecsPlace} from '../../project/check';
import type {NeighbourState} from '../../project/other-environments';
import {type Project, requireFullOperations} from '../../project/project';
import {renderEnvironments} from '../../project/rendered-environments';
import type {ServiceReader} from '../../project/service-reader';
import {adoptDrafts, withAdopting} from './adopting';
import {findClaim, refuseClaimed, refuseUnknownIds} from './claims';
import {readPresentSpecs} from './present-specs';
import {draftSpecs, type KnownWorld} from './spec-drafts';

/** Choice of the monitors to pull. */
interface PullChoice {
  /** Their ids; undefined for every unmanaged monitor. */
  readonly only: readonly string[] | undefined;
}

/**
 * Writes a spec for every unmanaged monitor, and adopts it: the next plan shows no changes. Throws `UserError`, and writes nothing,
 * where existing specs have errors, or an id is unknown or claimed.
 */
export async function pullMonitors(project: Project, {only}: PullChoice): Promise<PullReport> {
  requireFullOperations(project.settings, 'monitors pull');
  const {settings, cwd} = project;
  const interruption = project.watchInterruption();
  const present = readPresentSpecs(project);
  return withAdopting(
    project,
    () => {},
    async adopting => {
      const {folder, state, opened, reader} = adopting;
      const {live, monitors} = await readWhole(reader, state.lineage, settings);
      const known: KnownWorld = {present, state, unresolved: opened.unresolved, live};
      const {unmanaged, waiting} = listUnmanaged(
        known,
        {...project, monitors: null, cache: null},
        await project.readNeighbours('repository'),
      );
      const accountedIds = new Set([...listRecordedIds(state), ...unmanaged.map(({id}) => id)]);
      const {chosen, elsewhere} = chooseUnmanaged(unmanaged, waiting, only, monitors, known, settings);
      const drafts = draftSpecs(
        chosen.map(monitor => ({monitor})),
        known,
        {settings, cwd, ...folder},
      );
      refuseInterrupted({interruption});
      await adoptDrafts(drafts, adopting, project.tool);
      return {
        listed: monitors.size,
        pulled: drafts.accepted
          .map(({desired: {key, file}, monitor: {id, name}}) => ({key, file, id, name}))
          .sort((a, b) => compareText(a.key, b.key)),
        placeholders: drafts.placeholders,
        refused: drafts.refused,
        elsewhere,
        claimed: [...monitors.keys()].filter(id => !accountedIds.has(id)).length,
      };
    },
  );
}

/** The whole list: as plans compare it, and as it was answered. */
async function readWhole(
  reader: ServiceReader,
  lineage: string,
  {allowedFields}: Settings,
): Promise<{readonly live: LiveView; readonly monitors: ReadonlyMap<string, LiveMonitor>}> {
  const {monitors} = await reader.list(monitor => {
    return {monitor, view: toLiveView(monitor, lineage, allowedFields)};
  });
  const views = monitors.flatMap(({view}) => (view === null ? [] : [[view.id, view] as const]));
  return {live: {monitors: new Map(views)}, monitors: new Map(monitors.map(({monitor}) => [monitor.id, monitor]))};
}

/** Unmanaged monitors, and those that may be what a spec that was never applied is about, with its key. */
interface Unmanaged {
  readonly unmanaged: readonly UnmanagedMonitor[];
  readonly waiting: ReadonlyMap<string, Key>;
}

/**
 * Lists the monitors that `plan --refresh --show-unmanaged` would list: those of specs that were never applied are for
 * apply to adopt, and those that only look like such a spec wait for an answer.
 */
function listUnmanaged({present, state, unresolved, live}: KnownWorld, place: SpecsPlace, others: readonly NeighbourState[]): Unmanaged {
  const {project, environment} = place.settings;
  const limits = {operations: 'full', maxDeletes: {count: 0}, allowDeletes: true} as const;
  const plan = makePlan({
    ...{project, environment, desired: present.monitors, state, unresolved, live, ...limits},
    otherEnvironments: renderEnvironments(place, others),
  });
  const waiting = new Map(
    plan.changes.flatMap(change => {
      if (change.action !== 'blocked' || change.reason.kind !== 'may-exist') return [];
      return change.reason.monitors.map(({id}) => [id, change.key] as const);
    }),
  );
  return {unmanaged: plan.unmanaged.filter(({id}) => !waiting.has(id)), waiting};
}

/** Every unmanaged monitor but those of other environments, or just those that are named. */
function chooseUnmanaged(
  unmanaged: readonly UnmanagedMonitor[],
  waiting: Unmanaged['waiting'],
  only: readonly string[] | undefined,
  monitors: ReadonlyMap<string, LiveMonitor>,
  known: KnownWorld,
  settings: Settings,
): {readonly chosen: readonly LiveMonitor[]; readonly elsewhere: readonly UnmanagedMonitor[]} {
  const answered = (id: string) => monitors.get(id) ?? [];
  if (only === undefined) {
    const free = unmanaged.filter(({ours}) => ours === undefined);
    return {chosen: free.flatMap(({id}) => answered(id)), elsewhere: unmanaged.filter(({ours}) => ours !== undefined)};
  }
  const wanted = new Set(only.map(id => findId(id, monitors)));
  const unknown = [...wanted].filter(id => !monitors.has(id));
  if (unknown.length > 0) throw refuseUnknownIds(unknown);
  const free = new Set(unmanaged.map(({id}) => id));
  for (const monitor of [...wanted].flatMap(answered)) {
    const key = waiting.get(monitor.id);
    const alike = key === undefined ? null : ({kind: 'alike', key} as const);
    const claim = free.has(monitor.id) ? null : (findClaim(monitor, known, settings) ?? alike);
    if (claim !== null) throw refuseClaimed(monitor.id, claim);
  }
  return {chosen: unmanaged.filter(({id}) => wanted.has(id)).flatMap(({id}) => answered(id)), elsewhere: []};
}

/** An id as the service writes it: people copy it in either case. */
function findId(given: string, monitors: ReadonlyMap<string, LiveMonitor>): string {
  const id = given.trim();
  return monitors.has(id) ? id : monitors.has(id.toLowerCase()) ? id.toLowerCase() : id;
}
