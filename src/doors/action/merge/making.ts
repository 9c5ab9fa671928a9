import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import {listReferenceNames} from '../../../core/secrets/references';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {type ParsedDocument, parseSource} from '../../../core/specs/document';
import {ALONE, bodyOf} from '../../../core/specs/examine';
import {type ExpandOptions, type Expansion, expandDocument} from '../../../core/specs/fleet/expand';
import type {Row} from '../../../core/specs/fleet/row';
import {readSync, type Sync} from '../../../core/specs/sync';
import {listTargets} from '../../../core/specs/targets';
import type {SourceVersion} from './source-line';

/** A document put together with one version of its sources. */
interface Expanded {
  readonly put: Expansion['put'];
  readonly rows: ReadonlyMap<string | null, Row | null>;
}

/** Documents as they were read and put together, each once: the rows of a list have all of it in common. */
export class Expansions {
  readonly #documents = new Map<string, readonly ParsedDocument[]>();
  readonly #expanded = new WeakMap<ParsedDocument, WeakMap<object, Expanded>>();

  /** The document of a monitor in the text of its file. */
  read(text: string, {file, specPath, parts}: DesiredMonitor): ParsedDocument | undefined {
    const id = `${specPath}\n${text}`;
    const documents = this.#documents.get(id) ?? parseSource({file, specPath, bytes: Buffer.from(text)}).documents;
    this.#documents.set(id, documents);
    return documents[parts?.().index ?? 0];
  }

  /** `of` stands for the options. */
  expand(document: ParsedDocument, of: object, options: () => ExpandOptions): Expanded {
    const known = this.#expanded.get(document) ?? new WeakMap<object, Expanded>();
    this.#expanded.set(document, known);
    const before = known.get(of);
    if (before !== undefined) return before;
    const {rows, put} = expandDocument(document, options());
    const expanded = {put, rows: new Map(rows.map(row => [row?.key ?? null, row]))};
    known.set(of, expanded);
    return expanded;
  }
}

/** Puts a monitor together from versions of all that it is made of. */
export class Making {
  constructor(
    private readonly expansions: Expansions,
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
    const options = () => ({layers: version?.tree.layersOf(this.after.specPath) ?? null, environment, readData});
    return new Leaves(this.#list(this.expansions.expand(this.document, version ?? ALONE, options), this.document, version));
  }

  /** All that stands in one of the files of a version, whatever covers it, but for the layers of some files. */
  putAny(version: SourceVersion | null, except: ReadonlySet<string> = new Set()): Leaves {
    const parts = version?.listParts(this.after.specPath, except) ?? [];
    const text = version?.textOf(this.spec) ?? '';
    const written = text === '' ? this.document : this.expansions.read(text, this.after);
    const all = parts.flatMap(part => {
      const document = part.layers === null ? written : this.document;
      return document === undefined
        ? []
        : this.#list(
            this.expansions.expand(document, part, () => part),
            document,
            version,
          );
    });
    return new Leaves(all);
  }

  #list({put, rows}: Expanded, document: ParsedDocument, version: SourceVersion | null): SpecLeaf[] {
    const {after} = this;
    const row = rows.get(after.list === undefined ? null : after.key.slice(after.list.length + 1));
    // Without its row, a monitor has what the document says of all.
    const data = row === undefined ? document.data : put(row).spec.data;
    const permits = [...listReferenceNames(data), ...(after.allowed ?? [])].filter(name => version?.allows.has(name));
    return listLeaves(bodyOf(data), readSync(data), permits, this.lineage);
  }
}

/** A value that stands somewhere in a spec. */
export interface SpecLeaf {
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
  readonly list: readonly SpecLeaf[];
  readonly #names: ReadonlySet<string>;
  readonly #paths: ReadonlySet<string>;

  constructor(list: readonly SpecLeaf[]) {
    this.list = list;
    this.#names = new Set(list.map(nameLeaf));
    this.#paths = new Set(list.flatMap(({path}) => path.map((_, index) => JSON.stringify(path.slice(0, index + 1)))));
  }

  has(leaf: SpecLeaf): boolean {
    return this.#names.has(nameLeaf(leaf));
  }

  /** Tells whether nothing stands in its place; of a list, not this item. */
  lacks(leaf: SpecLeaf): boolean {
    return leaf.isItem ? !this.has(leaf) : !this.#paths.has(JSON.stringify(leaf.path));
  }

  /** Tells whether there is a target that could have it. */
  mayHave({member, path}: SpecLeaf): boolean {
    return member !== 'targets' || this.#paths.has(JSON.stringify(path.slice(0, 2)));
  }
}

/** The values of a body, as the state keeps them; of the settings, those that lead what is sent; and `permits`, what the config allows. */
export function listLeaves(body: JsonObject, sync: Leading, permits: readonly string[], lineage: string): SpecLeaf[] {
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

function leavesOf(at: Omit<SpecLeaf, 'value'>, value: JsonValue): SpecLeaf[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => leavesOf({...at, isItem: true}, item));
  if (!isObject(value)) return [{...at, value}];
  return Object.entries(value).flatMap(([name, item]) => leavesOf({...at, path: [...at.path, name]}, item));
}

function nameLeaf({path, value}: SpecLeaf): string {
  return JSON.stringify([path, value]);
}
