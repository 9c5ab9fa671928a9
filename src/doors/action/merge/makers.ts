import {addToGroup} from '../../../core/base/grouping';
import {property} from '../../../core/json/value';
import type {Plan, Step} from '../../../core/plan/change';
import {listEffects, listSentMembers, listSteps} from '../../../core/plan/change-facts';
import type {DesiredMonitor, Key} from '../../../core/specs/desired-monitor';
import {listWatched} from '../../../core/specs/watched';
import type {Says} from '../reviewed-plan';

/** A part of a change that apply can leave out, as plans of several commits are compared by it. */
export interface Effect {
  /** As {@link listEffects} gives it. */
  readonly id: string;
  readonly key: Key;
  /** The key of the monitor before a rename; null without one. */
  readonly former: Key | null;
  /** The member of an update; null for a change as a whole. */
  readonly member: string | null;
  /** The hash of the wanted body; null where the monitor goes. */
  readonly bodyHash: string | null;
  /** Texts by which a spec is known again that was moved and edited: what it is called, what it watches, where it sends. */
  readonly traits: readonly string[];
}

/** All effects of the specs of one commit. */
export class KnownEffects {
  readonly #ids: ReadonlySet<string>;
  readonly #byKey: ReadonlyMap<Key, readonly Effect[]>;
  readonly #byBody: ReadonlyMap<string, readonly Effect[]>;
  readonly #byTrait: ReadonlyMap<string, readonly Effect[]>;

  constructor(effects: readonly Effect[]) {
    this.#ids = new Set(effects.map(({id}) => id));
    this.#byKey = groupBy(
      effects,
      ({key}) => key,
      effect => effect,
    );
    this.#byBody = groupBy(
      effects,
      ({member, bodyHash}) => (member === null ? bodyHash : null),
      effect => effect,
    );
    const pairs = effects.flatMap(effect => effect.traits.map(trait => ({effect, trait})));
    this.#byTrait = groupBy(
      pairs,
      ({trait}) => trait,
      ({effect}) => effect,
    );
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /**
   * The effects that another one goes on from: of its monitor, or of one with its content, else of those that are alike, since a spec that is
   * moved and edited keeps neither. What is deleted takes nothing over.
   */
  findBasis({key, former, member, bodyHash, traits}: Effect): readonly Effect[] {
    if (bodyHash === null && member === null) return [];
    const ofMonitor = [key, ...(former === null ? [] : [former])].flatMap(name => this.#byKey.get(name) ?? []);
    const moved = bodyHash === null || member !== null ? [] : (this.#byBody.get(bodyHash) ?? []);
    const same = [...ofMonitor.filter(before => before.member === null || member === null || before.member === member), ...moved];
    const found = same.length > 0 || member !== null ? same : traits.flatMap(trait => this.#byTrait.get(trait) ?? []);
    return [...new Set(found)];
  }
}

/** The specs before a commit, as what apply would make of them today. */
export type Before =
  /** The commit changes nothing that specs are made of. */
  | {readonly kind: 'same'}
  | {readonly kind: 'known'; readonly effects: KnownEffects}
  /** They have errors: no run could apply them. */
  | {readonly kind: 'unreadable'}
  /** The history that was fetched ends here. */
  | {readonly kind: 'unknown'};

/** A commit of the branch, as changes are traced back to it. `Review` is what is known of its review. */
export interface TracedCommit<Review> {
  /** Null where there is none: pushed without a pull request, or from a fork. */
  readonly review: Review | null;
  readonly shows: Says;
  readonly changesConfig: boolean;
  readonly before: Before;
}

/** An effect whose review was not found yet, at some commit of the branch. */
export interface Traced<Review> {
  /** The effect of the plan that it is about. */
  readonly of: Effect;
  /** The effect that is looked for: `of`, or what an earlier commit did to the same monitor. */
  readonly wanted: Effect;
  /** Reviews of newer commits, with unreadable specs between, that may have made it. */
  readonly suspects: readonly Review[];
  /** The review of a newer commit that changed the config; null without one. */
  readonly config: Review | null;
}

/** Result of tracing an effect. */
export type TraceVerdict<Review> =
  | {readonly kind: 'shown'}
  /** Commits without a review made all of it. */
  | {readonly kind: 'not-compared'}
  /** A reviewed commit made it and did not show it. */
  | {readonly kind: 'not-shown'; readonly wanted: Effect; readonly review: Review}
  | {readonly kind: 'too-old'};

/** The effects of steps. */
export function describeEffects(plan: Plan, steps: readonly Step[] = listSteps(plan)): Effect[] {
  return steps.flatMap(step => {
    const members = step.action === 'update' ? listSentMembers(step) : step.action === 'unprotect' ? ['sync.protect'] : [null];
    const wanted = 'after' in step && step.after !== undefined && 'bodyHash' in step.after ? step.after : undefined;
    const former = step.action === 'rename' ? step.from : (wanted?.sync.renamedFrom ?? null);
    const about = {key: step.key, former, bodyHash: wanted?.bodyHash ?? null, traits: wanted === undefined ? [] : listTraits(wanted)};
    return listEffects(plan, step).map((id, index) => ({id, ...about, member: members[index] ?? null}));
  });
}

/** Starts the trace of an effect at the tip. */
export function startTrace<Review>(effect: Effect): Traced<Review> {
  return {of: effect, wanted: effect, suspects: [], config: null};
}

/** Ends the traces of effects that the review of a commit shows: each of them was the same at that commit. Pure. */
export function takeShown<Review>(traces: readonly Traced<Review>[], {shows}: Pick<TracedCommit<Review>, 'shows'>): Traced<Review>[] {
  return traces.filter(({wanted}) => !shows(wanted.id));
}

/**
 * Traces one effect past a commit, from the newest to the oldest. A commit made an effect that was not there before it. One without a
 * review accounts for it alone: what it built on, and was not applied either, is traced further. Pure.
 */
export function tracePast<Review>(trace: Traced<Review>, commit: TracedCommit<Review>): TraceVerdict<Review> | readonly Traced<Review>[] {
  const {wanted} = trace;
  const {review, before} = commit;
  const config = trace.config ?? (commit.changesConfig ? review : null);
  switch (before.kind) {
    case 'same':
      return [trace];
    case 'unknown':
      return review === null ? {kind: 'too-old'} : {kind: 'not-shown', wanted, review};
    case 'unreadable':
      return [{...trace, config, suspects: [...trace.suspects, ...(review === null ? [] : [review])]}];
    case 'known': {
      if (before.effects.has(wanted.id)) return [{...trace, config, suspects: []}];
      const maker = review ?? trace.suspects[0] ?? config;
      if (maker !== null) return {kind: 'not-shown', wanted, review: maker};
      const earlier = before.effects.findBasis(wanted);
      return earlier.length === 0 ? {kind: 'not-compared'} : earlier.map(effect => ({...trace, wanted: effect, suspects: [], config}));
    }
  }
}

/** The worst of several verdicts: an effect was accounted for only where all that it was built from was. */
export function findWorst<Review>(verdicts: readonly TraceVerdict<Review>[]): TraceVerdict<Review> {
  const ranks = ['shown', 'not-compared', 'too-old', 'not-shown'] as const;
  const start: TraceVerdict<Review> = {kind: 'shown'};
  return verdicts.reduce((worst, verdict) => (ranks.indexOf(verdict.kind) > ranks.indexOf(worst.kind) ? verdict : worst), start);
}

function groupBy<One>(all: readonly One[], nameOf: (one: One) => string | null, effectOf: (one: One) => Effect): Map<string, Effect[]> {
  const groups = new Map<string, Effect[]>();
  for (const one of all) {
    const name = nameOf(one);
    if (name !== null) addToGroup(groups, name, effectOf(one));
  }
  return groups;
}

/** A spec as it is known again where key and body are others. */
function listTraits({key, name, body}: DesiredMonitor): string[] {
  const content = body();
  const address = property(content['webhook'], 'url');
  const called = [`key ${key.slice(key.lastIndexOf('/') + 1)}`, `name ${name}`];
  return [...called, ...listWatched(content).map(page => `page ${page}`), ...(typeof address === 'string' ? [`webhook ${address}`] : [])];
}
