import {onceEach} from '../../../core/base/once';
import type {Step} from '../../../core/plan/change';
import type {DesiredMonitor, Key} from '../../../core/specs/desired-monitor';
import type {RecordedOutline} from '../../../core/state/state';
import type {Account, Accounts, Compared} from './accounts';
import type {LineCommit} from './branch-history';
import type {SpecInputs} from './earlier-specs';

/** The specs of the tip, what is recorded of them, and the commits that led there. */
export interface LayerPlace {
  readonly specs: readonly DesiredMonitor[];
  readonly recorded: ReadonlyMap<Key, Pick<RecordedOutline, 'bodyHash'>>;
  readonly inputs: SpecInputs;
  /** The first-parent line of the tip, newest first. */
  readonly followLine: () => AsyncIterable<LineCommit>;
}

/** The review that would have to show a layer. */
type LayerReview = Compared & {readonly commit: string};

/**
 * Finds the review under which a layer came that a step is made of and that nothing had until now: no plan showed it, since it changed no
 * monitor. A commit without a review that adds a spec below it did not make it. Null where there is none.
 */
export function openLayerSearch(place: LayerPlace, accounts: Pick<Accounts, 'of'>): (step: Step) => Promise<LayerReview | null> {
  const findReview = onceEach(async (layer: string): Promise<LayerReview | null> => {
    const {inputs, followLine} = place;
    for await (const {commit, changes} of inputs === null ? [] : followLine()) {
      if (!changes.has(`${inputs?.specs ?? ''}${layer}`)) continue;
      const account: Account = await accounts.of(commit);
      return account.kind === 'compared' ? {...account, commit} : null;
    }
    return null;
  });
  const isUsed = onceEach((layer: string) => place.specs.some(spec => layer in (spec.inherited ?? {}) && isApplied(spec, place.recorded)));
  return async step => {
    // Before the first monitor nothing shows what layers give.
    if (place.recorded.size === 0) return null;
    for (const layer of listLayers(step)) {
      const review = isUsed(layer) ? null : await findReview(layer);
      if (review !== null) return review;
    }
    return null;
  };
}

function listLayers(step: Step): string[] {
  return 'after' in step && step.after !== undefined && 'inherited' in step.after ? Object.keys(step.after.inherited ?? {}) : [];
}

/** Whether a monitor is as its spec says, with all that its layers give. */
function isApplied({key, bodyHash}: DesiredMonitor, recorded: LayerPlace['recorded']): boolean {
  return recorded.get(key)?.bodyHash === bodyHash;
}
