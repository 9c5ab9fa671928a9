import type {Diagnostic, Place} from '../core/diagnostics/diagnostic';
import {UserError} from '../core/diagnostics/user-error';
import {canonicalJson} from '../core/json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../core/json/value';
import type {SourceFile} from '../core/specs/desired-monitor';
import type {Spec, SpecSync} from '../core/specs/types';

/** A spec that a program made: what a file would hold, and its key. */
export interface SpecInMemory extends Omit<Spec, 'sync'> {
  /** The stable name of the monitor, unique in the project and environment, e.g. `pricing/acme`. */
  key: string;
  sync?: Omit<SpecSync, 'key'>;
}

/**
 * Writes specs that a program made as files would hold them, so that one set of rules checks both. Member order does not matter:
 * equal specs give equal bytes. Throws `UserError` for one without a key, and for a value that JSON can't hold.
 */
export function toSourceFiles(monitors: readonly SpecInMemory[]): SourceFile[] {
  // `map` skips the holes of a list.
  return Array.from(monitors, (monitor, index) => {
    const file = `monitors[${index}]`;
    const {key, sync, ...body} = toJson(monitor, file);
    if (typeof key !== 'string') throw new UserError('config/usage', `${file} has no key`, 'give each monitor a key, e.g. "pricing/acme"');
    if (sync !== undefined && !isObject(sync))
      throw new UserError('config/usage', `${file}.sync is not an object`, 'leave it out, or give its members');
    if (sync?.['key'] !== undefined) throw new UserError('config/usage', `${file}.sync has a key`, 'give the key beside the name only');
    const spec: JsonObject = {...body, sync: {...sync, key}};
    return {file, specPath: key, bytes: Buffer.from(canonicalJson(spec))};
  });
}

function toJson(monitor: SpecInMemory, name: string): JsonObject {
  try {
    const value = JSON.parse(JSON.stringify(monitor)) as JsonValue;
    if (isObject(value)) return value;
  } catch (cause) {
    throw new UserError('config/usage', `${name} cannot be written as JSON`, 'use plain objects, arrays, text, numbers and booleans', {
      cause,
    });
  }
  throw new UserError('config/usage', `${name} is not an object`, 'give an object with key, name, schedule and targets');
}

/** Names the place of a finding as the program knows it: `monitors[12].targets[0].url`. */
export function nameInMemory(finding: Diagnostic): Diagnostic {
  const {where, counterpart, message} = finding;
  return {
    ...finding,
    message: dropLines(message),
    ...(where === undefined ? {} : {where: namePlace(where)}),
    ...(counterpart === undefined ? {} : {counterpart: {message: dropLines(counterpart.message), where: namePlace(counterpart.where)}}),
  };
}

/** Specs that were never in a file have no lines. */
function dropLines(message: string): string {
  return message.replace(/\b(monitors\[\d+\]):\d+:\d+/g, '$1');
}

function namePlace(where: Place): Place {
  const pointer = where.pointer.replace(/^\/sync\/key$/, '/key');
  const names = pointer.split('/').slice(1);
  const path = names.map(name => name.replaceAll('~1', '/').replaceAll('~0', '~')).map(toAccess);
  return {...where, pointer, file: `${where.file}${path.join('')}`};
}

function toAccess(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
