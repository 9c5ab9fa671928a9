import {posix} from 'node:path';
import {onceEach} from '../../../core/base/once';
import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import type {Step} from '../../../core/plan/change';
import {listSentMembers} from '../../../core/plan/change-facts';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import {listTargets} from '../../../core/specs/targets';
import type {State} from '../../../core/state/state';
import type {Accounts, Compared} from './accounts';
import type {LineCommit} from './branch-history';
import type {SpecInputs} from './earlier-specs';

/** What is recorded of the tip's specs, their files, and the commits that led there. */
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
}

/** The review that would have to show a value. */
type LayerReview = Compared & {readonly commit: string};

/**
 * Finds the review under which a value came that a step is made of, that its own file does not say, and that no monitor had until now: no
 * plan showed it, since it changed none. It stands in a layer, in data, or in a variable. A commit without a review that adds a spec which
 * takes it did not make it. Null where there is none.
 */
export function openLayerSearch(place: LayerPlace, accounts: Pick<Accounts, 'of'>): (step: Step) => Promise<LayerReview | null> {
  const {state, inputs, commit} = place;
  const known = new Set([...(state?.monitors.values() ?? [])].flatMap(({applied}) => listLeaves(applied).map(nameLeaf)));
  const find = onceEach((asked: string) => findMaker(asked, place, accounts));
  return async step => {
    const after = 'after' in step && step.after !== undefined && 'bodyHash' in step.after ? step.after : undefined;
    if (after === undefined || inputs === null) return null;
    const paths = listSources(after, inputs);
    if (paths.length === 0) return null;
    const own = await place.readText(commit, `${inputs.specs}${after.specPath}`);
    for (const text of listTexts(after, step, {known, lineage: state?.lineage ?? ''})) {
      if (own.includes(text)) continue;
      for (const path of paths) {
        const review = await find(JSON.stringify([path, text]));
        if (review !== null) return review;
      }
    }
    return null;
  };
}

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
): string[] {
  const body = after.body();
  const kept = listLeaves(fingerprintBody(body, lineage)).map(nameLeaf);
  const sent = step.action === 'update' ? new Set(listSentMembers(step)) : null;
  const leaves = listLeaves(body).filter((leaf, index) => !known.has(kept[index] ?? '') && sent?.has(leaf.member) !== false);
  return [...new Set(leaves.flatMap(({value}) => textsOf(value)))];
}

/** A value, and of an address its host: a variable may be a part of it. Switches stand in every file. */
function textsOf(value: JsonValue): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string' || value === '') return [];
  return [value, ...(/^https?:\/\//i.test(value) && URL.canParse(value) ? [new URL(value).host] : [])];
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

/** The review of the commit that brought a text into a file, also under the names that it had before; null without a review. `asked` is JSON. */
async function findMaker(asked: string, {followLine, readText}: LayerPlace, accounts: Pick<Accounts, 'of'>): Promise<LayerReview | null> {
  const [path, text] = JSON.parse(asked) as [string, string];
  const paths = new Set([path]);
  const holds = async (commit: string, some: Iterable<string>) => {
    for (const one of some) if ((await readText(commit, one)).includes(text)) return true;
    return false;
  };
  for await (const {commit, parent, changes} of followLine()) {
    const changed = [...changes.keys()].filter(one => paths.has(one));
    if (changed.length === 0) continue;
    for (const other of changes.keys()) if (posix.basename(other) === posix.basename(path)) paths.add(other);
    const wasThere = parent !== null && parent !== 'unknown' && (await holds(parent, paths));
    if (wasThere || !(await holds(commit, changed))) continue;
    const account = await accounts.of(commit);
    return account.kind === 'compared' ? {...account, commit} : null;
  }
  return null;
}
