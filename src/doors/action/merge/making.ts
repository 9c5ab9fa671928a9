import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import {listReferenceNames} from '../../../core/secrets/references';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {type ParsedDocument, parseSource} from '../../../core/specs/document';
import {ALONE, bodyOf} from '../../../core/specs/examine';
import {type ExpandOptions, expandDocument} from '../../../core/specs/fleet/expand';
import {readSync, type Sync} from '../../../core/specs/sync';
import {listTargets} from '../../../core/specs/targets';
import type {SourceVersion} from './source-line';

/** Puts a monitor together from versions of all that it is made of. */
export class Making {
  constructor(
    private readonly document: ParsedDocument,
    private readonly after: DesiredMonitor,
    /** Its file, as a path in the repository. */
    private readonly spec: string,
    private readonly lineage: string,
  ) {}

  get list(): string | undefined {
    return this.after.list;
  }

  /** From all of one version; `null`: from its own file alone. */
  put(version: SourceVersion | null): Leaves {
    const {environment, readData} = version ?? ALONE;
    const layers = version?.tree.layersOf(this.after.specPath) ?? null;
    return new Leaves(this.#list(this.document, {layers, environment, readData}, version));
  }

  /** All that stands in one of the files of a version, whatever covers it, but for the layers of some files. */
  putAny(version: SourceVersion | null, except: ReadonlySet<string> = new Set()): Leaves {
    const parts = version?.listParts(this.after.specPath, except) ?? [];
    const text = version?.textOf(this.spec) ?? '';
    const written = text === '' ? this.document : readDocument(text, this.after);
    const all = parts.flatMap(part => {
      const document = part.layers === null ? written : this.document;
      return document === undefined ? [] : this.#list(document, part, version);
    });
    return new Leaves(all);
  }

  #list(document: ParsedDocument, options: ExpandOptions, version: SourceVersion | null): Leaf[] {
    const {after} = this;
    const {rows, put} = expandDocument(document, options);
    const rowKey = after.list === undefined ? null : after.key.slice(after.list.length + 1);
    const row = rows.find(one => (one?.key ?? null) === rowKey);
    // Without its row, a monitor has what the document says of all.
    const data = row === undefined ? document.data : put(row).spec.data;
    const permits = [...listReferenceNames(data), ...(after.allowed ?? [])].filter(name => version?.allows.has(name));
    return listLeaves(bodyOf(data), readSync(data), permits, this.lineage);
  }
}

/** The document of a monitor in the text of its file. */
export function readDocument(text: string, {file, specPath, parts}: DesiredMonitor): ParsedDocument | undefined {
  return parseSource({file, specPath, bytes: Buffer.from(text)}).documents[parts?.().index ?? 0];
}

/** A value that stands somewhere in a spec. */
export interface Leaf {
  /** The member of the monitor that it is a part of. */
  readonly member: string;
  /** Members on the way, with the type in place of a target's number. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  /** One of a list. */
  readonly isItem: boolean;
}

/** The values of a spec. */
export class Leaves {
  readonly list: readonly Leaf[];
  readonly #names: ReadonlySet<string>;
  readonly #paths: ReadonlySet<string>;

  constructor(list: readonly Leaf[]) {
    this.list = list;
    this.#names = new Set(list.map(nameLeaf));
    this.#paths = new Set(list.flatMap(({path}) => path.map((_, index) => JSON.stringify(path.slice(0, index + 1)))));
  }

  has(leaf: Leaf): boolean {
    return this.#names.has(nameLeaf(leaf));
  }

  /** Tells whether nothing stands in its place; of a list, not this item. */
  lacks(leaf: Leaf): boolean {
    return leaf.isItem ? !this.has(leaf) : !this.#paths.has(JSON.stringify(leaf.path));
  }

  /** Tells whether there is a target that could have it. */
  mayHave({member, path}: Leaf): boolean {
    return member !== 'targets' || this.#paths.has(JSON.stringify(path.slice(0, 2)));
  }
}

/** The values of a body, as the state keeps them; of the settings, those that lead what is sent; and `permits`, what the config allows. */
export function listLeaves(body: JsonObject, sync: Leading, permits: readonly string[], lineage: string): Leaf[] {
  const kept = fingerprintBody(body, lineage);
  const {targets: _targets, ...rest} = kept;
  const {protect, paused, alerts} = sync;
  const settings = Object.entries({protect: protect === true, paused: paused ?? false, alerts: alerts ?? false});
  return [
    ...Object.entries(rest).flatMap(([member, value]) => leavesOf({member, path: [member], isItem: false}, value)),
    ...listTargets(kept).flatMap(target =>
      leavesOf({member: 'targets', path: ['targets', String(property(target, 'type'))], isItem: false}, target),
    ),
    ...settings.flatMap(([name, value]) => (value === false ? [] : [{member: 'sync', path: ['sync', name], value, isItem: false}])),
    ...permits.map(name => ({member: 'permits', path: ['permits'], value: name, isItem: true})),
  ];
}

type Leading = Pick<Sync, 'protect' | 'paused' | 'alerts'>;

function leavesOf(at: Omit<Leaf, 'value'>, value: JsonValue): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => leavesOf({...at, isItem: true}, item));
  if (!isObject(value)) return [{...at, value}];
  return Object.entries(value).flatMap(([name, item]) => leavesOf({...at, path: [...at.path, name]}, item));
}

function nameLeaf({path, value}: Leaf): string {
  return JSON.stringify([path, value]);
}
