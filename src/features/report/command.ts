import {resolve} from 'node:path';
import {countOf, formatNumber} from '../../core/base/words';
import {MOST_REQUESTS, NEWEST_CHECKS} from '../../core/config/choices';
import {UserError} from '../../core/diagnostics/user-error';
import type {GivenMoment} from '../../core/observe/moment';
import type {Choice} from '../../core/plan/change';
import {type CommandTable, command, type OptionsOf} from '../../project/command-table';
import type {Door} from '../../project/door';
import {chosenKeys, count, exclude, file, formats, labels, lookupTimeout, text, toggle} from '../../project/flags';
import type {Project} from '../../project/project';
import type {FleetPage} from './html/page';
import type {ReportProgress} from './refresh';

/** Checks of each monitor that `--refresh` reads. */
const CHECKS = 10;

const TABLE = {
  path: 'report',
  summary: 'write what the monitors do as a page, or suggest schedules',
  details: `
      Writes one HTML file: load of the schedule, next 24 hours, credits by folder and label, budget, what needs attention, every
      monitor. It holds no script, sends no request, and can be printed. Made from specs and state, without network and key.

      With \`--refresh\` it reads the service, too, and begins with what fails and what changed. It adds health, drift, charged
      credits, what is left of the plan. That takes one request per 90 monitors, and one per monitor for its newest checks
      (\`--checks 0\` leaves these out). Each of at most 50 failing ones takes two more. Needs full operations.

      With \`--since\`, it reads what the checks of a span found, as \`changes\` does, and draws changes, failures and charged credits
      by day. It says before each step how many requests it takes.

      The page has no recipients, user info, query values or webhook paths. Of pages it has the reasons of failures and judgments
      only. \`--with-diffs\` adds the latest changes, which are text of the pages.

      With \`--suggest\`, instead of a page: where more than 50 monitors run at the same minute, prints a schedule for each of them,
      with its minutes spread over the hour. Hours, days and the time between checks stay. Nothing is changed; needs no network.
    `,
  exitCodes: {
    0: 'written or printed',
    1: 'specs have errors; with `--refresh`, a limit left something out or a monitor could not be read',
    3: "specs, state or service can't be read, or the file can't be written",
  },
  examples: [
    ['A page from specs and state', 'monitors report --out report.html'],
    ['What changed and failed in a week', 'monitors report --out report.html --refresh --since 7d'],
    ['Where to move checks', 'monitors report --suggest'],
  ],
  flags: {
    format: formats({text: '', json: ''}, 'With --suggest: '),
    out: file('Where to write the page (replaces only an earlier report)'),
    refresh: toggle('Read the service, too (full operations)'),
    checks: count(NEWEST_CHECKS, `With --refresh: newest checks of each monitor to read (0-100, default ${CHECKS})`, CHECKS),
    lookupTimeout: lookupTimeout('With --refresh: '),
    since: text('T', 'With --refresh: show changes, failures and credits since then, by day: 3d, 2w, a date (default: last checks only)'),
    maxRequests: count(MOST_REQUESTS, 'With --refresh: send at most this many requests (1-1000000, default: no limit)'),
    withDiffs: toggle('With --refresh: add the latest changes, with text of pages'),
    timezone: text(
      'ZONE',
      'Time zone of hours and times, such as Europe/Paris (default: yours; with --refresh that of all schedules, if they agree)',
    ),
    rateLimit: count({min: 1, max: 1_000_000}, 'Checks a minute that your plan allows, to compare the fullest minute with (default: none)'),
    suggest: toggle('Print schedules that spread the load'),
    exclude,
    label: labels(),
  },
  operands: {only: chosenKeys('keys')},
} as const satisfies CommandTable;

type Options = OptionsOf<typeof TABLE>;

/** `monitors report`: what monitors do, as a page. */
export const reportCommand = command(TABLE, async (options, door) => {
  refuseIdleFlags(options, door);
  const {only, exclude, label: labels} = options;
  const project = await door.openProject('look');
  const choice = {only, exclude, labels};
  return options.suggest ? printSuggestion(project, choice, options, door) : writePage(project, choice, options, door);
});

/** Prints schedules that flatten the load. */
async function printSuggestion(project: Project, choice: Choice, {format}: Options, door: Door): Promise<number> {
  const {suggestSchedules} = await import('./suggest-schedules');
  const outcome = await suggestSchedules(project, choice);
  if (outcome.kind === 'invalid') return (await door.notes()).invalid(outcome.workspace.report, 'printed');
  const {renderSuggestJson, renderSuggestText} = await import('./suggest');
  const {suggestion} = outcome;
  door.print(format === 'json' ? renderSuggestJson(suggestion) : renderSuggestText(suggestion, door.look('stdout')));
  return 0;
}

async function writePage(project: Project, choice: Choice, options: Options, door: Door): Promise<number> {
  const {out, refresh} = options;
  if (out === undefined) throw new UserError('config/usage', 'report needs --out', 'for example: monitors report --out report.html');
  const zone = await readZone(options, door);
  const {checks, rateLimit = null, maxRequests = null} = options;
  const ownZone = options.timezone === undefined ? ('preferred' as const) : ('ignored' as const);
  const since = options.since === undefined ? null : await readSince(options.since, zone);
  const {readReport, writeReportPage} = await import('./report');
  const diffs = options.withDiffs ? ('included' as const) : ('left-out' as const);
  const {lookupTimeout: lookupMs} = options;
  const request = {...choice, refresh, checks, diffs, since, maxRequests, zone, ownZone, rateLimit, lookupMs};
  const progress = await door.progress();
  const outcome = await readReport(project, request, {...progress, ...(since === null ? {} : await noteSteps(door, progress))});
  progress.onEnd?.();
  if (outcome.kind === 'invalid') return (await door.notes()).invalid(outcome.workspace.report, 'reported');
  const {renderReportPage} = await import('./html/page');
  const file = resolve(door.workingDirectory(), out);
  const text = renderReportPage(outcome.page);
  writeReportPage({file, shown: door.shown(file), settings: project.settings}, text);
  if (!door.flags.quiet) door.print(await describe(door.shown(file), outcome.page, text));
  if (!outcome.isComplete) door.note('not everything was read: the page says what is missing\n');
  return outcome.isComplete ? 0 : 1;
}

/** Reads `--since` in the zone that the page turns out to have. Throws `UserError` at once for what is not a moment. */
async function readSince(given: string, zone: string): Promise<(zone: string) => GivenMoment> {
  const {readGiven} = await import('../changes/request');
  readGiven(given, () => zone, '--since');
  return own => readGiven(given, () => own, '--since');
}

async function noteSteps(door: Door, {onEnd}: Pick<ReportProgress, 'onEnd'>): Promise<Pick<ReportProgress, 'onStep'>> {
  if (door.flags.quiet) return {};
  const {describeStep} = await import('../changes/steps');
  return {
    onStep: (...step) => {
      onEnd?.();
      door.note(describeStep(...step));
    },
  };
}

async function describe(shown: string, page: FleetPage, text: string): Promise<string> {
  const {escapeTerminal} = await import('../../rendering/escape-terminal');
  const size = formatNumber(Math.ceil(Buffer.byteLength(text) / 1000));
  const from = page.isRefreshed ? 'specs, state and the service' : 'specs and state';
  return `wrote ${escapeTerminal(shown)}: ${countOf(page.report.monitors.length, 'monitor')}, from ${from} (${size} kB)\n`;
}

/** Each with what it does not go with, or without. */
function refuseIdleFlags({refresh, suggest}: Options, door: Door): void {
  const isGiven = (flag: string) => door.given(flag) !== undefined;
  const needy = ['--with-diffs', '--checks', '--lookup-timeout', '--since', '--max-requests'].find(isGiven);
  if (needy !== undefined && !refresh) throw new UserError('config/usage', `${needy} needs --refresh`, 'give both');
  const ofPage = ['--out', '--refresh', '--timezone', '--rate-limit'].find(isGiven);
  if (suggest && ofPage !== undefined) {
    throw new UserError('config/usage', `--suggest writes no page: ${ofPage} does not go with it`, 'run one after the other');
  }
  if (!suggest && (door.given('--format') ?? 'text') !== 'text')
    throw new UserError('config/usage', '--format needs --suggest', 'a page is always HTML');
}

async function readZone({timezone}: Options, {context}: Door): Promise<string> {
  return (await import('../../project/time-zone')).readTimeZone(timezone, context.timeZone, '--timezone');
}
