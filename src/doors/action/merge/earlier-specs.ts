import {lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../../core/base/names';
import type {Settings} from '../../../core/config/config';
import type {DiagnosticCode} from '../../../core/diagnostics/codes';
import {hasErrors} from '../../../core/diagnostics/diagnostic';
import {UserError} from '../../../core/diagnostics/user-error';
import {findReal, pathBelow} from '../../../core/files/paths';
import {findRepositoryBelow} from '../../../core/git/repository';
import type {JsonObject} from '../../../core/json/value';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import type {OpenedState} from '../../../core/state/fold-open';
import {planFromView} from '../../../features/plan/plan';
import {type CheckedWorkspace, checkWorkspace} from '../../../project/check';
import type {Project} from '../../../project/project';
import {journalPathOf} from '../git-state';
import type {ActionPorts, ActionRequest, BranchEvent} from '../ports';
import type {LineCommit} from './branch-history';
import {describeEffects, type Effect, KnownEffects} from './makers';
import {layOut, type Worktree} from './tip-worktree';

/** The files that the specs of a commit are made of, as paths in the repository with `/`. Null where anything may be one. */
export type SpecInputs = {
  /** Ends in `/`; empty for the whole repository. */
  readonly specs: string;
  readonly config: string;
  /** Data files. */
  readonly data: ReadonlySet<string>;
  /** The state and its journal. */
  readonly own: ReadonlySet<string>;
} | null;

/** The specs of an earlier commit: what they are made of, and what apply would make of them today; null with errors. */
export interface EarlierSpecs {
  readonly inputs: SpecInputs;
  readonly effects: KnownEffects | null;
}

/** Inputs for planning the specs of earlier commits. */
interface EarlierPlanning {
  readonly request: ActionRequest<BranchEvent>;
  readonly ports: ActionPorts;
  /** The tip. */
  readonly place: Pick<Worktree, 'root' | 'placed'>;
  /** The project of the tip. */
  readonly project: Project;
  /** The state of today. */
  readonly opened: OpenedState;
}

/** The specs were not there yet, or in another place. */
const NOT_THERE: ReadonlySet<DiagnosticCode> = new Set([
  'file/no-specs',
  'file/no-directory',
  'config/not-found',
  'config/no-environment',
  'config/unknown-environment',
  'spec/none-here',
]);

/**
 * Plans the specs of an earlier commit against the state of today: offline, all monitors, without limits. A config that leads elsewhere,
 * or nowhere, hides what the commit has: then it is planned with the config of the tip, too, or who puts that right would count as the
 * maker of all changes.
 */
export async function planEarlier(commit: string, planning: EarlierPlanning): Promise<EarlierSpecs> {
  const own = await planCommit(commit, planning);
  if (own.isHere) return {inputs: own.inputs, effects: own.effects && new KnownEffects(own.effects)};
  const config = readConfig(planning.place);
  const today = await planCommit(commit, planning, root => putConfig(root, config));
  const isKnown = own.effects !== null && today.effects !== null;
  return {inputs: null, effects: isKnown ? new KnownEffects([...own.effects, ...today.effects]) : null};
}

/** A monitor as the specs of a commit make it. */
export interface CommittedMonitor
  extends Pick<DesiredMonitor, 'key' | 'specPath' | 'bodyHash' | 'inherited' | 'list' | 'isFilled' | 'allowed' | 'sync'> {
  readonly body: JsonObject;
}

/** Reads the monitors of a commit's specs; none where they have errors. */
export async function readMonitors(commit: string, planning: EarlierPlanning): Promise<readonly CommittedMonitor[]> {
  const read = await actOn(commit, planning, (root, settings) => {
    const {checked} = checkWorkspace({...planning.project, settings, cwd: root, cache: null, keyList: null});
    return checked.monitors.map(monitor => ({...monitor, body: monitor.body()}));
  });
  return read instanceof UserError ? [] : read;
}

/** Acts on a commit while it is laid out; `prepare` changes files before the config is read. Resolves to a refusal. */
async function actOn<T>(
  commit: string,
  {request, ports}: Pick<EarlierPlanning, 'request' | 'ports'>,
  act: (root: string, settings: Settings) => T,
  prepare?: (root: string) => void,
): Promise<T | UserError> {
  const {workspace, workingDirectory} = request.inputs;
  const checkout = findRepositoryBelow(workspace, workingDirectory) ?? workingDirectory;
  try {
    const {root, settings, remove} = await layOut(request, ports, checkout, {commit, ...(prepare && {prepare})});
    try {
      return act(root, settings);
    } finally {
      await remove();
    }
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** A commit as one config shows it. */
interface PlannedCommit {
  readonly inputs: SpecInputs;
  /** Null with errors. */
  readonly effects: readonly Effect[] | null;
  /** The config leads to the same project, environment and directory as that of the tip. */
  readonly isHere: boolean;
}

async function planCommit(commit: string, planning: EarlierPlanning, prepare?: (root: string) => void): Promise<PlannedCommit> {
  const {place, project, opened} = planning;
  const plan = (root: string, settings: Settings): PlannedCommit => {
    const {budget, budgetBy, keyBudgets, ...free} = settings;
    // A commit brought also what it could only hold back.
    const {stateFile, operations} = project.settings;
    const earlier = {...project, settings: {...free, stateFile, operations}, cwd: root, cache: null, keyList: null};
    const isHere = namePlace(root, settings) === namePlace(place.root, place.placed);
    const checked = checkWorkspace(earlier);
    const inputs = listInputs(settings, root, checked);
    if (hasErrors(checked.report.findings)) return {inputs, effects: null, isHere};
    return {inputs, effects: describeEffects(planFromView(earlier, checked, opened, {allowDeletes: true}, {neighbours: []})), isHere};
  };
  const planned = await actOn(commit, planning, plan, prepare);
  return planned instanceof UserError ? {inputs: null, effects: NOT_THERE.has(planned.code) ? [] : null, isHere: false} : planned;
}

function namePlace(root: string, {project, environment, specsDirectory}: Settings): string {
  return JSON.stringify([project, environment, pathBelow(root, specsDirectory)]);
}

/** A config file, by its path in the repository; null where there is none. */
interface PlacedConfig {
  readonly path: string;
  readonly bytes: Buffer | null;
}

function readConfig({root, placed: {configFile, specsDirectory}}: EarlierPlanning['place']): PlacedConfig {
  const path = pathBelow(root, configFile ?? join(dirname(specsDirectory), DEFAULT_CONFIG_FILE));
  return {path, bytes: configFile === null ? null : readFileSync(configFile)};
}

/** Throws {@link UserError} where the commit has something else than a directory on the way, such as a link that leads out. */
function putConfig(root: string, {path, bytes}: PlacedConfig): void {
  const folders = posix.dirname(path).split('/');
  for (const count of folders.keys()) {
    const stats = lstatSync(join(root, ...folders.slice(0, count + 1)), {throwIfNoEntry: false});
    if (stats?.isDirectory() === false) throw new UserError('config/unsafe-path', `no directory leads to ${path} in that commit`);
  }
  const place = join(root, path);
  rmSync(place, {force: true, recursive: true});
  if (bytes === null) return;
  mkdirSync(dirname(place), {recursive: true});
  writeFileSync(place, bytes, {flag: 'wx'});
}

/** Lists what specs are made of. */
export function listInputs(settings: Settings, root: string, {checked}: CheckedWorkspace): SpecInputs {
  const {specsDirectory, configFile, stateFile} = settings;
  // Commits name files by where they really are; a directory may be reached by a link.
  const inRepository = (path: string) => pathBelow(findReal(root), findReal(path));
  const specs = inRepository(specsDirectory);
  const data = [...checked.dataOf].flatMap(([spec, paths]) => paths.map(path => inRepository(join(specsDirectory, dirname(spec), path))));
  const config = inRepository(configFile ?? join(dirname(specsDirectory), DEFAULT_CONFIG_FILE));
  const state = pathBelow(root, stateFile);
  return {specs: specs === '' ? '' : `${specs}/`, config, data: new Set(data), own: new Set([state, journalPathOf(state)])};
}

/** Files that count wherever they stand: a config may come to stand nearer than that of the specs, and attributes change what git lays out. */
const ANYWHERE: ReadonlySet<string> = new Set([DEFAULT_CONFIG_FILE, '.gitattributes']);

/** Whether a commit changes something that specs are made of. Pure. */
export function changesInputs({changes, changesLinks}: LineCommit, inputs: SpecInputs): boolean {
  if (changesLinks || inputs === null) return true;
  const {specs, config, data, own} = inputs;
  const isInput = (path: string) => path.startsWith(specs) || path === config || data.has(path) || ANYWHERE.has(posix.basename(path));
  return [...changes.keys()].some(path => isInput(path) && !own.has(path));
}

/** Whether a commit changes the config. Pure. */
export function changesConfig({changes}: LineCommit, inputs: SpecInputs): boolean {
  return inputs !== null && changes.has(inputs.config);
}
