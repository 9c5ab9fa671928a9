import {dirname, join} from 'node:path';
import type {Settings} from '../config/config';
import {UserError} from '../diagnostics/user-error';
import {explainFileError} from '../files/file-error';
import {isInGit, pathBelow, toShownPath} from '../files/paths';
import {findRepository} from '../git/repository';
import {holdsRunSecret, type SecretEnv} from '../secrets/run-secrets';
import {isSystemError} from '../state/file/disk';
import {readWhole, replaceFile, type WriteWorld} from '../state/file/write';
import {LAYER_SCHEMA_PATH, pathFrom, SPEC_SCHEMA_PATH} from './editor-template';
import {inspectFile, takeStep} from './file-scaffold';
import {addToList} from './yaml-edit';

/** The files of a repository that a command writes specs into. Nothing is ever written over, and no symbolic link is followed. */
export interface SpecFolder {
  /** The schema of specs or layers as a comment in the file at that path names it; null where there is none, or a comment can't. */
  schemaFor(specPath: string): string | null;
  /** Whether anything stands at that path below the specs directory. */
  isThere(specPath: string): boolean;
  /** Whether a body, as JSON, holds a secret of this run, which must not get into files that are committed. */
  holdsSecret(body: string): boolean;
  /** Throws a refusal where a new spec can't be written; writes nothing. */
  checkPlace(specPath: string): void;
  /** Writes a new spec, durably. Throws a refusal where it can't be written, or something has come there meanwhile. */
  writeSpec(specPath: string, text: string): Promise<void>;
  /** Works out how names are added to `secrets.allow` of the config file and returns what does it, durably. Throws a refusal where that can't be done. */
  prepareAllowing(names: readonly string[]): () => Promise<void>;
}

/**
 * Opens the specs directory and the config file that the settings name; `cwd` is what messages show paths relative to, `env`
 * holds the secrets of this run.
 */
export function openSpecFolder({specsDirectory, configFile}: Settings, cwd: string, io: WriteWorld, env: SecretEnv = {}): SpecFolder {
  refuseGitDirectory(specsDirectory, cwd);
  const base = configFile === null ? cwd : dirname(configFile);
  const root = findRepository(base) ?? base;
  const place = (specPath: string) => toShownPath(cwd, join(specsDirectory, specPath));
  return {
    schemaFor: specPath => {
      const directory = pathBelow(root, dirname(join(specsDirectory, specPath)));
      const schema = /(?:^|\/)_[^/]*$/.test(specPath) ? LAYER_SCHEMA_PATH : SPEC_SCHEMA_PATH;
      const path = pathFrom(directory, schema);
      return io.disk.lstat(join(root, schema)) === null || directory.startsWith('..') || /[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? null : path;
    },
    isThere: specPath => io.disk.lstat(join(specsDirectory, specPath)) !== null,
    holdsSecret: body => holdsRunSecret(body, env),
    checkPlace: specPath => {
      if (inspectFile(specsDirectory, specPath).kind !== 'nothing') throw inTheWay(place(specPath));
    },
    writeSpec: async (specPath, text) => {
      const step = {outcome: 'created', path: specPath, content: Buffer.from(text)} as const;
      const {outcome} = await takeStep(specsDirectory, step, io);
      if (outcome !== 'created') throw inTheWay(place(specPath));
    },
    prepareAllowing: names => prepareAllowing(names, configFile, cwd, io),
  };
}

function refuseGitDirectory(specsDirectory: string, cwd: string): void {
  if (!isInGit(specsDirectory)) return;
  throw new UserError(
    'config/unsafe-path',
    `the specs directory ${toShownPath(cwd, specsDirectory)} is a directory of git's own`,
    'name another one with --specs, or `specs` in monitors.config.yaml',
  );
}

function inTheWay(shown: string): UserError {
  return new UserError('config/cannot-write', `${shown} already exists and would be overwritten`, 'move that file away, then run again');
}

function prepareAllowing(names: readonly string[], file: string | null, cwd: string, io: WriteWorld): () => Promise<void> {
  if (names.length === 0) return async () => {};
  if (file === null) throw new Error('references need a config file that allows them');
  const shown = toShownPath(cwd, file);
  const before = attempt(shown, () => readWhole(io.disk, file));
  const text = Buffer.from(before).toString('utf8');
  // Decoding drops no byte order mark here: the text is written back as it was.
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const edited = addToList(text.slice(mark.length), ['secrets', 'allow'], names);
  if (edited === null) {
    throw new UserError(
      'config/cannot-write',
      `the names that the specs would refer to can't be added to ${shown} without changing more of it`,
      `add them yourself, then run the command again: secrets: {allow: [${names.join(', ')}]}`,
    );
  }
  const check = () => {
    if (Buffer.from(attempt(shown, () => readWhole(io.disk, file))).equals(before)) return;
    throw new UserError('config/cannot-write', `${shown} was changed by another program just now`, 'run the command again');
  };
  return async () => {
    try {
      await replaceFile(io, {target: file, text: mark + edited, mode: 0o644, check});
    } catch (error) {
      throw error instanceof UserError || !isSystemError(error) ? error : cannotWrite(shown, error);
    }
  };
}

function attempt<Value>(shown: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(shown, error) : error;
  }
}

function cannotWrite(shown: string, cause: unknown): UserError {
  return new UserError(
    'config/cannot-write',
    `${shown} cannot be written: ${explainFileError(cause)}`,
    'fix that, then run the command again',
    {cause},
  );
}
