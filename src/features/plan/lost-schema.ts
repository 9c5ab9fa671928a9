import {existsSync, readFileSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import type {Change} from '../../core/plan/change';
import {specOf} from '../../rendering/plan-origins';

/** Moved specs whose first line is looked at: they mostly moved together. */
const LOOKED_AT = 20;

/** Finds a spec with a new key whose first line names a schema that is not there, as after a move; null for none. Reads no other spec. */
export function findLostSchema(changes: readonly Change[], directory: string): string | null {
  const renamed = changes.filter(
    change => change.action === 'rename' || (change.action === 'blocked' && change.reason.kind === 'possible-rename'),
  );
  const files = [...new Set(renamed.flatMap(change => specOf(change)?.file ?? []))];
  return files.slice(0, LOOKED_AT).find(file => namesLostSchema(resolve(directory, file))) ?? null;
}

function namesLostSchema(path: string): boolean {
  if (!existsSync(path)) return false;
  const [, schema] = /^#\s*yaml-language-server:\s*\$schema=(\.\S+)/.exec(readFileSync(path, 'utf8')) ?? [];
  return schema !== undefined && !existsSync(resolve(dirname(path), schema));
}
