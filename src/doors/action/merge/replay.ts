import {UserError} from '../../../core/diagnostics/user-error';
import {pathBelow} from '../../../core/files/paths';
import type {Plan, Step} from '../../../core/plan/change';
import {findUnsaid, listSteps} from '../../../core/plan/change-facts';
import {copyStateFiles, isShallowCheckout, readStateFiles} from '../git-state';
import {compareReviewed, findSaid, type ReviewComparison, type ReviewedPlan, type Says} from '../reviewed-plan';
import {makeTemporaryDirectory} from '../workspace';
import type {Merging} from './tip-worktree';

/** Plans the specs of the tip, offline, against the state at this path. */
type PlanAgainst = (stateFile: string) => Promise<Plan>;

/** Inputs for reviewing a plan. */
export interface Reviewing extends Merging {
  /** Default: plans are not made again, and a group is approved as a whole only. */
  readonly planAgainst?: PlanAgainst;
}

/** Makes reviewed plans again with the state that they were made from, so that what was done since is in them again. */
export class Replays {
  readonly #plans = new Map<string, Promise<Plan | null>>();

  constructor(private readonly reviewing: Reviewing) {}

  /** Compares a plan with a reviewed one: as it is, and where a group is not in it as a whole, with the reviewed one made again. */
  async compare(reviewed: ReviewedPlan, plan: Plan, changes: readonly Step[] = listSteps(plan)): Promise<ReviewComparison> {
    const part = {...plan, changes};
    const compared = compareReviewed(reviewed, part);
    if (compared.kind !== 'not-reviewed' || reviewed.kind !== 'complete' || reviewed.groups.length === 0) return compared;
    const replayed = await this.#replay(reviewed.stateCommit);
    return replayed === null ? compared : compareReviewed(reviewed, part, {...replayed, changes: listSteps(replayed)});
  }

  /** Finds out which effects of changes a reviewed plan shows, groups as {@link compare} does. */
  async findSaid(reviewed: ReviewedPlan, plan: Plan, changes: readonly Step[]): Promise<Says> {
    const part = {...plan, changes};
    const says = findSaid(reviewed, part);
    if (reviewed.kind !== 'complete' || reviewed.groups.length === 0 || findUnsaid(part, says).length === 0) return says;
    const replayed = await this.#replay(reviewed.stateCommit);
    return replayed === null ? says : findSaid(reviewed, part, {...replayed, changes: listSteps(replayed)});
  }

  async #replay(commit: string | null): Promise<Plan | null> {
    const {planAgainst} = this.reviewing;
    if (commit === null || planAgainst === undefined) return null;
    const known = this.#plans.get(commit) ?? this.#planAt(commit, planAgainst);
    this.#plans.set(commit, known);
    return known;
  }

  /** Null where the commit can't be fetched or its state can't be read: then nothing more is approved. */
  async #planAt(commit: string, planAgainst: PlanAgainst): Promise<Plan | null> {
    const {place, request, ports} = this.reviewing;
    const {git} = ports;
    const isHere = async () => (await git.read(`${commit}^{commit}`)) !== null;
    if (!(await isHere())) {
      const depth = (await isShallowCheckout(git)) ? ['--depth=1'] : [];
      await git(['fetch', '--no-tags', '--quiet', ...depth, 'origin', commit]);
      if (!(await isHere())) return null;
    }
    const statePath = pathBelow(place.root, place.placed.stateFile);
    const directory = makeTemporaryDirectory(request.run, 'monitors-reviewed-');
    try {
      return await planAgainst(await copyStateFiles(git, await readStateFiles(git, commit, statePath), {statePath, directory}));
    } catch (error) {
      if (error instanceof UserError) return null;
      throw error;
    }
  }
}
