import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {wholeNumber} from '../../../core/config/option-values';
import {formatNumber} from '../../../core/diagnostics/number-text';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Choice} from '../../../core/plan/change';
import type {FleetPage} from '../../../features/report/html/page';
import type {Project} from '../../../project/project';
import {MonitorsCommand} from '../command';
import {lookupTimeoutOption, readLookupTimeout} from '../lookup-timeout';

/** Checks of each monitor that `--refresh` reads. */
const CHECKS = '10';

/** `monitors report`: what monitors do, as a page. */
export class ReportCommand extends MonitorsCommand {
  static override paths = [['report']];
  static override usage = Command.Usage({
    description: 'write what the monitors do as a page, or suggest schedules',
    details: `
      Writes one HTML file: load of the schedule, next 24 hours, credits by folder and label, budget, what needs attention, every
      monitor. It holds no script, sends no request, and can be printed. Made from specs and state, without network and key.

      With \`--refresh\` it reads the service, too: health, drift, charged credits, what is left of the plan. That takes one request
      per 90 monitors, and one per monitor for its newest checks; \`--checks 0\` leaves these out. Needs full operations.

      The page has no page text, recipients, user info, query values or webhook paths. \`--with-diffs\` adds the latest changes, which
      are text of the pages.

      With \`--suggest\`, instead of a page: where more than 50 monitors run at the same minute, prints a schedule for each of them,
      with its minutes spread over the hour. Hours, days and the time between checks stay. Nothing is changed; needs no network.

      exit codes: 0 written or printed; 1 specs have errors; 3 specs, state or service can't be read, or the file can't be written
    `,
    examples: [
      ['A page from specs and state', 'monitors report --out report.html'],
      ['With what the service knows', 'monitors report --out report.html --refresh'],
      ['Where to move checks', 'monitors report --suggest'],
    ],
  });

  override readonly commandName = 'report';
  override format = Option.String('--format', 'text', {description: '<FORMAT> With --suggest: text (default) or json'});
  out = Option.String('--out', {description: '<FILE> Where to write the page (replaces only an earlier report)'});
  refresh = Option.Boolean('--refresh', false, {description: 'Read the service, too (full operations)'});
  checks = Option.String('--checks', {description: `<N> With --refresh: newest checks of each monitor to read (0-100, default ${CHECKS})`});
  lookupTimeout = lookupTimeoutOption('With --refresh: ');
  withDiffs = Option.Boolean('--with-diffs', false, {description: 'With --refresh: add the latest changes, with text of pages'});
  timezone = Option.String('--timezone', {description: '<ZONE> Time zone of hours and times, such as Europe/Paris (default: yours)'});
  rateLimit = Option.String('--rate-limit', {
    description: '<N> Checks a minute that your plan allows, to compare the fullest minute with (default: none)',
  });
  suggest = Option.Boolean('--suggest', false, {description: 'Print schedules that spread the load'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    this.refuseIdleFlags();
    const {keys, exclude, label: labels} = this;
    const opened = await this.openProject('look');
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors report' : opened.nameOption(flag));
    const project = {...opened, nameOption};
    const choice = {only: keys.length === 0 ? undefined : keys, exclude, labels};
    if (this.suggest) return (await import('../schedule-suggestion')).printSuggestion(this, project, choice);
    return this.writePage(project, choice);
  }

  private async writePage(project: Project, choice: Choice): Promise<number> {
    const {out, refresh} = this;
    if (out === undefined) throw new UserError('config/usage', 'report needs --out', 'for example: monitors report --out report.html');
    const zone = await this.readZone();
    const checks = wholeNumber('--checks', this.checks ?? CHECKS, {min: 0, max: 100});
    const rateLimit = this.rateLimit === undefined ? null : wholeNumber('--rate-limit', this.rateLimit, {min: 1, max: 1_000_000});
    const {readReport, writeReportPage} = await import('../../../features/report/report');
    const {checkProgress} = await import('../list-progress');
    const diffs = this.withDiffs ? ('included' as const) : ('left-out' as const);
    const lookupMs = readLookupTimeout(this.lookupTimeout);
    const outcome = await readReport(project, {...choice, refresh, checks, diffs, zone, rateLimit, lookupMs}, checkProgress(this));
    const {invalidExitCode} = await import('../notes');
    if (outcome.kind === 'invalid') return invalidExitCode(outcome.workspace.report, this, 'reported');
    const {renderReportPage} = await import('../../../features/report/html/page');
    const file = resolve(this.workingDirectory(), out);
    const text = renderReportPage(outcome.page);
    writeReportPage({file, shown: this.shown(file), settings: project.settings}, text);
    if (!this.quiet) this.print(await this.describe(this.shown(file), outcome.page, text));
    return 0;
  }

  private async describe(shown: string, page: FleetPage, text: string): Promise<string> {
    const {escapeTerminal} = await import('../../renderers');
    const {countOf} = await import('../../../rendering/sentences');
    const size = formatNumber(Math.ceil(Buffer.byteLength(text) / 1000));
    const from = page.isRefreshed ? 'specs, state and the service' : 'specs and state';
    return `wrote ${escapeTerminal(shown)}: ${countOf(page.report.monitors.length, 'monitor')}, from ${from} (${size} kB)\n`;
  }

  /** Each with what it does not go with, or without. */
  private refuseIdleFlags(): void {
    const {withDiffs, checks, lookupTimeout, refresh, suggest, out, timezone, rateLimit, format} = this;
    const needy = withDiffs ? '--with-diffs' : checks !== undefined ? '--checks' : lookupTimeout !== undefined ? '--lookup-timeout' : null;
    if (needy !== null && !refresh) throw new UserError('config/usage', `${needy} needs --refresh`, 'give both');
    const ofPage = {'--out': out, '--refresh': refresh || undefined, '--timezone': timezone, '--rate-limit': rateLimit};
    const [given] = Object.entries(ofPage).filter(([, value]) => value !== undefined);
    if (suggest && given !== undefined) {
      throw new UserError('config/usage', `--suggest writes no page: ${given[0]} does not go with it`, 'run one after the other');
    }
    if (!suggest && format !== 'text') throw new UserError('config/usage', '--format needs --suggest', 'a page is always HTML');
  }

  private async readZone(): Promise<string> {
    const {isZoneName, suggestZones} = await import('../../../core/specs/schedule/zone');
    // A system may call its zone by a name that is none.
    if (this.timezone === undefined) return isZoneName(this.context.timeZone()) ? this.context.timeZone() : 'UTC';
    if (isZoneName(this.timezone)) return this.timezone;
    const [meant] = suggestZones(this.timezone);
    const hint = meant === undefined ? 'use an IANA name, such as Europe/Paris' : `did you mean "${meant}"?`;
    throw new UserError('config/usage', `--timezone: "${this.timezone}" is not a time zone`, hint);
  }
}
