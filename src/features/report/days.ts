import type {Check} from '../../core/api/check-port';
import {finishOf} from '../../core/observe/check-span';
import {failureOf} from '../../core/observe/failure-row';
import type {ChangesDocument} from '../changes/document';

/** Figures of one day. */
export interface DayFigures {
  /** `2026-11-20`, of the zone of the report. */
  readonly day: string;
  /** Changed pages by what they were judged. */
  readonly meaningful: number;
  readonly notJudged: number;
  readonly noise: number;
  /** Checks with a failure: of all pages, of some, or for lack of credits. */
  readonly failed: number;
  readonly checks: number;
  /** Charged; checks of which the service does not say it count as none. */
  readonly credits: number;
}

type CheckSums = {-readonly [Name in 'failed' | 'checks' | 'credits']: number};

const QUARTER = 900_000;

/** The figures of a span by day. A check is of the day on which it finished, as in `monitors changes`. */
export class DaySums {
  readonly #format: Intl.DateTimeFormat;
  /** Days by quarter of an hour: no zone begins a day within one. */
  readonly #days = new Map<number, string>();
  readonly #sums = new Map<string, Map<string, CheckSums>>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-CA', {timeZone, year: 'numeric', month: '2-digit', day: '2-digit'});
  }

  /** Adds the checks of one monitor, instead of those that were added before. */
  addChecks(id: string, checks: readonly Check[]): void {
    const days = new Map<string, CheckSums>();
    for (const check of checks) {
      const day = this.#dayOf(finishOf(check));
      const sums = days.get(day) ?? {failed: 0, checks: 0, credits: 0};
      days.set(day, sums);
      sums.checks += 1;
      sums.failed += failureOf(check) === null ? 0 : 1;
      sums.credits += check.actualCredits ?? 0;
    }
    this.#sums.set(id, days);
  }

  /** All days of a span, also those without a check; of the monitors that were read whole, as the document counts them. */
  list({since, until, changes}: Pick<ChangesDocument, 'since' | 'until' | 'changes'>, whole: ReadonlySet<string>): readonly DayFigures[] {
    const figures = new Map(this.#listDays(Date.parse(since), Date.parse(until)).map(day => [day, emptyDay(day)]));
    const at = (day: string) => {
      const known = figures.get(day) ?? emptyDay(day);
      figures.set(day, known);
      return known;
    };
    for (const [id, days] of this.#sums)
      if (whole.has(id))
        for (const [day, {failed, checks, credits}] of days) {
          const sums = at(day);
          sums.failed += failed;
          sums.checks += checks;
          sums.credits += credits;
        }
    for (const {at: time, verdict} of changes) if (verdict !== 'first-seen') at(this.#dayOf(Date.parse(time)))[VERDICTS[verdict]] += 1;
    return [...figures.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
  }

  #listDays(since: number, until: number): string[] {
    const days = new Set<string>();
    for (let at = since; at < until && days.size < MOST_DAYS; at += STEP) days.add(this.#dayOf(at));
    return [...days.add(this.#dayOf(until))];
  }

  #dayOf(ms: number): string {
    const quarter = Math.floor(ms / QUARTER);
    const known = this.#days.get(quarter);
    if (known !== undefined) return known;
    const day = this.#format.format(quarter * QUARTER);
    this.#days.set(quarter, day);
    return day;
  }
}

/** No day is shorter. */
const STEP = 20 * 3_600_000;
/** Days without a check that are listed, at most: a span may begin long before any. */
const MOST_DAYS = 1000;

const VERDICTS = {meaningful: 'meaningful', 'not-judged': 'notJudged', noise: 'noise'} as const;

function emptyDay(day: string): {-readonly [Name in keyof DayFigures]: DayFigures[Name]} {
  return {day, meaningful: 0, notJudged: 0, noise: 0, failed: 0, checks: 0, credits: 0};
}
