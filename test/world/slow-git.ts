import {existsSync, mkdirSync, watch, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {World} from '../../src/core/base/context';
import {findProgram} from './programs';
import {realWorld} from './real-world';

/** A git that is slow with some commands, and a clock on which their time is over as soon as one of them runs. */
export interface SlowGit {
  /** Comes first in PATH. */
  readonly directory: string;
  readonly path: string;
  readonly world: World;
}

/** Shorter waits are no limits of git. */
const LEAST_LIMIT_MS = 1000;

/** Milliseconds that pass while a git answers at last. */
const SLOW_MS = 30_000;

/** Makes a git in a directory that answers commands whose words match the pattern of a shell's `case` never, or late. */
export function makeSlowGit(directory: string, pattern: string, answers: 'never' | 'late' = 'never'): SlowGit {
  const real = findProgram({program: 'git', variable: 'GIT_PROGRAM', untested: 'slow gits', install: 'apt-get install git'}) ?? 'git';
  const started = join(directory, 'started');
  mkdirSync(directory);
  const isStarted = () => existsSync(started);
  const lines = [
    '#!/bin/sh',
    `case "$*" in ${pattern}) : > '${started}'; ${answers === 'never' ? 'exec sleep 60' : ''} ;; esac`,
    `exec '${real}' "$@"`,
  ];
  writeFileSync(join(directory, 'git'), `${lines.join('\n')}\n`, {mode: 0o755});
  const untilStarted = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const watcher = watch(directory, () => isStarted() && end());
      const end = () => {
        watcher.close();
        resolve();
      };
      signal?.addEventListener('abort', () => {
        watcher.close();
        reject(signal.reason);
      });
      if (isStarted()) end();
    });
  let passed = 0;
  const sleep: World['sleep'] = async (ms, signal) => {
    if (ms < LEAST_LIMIT_MS || answers === 'late') return realWorld.sleep(ms, signal);
    await untilStarted(signal);
    passed += ms;
  };
  const world = {...realWorld, sleep, monotonic: () => realWorld.monotonic() + passed + (answers === 'late' && isStarted() ? SLOW_MS : 0)};
  return {directory, path: `${directory}:${process.env['PATH']}`, world};
}
