import {mkdirSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {UserError} from '../diagnostics/user-error';
import {explainFileError} from '../files/file-error';
import {errorCode, isSystemError, realDisk} from '../state/file/disk';
import {createTemporary, readWhole, removeQuietly, replaceFile, syncDirectory, type WriteWorld, writeAll} from '../state/file/write';
import type {FoundFile, ScaffoldResult, ScaffoldStep} from './scaffold-step';

/** Reads the file at a path below `root`. Throws {@link UserError} if the path contains a symbolic link, or is not a regular file. */
export function inspectFile(root: string, path: string): FoundFile {
  const names = path.split('/');
  for (const length of names.keys()) {
    const part = names.slice(0, length + 1).join('/');
    const facts = attempt(part, 'read', () => realDisk.lstat(join(root, part)));
    if (facts === null) return {kind: 'nothing'};
    const wanted = length === names.length - 1 ? 'file' : 'directory';
    if (facts.kind !== wanted)
      throw inTheWay(
        part,
        wanted,
        facts.kind === 'symlink' ? 'a symbolic link' : `not a ${wanted === 'file' ? 'regular file' : 'directory'}`,
      );
  }
  return {kind: 'file', content: attempt(path, 'read', () => readWhole(realDisk, join(root, path)))};
}

/** Whether a directory below `root` holds a file that could be a spec. */
export function holdsSpecs(root: string, directory: string): boolean {
  try {
    const entries = readdirSync(join(root, directory), {withFileTypes: true}).filter(({name}) => !/^[_.]/.test(name));
    return entries.some(entry => (entry.isDirectory() ? holdsSpecs(root, `${directory}/${entry.name}`) : /\.ya?ml$/.test(entry.name)));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw cannotWrite(directory, 'read', error);
  }
}

/**
 * Carries out one step durably: after a crash the file is complete or missing. Never overwrites: a file that appeared or changed
 * meanwhile is kept. Throws {@link UserError} if it cannot be written.
 */
export async function takeStep(root: string, step: ScaffoldStep, io: WriteWorld): Promise<ScaffoldResult> {
  const {path, outcome} = step;
  try {
    switch (outcome) {
      case 'created':
        return {path, outcome: (await createFile(io, join(root, path), step.content)) ? 'created' : 'kept'};
      case 'extended':
        await replaceFile(io, {target: join(root, path), text: step.content, mode: 0o644, check: () => refuseChanged(root, step)});
        return {path, outcome};
      case 'unchanged':
        return {path, outcome};
      case 'kept':
        return {path, outcome, ...(step.toAdd === undefined ? {} : {toAdd: step.toAdd})};
    }
  } catch (error) {
    throw error instanceof UserError || !isSystemError(error) ? error : cannotWrite(path, 'written', error);
  }
}

/** Creates a file; false if one exists by now. */
async function createFile(io: WriteWorld, target: string, content: Uint8Array): Promise<boolean> {
  const {disk} = io;
  mkdirSync(dirname(target), {recursive: true});
  const {path: temporary, file} = createTemporary(io, target, 0o644);
  try {
    try {
      writeAll(disk, file, content);
      await disk.fsync(file);
    } finally {
      disk.close(file);
    }
    // Link the complete file: unlike a rename, this fails if the name is taken.
    disk.link(temporary, target);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errorCode(error))) throw error;
    return await createWithoutLink(io, target, content);
  } finally {
    removeQuietly(disk, temporary);
  }
  await syncDirectory(disk, dirname(target));
  return true;
}

/** The error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function createWithoutLink({disk}: WriteWorld, target: string, content: Uint8Array): Promise<boolean> {
  let file: number;
  try {
    file = disk.open(target, 'create', 0o644);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeAll(disk, file, content);
    await disk.fsync(file);
  } finally {
    disk.close(file);
  }
  await syncDirectory(disk, dirname(target));
  return true;
}

function refuseChanged(root: string, {path, before}: Extract<ScaffoldStep, {outcome: 'extended'}>): void {
  const now = inspectFile(root, path);
  if (now.kind === 'file' && Buffer.from(now.content).equals(before)) return;
  throw new UserError('config/cannot-write', `${path} changed during the run`, 'run the command again: it continues from there');
}

function attempt<Value>(path: string, deed: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw cannotWrite(path, deed, error);
  }
}

function inTheWay(path: string, wanted: 'file' | 'directory', is: string): UserError {
  return new UserError(
    'config/unsafe-path',
    `${path} is ${is}: nothing was written`,
    wanted === 'file' ? 'replace it by a regular file, or remove it' : 'replace it by a directory, or remove it',
  );
}

function cannotWrite(path: string, deed: string, cause: unknown): UserError {
  return new UserError(
    'config/cannot-write',
    `${path} cannot be ${deed}: ${explainFileError(cause)}`,
    'fix that and run the command again: it continues with the missing files',
    {cause},
  );
}
