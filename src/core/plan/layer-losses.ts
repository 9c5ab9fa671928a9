import type {DesiredMonitor, Inheritable} from '../specs/desired-monitor';
import {isGiven} from '../specs/fleet/inheritable';
import {isProtected} from '../specs/sync';
import type {RecordedOutline} from '../state/state';

/**
 * Whether what a recorded monitor had, and its spec no longer comes to, may have gone with a layer: with one that gave it, or by one
 * that takes it away. What the spec's own text alone explains has not.
 */
export function isLostWithLayer(
  name: Inheritable,
  {inherited: then}: RecordedOutline,
  {inherited: now, saysItself}: DesiredMonitor,
): boolean {
  if (then === undefined && now === undefined) return false;
  const own = saysItself?.(name);
  if (isGiven(own)) return true;
  // An older version recorded it, and did not note its layers.
  if (then === undefined) return true;
  const givers = giversOf(name, then);
  const stillGiven = givers.every(layer => now?.[layer]?.includes(name) === true);
  return givers.length > 0 && !(stillGiven && own !== undefined);
}

/** The layers that such a loss may come from, as findings show them. */
export function layersOfLoss(name: Inheritable, {inherited = {}}: RecordedOutline, after: DesiredMonitor): string[] {
  const givers = giversOf(name, inherited).map(layer => showLayer(layer, after));
  return [...new Set([...givers, ...(after.layers ?? [])])];
}

/** The path of a layer, given below the specs directory, as findings show it: like that of a spec. */
export function showLayer(layer: string, {file, specPath}: DesiredMonitor): string {
  return file.slice(0, file.length - specPath.length) + layer;
}

function giversOf(name: Inheritable, inherited: NonNullable<RecordedOutline['inherited']>): string[] {
  return Object.keys(inherited).filter(layer => inherited[layer]?.includes(name) === true);
}

/** Whether a recorded monitor that is protected is so no more, and a layer or a list may be why: one edit of either concerns many. */
export function losesProtection(before: RecordedOutline, after: DesiredMonitor): boolean {
  return before.protect && !isProtected(after) && (after.list !== undefined || isLostWithLayer('protect', before, after));
}
