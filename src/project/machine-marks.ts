import {isAbsolute, join} from 'node:path';
import type {Context} from '../core/base/context';
import {openCacheFile} from '../core/files/cache-file';
import {sha256} from '../core/json/canonical';
import {Marks} from '../core/state/marks';
import {FORGETFUL} from '../core/state/remote/last-seen';

/**
 * The marks of this machine about the states of one place: the absolute path of a state file, or any text that names a place on a
 * server. They are in `$XDG_STATE_HOME/monitors`, for their user alone, and are no cache: no option turns them off. Without a home
 * directory nothing is remembered.
 */
export function openMarks(place: string, {env, process, world}: Pick<Context, 'env' | 'process' | 'world'>): Marks {
  const home = env['XDG_STATE_HOME'] || (env['HOME'] ? join(env['HOME'], '.local', 'state') : '');
  if (!isAbsolute(home)) return new Marks(FORGETFUL);
  const path = join(home, 'monitors', `mark-${sha256(place).slice(0, 32)}.jsonl`);
  return new Marks(openCacheFile({path, userId: process.userId, uuid: world.uuid}));
}
