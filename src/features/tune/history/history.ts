import type {Check, CheckPage} from '../../../core/api/check-port';
import type {LineTally, TalliedChange} from '../lines/line-tally';

/** Whether a change matters: as it was judged, or that it was not. */
export type Verdict = 'meaningful' | 'noise' | 'not-judged';

/** A changed page of one check, without its texts. */
export interface SeenPage {
  readonly url: string;
  readonly verdict: Verdict;
  /** It was not judged, since the judge did not work. */
  readonly isDegraded: boolean;
  readonly change: TalliedChange;
}

/** A check that has ended, with its changed pages. */
export interface SeenCheck {
  readonly check: Check;
  readonly pages: readonly SeenPage[];
  /** Changed pages that were not read. */
  readonly unread: number;
}

/** What the newest checks of a monitor were. */
export interface TunedHistory {
  /** Those that have ended, newest first. */
  readonly checks: readonly SeenCheck[];
  readonly tally: LineTally;
  /** Error of a page of the newest check with such pages; null where it was not read. */
  readonly pageError: {readonly checkId: string; readonly reason: string} | null;
  /** Pages of the newest checks of a search. */
  readonly results: readonly CheckPage[];
}

/** A judge that did not work judged nothing. */
export function verdictOf({judgment, isJudgeDegraded}: Pick<CheckPage, 'judgment' | 'isJudgeDegraded'>): Verdict {
  if (judgment === null || isJudgeDegraded) return 'not-judged';
  return judgment.meaningful ? 'meaningful' : 'noise';
}
