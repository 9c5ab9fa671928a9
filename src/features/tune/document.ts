import type {Count} from '../../core/json/count';
import {renderJson} from '../../rendering/escape-json';
import type {PlanDocument} from '../plan/document';

/** Result of `monitors tune`. */
export interface TuneDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'tune';
  /** The project's name. */
  readonly project: string;
  /** The environment's name. */
  readonly environment: string;
  /** Checks of each monitor that were asked for, the newest ones, as `--checks` says. */
  readonly checks: Count;
  /** All monitors were read: none is `failed` or `left`. */
  readonly complete: boolean;
  /** Reasons why it is not complete. */
  readonly incomplete: readonly TuneIncompleteReason[];
  /** Numbers of everything that was found. */
  readonly summary: TuneCounts;
  /** All chosen monitors, by key. */
  readonly monitors: readonly TunedMonitorDocument[];
  /** What `--write` did; null without it. */
  readonly written: WrittenDocument | null;
}

/** Reason why not all monitors were read: a signal, `--max-requests`, or a monitor that could not be read. */
export type TuneIncompleteReason = 'interrupted' | 'max-requests' | 'not-read';

/** Numbers of what was found. */
export interface TuneCounts {
  /** All that were chosen. */
  readonly monitors: Count;
  /** Of these, not read: failed, or left for another call. */
  readonly notRead: Count;
  /** Checks that have ended, of all monitors. */
  readonly checks: Count;
  /** Changed pages that were judged to matter. */
  readonly meaningful: Count;
  /** Changed pages that were judged not to matter. */
  readonly noise: Count;
  /** Changed pages without a judgment. */
  readonly notJudged: Count;
  /** Lines that change nearly each time. */
  readonly lines: Count;
  /** Proposals. */
  readonly proposals: Count;
  /** Credits a month that all proposals save together, less what they cost; those of which it can't be said left out. */
  readonly creditsPerMonth: number;
  /** Requests that were sent to read. */
  readonly requests: Count;
  /** Pages that `--fetch` fetched, each fetch counted: they are paid for. */
  readonly fetches: Count;
}

/** Noise and cost of one monitor. */
export interface TunedMonitorDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** Whether its checks were read. */
  readonly read: TuneReadKind;
  /** Why it could not be read; only with `failed`. */
  readonly error: string | null;
  /** The spec, relative to the working directory; null where there is none any more. */
  readonly file: string | null;
  /** Its checks that have ended. */
  readonly checks: Count;
  /** When the oldest of them ended; null without any. */
  readonly since: string | null;
  /** When the newest of them ended; null without any. */
  readonly until: string | null;
  /** Checks a week that told someone, or had something to tell where the service does not say; null where they span no time. */
  readonly alertsPerWeek: number | null;
  /** Changed pages. */
  readonly changes: TunedChangesDocument;
  /** Lines that change nearly each time, those that change most often first. */
  readonly lines: readonly NoisyLineDocument[];
  /** Checks with failures by reason, the most frequent first. */
  readonly failures: readonly TunedFailureDocument[];
  /** Charged credits. */
  readonly credits: TunedCreditsDocument;
  /** What would make it quieter or cheaper. */
  readonly proposals: readonly ProposalDocument[];
  /** Why there are no proposals; null where there may be some. */
  readonly noProposals: NoProposalsReason | null;
  /** Pages with noisy lines, as `--fetch` found them; empty without it. */
  readonly regions: readonly RegionDocument[];
}

/** A page that was fetched to find the region that holds its noisy lines. */
export interface RegionDocument {
  /** Address of the page; secrets in it are masked. */
  readonly url: string;
  /** What came of it. */
  readonly outcome: RegionOutcome;
  /** The selector that was tried; null where none was. */
  readonly selector: string | null;
  /** Why it could not be fetched; only with `failed`. */
  readonly error: string | null;
  /** The failed fetch may have been charged. */
  readonly mayBeCharged: boolean;
}

/**
 * `found`: one region holds the lines, and nothing else changes without it. `line-missing`: the lines are not on the page now.
 * `several-places`: a line stands at several places. `no-selector`: no selector leaves out just the lines. `line-stays`: a line is still
 * there without the region. `others-change`: other lines are not as they were. `no-text`: no text came, or an error page. `failed`: a
 * fetch failed. `not-sent`: it was not fetched, since all others would fail too, or the run was interrupted. `left-out`: it is never
 * fetched, for its options or since its target has other addresses.
 */
export type RegionOutcome =
  | 'found'
  | 'line-missing'
  | 'several-places'
  | 'no-selector'
  | 'line-stays'
  | 'others-change'
  | 'no-text'
  | 'failed'
  | 'not-sent'
  | 'left-out';

/** `whole`: its checks and their changed pages. `missing`: the service does not have it. `failed`: it could not be read. `left`: not reached. */
export type TuneReadKind = 'whole' | 'missing' | 'failed' | 'left';

/**
 * `few-checks`: fewer than ten checks have ended. `no-spec`: no spec has its key. `not-applied`: its spec says something else than was
 * applied, so that the checks say nothing of it. `paused`: it is paused.
 */
export type NoProposalsReason = 'few-checks' | 'no-spec' | 'not-applied' | 'paused';

/** Changed pages of the checks of a monitor. */
export interface TunedChangesDocument {
  /** Judged to matter. */
  readonly meaningful: Count;
  /** Judged not to matter. */
  readonly noise: Count;
  /** Without a judgment, also where the judge did not work. */
  readonly notJudged: Count;
  /** Of those without a judgment, where the judge did not work. */
  readonly degraded: Count;
  /** Changed pages that were not read: of a check at most 10,000 are. */
  readonly unread: Count;
}

/** A line of a page that changes nearly each time. */
export interface NoisyLineDocument {
  /** Address of the page; secrets in it are masked. */
  readonly url: string;
  /** How it changes. */
  readonly kind: NoiseKind;
  /**
   * The line, with `#` for its numbers, dates and times; for `text` and `order` as it was seen last. Text of a page.
   * @example "Updated # minutes ago"
   */
  readonly line: string;
  /** Texts that stood there, the newest first, at most 20. Text of a page. */
  readonly texts: readonly string[];
  /** Checks at which it changed. */
  readonly changes: Count;
  /** Checks at which it could have changed. */
  readonly checks: Count;
}

/**
 * `numbers`: only numbers, dates and times in it change. `text`: another text stands in its place. `order`: lines change places.
 */
export type NoiseKind = 'numbers' | 'text' | 'order';

/** Checks that failed for one reason. */
export interface TunedFailureDocument {
  /** `failed`: the checks failed, or all their pages. `some-pages`: pages of them. `no-credits`: skipped for lack of credits. */
  readonly kind: 'failed' | 'some-pages' | 'no-credits';
  /** As the service gives it; text from outside. Null where it gives none, or where it was not read: of pages only the newest is. */
  readonly reason: string | null;
  /** Number of checks. */
  readonly checks: Count;
}

/** Charged credits of the checks of a monitor. */
export interface TunedCreditsDocument {
  /** Sum of the checks that say what was charged; null where none does. */
  readonly charged: number | null;
  /** Number of these checks. */
  readonly checks: Count;
  /** Charged credits for each meaningful change; null where nothing was charged or nothing was meaningful. */
  readonly perMeaningfulChange: number | null;
}

/** A proposal for one monitor. */
export interface ProposalDocument {
  /**
   * Made from monitor, kind and value: `--write` takes it as long as it is proposed.
   * @example "5f0e2c6a"
   */
  readonly id: string;
  /** What it is about. */
  readonly kind: ProposalKind;
  /**
   * `schedule`: the new cron expression or text. `region`: the selector of `excludeTags`. `lines`: the line. Both with the page behind it where two pages have the same. `judging`: `on`. `goal`: `sharpen`. `queries`: `narrower` or `wider`.
   * @example "0 *\/4 * * *"
   */
  readonly value: string;
  /** Of a schedule, the present one; null for the others. */
  readonly before: string | null;
  /** Whether `--write` can write it: all others need a person's words. */
  readonly writable: boolean;
  /** What speaks for it. */
  readonly evidence: EvidenceDocument;
  /** What it saves. */
  readonly saves: SavingDocument;
}

/** What a proposal is about: how often, what of the page, whether and by what changes are judged, what is searched. */
export type ProposalKind = 'schedule' | 'region' | 'lines' | 'judging' | 'goal' | 'queries';

/** Facts behind a proposal. */
export interface EvidenceDocument {
  /** Checks that were looked at. */
  readonly checks: Count;
  /** When the first of them ended. */
  readonly since: string;
  /** When the last of them ended. */
  readonly until: string;
  /** What of these checks, pages or results speaks for it: changes that are noise, changes of the line, results that are ignored. */
  readonly count: Count;
  /** All of these. */
  readonly of: Count;
  /** Of a schedule, the shortest time between two changes, minutes; null without two, and for the others. */
  readonly shortestGapMinutes: number | null;
}

/** What a proposal saves a month. */
export interface SavingDocument {
  /** Credits a month, by what was charged where that is known; negative where it costs some; null where it can't be said. */
  readonly creditsPerMonth: number | null;
  /** Alerts a month; null where it can't be said. */
  readonly alertsPerMonth: number | null;
}

/** What `--write` did. */
export interface WrittenDocument {
  /** Proposals that are in the specs now, in the order in which they were asked for. */
  readonly proposals: readonly WrittenProposalDocument[];
  /** Proposals that were not written. */
  readonly notWritten: readonly NotWrittenDocument[];
  /** The plan with the edited specs; nothing of it was carried out. Null where no spec was edited. */
  readonly plan: PlanDocument | null;
}

/** A proposal that was written into a spec. */
export interface WrittenProposalDocument {
  /** Its id. */
  readonly id: string;
  /** The monitor's key. */
  readonly key: string;
  /** The edited file, relative to the working directory. */
  readonly file: string;
}

/** A proposal that was not written. */
export interface NotWrittenDocument {
  /** Its id. */
  readonly id: string;
  /** The monitor's key. */
  readonly key: string;
  /** `shared`: the value comes from a layer, a list or a data file that others share. `by-hand`: the file leaves no room for it. */
  readonly reason: 'shared' | 'by-hand';
  /** The file that has the value, relative to the working directory. */
  readonly file: string;
  /** Its line, from 1; null where it is not known. */
  readonly line: number | null;
}

/** The document for programs. */
export function renderTuneJson(document: TuneDocument): string {
  return renderJson(document);
}
