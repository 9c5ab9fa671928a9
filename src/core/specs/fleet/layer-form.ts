import type {Diagnostic} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import type {ParsedDocument, SpecDocument} from '../desired-monitor';
import {mergeDefaults} from './merge';

/** Members that may not stand in a layer, since each spec has its own. */
const ROOT_ONLY = ['name'];
const SYNC_ONLY = ['key', 'renamedFrom', 'each'];
/** The members of a target that stay with each spec. */
export const TARGET_ONLY: readonly string[] = ['id', 'type', 'urls', 'url', 'queries'];
/** The types of targets. */
export const TARGET_TYPES = ['scrape', 'crawl', 'search'];

/** A layer without what may not stand in it, and a finding for each such member. */
export interface AllowedLayer {
  readonly data: JsonObject;
  readonly findings: readonly Diagnostic[];
}

/** Takes out of a layer what no spec may inherit. An overlay is merged over the targets of specs, which it can't remove. */
export function takeAllowed(document: ParsedDocument, data: JsonObject, kind: 'defaults' | 'overlay'): AllowedLayer {
  const findings: Diagnostic[] = [];
  const sync = property(data, 'sync');
  const targets = property(data, 'targets');
  const allowed = new Map(Object.entries(without(data, [], ROOT_ONLY, document, findings)));
  if (isObject(sync)) allowed.set('sync', without(sync, ['sync'], SYNC_ONLY, document, findings));
  if (kind === 'overlay') findings.push(...findRemovedTargets(targets, document));
  if (targets !== undefined && targets !== null) {
    const kept = allowTargets(targets, document, findings);
    if (kept === null) allowed.delete('targets');
    else allowed.set('targets', kept);
  }
  return {data: Object.fromEntries(allowed), findings};
}

function findRemovedTargets(targets: JsonValue | undefined, document: ParsedDocument): Diagnostic[] {
  const types = isObject(targets) ? Object.keys(targets).filter(type => targets[type] === null) : [];
  const paths = targets === null ? [['targets']] : types.map(type => ['targets', type]);
  return paths.map(path => ({
    code: 'fleet/layer-form',
    severity: 'error',
    message: `"${path.join('.')}" of an overlay cannot be null: targets stand in the specs`,
    hint: 'leave it out; to remove one option, write null there, such as targets: {scrape: {scrapeOptions: {timeout: null}}}',
    where: document.placeOf(toPointer(path), 'key'),
  }));
}

function without(object: JsonObject, path: Path, names: readonly string[], document: ParsedDocument, findings: Diagnostic[]): JsonObject {
  const found = names.filter(name => Object.hasOwn(object, name));
  for (const name of found) {
    findings.push({
      code: 'fleet/not-in-layer',
      severity: 'error',
      message: `"${[...path, name].join('.')}" may not stand in a layer: each spec has its own`,
      hint: 'move it into the specs',
      where: document.placeOf(toPointer([...path, name]), 'key'),
    });
  }
  return found.length === 0 ? object : Object.fromEntries(Object.entries(object).filter(([name]) => !found.includes(name)));
}

function allowTargets(targets: JsonValue, document: ParsedDocument, findings: Diagnostic[]): JsonObject | null {
  const refuse = (message: string, hint: string, pointer: string) =>
    findings.push({code: 'fleet/layer-form', severity: 'error', message, hint, where: document.placeOf(pointer, 'key')});
  if (!isObject(targets)) {
    refuse(
      '"targets" of a layer must be a mapping by type',
      'write targets: {scrape: {...}}; the pages themselves stand in the specs',
      '/targets',
    );
    return null;
  }
  const kept: [string, JsonValue][] = [];
  for (const [type, target] of Object.entries(targets)) {
    const pointer = toPointer(['targets', type]);
    if (!TARGET_TYPES.includes(type)) {
      const near = suggestName(type, TARGET_TYPES);
      refuse(
        `"targets" of a layer has the unknown type ${JSON.stringify(type)}`,
        near === undefined ? `use ${TARGET_TYPES.join(', ')}` : `did you mean "${near}"?`,
        pointer,
      );
    } else if (isObject(target)) kept.push([type, without(target, ['targets', type], TARGET_ONLY, document, findings)]);
    else if (target === null) kept.push([type, null]);
    else refuse(`"targets.${type}" of a layer must be a mapping`, 'write its members, such as scrapeOptions: {...}', pointer);
  }
  return Object.fromEntries(kept);
}

/** A layer in the form of a spec, to be checked as one: its targets are a list, and what removes members is left out. */
export function toSpecForm(document: ParsedDocument, data: JsonObject): SpecDocument {
  const {members, targets} = mergeDefaults([data]);
  const types = [...targets.keys()];
  const list = [...targets].map(([type, target]) => ({type, ...target}));
  const {source, index, line, placeOf} = document;
  return {
    source,
    index,
    line,
    data: list.length === 0 ? members : {...members, targets: list},
    placeOf: (pointer, part) =>
      placeOf(
        toLayerPointer(pointer, at => types[at]),
        part,
      ),
    ownPath: path => toLayerPath(path, at => types[at]),
  };
}

/** The path of a value of a spec in a layer, whose targets go by their type. */
export function toLayerPath(path: Path, typeAt: (index: number) => string | undefined): Path {
  const [first, index, ...rest] = path;
  const type = first === 'targets' && typeof index === 'number' ? typeAt(index) : undefined;
  return type === undefined ? path : ['targets', type, ...rest];
}

/** Finds the pointer in a layer for the value at a pointer of a spec, whose targets go by their type. */
export function toLayerPointer(pointer: string, typeAt: (index: number) => string | undefined): string {
  const match = /^\/targets\/(\d+)(\/.*)?$/s.exec(pointer);
  if (match === null) return pointer;
  const type = typeAt(Number(match[1]));
  return type === undefined ? '/targets' : `${toPointer(['targets', type])}${match[2] ?? ''}`;
}
