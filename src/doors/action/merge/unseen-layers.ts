import {posix} from 'node:path';
import {onceEach} from '../../../core/base/once';
import {isObject, type JsonValue, property} from '../../../core/json/value';
import type {Step} from '../../../core/plan/change';
import {listSentMembers} from '../../../core/plan/change-facts';
import {fingerprintBody} from '../../../core/secrets/fingerprint';
import type {DesiredMonitor} from '../../../core/specs/desired-monitor';
import type {State} from '../../../core/state/state';
import type {Accounts, Compared} from './accounts';
import type {LineCommit} from './branch-history';
import type {SpecInputs} from './earlier-specs';

/** The specs of the tip, what is recorded of them, and the commits that led there. */
export interface LayerPlace {
  readonly specs: readonly DesiredMonitor[];
  /** Null at first use. */
  readonly state: Pick<State, 'lineage' | 'monitors'> | null;
  readonly inputs: SpecInputs;
  /** The first-parent line of the tip, newest first. */
  readonly followLine: () => AsyncIterable<LineCommit>;
}

/** The review that would have to show a layer. */
type LayerReview = Compared & {readonly commit: string};

/**
 * Finds the review under which something of a layer came that a step is made of and that no monitor had until now: no plan showed it, since
 * it changed none. A commit without a review that adds a spec below it did not make it. Null where there is none.
 */
export function openLayerSearch(place: LayerPlace, accounts: Pick<Accounts, 'of'>): (step: Step) => Promise<LayerReview | null> {
  const {specs, state, inputs} = place;
  const records = [...(state?.monitors.values() ?? [])];
  const isApplied = ({key, bodyHash}: DesiredMonitor) => state?.monitors.get(key)?.bodyHash === bodyHash;
  const isUsed = onceEach(
    (layer: string) =>
      records.some(({inherited}) => inherited?.[layer] !== undefined) ||
      specs.some(spec => spec.inherited?.[layer] !== undefined && isApplied(spec)),
  );
  const findReview = onceEach((path: string) => findReviewOf(path, place, accounts));
  return async step => {
    const after = 'after' in step && step.after !== undefined && 'inherited' in step.after ? step.after : undefined;
    // Before the first monitor nothing shows what layers give.
    if (after === undefined || inputs === null || records.length === 0) return null;
    const givesAnew =
      takesWebhook(step, after) && !records.some(({applied}) => hasSameAddress(applied['webhook'], after, state?.lineage ?? ''));
    const layers = Object.entries(after.inherited ?? {}).filter(
      ([layer, gives]) => !isUsed(layer) || (givesAnew && gives.includes('webhook')),
    );
    const paths = layers.map(([layer]) => `${inputs.specs}${layer}`);
    // A variable may be all that changed.
    if (givesAnew && after.isFilled === true) paths.push(inputs.config);
    for (const path of paths) {
      const review = await findReview(path);
      if (review !== null) return review;
    }
    return null;
  };
}

/** Tells whether a step sends the address of a webhook that is not the spec's own. */
function takesWebhook(step: Step, after: DesiredMonitor): boolean {
  if (step.action === 'update' && !listSentMembers(step).includes('webhook')) return false;
  const own = after.saysItself?.('webhook');
  return after.saysItself !== undefined && addressOf(after.body()['webhook']) !== undefined && addressOf(own) === undefined;
}

function hasSameAddress(recorded: JsonValue | undefined, after: DesiredMonitor, lineage: string): boolean {
  return addressOf(recorded) === addressOf(fingerprintBody(after.body(), lineage)['webhook']);
}

function addressOf(webhook: JsonValue | undefined): JsonValue | undefined {
  return isObject(webhook) ? property(webhook, 'url') : webhook;
}

/** The newest review of a commit that changed a file, also under the names that it had before. */
async function findReviewOf(path: string, {followLine}: LayerPlace, accounts: Pick<Accounts, 'of'>): Promise<LayerReview | null> {
  const paths = new Set([path]);
  const isSameName = (other: string) => posix.basename(other) === posix.basename(path);
  for await (const {commit, changes} of followLine()) {
    if (![...paths].some(one => changes.has(one))) continue;
    const account = await accounts.of(commit);
    if (account.kind === 'compared') return {...account, commit};
    for (const other of changes.keys()) if (isSameName(other)) paths.add(other);
  }
  return null;
}
