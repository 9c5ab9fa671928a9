import {addToGroup} from '../../core/base/grouping';
import {countOf, formatNumber} from '../../core/base/words';
import type {Count} from '../../core/json/count';
import {type FullestMinute, MOST_AT_ONCE, type SpreadGroup, type SpreadSuggestion} from '../../core/specs/schedule/spread';
import {renderJson} from '../../rendering/escape-json';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';

/** Result of `monitors report --suggest`. */
export interface SuggestDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'report';
  /** Monitors that may run at the same minute. */
  readonly limit: Count;
  /** The fullest minute; null if it is within the limit. */
  readonly before: FullestMinuteDocument | null;
  /** The fullest minute with the suggested schedules. */
  readonly after: FullestMinuteDocument | null;
  /** Schedules that run at a full minute, most used first. */
  readonly groups: readonly SpreadGroupDocument[];
}

/** The minute of a week at which most monitors run. */
export interface FullestMinuteDocument {
  /**
   * Weekday and time.
   * @example "Monday 09:00"
   */
  readonly time: string;
  /**
   * Time zone of `time`.
   * @example "Europe/Berlin"
   */
  readonly timezone: string;
  /** Monitors that run then. */
  readonly monitors: Count;
}

/** Monitors with one schedule. */
export interface SpreadGroupDocument {
  /**
   * The schedule as cron.
   * @example "0 9 * * *"
   */
  readonly cron: string;
  /** Time zone of the schedule. */
  readonly timezone: string;
  /** The monitors, by key. */
  readonly monitors: readonly SuggestedScheduleDocument[];
}

/** A suggested schedule. */
export interface SuggestedScheduleDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * The suggested cron; time zone, hours and days stay.
   * @example "17 9 * * *"
   */
  readonly cron: string;
}

/** The document that `monitors report --suggest --format json` prints. */
export function renderSuggestJson({before, after, groups}: SpreadSuggestion): string {
  const document: SuggestDocument = {
    formatVersion: 1,
    command: 'report',
    limit: MOST_AT_ONCE,
    before: toMinute(before),
    after: toMinute(after),
    groups: groups.map(({cron, timezone, monitors}) => ({cron, timezone, monitors: monitors.map(one => ({key: one.key, cron: one.cron}))})),
  };
  return renderJson(document);
}

function toMinute(minute: FullestMinute | null): FullestMinuteDocument | null {
  return minute === null ? null : {time: minute.clock, timezone: minute.timezone, monitors: minute.monitors};
}

/** Each group with its suggested schedules, and how full the fullest minute is before and after. */
export function renderSuggestText({before, after, groups}: SpreadSuggestion, options: RenderOptions): string {
  if (before === null) {
    return printText([proseLine(0, `Nothing to spread: at most ${formatNumber(MOST_AT_ONCE)} monitors run at the same minute.`)], options);
  }
  const summary = `${countOf(before.monitors, 'monitor')} run at the same minute (${describe(before)}).`;
  const end = after === null ? '' : ` With these schedules, the fullest minute (${describe(after)}) has ${formatNumber(after.monitors)}.`;
  const lines = [...groups.flatMap(group => groupLines(group, options)), proseLine(0, `${summary}${end} Nothing was changed.`)];
  return printText(options.verbosity === 'quiet' ? lines.slice(0, -1) : lines, options);
}

function describe({clock, timezone}: FullestMinute): string {
  return `${clock}, ${shorten(timezone)}`;
}

const MOST_KEYS = 3;

function groupLines({cron, timezone, monitors}: SpreadGroup, {verbosity}: RenderOptions): Line[] {
  const keys = new Map<string, string[]>();
  for (const one of monitors) addToGroup(keys, one.cron, one.key);
  const most = verbosity === 'verbose' ? Number.POSITIVE_INFINITY : MOST_KEYS;
  const title = dataLine(0, styled('strong', `cron: "${cron}"`), `  ${shorten(timezone)}, ${countOf(monitors.length, 'monitor')}`);
  const rows = [...keys].map(([suggested, named]) => {
    const more = named.length > most ? ` and ${formatNumber(named.length - most)} more` : '';
    return hangingLine(2, 4, styled('added', `cron: "${suggested}"`), `  ${named.slice(0, most).map(shorten).join(', ')}${more}`);
  });
  return [title, ...rows, BLANK];
}
