import {createHash} from 'node:crypto';
import {canonicalJson, sha256} from '../../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {Refusals} from './refusals';

/**
 * The checksum that a state's content should be signed with, whatever it states itself. The text of a file that we wrote is
 * sorted already, so plain `JSON.stringify` gives its canonical form; others take the slow way.
 */
export function computeChecksum(root: JsonObject, refusals: Refusals): string {
  const {checksum: stated, ...content} = root;
  try {
    const quick = `sha256:${hashAsWritten(content)}`;
    return quick === stated ? quick : `sha256:${sha256(canonicalJson(content))}`;
  } catch (cause) {
    if (cause instanceof RangeError) throw refusals.malformed('it is nested too deep');
    throw cause;
  }
}

/** SHA-256 of `JSON.stringify(content)`, monitor by monitor: the whole text would take as much memory as the state. */
function hashAsWritten(content: JsonObject): string {
  const hash = createHash('sha256');
  let text = '{';
  const add = (more: string): void => {
    text += more;
    if (text.length < HASHED_AT_ONCE) return;
    hash.update(text);
    text = '';
  };
  for (const [index, name] of Object.keys(content).entries()) {
    const value = content[name] as JsonValue;
    add(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    if (name !== 'monitors' || !isObject(value)) {
      add(JSON.stringify(value));
      continue;
    }
    for (const [place, key] of Object.keys(value).entries()) {
      add(`${place === 0 ? '{' : ','}${JSON.stringify(key)}:${JSON.stringify(value[key])}`);
    }
    add(Object.keys(value).length === 0 ? '{}' : '}');
  }
  return hash.update(`${text}}`).digest('hex');
}

const HASHED_AT_ONCE = 64 * 1024;
