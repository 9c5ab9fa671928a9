import {addToGroup} from '../base/grouping';
import {compareText} from '../diagnostics/diagnostic';
import {isDistinct, isSameSet, type OtherEnvironment} from '../plan/create-sight';
import {fingerprintBody} from '../secrets/fingerprint';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {listDerivedIds, listExpectedIds, listOwnKeys} from '../specs/expected-ids';
import {isDerivedId} from '../specs/targets';
import {listWatched} from '../specs/watched';
import {isLikely, isNamed, type LiveCandidate, readAsSpec} from './candidates';
import type {Hint, Salvage} from './salvage';

/**
 * Why a monitor of the service is matched with a spec:
 * - `target-ids`: it has just the ids that a create of the spec gets, or that the spec gives;
 * - `some-target-ids`: it has some of them, and nothing else has any;
 * - `record`: what is left of the lost state, or of its journal, names it;
 * - `name-and-content`: it has the same name and watches the same pages.
 */
export type Basis = 'target-ids' | 'some-target-ids' | 'record' | 'name-and-content';

/** A monitor of the service that belongs to a spec. */
export interface Found {
  readonly spec: DesiredMonitor;
  readonly candidate: LiveCandidate;
  readonly basis: Basis;
  /** False: the user has to confirm it. */
  readonly isCertain: boolean;
  /** Others that answer to the same ids, oldest first. */
  readonly others: readonly LiveCandidate[];
  /** The record of the lost state; null if nothing is left of it. */
  readonly hint: Hint | null;
}

/** A monitor that the lost state recorded and that has no spec any more. */
export interface Orphan {
  readonly key: Key;
  readonly candidate: LiveCandidate;
  readonly hint: Hint;
}

/** Assignment of monitors of the service to specs. */
export interface Matching {
  /** Sorted by key. */
  readonly found: readonly Found[];
  /** Specs that no monitor of the service belongs to. */
  readonly missing: readonly DesiredMonitor[];
  /** Specs that one or several monitors may belong to: the user has to decide. */
  readonly ambiguous: readonly {readonly spec: DesiredMonitor; readonly candidates: readonly LiveCandidate[]}[];
  readonly orphans: readonly Orphan[];
  /** Monitors that belong to nothing here, oldest first. */
  readonly unmanaged: readonly LiveCandidate[];
}

/** Input of the matching. */
interface MatchingInput {
  readonly project: string;
  readonly environment: string;
  readonly desired: readonly DesiredMonitor[];
  /** Oldest first. */
  readonly candidates: readonly LiveCandidate[];
  readonly salvage: Salvage;
  readonly otherEnvironments: readonly OtherEnvironment[];
  readonly lineage: string;
  /** Whether the user is asked about uncertain matches. Names prove nothing, so `automatic` never accepts a match by name. */
  readonly approval: 'asked' | 'automatic';
}

/** Finds the monitor of each spec: by target ids, then by what is left of the state, then by name and content. Pure. */
export function matchMonitors(input: MatchingInput): Matching {
  return new Matcher(input).match();
}

class Matcher {
  readonly #input: MatchingInput;
  readonly #found = new Map<Key, Found>();
  readonly #ambiguous = new Map<Key, readonly LiveCandidate[]>();
  readonly #claimed = new Set<string>();
  readonly #byTargetId = new Map<string, LiveCandidate[]>();
  readonly #byId = new Map<string, LiveCandidate>();
  readonly #hints = new Map<Key, Hint[]>();
  readonly #specKeys: ReadonlySet<Key>;
  /** Target ids of other environments that are known. */
  readonly #idsOfOtherEnvironments: ReadonlySet<string>;
  /** Place by age. */
  readonly #age: ReadonlyMap<LiveCandidate, number>;

  constructor(input: MatchingInput) {
    this.#input = input;
    this.#specKeys = new Set(input.desired.map(({key}) => key));
    this.#idsOfOtherEnvironments = new Set(
      input.otherEnvironments.flatMap(otherEnvironment => [
        ...otherEnvironment.targetIds,
        ...listDerivedIds(otherEnvironment.desired?.() ?? input.desired, otherEnvironment),
      ]),
    );
    this.#age = new Map(input.candidates.map((candidate, index) => [candidate, index]));
    for (const candidate of input.candidates) {
      this.#byId.set(candidate.view.id, candidate);
      for (const id of new Set(candidate.view.targetIds)) addToGroup(this.#byTargetId, id, candidate);
    }
    for (const hint of input.salvage.hints) addToGroup(this.#hints, hint.key, hint);
  }

  match(): Matching {
    const {desired, candidates} = this.#input;
    for (const spec of desired) this.#findExact(spec);
    for (const spec of this.#left()) this.#findRecorded(spec);
    for (const spec of this.#left()) this.#findFormer(spec);
    for (const spec of this.#left()) this.#findPartial(spec);
    this.#findByContent();
    const orphans = this.#findOrphans();
    return {
      found: [...this.#found.values()].sort((a, b) => compareText(a.spec.key, b.spec.key)),
      missing: this.#left(),
      ambiguous: desired.flatMap(spec => {
        const possible = this.#ambiguous.get(spec.key);
        return possible === undefined ? [] : [{spec, candidates: possible}];
      }),
      orphans,
      unmanaged: candidates.filter(({view}) => !this.#claimed.has(view.id)),
    };
  }

  #left(): DesiredMonitor[] {
    return this.#input.desired.filter(({key}) => !this.#found.has(key) && !this.#ambiguous.has(key));
  }

  #keysOf(spec: DesiredMonitor): Key[] {
    return listOwnKeys(spec, this.#specKeys);
  }

  #expectedIds(spec: DesiredMonitor): string[][] {
    return this.#keysOf(spec).flatMap(key => listExpectedIds(spec, key, this.#input));
  }

  /** Unclaimed monitors that have any of these target ids, oldest first. */
  #holdersOf(ids: Iterable<string>): LiveCandidate[] {
    const holders = new Set([...ids].flatMap(id => this.#byTargetId.get(id) ?? []));
    return this.#sortByAge([...holders].filter(({view}) => !this.#claimed.has(view.id)));
  }

  #sortByAge(candidates: readonly LiveCandidate[]): LiveCandidate[] {
    return [...candidates].sort((a, b) => (this.#age.get(a) ?? 0) - (this.#age.get(b) ?? 0));
  }

  #findExact(spec: DesiredMonitor): void {
    const sets = this.#expectedIds(spec).map(ids => new Set(ids));
    const exact = this.#holdersOf(sets.flatMap(ids => [...ids])).filter(
      ({view}) => !isDistinct(spec, view) && sets.some(ids => isSameSet(ids, view.targetIds)),
    );
    if (exact.length === 0) return;
    const isOneSet = exact.every(({view}) => isSameSet(new Set(exact[0]?.view.targetIds), view.targetIds));
    const given = new Set(spec.explicitTargetIds);
    const isDerived = exact.every(({view}) => view.targetIds.some(id => !given.has(id)));
    // Ids that the spec gives are the same in every environment.
    this.#choose(
      spec,
      exact,
      'target-ids',
      isDerived ? isOneSet : exact.length === 1 && !exact.some(one => this.#isOfOtherEnvironment(one)),
    );
  }

  #findRecorded(spec: DesiredMonitor): void {
    const hints = this.#keysOf(spec).flatMap(key => this.#hints.get(key) ?? []);
    const named = hints.flatMap(hint => this.#holdersOfHint(hint)).filter(({candidate: {view}}) => !isDistinct(spec, view));
    if (named.length === 0) return;
    const candidates = this.#sortByAge([...new Set(named.map(({candidate}) => candidate))]);
    this.#choose(spec, candidates, 'record', candidates.length === 1 && named.some(({isSure}) => isSure));
  }

  /** By its id, or by all its target ids. Sure where the service holds it with target ids that the record has. */
  #holdersOfHint({id, targetIds}: Hint): {readonly candidate: LiveCandidate; readonly isSure: boolean}[] {
    const byId = id === null ? undefined : this.#byId.get(id);
    const named = byId === undefined || this.#claimed.has(byId.view.id) ? [] : [byId];
    const ids = new Set(targetIds);
    const same = this.#holdersOf(ids).filter(({view}) => isSameSet(ids, view.targetIds));
    return [...new Set([...named, ...same])].map(candidate => ({
      candidate,
      isSure: candidate.view.targetIds.some(target => ids.has(target)),
    }));
  }

  /** By the ids that a create of the spec got in an environment that the state was moved from. The user confirms it: that one may live again. */
  #findFormer(spec: DesiredMonitor): void {
    const {project, salvage} = this.#input;
    const sets = salvage.formerEnvironments.flatMap(environment =>
      this.#keysOf(spec).flatMap(key => listExpectedIds(spec, key, {project, environment}).map(ids => new Set(ids))),
    );
    const former = this.#holdersOf(sets.flatMap(ids => [...ids])).filter(
      one => !isDistinct(spec, one.view) && !this.#isOfOtherEnvironment(one) && sets.some(ids => isSameSet(ids, one.view.targetIds)),
    );
    if (former.length > 0) this.#choose(spec, former, 'target-ids', false);
  }

  #findPartial(spec: DesiredMonitor): void {
    const candidates = this.#holdersOf(new Set(this.#expectedIds(spec).flat())).filter(({view}) => !isDistinct(spec, view));
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && !this.#isForeign(only, spec))
      this.#choose(spec, candidates, 'some-target-ids', false);
    else if (candidates.length > 0) this.#leaveOpen(spec, candidates);
  }

  /** Proposes a match only where spec and monitor have no other candidate. */
  #findByContent(): void {
    const free = this.#input.candidates.filter(
      candidate => !this.#claimed.has(candidate.view.id) && !this.#isOfOtherEnvironment(candidate),
    );
    const byTrait = new Map<string, LiveCandidate[]>();
    for (const candidate of free) for (const trait of listWatched(candidate.view.body)) addToGroup(byTrait, trait, candidate);
    const proposals = this.#left().map(spec => {
      const near = new Set(listWatched(fingerprintBody(spec.body(), this.#input.lineage)).flatMap(trait => byTrait.get(trait) ?? []));
      const likely = [...near].filter(one => !isDistinct(spec, one.view) && isLikely(one, spec, this.#input.lineage));
      return {spec, candidates: this.#sortByAge(likely)};
    });
    const suitors = new Map<LiveCandidate, number>();
    for (const {candidates} of proposals) for (const one of candidates) suitors.set(one, (suitors.get(one) ?? 0) + 1);
    for (const {spec, candidates} of proposals) {
      if (candidates.length === 0) continue;
      const named = candidates.filter(({view}) => isNamed(view, spec.name));
      const [only] = candidates.length === 1 ? candidates : named;
      const isAlone = only !== undefined && (candidates.length === 1 || named.length === 1) && suitors.get(only) === 1;
      if (isAlone && this.#mayBeChosen(only)) this.#choose(spec, [only], 'name-and-content', false);
      else this.#leaveOpen(spec, candidates);
    }
  }

  /**
   * Whether a monitor without a common id may be matched at all: the user is asked, and none of its target ids was derived. A
   * derived id that belongs to no spec here most likely comes from another project.
   */
  #mayBeChosen({view}: LiveCandidate): boolean {
    return this.#input.approval === 'asked' && !view.targetIds.some(isDerivedId);
  }

  /** Whether it shares only ids that the spec gives itself, and has one that was derived for something else. */
  #isForeign({view: {targetIds}}: LiveCandidate, spec: DesiredMonitor): boolean {
    const expected = new Set(this.#expectedIds(spec).flat());
    const given = new Set(spec.explicitTargetIds);
    const isShared = targetIds.some(id => expected.has(id) && !given.has(id));
    return !isShared && targetIds.some(id => !expected.has(id) && isDerivedId(id));
  }

  #isOfOtherEnvironment({view}: LiveCandidate): boolean {
    return view.targetIds.some(id => this.#idsOfOtherEnvironments.has(id));
  }

  #findOrphans(): Orphan[] {
    const taken = new Set(this.#input.desired.flatMap(spec => this.#keysOf(spec)));
    const orphans = new Map<string, Orphan>();
    for (const hint of this.#input.salvage.hints) {
      if (taken.has(hint.key) || orphans.has(hint.key)) continue;
      const sure = this.#holdersOfHint(hint).filter(({isSure}) => isSure);
      const [only] = sure;
      if (only === undefined || sure.length > 1) continue;
      this.#claimed.add(only.candidate.view.id);
      orphans.set(hint.key, {key: hint.key, candidate: only.candidate, hint});
    }
    return [...orphans.values()].sort((a, b) => compareText(a.key, b.key));
  }

  /** Of several the one that was recorded, else the one that is most as the spec says, else the oldest. */
  #choose(spec: DesiredMonitor, candidates: readonly LiveCandidate[], basis: Basis, isCertain: boolean): void {
    const hints = this.#keysOf(spec).flatMap(key => this.#hints.get(key) ?? []);
    const rank = (candidate: LiveCandidate) => [
      hints.some(({id}) => id === candidate.view.id) ? 0 : 1,
      candidates.length === 1 ? 0 : readAsSpec(candidate.view, spec, this.#input.lineage).distance,
    ];
    const ranked = candidates.map(candidate => ({candidate, rank: rank(candidate)}));
    const [first] = ranked.sort((a, b) => (a.rank[0] ?? 0) - (b.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0));
    if (first === undefined) throw new Error('there is nothing to choose from');
    const {candidate} = first;
    for (const one of candidates) this.#claimed.add(one.view.id);
    this.#found.set(spec.key, {
      spec,
      candidate,
      basis,
      isCertain: isCertain || (first.rank[0] === 0 && basis === 'target-ids'),
      others: candidates.filter(one => one !== candidate),
      hint: hints.find(({id}) => id === candidate.view.id) ?? null,
    });
  }

  #leaveOpen({key}: DesiredMonitor, candidates: readonly LiveCandidate[]): void {
    this.#ambiguous.set(key, candidates);
  }
}
