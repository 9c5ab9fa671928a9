import {createHash} from 'node:crypto';
import {canonicalJson, sha256} from '../../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {Refusals} from './refusals';

/**
 * Writes a state and signs it: members in code-unit order, one line each, and one line for each monitor and each removed record, so that
 * the change of one is one changed line. `root` holds all members but the monitors and the checksum. What is signed is the
 * canonical JSON without the checksum: the same values in the same order without the white space between them.
 */
export function layOutState(root: JsonObject, monitors: JsonObject): {readonly text: string; readonly checksum: string} {
  const records = sortByName(writeMembers(monitors));
  const members = new Map(writeMembers(root));
  members.set('monitors', `{${records.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`);
  const canonical = sortByName([...members]).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const checksum = `sha256:${sha256(`{${canonical.join(',')}}`)}`;
  members.set('checksum', JSON.stringify(checksum));
  const removed = root['removed'];
  if (Array.isArray(removed)) members.set('removed', `[\n${removed.map(line => `    ${writeCompact(line)}`).join(',\n')}\n  ]`);
  members.set('monitors', records.length === 0 ? '{}' : `{\n${layOutLines(records, '    ')}\n  }`);
  return {text: `{\n${layOutLines(sortByName([...members]), '  ')}\n}\n`, checksum};
}

/** A member: its name, and its value as canonical JSON. */
type WrittenMember = readonly [name: string, json: string];

function writeMembers(object: JsonObject): WrittenMember[] {
  return Object.keys(object).map((name): WrittenMember => [name, writeCompact(object[name] as JsonValue)]);
}

function sortByName(members: readonly WrittenMember[]): readonly WrittenMember[] {
  return [...members].sort(([a], [b]) => (a < b ? -1 : 1));
}

function layOutLines(members: readonly WrittenMember[], indent: string): string {
  return members.map(([name, json]) => `${indent}${JSON.stringify(name)}: ${json}`).join(',\n');
}

/** Canonical JSON. What is in order already, as nearly all is that was read, the language itself writes faster. */
export function writeCompact(value: JsonValue): string {
  return isInOrder(value) ? JSON.stringify(value) : canonicalJson(value);
}

/**
 * Whether `JSON.stringify` writes all members in code-unit order. It does not where an object has members such as `"9"` and
 * `"10"`: the language always lists those by number.
 */
function isInOrder(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  const object = value as JsonObject;
  let before = '';
  for (const name of Object.keys(object)) {
    if (before > name || !isInOrder(object[name] as JsonValue)) return false;
    before = name;
  }
  return true;
}

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
    if (cause instanceof RangeError) throw refusals.malformed('it is nested too deeply');
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
