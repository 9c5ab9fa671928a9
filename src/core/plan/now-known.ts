import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {fingerprintAllowed, isFingerprint} from '../secrets/fingerprint';
import {isSecretPath} from '../secrets/places';

/**
 * A recorded body in which members are read that an earlier version only allowed: it kept their texts as fingerprints. One that the
 * spec's plain text matches stands for that text. Lists are left as they are.
 */
export function readNowKnown(recorded: JsonObject, wanted: JsonObject, lineage: string): JsonObject {
  return read(recorded, wanted, {path: [], lineage}) as JsonObject;
}

function read(
  recorded: JsonValue,
  wanted: JsonValue | undefined,
  at: {readonly path: readonly string[]; readonly lineage: string},
): JsonValue {
  if (typeof recorded === 'string') {
    if (wanted === undefined || wanted === null || !isFingerprint(recorded) || isSecretPath(at.path)) return recorded;
    return typeof wanted !== 'object' && fingerprintAllowed(wanted, at.path, at.lineage) === recorded ? wanted : recorded;
  }
  if (!isObject(recorded) || !isObject(wanted)) return recorded;
  let isSame = true;
  const members = Object.entries(recorded).map(([name, value]) => {
    const known = read(value, property(wanted, name), {...at, path: [...at.path, name]});
    isSame &&= known === value;
    return [name, known] as const;
  });
  return isSame ? recorded : Object.fromEntries(members);
}
