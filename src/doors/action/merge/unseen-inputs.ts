import {posix} from 'node:path';
import {onceEach} from '../../../core/base/once';
import {hashJson} from '../../../core/json/canonical';
import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import type {Step} from '../../../core/plan/change';
import {listSentMembers} from '../../../core/plan/change-facts';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import {listReferenceNames} from '../../../core/secrets/references';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {parseSource} from '../../../core/specs/document';
import {ALONE, bodyOf} from '../../../core/specs/examine';
import {expandDocument} from '../../../core/specs/fleet/expand';
import {folderOf} from '../../../core/specs/fleet/tree';
import {readSync, type Sync} from '../../../core/specs/sync';
import {listTargets} from '../../../core/specs/targets';
import type {State} from '../../../core/state/state';
import type {Account, Compared} from './accounts';
import type {CommittedMonitor, SpecInputs} from './earlier-specs';
import {SourceLine, type SourcePlace, type SourceVersion} from './source-line';

/** Records of the tip's specs, their files, and the commits that led there. */
export interface InputPlace extends Omit<SourcePlace, 'inputs'> {
  /** Null at first use. */
  readonly state: Pick<State, 'lineage' | 'monitors'> | null;
  readonly inputs: SpecInputs;
  /** Selects those that a run recorded with just this body after a commit. */
  readonly listApplied: (commit: string, monitors: readonly CommittedMonitor[]) => Promise<readonly CommittedMonitor[]>;
  /** The monitors of a commit's specs. */
  readonly readMonitors: (commit: string) => Promise<readonly CommittedMonitor[]>;
}

/** The account of a commit; `older-commit` where no more are asked for. */
type FindAccount = (commit: string) => Promise<Account | 'older-commit'>;

/** The review that would have to show a value; null where there is none. */
type Found = Compared | 'older-commit' | null;

/**
 * Finds the review under which something came that a step is made of, that its own file does not say, and that no monitor had until now: no
 * plan showed it, since it changed none. It stands in a layer, in data, in a variable, or in what the config allows. For this the spec of
 * the tip is put together with these files as they were before each commit that changed them. A commit without a review made what it brings.
 * What a monitor of the same files was applied with, what the review left as it was for one, and what `shown` steps of the plan have was
 * shown. Null where there is none.
 */
export function openInputSearch(place: InputPlace, findAccount: FindAccount, shown: readonly Step[]): (step: Step) => Promise<Found> {
  const {inputs} = place;
  if (inputs === null) return async () => null;
  const lines = new Map<string, SourceLine>();
  const readMonitors = onceEach(place.readMonitors);
  const wanted = shown.flatMap(step => listWanted(step));
  return async step => {
    const [after] = listWanted(step);
    const text = after === undefined ? '' : await place.readText(place.commit, `${inputs.specs}${after.specPath}`);
    if (after === undefined || text === '') return null;
    const document = parseSource({file: after.file, specPath: after.specPath, bytes: Buffer.from(text)}).documents[
      after.parts?.().index ?? 0
    ];
    if (document === undefined) return null;
    const folder = folderOf(after.specPath);
    const data = listData(document.data).map(path => posix.join(inputs.specs, folder, path));
    const id = JSON.stringify([folder, data]);
    const line = lines.get(id) ?? new SourceLine({...place, inputs}, folder, data);
    lines.set(id, line);
    return new InputSearch(step, after, {...place, readMonitors, wanted}, line, version =>
      putTogether(document, after, version, place.state?.lineage ?? ''),
    ).find(findAccount);
  };
}

function listWanted(step: Step): DesiredMonitor[] {
  return 'after' in step && step.after !== undefined && 'bodyHash' in step.after ? [step.after] : [];
}

/** Before the first monitor, no plan shows what layers give: there, those members count that lead what is found elsewhere. */
const LEADING: ReadonlySet<string> = new Set(['webhook', 'notification', 'permits']);

/** The search for what one step is made of. */
class InputSearch {
  readonly #isFirst: boolean;
  readonly #sent: ReadonlySet<string> | null;

  constructor(
    step: Step,
    private readonly after: DesiredMonitor,
    private readonly place: Pick<InputPlace, 'state' | 'inputs' | 'readMonitors' | 'listApplied'> & {
      readonly wanted: readonly DesiredMonitor[];
    },
    private readonly line: SourceLine,
    private readonly put: (version: SourceVersion | null) => Leaves,
  ) {
    this.#isFirst = (place.state?.monitors.size ?? 0) === 0;
    this.#sent = step.action === 'update' ? new Set(listSentMembers(step)) : null;
  }

  async find(findAccount: FindAccount): Promise<Found> {
    const own = this.put(null);
    const tip = this.put(await this.line.at(0));
    let newer = tip;
    let open = this.#select(tip).filter(leaf => !own.has(leaf));
    for (let index = 1; open.length > 0 || !this.#isFirst; index++) {
      const version = await this.line.at(index);
      if (version?.commit == null) return open.length > 0 && !this.line.isWhole ? 'older-commit' : null;
      const older = this.put(version);
      const made = open.filter(leaf => !older.has(leaf));
      const gone = this.#isFirst ? [] : this.#select(older).filter(leaf => newer.lacks(leaf) && tip.lacks(leaf));
      if (made.length + gone.length > 0) {
        const account = await findAccount(version.commit);
        if (account === 'older-commit') return account;
        if (account.kind === 'compared' && !(await this.#isShown(made, gone, version))) return account;
      }
      open = open.filter(leaf => older.has(leaf));
      newer = older;
    }
    return null;
  }

  #select(leaves: Leaves): Leaf[] {
    const isSent = ({member}: Leaf) => this.#sent?.has(member) !== false && (!this.#isFirst || LEADING.has(member));
    return leaves.list.filter(isSent);
  }

  /** Tells whether monitors that are made of what a commit changed had all of it before, too, or were applied with it, or are now. */
  async #isShown(made: readonly Leaf[], gone: readonly Leaf[], version: SourceVersion): Promise<boolean> {
    const {commit, parent} = version;
    const had = new Map((parent === null ? [] : await this.place.readMonitors(parent)).map(one => [one.key, one]));
    // A refused spec was applied by no run.
    const then = (await this.place.readMonitors(commit ?? '')).filter(one => this.#isOfSame(one, version));
    const same = then.filter(({key, body}) => hashJson(had.get(key)?.body ?? null) === hashJson(body));
    const wanted = this.place.wanted.map(one => ({...one, body: one.body()})).filter(one => this.#isOfSame(one, version));
    if (this.#isOf(made, gone, [...same, ...wanted], version)) return true;
    const changed = then.filter(one => !same.includes(one));
    const applied = await this.place.listApplied(commit ?? '', changed);
    return applied.length > 0 && this.#isOf(made, gone, [...same, ...wanted, ...applied], version);
  }

  /** Tells whether these monitors, or those of records, have all that was made, and lack what is gone. */
  #isOf(made: readonly Leaf[], gone: readonly Leaf[], of: readonly CommittedMonitor[], version: SourceVersion): boolean {
    const {lineage = '', monitors = []} = this.place.state ?? {};
    const isRow = (key: string) => this.after.list !== undefined && key.startsWith(`${this.after.list}/`);
    const now = [...monitors].filter(([key, {inherited}]) => this.#isMadeOf({inherited, takesConfig: true, isRow: isRow(key)}, version));
    const all = [
      ...of.map(({body, sync, allowed = []}) => listLeaves(body, sync, [...listReferenceNames(body), ...allowed], lineage)),
      ...now.map(([, {applied, protect, paused}]) => {
        const sync = {protect, ...(paused && {paused})};
        return listLeaves(applied, sync, listReferenceNames(applied), lineage);
      }),
    ];
    // Of a webhook, the parts of two are a new one.
    const members = [...new Set(made.map(({member}) => member))];
    const isMade = (member: string) => all.some(one => made.every(leaf => leaf.member !== member || one.has(leaf)));
    const isGone = (leaf: Leaf) => all.some(one => one.lacks(leaf) && one.mayHave(leaf));
    return members.every(isMade) && gone.every(isGone);
  }

  #isOfSame({inherited, list, isFilled, body}: CommittedMonitor, version: SourceVersion): boolean {
    const takesConfig = isFilled === true || listReferenceNames(body).length > 0;
    return this.#isMadeOf({inherited, takesConfig, isRow: list !== undefined && list === this.after.list}, version);
  }

  /** Whether a monitor is made of something that a commit changed; `isRow`: it is of the same list. */
  #isMadeOf({inherited, takesConfig, isRow}: MonitorSources, {changed}: SourceVersion): boolean {
    const {specs = '', config = '', data = new Set()} = this.place.inputs ?? {};
    if (Object.keys(inherited ?? {}).some(layer => changed.has(`${specs}${layer}`))) return true;
    return (takesConfig && changed.has(config)) || (isRow && [...changed].some(path => data.has(path)));
  }
}

/** Sources that a monitor may be made of. */
interface MonitorSources {
  readonly inherited: DesiredMonitor['inherited'];
  readonly takesConfig: boolean;
  readonly isRow: boolean;
}

/** Puts a monitor together from one version of all that it is made of; `null`: from its own file alone. Nothing where it is not there. */
function putTogether(
  document: Parameters<typeof expandDocument>[0],
  after: DesiredMonitor,
  version: SourceVersion | null,
  lineage: string,
): Leaves {
  const layers = version?.tree.layersOf(after.specPath) ?? null;
  const {environment, readData} = version ?? ALONE;
  const {rows, put} = expandDocument(document, {layers, environment, readData});
  const rowKey = after.list === undefined ? null : after.key.slice(after.list.length + 1);
  const row = rows.find(one => (one?.key ?? null) === rowKey);
  // Without its row, a monitor has what the document says of all.
  const data = row === undefined ? document.data : put(row).spec.data;
  const permits = [...listReferenceNames(data), ...(after.allowed ?? [])].filter(name => version?.allows.has(name));
  return listLeaves(bodyOf(data), readSync(data), permits, lineage);
}

/** The data files that a document names. */
function listData(data: JsonValue): string[] {
  const file = property(property(property(data, 'sync'), 'each'), 'file');
  return typeof file === 'string' ? [file] : [];
}

/** A value that stands somewhere in a spec. */
interface Leaf {
  /** The member of the monitor that it is a part of. */
  readonly member: string;
  /** Members on the way, with the type in place of a target's number. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  /** One of a list. */
  readonly isItem: boolean;
}

/** The values of a spec. */
class Leaves {
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
function listLeaves(body: JsonObject, sync: Leading, permits: readonly string[], lineage: string): Leaves {
  const kept = fingerprintBody(body, lineage);
  const {targets: _targets, ...rest} = kept;
  const {protect, paused, alerts} = sync;
  const settings = Object.entries({protect: protect === true, paused: paused ?? false, alerts: alerts ?? false});
  return new Leaves([
    ...Object.entries(rest).flatMap(([member, value]) => leavesOf({member, path: [member], isItem: false}, value)),
    ...listTargets(kept).flatMap(target =>
      leavesOf({member: 'targets', path: ['targets', String(property(target, 'type'))], isItem: false}, target),
    ),
    ...settings.flatMap(([name, value]) => (value === false ? [] : [{member: 'sync', path: ['sync', name], value, isItem: false}])),
    ...permits.map(name => ({member: 'permits', path: ['permits'], value: name, isItem: true})),
  ]);
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
