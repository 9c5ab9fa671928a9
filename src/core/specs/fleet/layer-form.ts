import type {Diagnostic, Place, RelatedPlace} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {MemberPart} from '../desired-monitor';
import {SpecDocument} from '../spec-document';
import {rootOf, type Spot} from '../spot';
import {mergeDefaults} from './merge';

/** Members that may not stand in a layer, since each spec has its own. */
const ROOT_ONLY = ['name'];
const SYNC_ONLY = ['key', 'renamedFrom', 'each'];
/** The members of a target that stay with each spec. */
export const TARGET_ONLY: readonly string[] = ['id', 'type', 'urls', 'url', 'queries'];
/** The types of targets. */
export const TARGET_TYPES = ['scrape', 'crawl', 'search'];

/** A layer without what may not stand in it, and a finding for each such member. */
interface AllowedLayer {
  readonly data: JsonObject;
  readonly findings: readonly Diagnostic[];
}

/** Takes out of a layer what no spec may inherit. An overlay is merged over the targets of specs, which it can't remove. */
export function takeAllowed(document: SpecDocument, data: JsonObject, kind: 'defaults' | 'overlay'): AllowedLayer {
  const findings: Diagnostic[] = [];
  const layer = rootOf(document);
  const sync = layer.at('sync');
  const targets = layer.at('targets');
  const allowed = new Map(Object.entries(without(data, layer, ROOT_ONLY, findings)));
  if (isObject(sync.value)) allowed.set('sync', without(sync.value, sync, SYNC_ONLY, findings));
  if (kind === 'overlay') findings.push(...findRemovedTargets(targets));
  if (targets.value !== undefined && targets.value !== null) {
    const kept = allowTargets(targets, findings);
    if (kept === null) allowed.delete('targets');
    else allowed.set('targets', kept);
  }
  return {data: Object.fromEntries(allowed), findings};
}

function findRemovedTargets(targets: Spot): Diagnostic[] {
  const removed = targets.value === null ? [targets] : targets.members().filter(({value}) => value === null);
  return removed.map(({path, key}) =>
    key.fault(
      'fleet/layer-form',
      `"${path.join('.')}" of an overlay cannot be null: targets stand in the specs`,
      'leave it out; to remove one option, write null there, such as targets: {scrape: {scrapeOptions: {timeout: null}}}',
    ),
  );
}

function without(object: JsonObject, spot: Spot, names: readonly string[], findings: Diagnostic[]): JsonObject {
  const found = names.filter(name => Object.hasOwn(object, name));
  for (const name of found) {
    const {path, key} = spot.below(name);
    const message = `"${path.join('.')}" may not stand in a layer: each spec has its own`;
    findings.push(key.fault('fleet/not-in-layer', message, 'move it into the specs'));
  }
  return found.length === 0 ? object : Object.fromEntries(Object.entries(object).filter(([name]) => !found.includes(name)));
}

function allowTargets(targets: Spot, findings: Diagnostic[]): JsonObject | null {
  const refuse = ({key}: Spot, message: string, hint: string) => findings.push(key.fault('fleet/layer-form', message, hint));
  if (!isObject(targets.value)) {
    const hint = 'write targets: {scrape: {...}}; the pages themselves stand in the specs';
    refuse(targets, '"targets" of a layer must be a mapping by type', hint);
    return null;
  }
  const kept: [string, JsonValue][] = [];
  for (const target of targets.members()) {
    const {name: type, value} = target;
    if (!TARGET_TYPES.includes(type)) {
      const near = suggestName(type, TARGET_TYPES);
      const hint = near === undefined ? `use ${TARGET_TYPES.join(', ')}` : `did you mean "${near}"?`;
      refuse(target, `"targets" of a layer has the unknown type ${JSON.stringify(type)}`, hint);
    } else if (isObject(value)) kept.push([type, without(value, target, TARGET_ONLY, findings)]);
    else if (value === null) kept.push([type, null]);
    else refuse(target, `"targets.${type}" of a layer must be a mapping`, 'write its members, such as scrapeOptions: {...}');
  }
  return Object.fromEntries(kept);
}

/** A layer as a spec over it sees it: a target goes by its index, not by its type. */
export class LayerView extends SpecDocument {
  readonly data: JsonValue;
  readonly #layer: SpecDocument;
  readonly #typeAt: (index: number) => string | undefined;

  constructor(layer: SpecDocument, data: JsonValue, typeAt: (index: number) => string | undefined) {
    super(layer);
    this.data = data;
    this.#layer = layer;
    this.#typeAt = typeAt;
  }

  placeOf(pointer: string, part?: MemberPart): Place {
    return this.#layer.placeOf(this.#toOwn(pointer), part);
  }

  override relatedTo(pointer: string): readonly RelatedPlace[] {
    return this.#layer.relatedTo(this.#toOwn(pointer));
  }

  override emptyCellAt(pointer: string): Place | null {
    return this.#layer.emptyCellAt(this.#toOwn(pointer));
  }

  override hasOpenOrigin(pointer: string): boolean {
    return this.#layer.hasOpenOrigin(this.#toOwn(pointer));
  }

  override ownPath(path: Path): Path {
    const [first, index, ...rest] = path;
    const type = first === 'targets' && typeof index === 'number' ? this.#typeAt(index) : undefined;
    return type === undefined ? path : ['targets', type, ...rest];
  }

  override has(pointer: string): boolean {
    return this.#layer.has(this.#toOwn(pointer));
  }

  #toOwn(pointer: string): string {
    const match = /^\/targets\/(\d+)(\/.*)?$/s.exec(pointer);
    if (match === null) return pointer;
    const type = this.#typeAt(Number(match[1]));
    return type === undefined ? '/targets' : `${toPointer(['targets', type])}${match[2] ?? ''}`;
  }
}

/** A layer in the form of a spec, to be checked as one: its targets are a list, and what removes members is left out. */
export function toSpecForm(document: SpecDocument, data: JsonObject): SpecDocument {
  const {members, targets} = mergeDefaults([data]);
  const types = [...targets.keys()];
  const list = [...targets].map(([type, target]) => ({type, ...target}));
  return new LayerView(document, list.length === 0 ? members : {...members, targets: list}, at => types[at]);
}
