import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import type {Settings} from '../../core/config/config';
import {loadSettings} from '../../core/config/loaded-settings';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, isInGit, isInside, isReallyInside} from '../../core/files/paths';
import {findRepositoryBelow} from '../../core/git/repository';
import type {ActionInputs, ActionPorts, WorkflowRun} from './ports';

/** The repository's root and the settings of a run. */
export interface Workspace {
  /** The root of the repository, absolute: GitHub wants paths relative to it. */
  readonly root: string;
  readonly settings: Settings;
}

/** Finds the repository's root, and combines inputs, environment, config file and defaults. Throws {@link UserError}. */
export function openWorkspace(inputs: ActionInputs, env: ActionPorts['env'], environmentChoice: 'one' | 'any' = 'one'): Workspace {
  const {workspace, workingDirectory} = inputs;
  const root = findRepositoryBelow(workspace, workingDirectory) ?? workingDirectory;
  const directory = followLinks(root, workingDirectory);
  refuseLinkedInputs(root, directory, inputs);
  const directoryHint = 'check the input working-directory';
  const settings = loadSettings({flags: inputs, env, directory, cwd: root, directoryHint, environmentChoice});
  refuseSpecsOutside(root, settings);
  refuseGitInputs(settings, inputs);
  refuseUnshared(settings, inputs);
  return {root, settings: followStateLinks(root, settings)};
}

/**
 * Returns the settings with the place of the state as git has it, with the links on the way followed: by another path it would have no
 * history that it could be judged by, and two files for one state.
 */
export function followStateLinks(root: string, settings: Settings): Settings {
  const {stateFile} = settings;
  if (!isInside(root, stateFile)) return settings;
  return {...settings, stateFile: join(followLinks(root, dirname(stateFile)), basename(stateFile))};
}

/** Throws {@link UserError} for inputs about a state in git, where the state is on a server. */
export function refuseGitInputs({sharedState}: Settings, {stateBranch, commitState, newState}: ActionInputs): void {
  if (sharedState === undefined) return;
  const input =
    stateBranch !== undefined ? 'state-branch' : !commitState ? 'commit-state' : newState !== undefined ? 'new-state' : undefined;
  if (input === undefined) return;
  throw new UserError(
    'action/bad-input',
    `the input ${input} is for a state in git; the config file says "state: {backend: ${sharedState.backend}}"`,
    `remove ${input}`,
  );
}

/** Throws {@link UserError} where the environments of the shared comment leave this one out: its plan would have no place. */
function refuseUnshared({environment}: Settings, {sharedComment}: ActionInputs): void {
  if (sharedComment.length === 0 || sharedComment.includes(environment)) return;
  throw new UserError(
    'action/bad-input',
    `the input shared-comment does not name the environment "${environment}"`,
    'name all environments whose plans share the comment, or leave it out',
  );
}

/**
 * Resolves the symbolic links of a working directory, below the repository's root. Throws {@link UserError} for a link that leads out
 * of the repository.
 */
export function followLinks(root: string, directory: string): string {
  if (!isOfRepository(root, directory)) throw leadsOut('working-directory', relative(root, directory));
  return join(root, relative(findReal(root), findReal(directory)));
}

/**
 * Throws {@link UserError} if a symbolic link leads the path of an input out of the repository: a pull request could then read or
 * overwrite other files of the runner.
 */
export function refuseLinkedInputs(
  root: string,
  directory: string,
  {config, specs, state}: Pick<ActionInputs, 'config' | 'specs' | 'state'>,
): void {
  for (const [input, path] of Object.entries({config, specs, state})) {
    const place = path === undefined ? root : resolve(directory, path);
    // The reader of a file refuses a link in its own place, with a better message.
    const way = input === 'specs' ? place : dirname(place);
    if (path !== undefined && isInside(root, place) && place !== root && !isOfRepository(root, way)) throw leadsOut(input, path);
  }
}

/** Whether a path, with links resolved, is in the repository and not in `.git`. */
function isOfRepository(root: string, path: string): boolean {
  return isReallyInside(root, path) && !isInGit(relative(findReal(root), findReal(path)));
}

function leadsOut(input: string, path: string): UserError {
  return new UserError(
    'config/unsafe-path',
    `a symbolic link in the path ${path} leads out of the repository`,
    `set the input ${input} to a path inside the repository`,
  );
}

/** Refuses specs outside the repository: they could be neither annotated nor reviewed. Throws {@link UserError}. */
export function refuseSpecsOutside(root: string, {specsDirectory}: Pick<Settings, 'specsDirectory'>): void {
  if (isInside(root, specsDirectory)) return;
  throw new UserError('git/outside-repository', 'the specs are outside the repository', 'set the input specs to a path inside it');
}

/** Creates a directory below `RUNNER_TEMP`, which some runners do not create. Returns its absolute path. */
export function makeTemporaryDirectory({temporaryDirectory}: Pick<WorkflowRun, 'temporaryDirectory'>, prefix: string): string {
  mkdirSync(temporaryDirectory, {recursive: true});
  return mkdtempSync(join(temporaryDirectory, prefix));
}

/** A directory for the files that outputs name; one for each run of the action, so that several steps keep theirs. */
export class Artifacts {
  #directory: string | undefined;

  constructor(private readonly run: Pick<WorkflowRun, 'temporaryDirectory'>) {}

  /** Writes a file and returns its absolute path. */
  write(name: string, text: string): string {
    this.#directory ??= makeTemporaryDirectory(this.run, 'monitors-');
    const path = join(this.#directory, name);
    writeFileSync(path, text, {flag: 'wx'});
    return path;
  }
}
