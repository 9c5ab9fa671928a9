import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {isAbsolute, join, relative, sep} from 'node:path';
import {isInside} from '../config/inner-path';
import {loadSettings} from '../config/loaded-settings';
import type {Settings} from '../config/model';
import {findRepositoryBelow} from '../git/repository';
import {findReal} from '../real-path';
import {Refusal} from '../refusal';
import type {ActionInputs, ActionPorts, WorkflowRun} from './model';

/** Where a run works. */
export interface Workspace {
  /** The root of the repository, absolute: GitHub wants paths relative to it. */
  readonly root: string;
  readonly settings: Settings;
}

/** Finds the repository's root, and combines inputs, environment, config file and defaults. Throws {@link Refusal}. */
export function openWorkspace(inputs: ActionInputs, env: ActionPorts['env']): Workspace {
  const {workspace, workingDirectory} = inputs;
  const root = findRepositoryBelow(workspace, workingDirectory) ?? workingDirectory;
  const directory = followLinks(root, workingDirectory);
  const settings = loadSettings({flags: inputs, env, directory, cwd: root, directoryHint: 'check the input working-directory'});
  refuseSpecsOutside(root, settings);
  return {root, settings};
}

/**
 * The place that a working directory really is, below the repository's root: a link of the repository may lead to another
 * directory of it. Throws {@link Refusal} for one that leads anywhere else.
 */
export function followLinks(root: string, directory: string): string {
  const inside = relative(findReal(root), findReal(directory));
  const place = join(root, inside);
  if (!isAbsolute(inside) && isInside(root, place) && !inside.split(sep).some(part => part.toLowerCase() === '.git')) return place;
  throw new Refusal(
    'config/unsafe-path',
    `a symbolic link on the way to the working directory ${relative(root, directory)} leads out of the files of the repository`,
    'give "working-directory" as a directory of the repository',
  );
}

/** What is applied after the merge is what a branch holds: no annotation can stand elsewhere, and nobody reviews it. Throws {@link Refusal}. */
export function refuseSpecsOutside(root: string, {specsDirectory}: Pick<Settings, 'specsDirectory'>): void {
  if (isInside(root, specsDirectory)) return;
  throw new Refusal('git/outside-repository', 'the specs lie outside of the repository', 'give the input specs as a path inside it');
}

/** Makes a new directory below `RUNNER_TEMP`, which not every runner makes itself. Returns its absolute path. */
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
