import {posix} from 'node:path';
import {onceEach} from '../../../core/base/once';
import {hashJson} from '../../../core/json/canonical';
import {type JsonValue, property} from '../../../core/json/value';
import type {Step} from '../../../core/plan/change';
import {listSentMembers} from '../../../core/plan/change-facts';
import {listReferenceNames} from '../../../core/secrets/references';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {folderOf} from '../../../core/specs/fleet/tree';
import type {State} from '../../../core/state/state';
import type {Account, Compared} from './accounts';
import type {CommittedMonitor, SpecInputs} from './earlier-specs';
import {Expansions, Leaves, listLeaves, Making, type SpecLeaf} from './making';
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
  const expansions = new Expansions();
  const openLine = (folder: string, data: readonly string[]) => {
    const id = JSON.stringify([folder, data]);
    const line = lines.get(id) ?? SourceLine.open({...place, inputs}, folder, data);
    lines.set(id, line);
    return line;
  };
  const readMonitors = onceEach(place.readMonitors);
  const wanted = shown.flatMap(step => listWanted(step));
  return async step => {
    const [after] = listWanted(step);
    const text = after === undefined ? '' : await place.readText(place.commit, `${inputs.specs}${after.specPath}`);
    if (after === undefined || text === '') return null;
    const document = expansions.read(text, after);
    if (document === undefined) return null;
    const folder = folderOf(after.specPath);
    const data = listData(document.data).map(path => posix.join(inputs.specs, folder, path));
    const spec = `${inputs.specs}${after.specPath}`;
    const own = {line: openLine(folder, data), written: () => openLine(folder, [...data, spec])};
    const made = new Making(expansions, document, after, spec, place.state?.lineage ?? '');
    return new InputSearch(step, {...place, readMonitors, wanted}, own, made).find(findAccount);
  };
}

function listWanted(step: Step): DesiredMonitor[] {
  return 'after' in step && step.after !== undefined && 'bodyHash' in step.after ? [step.after] : [];
}

/** Before the first monitor, no plan shows what layers give: there, those members count that lead what is found elsewhere. */
const LEADING: ReadonlySet<string> = new Set(['webhook', 'notification', 'permits']);

/** The lines of what a step is made of. */
interface Lines {
  readonly line: SourceLine;
  /** The same with the file of the spec. */
  readonly written: () => SourceLine;
}

/** A commit with what it made, uncovered and took away, between two versions. */
interface MadeStep {
  /** Before it. */
  readonly version: SourceVersion;
  readonly after: SourceVersion;
  readonly made: readonly SpecLeaf[];
  readonly bared: readonly SpecLeaf[];
  readonly gone: readonly SpecLeaf[];
}

/** The files that two versions have with other contents. */
function listOther(one: SourceVersion | null, other: SourceVersion, paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].filter(path => one?.textOf(path) !== other.textOf(path)));
}

/** Values that went, and the files that covered that. */
interface Uncovered {
  readonly gone: readonly SpecLeaf[];
  readonly cover: ReadonlySet<string>;
}

/** The search for what one step is made of. */
class InputSearch {
  readonly #isFirst: boolean;
  readonly #sent: ReadonlySet<string> | null;

  constructor(
    step: Step,
    private readonly place: Pick<InputPlace, 'state' | 'inputs' | 'readMonitors' | 'listApplied'> & {
      readonly wanted: readonly DesiredMonitor[];
    },
    private readonly lines: Lines,
    private readonly made: Making,
  ) {
    this.#isFirst = (place.state?.monitors.size ?? 0) === 0;
    this.#sent = step.action === 'update' ? new Set(listSentMembers(step)) : null;
  }

  async find(findAccount: FindAccount): Promise<Found> {
    const {line} = this.lines;
    const own = this.made.put(null);
    const all = this.#select(this.made.put(await line.at(0)));
    return this.#search(line, {open: all.filter(leaf => !own.has(leaf)), own: all.filter(leaf => own.has(leaf))}, findAccount);
  }

  /** Goes back along a line; `own` are values of the spec's own file, which something may have covered. */
  async #search(
    line: SourceLine,
    {open: start, own}: {readonly open: readonly SpecLeaf[]; readonly own: readonly SpecLeaf[]},
    findAccount: FindAccount,
  ): Promise<Found> {
    const tip = this.made.put(await line.at(0));
    let newer = tip;
    let open = start;
    let uncovered = own;
    for (let index = 1; open.length > 0 || !this.#isFirst; index++) {
      const version = await line.at(index);
      if (version?.commit == null) return open.length > 0 && !line.isWhole ? 'older-commit' : null;
      const older = this.made.put(version);
      const [made, bared] = [open, uncovered].map(some => some.filter(leaf => !older.has(leaf))) as [SpecLeaf[], SpecLeaf[]];
      const gone = this.#isFirst ? [] : this.#select(older).filter(leaf => newer.lacks(leaf) && tip.lacks(leaf));
      if (made.length + bared.length + gone.length > 0) {
        const step = {version, after: (await line.at(index - 1)) as SourceVersion, made, bared, gone};
        const found = await this.#judge(line, step, findAccount);
        if (found !== null) return found;
      }
      open = open.filter(leaf => older.has(leaf));
      uncovered = uncovered.filter(leaf => older.has(leaf));
      newer = older;
    }
    return null;
  }

  /** Judges what a commit made and took away: what it brought, and what it uncovered. A merge without a review took it from its other sides. */
  async #judge(line: SourceLine, {version, after, made, bared, gone}: MadeStep, findAccount: FindAccount): Promise<Found> {
    const account = await findAccount(version.commit ?? '');
    if (account === 'older-commit') return account;
    if (account.kind === 'compared') return made.length + gone.length > 0 && !(await this.#isShown(made, gone, version)) ? account : null;
    const covered: SpecLeaf[] = [];
    for (const side of await line.listSides(version)) {
      const there = await side.at(0);
      const tip = this.made.put(there);
      const all = this.made.putAny(there);
      covered.push(...made.filter(leaf => all.has(leaf) && !tip.has(leaf)));
      const open = made.filter(leaf => tip.has(leaf));
      const isThere = open.length > 0 || gone.some(leaf => tip.lacks(leaf));
      const found = isThere ? await this.#search(side, {open, own: []}, findAccount) : null;
      if (found !== null) return found;
      // It went there while something covered that which the merge has no more.
      const cover = listOther(there, after, version.names.keys());
      const rest = this.made.putAny(there, cover);
      const went = gone.filter(leaf => !tip.lacks(leaf) && !rest.has(leaf));
      const writer = went.length === 0 ? null : await this.#findWriter(side, [], {gone: went, cover}, findAccount);
      if (writer !== null) return writer;
    }
    const before = this.made.putAny(version);
    const hidden = [...made.filter(leaf => before.has(leaf)), ...covered, ...bared];
    if (hidden.length + gone.length === 0) return null;
    return this.#findWriter(this.lines.written(), hidden, {gone, cover: version.changed}, findAccount);
  }

  /** Finds the review under which values came, or went, while something covered them: files in which they stand alone tell. */
  async #findWriter(line: SourceLine, hidden: readonly SpecLeaf[], {gone, cover}: Uncovered, findAccount: FindAccount): Promise<Found> {
    let open = hidden;
    let rest = this.made.putAny(await line.at(0), cover);
    for (let index = 1; open.length + gone.length > 0; index++) {
      const version = await line.at(index);
      if (version?.commit == null) return open.length > 0 && !line.isWhole ? 'older-commit' : null;
      const older = this.made.putAny(version);
      const before = this.made.putAny(version, cover);
      const made = open.filter(leaf => !older.has(leaf));
      const went = gone.filter(leaf => before.has(leaf) && !rest.has(leaf));
      if (made.length + went.length > 0) {
        const account = await findAccount(version.commit);
        if (account === 'older-commit') return account;
        if (account.kind === 'compared' && !(await this.#isShown(made, went, version))) return account;
        if (account.kind === 'not-compared') {
          const found = await this.#findInSides(await line.listSides(version), made, {gone: went, cover}, findAccount);
          if (found !== null) return found;
        }
      }
      open = open.filter(leaf => older.has(leaf));
      rest = before;
    }
    return null;
  }

  /** The same in what a merge without a review took. */
  async #findInSides(
    sides: readonly SourceLine[],
    made: readonly SpecLeaf[],
    {gone, cover}: Uncovered,
    findAccount: FindAccount,
  ): Promise<Found> {
    for (const side of sides) {
      const tip = await side.at(0);
      const [all, rest] = [this.made.putAny(tip), this.made.putAny(tip, cover)];
      const took = {gone: gone.filter(leaf => !rest.has(leaf)), cover};
      const found = await this.#findWriter(
        side,
        made.filter(leaf => all.has(leaf)),
        took,
        findAccount,
      );
      if (found !== null) return found;
    }
    return null;
  }

  #select(leaves: Leaves): SpecLeaf[] {
    const isSent = ({member}: SpecLeaf) => this.#sent?.has(member) !== false && (!this.#isFirst || LEADING.has(member));
    return leaves.list.filter(isSent);
  }

  /** Tells whether monitors that are made of what a commit changed had all of it before, too, or were applied with it, or are now. */
  async #isShown(made: readonly SpecLeaf[], gone: readonly SpecLeaf[], version: SourceVersion): Promise<boolean> {
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
  #isOf(made: readonly SpecLeaf[], gone: readonly SpecLeaf[], of: readonly CommittedMonitor[], version: SourceVersion): boolean {
    const {lineage = '', monitors = []} = this.place.state ?? {};
    const isRow = (key: string) => this.made.list !== undefined && key.startsWith(`${this.made.list}/`);
    const now = [...monitors].filter(([key, {inherited}]) => this.#isMadeOf({inherited, takesConfig: true, isRow: isRow(key)}, version));
    const all = [
      ...of.map(({body, sync, allowed = []}) => new Leaves(listLeaves(body, sync, [...listReferenceNames(body), ...allowed], lineage))),
      ...now.map(([, {applied, protect, paused}]) => {
        const sync = {protect, ...(paused && {paused})};
        return new Leaves(listLeaves(applied, sync, listReferenceNames(applied), lineage));
      }),
    ];
    // Of a webhook, the parts of two are a new one.
    const members = [...new Set(made.map(({member}) => member))];
    const isMade = (member: string) => all.some(one => made.every(leaf => leaf.member !== member || one.has(leaf)));
    const isGone = (leaf: SpecLeaf) => all.some(one => one.lacks(leaf) && one.mayHave(leaf));
    return members.every(isMade) && gone.every(isGone);
  }

  #isOfSame({inherited, list, isFilled, body, specPath}: CommittedMonitor, version: SourceVersion): boolean {
    if (version.changed.has(`${this.place.inputs?.specs ?? ''}${specPath}`)) return true;
    const takesConfig = isFilled === true || listReferenceNames(body).length > 0;
    return this.#isMadeOf({inherited, takesConfig, isRow: list !== undefined && list === this.made.list}, version);
  }

  /** Tells whether a monitor is made of something that a commit changed; `isRow`: it is of the same list. */
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

/** The data files that a document names. */
function listData(data: JsonValue): string[] {
  const file = property(property(property(data, 'sync'), 'each'), 'file');
  return typeof file === 'string' ? [file] : [];
}
