import machinePath from 'node:path';
import type {Context} from '../base/context';

/** Variables that name a user's directory, and its place below the home directory without them. */
const PLACES = {
  cache: {variable: 'XDG_CACHE_HOME', belowHome: ['.cache']},
  state: {variable: 'XDG_STATE_HOME', belowHome: ['.local', 'state']},
} as const;

/**
 * The directory of this tool for a user's caches, or for what outlives them; null without a home directory. Absolute. After the XDG
 * Base Directory Specification; on Windows below `%LOCALAPPDATA%`, unless the variable of XDG is set. `bin/monitors.cjs` does the same
 * for compiled code.
 */
export function findUserDirectory(kind: keyof typeof PLACES, env: Context['env'], platform: string): string | null {
  const {isAbsolute, join} = platform === 'win32' ? machinePath.win32 : machinePath.posix;
  const {variable, belowHome} = PLACES[kind];
  const [given, local, home] = [env[variable], env['LOCALAPPDATA'], env['HOME']];
  if (given) return isAbsolute(given) ? join(given, 'monitors') : null;
  if (platform === 'win32' && local) return isAbsolute(local) ? join(local, 'monitors', kind) : null;
  return home && isAbsolute(home) ? join(home, ...belowHome, 'monitors') : null;
}
