import {resolve} from 'node:path';
import {listFirst, listWords} from '../../core/base/words';
import {MOST_REQUESTS, NEWEST_CHECKS} from '../../core/config/choices';
import type {DiagnosticCode} from '../../core/diagnostics/codes';
import {UserError} from '../../core/diagnostics/user-error';
import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {allEnvironments, choices, chosenKeys, count, exclude, file, formats, labels, toggle} from '../../project/flags';
import type {OpenedProject} from '../../project/project';
import type {ReadStatus} from './status';
import type {StatusDocument} from './status-document';

/** States for which a run can be made to fail. */
const FAIL_ON = ['failing', 'overdue', 'undelivered', 'unconfirmed'] as const;

/** `monitors status [KEY|GLOB...]`: how monitors do. */
export const statusCommand = command(
  {
    path: 'status',
    summary: 'show the health of monitors in the service',
    details: `
      Shows health, last and next check of the monitors in the state: failing monitors first, then those with other trouble, then
      those whose pages changed. Sends one request per 90 monitors in the service, and two for each failing one, of at most 50:
      its newest 100 checks for since when, and a few failed pages for why. Changes nothing. Needs full operations.

      Failing: every page of the last check is an error. A check that failed as a whole is not in the list: \`--checks\` and
      \`--fail-on failing\` read the checks of a monitor for it. Overdue: the next check is late by more than ten minutes and
      one interval. No credits: the last check was skipped for lack of them, which counts as failing. To tell, up to five checks
      and the credits of the team are read where a last check had no pages.

      With \`--checks\`, searches are judged, too. Most results ignored: the queries are too wide. Most still watched: the goal
      is too vague. None for long: the queries are too narrow.

      With \`--alerts\`, shows whether alerts arrive: reads 25 checks of each monitor that tells anyone, and each monitor with explicit
      recipients of mail. Undelivered: the newest message is known not to have arrived. Unconfirmed: a recipient has not confirmed.
    `,
    exitCodes: {
      0: 'shown',
      1: 'with `--fail-on`, a monitor is in one of these states; a monitor could not be read; `--max-requests` was not enough',
      3: "the service can't be read, or no monitor has such a key",
    },
    examples: [
      ['All monitors', 'monitors status'],
      ['Those of a folder that fail, with error rates and credits', 'monitors status "pricing/**" --failing --checks 20'],
      ['A scheduled job that fails when a monitor does', 'monitors status --fail-on failing --fail-on overdue'],
    ],
    everywhere: {formats: ['text', 'json'], without: ['out']},
    flags: {
      allEnvironments,
      format: formats({text: '', json: '', prometheus: 'OpenMetrics'}),
      out: file('Write to this file, all at once (only with --format prometheus)'),
      checks: count(NEWEST_CHECKS, 'Also read the newest checks of each monitor (1-100, default 0: none)', 0),
      failing: toggle('Show failing monitors only'),
      alerts: toggle('Also show whether alerts arrive'),
      maxRequests: count(MOST_REQUESTS, 'Send at most this many requests (1-1000000, default: no limit)'),
      failOn: choices('STATE', FAIL_ON, `Exit 1 if a monitor is ${listWords(FAIL_ON, 'or')} (repeatable; default: never)`),
      exclude,
      label: labels(),
    },
    operands: {only: chosenKeys('recorded')},
  },
  async (options, door) => {
    const {
      format,
      out,
      checks,
      failOn,
      failing: isFailingOnly,
      alerts: withAlerts,
      maxRequests = null,
      only,
      exclude,
      label: labels,
    } = options;
    if (out !== undefined && format !== 'prometheus') throw new UserError('config/usage', '--out needs --format prometheus', 'give both');
    const project = await door.openProject('look');
    const {readStatus} = await import('./status');
    const failing = failOn.includes('failing') ? ('certain' as const) : ('as-listed' as const);
    const isAboutAlerts = withAlerts || failOn.includes('undelivered') || failOn.includes('unconfirmed');
    const alerts = isAboutAlerts ? ('read' as const) : ('left-out' as const);
    // A scraper takes numbers only.
    const failures = format === 'prometheus' ? ('left-out' as const) : ('read' as const);
    const request = {only, exclude, labels, checks, failing, alerts, failures, maxRequests};
    const read = await readStatus(project, request, await door.progress());
    const {document} = read;
    await noteLack(document, door);
    if (read.unexplained !== null)
      await noteWarning('live/not-read', `${UNEXPLAINED}: ${read.unexplained}`, 'the rest is from the list', door);
    if (format === 'prometheus' && document.notRead.length > 0) await noteUnread(document, door);
    await noteEarlierState(project, door);
    const shown = isFailingOnly ? (await import('./status-document')).keepFailing(document) : document;
    await PRINTERS[format]({...read, document: shown}, {project, out}, door);
    const {summary} = document;
    return !document.complete || failOn.some(state => (summary[state] ?? 0) > 0) ? 1 : 0;
  },
);

/** Each format, and where it goes. */
const PRINTERS = {
  text: async ({document, creditsUntil}, _place, door) =>
    door.print((await import('./status-text')).renderStatusText(document, creditsUntil, door.look('stdout'))),
  json: async ({document}, _place, door) => door.print((await import('../../rendering/escape-json')).renderJson(document)),
  prometheus: printMetrics,
} satisfies Record<string, (read: ReadStatus, place: MetricsPlace, door: Door) => Promise<void>>;

/** Where metrics go: a file, or standard output. */
interface MetricsPlace {
  readonly project: OpenedProject;
  readonly out: string | undefined;
}

async function printMetrics({document, labelsOf}: ReadStatus, {project: {settings}, out}: MetricsPlace, door: Door): Promise<void> {
  const {renderStatusMetrics, isStatusMetrics} = await import('./status-prometheus');
  const {text, dropped} = renderStatusMetrics(document, {environment: settings.environment, labelsOf});
  if (dropped !== null && !door.flags.quiet) door.note(`${dropped}\n`);
  if (out === undefined) return door.print(text);
  const {writeOutput} = await import('../../project/given-output');
  const path = resolve(door.workingDirectory(), out);
  const place = {file: path, shown: door.shown(path), settings, noun: 'metrics', example: 'monitors.prom', foreign: 'metrics'};
  writeOutput({...place, isOurs: isStatusMetrics}, text);
}

async function noteEarlierState(project: OpenedProject, door: Door): Promise<void> {
  if (project.history === null || project.history.isSettled()) return;
  const {findEarlierStates} = await import('../../project/history/findings');
  const findings = await findEarlierStates([project], null);
  const {renderFindingsText} = await import('../../rendering/finding');
  if (findings.length > 0) door.note(renderFindingsText(findings, door.look('stderr')));
}

async function noteLack({notOffered: lack}: StatusDocument, door: Door): Promise<void> {
  if (lack === null) return;
  await noteWarning(
    'live/no-checks',
    lack,
    'the rest is from the list; for this service leave out --checks, --failing and --fail-on failing',
    door,
  );
}

/** A scraper takes numbers only: who reads the job's log learns what they leave out. */
async function noteUnread({notRead}: StatusDocument, door: Door): Promise<void> {
  const [first] = notRead;
  await noteWarning(
    'live/not-read',
    `${listFirst(notRead.map(({key}) => key))} could not be read: ${first?.reason}`,
    'the rest is shown',
    door,
  );
}

const UNEXPLAINED = 'could not read since when and why monitors fail';

async function noteWarning(code: DiagnosticCode, message: string, hint: string, door: Door): Promise<void> {
  const {renderFindingsText} = await import('../../rendering/finding');
  door.note(renderFindingsText([{code, severity: 'warning', message, hint}], door.look('stderr')));
}
