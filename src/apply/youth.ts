/** The time by which a service has carried out and lists what it was sent, unless `--settle` says otherwise; milliseconds. */
export const DEFAULT_SETTLE_MS = 90_000;

/** After how long what is missing is looked for again, milliseconds; from then on once more, at the settling time. */
const LOOK_AGAIN_AFTER_MS = [2000, 3000, 5000, 10_000, 20_000];

/** How long to wait before the next look, milliseconds; `round` counts the looks so far from 0, `leftMs` is what is left of the settling time. */
export function waitBeforeLook(round: number, leftMs: number): number {
  return Math.min(leftMs, LOOK_AGAIN_AFTER_MS[round] ?? leftMs);
}

/**
 * How much of the settling time is left for a monitor, milliseconds: until then no 404 and no list shows that it is gone, since the
 * replica that answers may not know it yet. All of it where the monitor's age is not known. `createdAt` is the service's, `now` the
 * earlier of this machine's clock and the service's.
 */
export function youthOf(createdAt: string, now: number, settleMs: number): number {
  const created = Date.parse(createdAt);
  return Number.isNaN(created) ? settleMs : Math.min(settleMs, Math.max(0, settleMs - (now - created)));
}
