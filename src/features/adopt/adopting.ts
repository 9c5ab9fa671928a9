import {type OpenedState, openForChange} from '../../core/state/fold-open';
import {noteAnswers, startAt} from '../../core/state/origin';
import {newState, type RecordedMonitor, type State} from '../../core/state/state';
import type {LockedStore} from '../../core/state/store';
import {openSpecFolder, type SpecFolder} from '../../core/writing/file-specs';
import {refuseFormerHome} from '../../project/other-environments';
import type {Project} from '../../project/project';
import {type ServiceReader, withService} from '../../project/service-reader';
import {withLock} from '../../project/state-access';
import type {Draft, Drafts} from './spec-drafts';

/** A locked and folded state, made where there is none, a connection, and the files that specs are written into. */
export interface Adopting {
  readonly folder: SpecFolder;
  readonly locked: LockedStore;
  readonly opened: OpenedState;
  readonly state: State;
  readonly reader: ServiceReader;
}

/** Opens what adopting needs and closes it whatever happens. `check` may refuse before anything is connected to. */
export async function withAdopting<Result>(
  project: Project,
  check: (opened: OpenedState) => void,
  act: (adopting: Adopting) => Promise<Result>,
): Promise<Result> {
  const folder = openSpecFolder(project.settings, project.cwd, project, project.env);
  return withLock(project.store, async (locked: LockedStore) => {
    const opened = await openForChange(locked);
    check(opened);
    // A monitor that looks unmanaged here may be recorded in a newer state.
    await project.checkCheckout(opened.stored?.version ?? null);
    return withService(project, opened, async reader => {
      const {origin} = reader.service;
      if (opened.stored === null) refuseFormerHome(project.settings, await project.readNeighbours('first-state'), origin);
      return act({folder, locked, opened, state: stateAt(origin, opened, project), reader});
    });
  });
}

/** A state in which nothing lives yet belongs to the address of the first thing that does. */
function stateAt(origin: string, {stored, unresolved}: OpenedState, {settings: {project, environment}, tool, world}: Project): State {
  if (stored === null) return newState({lineage: world.uuid(), tool, project, environment, origin});
  return stored.state.monitors.size === 0 && unresolved.length === 0 ? startAt(stored.state, origin) : stored.state;
}

/**
 * Writes specs and records their monitors. Names first, then specs, then the state: a crash in between leaves specs with
 * explicit target ids, by which the next apply finds the monitors. Throws `UserError` before the first write where one can't be made.
 */
export async function adoptDrafts({accepted, placeholders}: Drafts, adopting: Adopting, tool: string): Promise<void> {
  if (accepted.length === 0) return;
  const {folder} = adopting;
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
  {locked, opened, state, reader}: Adopting,
  tool: string,
): Promise<void> {
  const answered = noteAnswers(state, reader.service.isEmulator());
  await locked.write({...answered, tool, monitors: new Map([...state.monitors, ...records])}, opened.stored?.version ?? null);
}
