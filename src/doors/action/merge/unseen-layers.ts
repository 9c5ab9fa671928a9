import {posix} from 'node:path';
import {onceEach} from '../../../core/base/once';
import {parseUrl} from '../../../core/base/url';
import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import type {Step} from '../../../core/plan/change';
import {listSentMembers} from '../../../core/plan/change-facts';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {listTargets} from '../../../core/specs/targets';
import type {State} from '../../../core/state/state';
import type {Accounts, Compared} from './accounts';
import type {LineCommit} from './branch-history';
import type {CommittedMonitor, SpecInputs} from './earlier-specs';

/** Records of the tip's specs, their files, and the commits that led there. */
export interface LayerPlace {
  /** Null at first use. */
  readonly state: Pick<State, 'lineage' | 'monitors'> | null;
  readonly inputs: SpecInputs;
  /** The tip. */
  readonly commit: string;
  /** The first-parent line of the tip, newest first. */
  readonly followLine: () => AsyncIterable<LineCommit>;
  /** A file of a commit; empty where it has none. */
  readonly readText: (commit: string, path: string) => Promise<string>;
  /** The monitors of a commit's specs. */
  readonly readMonitors: (commit: string) => Promise<readonly CommittedMonitor[]>;
}

/** The review that would have to show a value. */
type LayerReview = Compared & {readonly commit: string};

/**
 * Finds the review under which a value came that a step is made of, that its own file does not say, and that no monitor had until now: no
 * plan showed it, since it changed none. It stands in a layer, in data, or in a variable. A commit without a review that adds a spec which
 * takes it did not make it. Nor what a layer gives that no monitor had, whatever it is. What a monitor had at the reviewed commit was shown.
 * Null where there is none.
 */
export function openLayerSearch(place: LayerPlace, accounts: Pick<Accounts, 'of'>): (step: Step) => Promise<LayerReview | null> {
  const {state, inputs, commit} = place;
  const isFirst = (state?.monitors.size ?? 0) === 0;
  const used = new Set([...(state?.monitors.values() ?? [])].flatMap(({inherited}) => Object.keys(inherited ?? {})));
  const known = new Set([...(state?.monitors.values() ?? [])].flatMap(({applied}) => listLeaves(applied).map(nameLeaf)));
  const find = onceEach((asked: string) => findMaker(asked, place, accounts));
  const seeAt = onceEach(async (reviewed: string) => {
    const monitors = await place.readMonitors(reviewed);
    const leaves = new Set(monitors.flatMap(({body}) => listLeaves(body).map(nameLeaf)));
    return {leaves, layers: new Set(monitors.flatMap(({inherited}) => Object.keys(inherited ?? {})))};
  });
  return async step => {
    const after = 'after' in step && step.after !== undefined && 'bodyHash' in step.after ? step.after : undefined;
    if (after === undefined || inputs === null) return null;
    const paths = listSources(after, inputs);
    if (paths.length === 0) return null;
    for (const layer of isFirst ? [] : Object.keys(after.inherited ?? {}).filter(one => !used.has(one))) {
      const review = await find(JSON.stringify([`${inputs.specs}${layer}`, null]));
      if (review !== null && !(await seeAt(review.commit)).layers.has(layer)) return review;
    }
    const read = (path: string) => place.readText(commit, path);
    const own = await read(`${inputs.specs}${after.specPath}`);
    for (const {leaf, member, text} of listTexts(after, step, {known, lineage: state?.lineage ?? ''})) {
      if (says(own, text) || (isFirst && !LEADING.has(member))) continue;
      for (const path of paths) {
        const review = says(await read(path), text) ? await find(JSON.stringify([path, text])) : null;
        if (review !== null && !(await seeAt(review.commit)).leaves.has(leaf)) return review;
      }
    }
    return null;
  };
}

/** Before the first monitor, no plan shows what layers give: there, those members count that lead what is found elsewhere. */
const LEADING: ReadonlySet<string> = new Set(['webhook', 'notification']);

/** The files besides a spec's own that its values may come from. */
function listSources(after: DesiredMonitor, {specs, data, config}: NonNullable<SpecInputs>): string[] {
  const layers = Object.keys(after.inherited ?? {}).map(layer => `${specs}${layer}`);
  return [...layers, ...(after.list === undefined ? [] : data), ...(after.isFilled === true ? [config] : [])];
}

/** The values of a step that no record has, as a file may write them. */
function listTexts(
  after: DesiredMonitor,
  step: Step,
  {known, lineage}: {readonly known: ReadonlySet<string>; readonly lineage: string},
): {readonly leaf: string; readonly member: string; readonly text: string}[] {
  const body = after.body();
  const kept = listLeaves(fingerprintBody(body, lineage)).map(nameLeaf);
  const sent = step.action === 'update' ? new Set(listSentMembers(step)) : null;
  const leaves = listLeaves(body).filter((leaf, index) => !known.has(kept[index] ?? '') && sent?.has(leaf.member) !== false);
  return leaves.flatMap(leaf => textsOf(leaf.value).map(text => ({leaf: nameLeaf(leaf), member: leaf.member, text})));
}

/** Tells whether a file has a text that is not a part of a longer word or host. */
function says(file: string, text: string): boolean {
  const isWord = (character: string | undefined) => character !== undefined && /[\w.-]/.test(character);
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) {
    if (!isWord(file[at - 1]) && !isWord(file[at + text.length])) return true;
  }
  return false;
}

/** A value, and of an address its host: a variable may be a part of it. Switches stand in every file. */
function textsOf(value: JsonValue): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string' || value === '') return [];
  const host = /^https?:\/\//i.test(value) ? parseUrl(value)?.host : undefined;
  return [value, ...(host === undefined ? [] : [host])];
}

interface BodyLeaf {
  readonly member: string;
  /** Members on the way, with the type in place of a target's number. */
  readonly path: string;
  readonly value: JsonValue;
}

function listLeaves(body: JsonObject): BodyLeaf[] {
  const {targets: _targets, ...rest} = body;
  const others = Object.entries(rest).flatMap(([member, value]) => leavesOf(member, member, value));
  return [...others, ...listTargets(body).flatMap(target => leavesOf('targets', `targets ${String(property(target, 'type'))}`, target))];
}

function leavesOf(member: string, path: string, value: JsonValue): BodyLeaf[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => leavesOf(member, path, item));
  if (!isObject(value)) return [{member, path, value}];
  return Object.entries(value).flatMap(([name, item]) => leavesOf(member, `${path} ${name}`, item));
}

function nameLeaf({path, value}: BodyLeaf): string {
  return `${path} ${JSON.stringify(value)}`;
}

/**
 * The review of the commit that brought a text into a file, also under the names that it had before; null without a review. `asked` is a path
 * and a text as JSON; without a text, the newest review of a change of the file is asked for.
 */
async function findMaker(asked: string, {followLine, readText}: LayerPlace, accounts: Pick<Accounts, 'of'>): Promise<LayerReview | null> {
  const [path, text] = JSON.parse(asked) as [string, string | null];
  const paths = new Set([path]);
  const holds = async (commit: string, some: Iterable<string>) => {
    for (const one of some) if (says(await readText(commit, one), text ?? '')) return true;
    return false;
  };
  for await (const {commit, parent, changes} of followLine()) {
    const changed = [...changes.keys()].filter(one => paths.has(one));
    if (changed.length === 0) continue;
    for (const other of changes.keys()) if (posix.basename(other) === posix.basename(path)) paths.add(other);
    if (text === null) {
      const account = await accounts.of(commit);
      if (account.kind === 'compared') return {...account, commit};
      continue;
    }
    const wasThere = parent !== null && parent !== 'unknown' && (await holds(parent, paths));
    if (wasThere || !(await holds(commit, changed))) continue;
    const account = await accounts.of(commit);
    return account.kind === 'compared' ? {...account, commit} : null;
  }
  return null;
}
