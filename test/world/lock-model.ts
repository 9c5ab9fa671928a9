import {dirname} from 'node:path';
import {UserError} from '../../src/core/diagnostics/user-error';
import type {Disk} from '../../src/core/state/file/disk';
import {openFileStore} from '../../src/core/state/file/store';
import {countingWorld, host} from '../unit/core/state/world';

/** One step that others can see: a call to the shared disk, a look-up of a process, or the run between lock and release. */
export interface Step {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Result of a step. */
export type StepResult = {readonly value: unknown} | {readonly error: string};

/** Where a process stands after the results that it has seen: before its next step, or at its end. */
export type Standing = {readonly kind: 'next'; readonly step: Step} | {readonly kind: 'ended'; readonly how: string};

/** The state file of all processes of a model. */
export const stateFile = '/model/monitors.state.json';

class Paused extends Error {}

/**
 * Runs the real code of `lock` and `release` as process number `pid` on a disk whose calls answer what was recorded, and
 * tells the first step that has no answer yet. The same answers always lead to the same step, so that a process can be
 * stopped between any two of its steps and taken up again.
 */
export async function standAfter(pid: number, history: readonly StepResult[]): Promise<Standing> {
  let at = 0;
  let next: Step | undefined;
  const take = (name: string, ...args: readonly unknown[]): unknown => {
    const result = next === undefined ? history[at] : undefined;
    at += 1;
    if (result === undefined) {
      next ??= {name, args};
      throw new Paused();
    }
    if ('error' in result) throw Object.assign(new Error(result.error), {code: result.error, syscall: name});
    return result.value;
  };
  let how: string;
  try {
    const locked = await openStore(pid, take).lock();
    take('enter');
    take('leave');
    await locked.release();
    how = 'released';
  } catch (error) {
    how = error instanceof UserError ? error.code : String(error);
  }
  return next === undefined ? {kind: 'ended', how} : {kind: 'next', step: next};
}

function openStore(pid: number, take: (name: string, ...args: readonly unknown[]) => unknown) {
  const random = countingWorld();
  return openFileStore({
    stateFile,
    shown: 'monitors.state.json',
    project: 'acme-web',
    environment: 'default',
    tool: '1.4.0',
    world: {...random, uuid: () => random.uuid().replace(/-0{8}(?=.{4}$)/, `-${String(pid).padStart(8, '0')}`)},
    host: host({
      pid,
      startTime: '1',
      lookUpProcess: other => (take('lookUp', other) === true ? {kind: 'running', startTime: '1'} : {kind: 'gone'}),
    }),
    env: {},
    disk: recordedDisk(take),
  });
}

/** Writing to a new file is seen by nobody before it has its name, so it is one step: the link. */
function recordedDisk(take: (name: string, ...args: readonly unknown[]) => unknown): Disk {
  const contents: string[] = [];
  return {
    lstat: path => {
      if (path === dirname(stateFile)) return {kind: 'directory', mode: 0o755, size: 0};
      if (!path.includes('.lock')) return null;
      // Whether it is there shows when it is read: the code takes both answers for the same.
      return {kind: 'file', mode: 0o600, size: 500};
    },
    open: (path, mode) => {
      if (mode === 'create') take('create', path);
      contents.push(mode === 'create' ? path : String(take('read', path)));
      return contents.length - 1;
    },
    fstat: () => ({kind: 'file', mode: 0o600, size: 500}),
    readAll: file => Buffer.from(contents[file] ?? ''),
    write: (file, bytes) => {
      take('fill', contents[file], Buffer.from(bytes).toString());
      return bytes.length;
    },
    chmod: () => {},
    fsync: async () => {},
    close: () => {},
    rename: (from, to) => void take('rename', from, to),
    link: (from, to) => void take('link', from, to),
    unlink: path => void take('unlink', path),
    list: () => take('list') as string[],
  };
}
