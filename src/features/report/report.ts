import type {GivenMoment} from '../../core/observe/moment';
import type {MonitorHealth} from '../../core/observe/sample';
import type {Change, Choice, Plan} from '../../core/plan/change';
import {isDrift, isOfLeftover} from '../../core/plan/change-facts';
import {estimateCredits, totalPerMonth} from '../../core/specs/credits';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {readTimes} from '../../core/specs/schedule/times';
import {isZoneName} from '../../core/specs/schedule/zone';
import type {RecordedMonitor} from '../../core/state/state';
import type {CheckedWorkspace} from '../../project/check';
import {type OutputPlace, writeOutput} from '../../project/given-output';
import type {Project} from '../../project/project';
import {unmanagedSentence} from '../../rendering/plan-sentences';
import {toListed, type WatchedListing} from '../changes/watched';
import {tooFew} from '../observe/checks';
import {RequestBudget} from '../observe/request-budget';
import {type Planned, planProject} from '../plan/plan';
import type {FleetMonitor} from './fleet';
import type {FleetBudget} from './fleet-credits';
import {type FleetReport, makeFleetReport} from './fleet-report';
import type {PageChange} from './html/monitors-section';
import {type FleetPage, isReportPage} from './html/page';
import {askService, NOTHING_SEEN, type ReportProgress, type Seen} from './refresh';

/** Request of `monitors report`. */
interface ReportRequest extends Choice {
  /** Ask the service; full operations only. */
  readonly refresh: boolean;
  /** With `refresh`: how many of the newest checks of each monitor to read; 0 for none. */
  readonly checks: number;
  /** With `refresh`: also read the latest changes, which are text of pages. */
  readonly diffs: 'left-out' | 'included';
  /** With `refresh`: the start of the span whose changes are read, in a zone; null for the last check of each monitor. */
  readonly since: ((zone: string) => GivenMoment) | null;
  /** With `refresh`: requests that are sent, at most; null for any number. */
  readonly maxRequests: number | null;
  /** The zone of hours and times, an IANA name. */
  readonly zone: string;
  /** With `refresh`: whether the zone of the schedules is taken where they agree. */
  readonly ownZone: 'preferred' | 'ignored';
  /** Checks a minute that the plan allows; null where not given. */
  readonly rateLimit: number | null;
  /** Milliseconds that the service may take to list what it created. */
  readonly lookupMs: number;
}

/** Content of a report, or the findings that stand in its way. */
type ReportOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'reported'; readonly planned: Planned; readonly page: FleetPage; readonly isComplete: boolean};

/** Gathers what a report shows: from specs and state, and with `refresh` from the service. Sends only reads, and writes nothing. Throws `UserError`. */
export async function readReport(project: Project, request: ReportRequest, progress: ReportProgress = {}): Promise<ReportOutcome> {
  const {refresh} = request;
  // A budget by what was charged holds nothing back that the page shows below it.
  const checks = refresh && project.settings.budget !== undefined && project.settings.budgetBy === 'actual' ? request.checks : 0;
  const listed = new Map<string, WatchedListing>();
  const budget = new RequestBudget(request.maxRequests, project.world);
  let now = project.world.now();
  const outcome = await planProject(
    project,
    {...request, checks, allowDeletes: false, checkSecrets: false},
    {
      ...progress,
      onMonitor: live => listed.set(live.id, toListed(live)),
      onPage: known => {
        // Beside the first page, one request shows whether there are more.
        budget.count(budget.sent === 0 ? 2 : 1);
        if (budget.left < 0) throw tooFew(budget.most, 'the list of monitors');
        progress.onPage?.(known);
      },
      onClock: serverTime => {
        now = serverTime;
      },
    },
  );
  if (outcome.kind === 'invalid') return outcome;
  const chosen = outcome.plan.only === null ? null : new Set(outcome.plan.only);
  const zone = (refresh && request.ownZone === 'preferred' ? findZone(outcome, chosen) : null) ?? request.zone;
  const seen = refresh
    ? await askService(project, outcome, {chosen, listed, now, budget}, {...request, zone, since: request.since?.(zone) ?? null}, progress)
    : NOTHING_SEEN;
  const monitors = listMonitors(outcome, chosen, seen.statuses);
  const report = makeFleetReport({monitors, now, zone, ...budgetsOf(project), team: seen.team});
  const page = toPage(project, outcome.plan, report, {...request, ...seen, now, zone});
  return {kind: 'reported', planned: outcome, page, isComplete: seen.isComplete};
}

/** The page for a plan that was made already, without asking the service for more. */
export function reportPlan(project: Project, planned: Planned, request: Pick<ReportRequest, 'zone' | 'rateLimit'>): FleetPage {
  const now = project.world.now();
  const monitors = listMonitors(planned, null, NOTHING_SEEN.statuses);
  const report = makeFleetReport({monitors, now, zone: request.zone, ...budgetsOf(project), team: null});
  return toPage(project, planned.plan, report, {...request, ...NOTHING_SEEN, refresh: planned.plan.isRefreshed, now});
}

/** Writes the page of a report. Throws {@link UserError}, and writes nothing, where anything else than a report is there or belongs there. */
export function writeReportPage(place: OutputPlace, text: string): void {
  writeOutput({...place, noun: 'report', example: 'report.html', foreign: 'a report', isOurs: isReportPage}, text);
}

/** The monitors as they run after apply: of what is held back, as it runs today. */
function listMonitors({workspace, plan}: Planned, chosen: ReadonlySet<Key> | null, statuses: Seen['statuses']): readonly FleetMonitor[] {
  const changes = new Map(plan.changes.filter(change => !isOfLeftover(change)).map(change => [change.key, change]));
  const isChosen = (key: Key) => chosen?.has(key) ?? true;
  const desired = new Map(workspace.checked.monitors.filter(({key}) => isChosen(key)).map(monitor => [monitor.key, monitor]));
  const keys = new Set([...desired.keys(), ...changes.keys()].filter(isChosen));
  return [...keys].sort().map(key => {
    const {running, note} = runningOf(desired.get(key), changes.get(key));
    const status = statuses.get(key) ?? null;
    const isEdited = changes.get(key)?.action === 'update' || changes.get(key)?.action === 'replace';
    return {key, isEdited, ...toFleetMonitor(running, status), notes: note === null ? [] : [note], observed: status};
  });
}

/** The zone in which all schedules run; null where they differ. Words such as `hourly` run alike in all zones: without a zone they name none. */
function findZone({workspace}: Planned, chosen: ReadonlySet<Key> | null): string | null {
  const zones = new Set<string>();
  for (const {key, times} of workspace.checked.monitors)
    if (times !== null && (chosen?.has(key) ?? true) && (times.isFixed || times.timezone !== 'UTC')) zones.add(times.timezone);
  const [zone, ...others] = zones;
  return zone === undefined || others.length > 0 || !isZoneName(zone) ? null : zone;
}

function budgetsOf({settings: {budget, budgetBy = 'estimate', keyBudgets}}: Project) {
  const whole: FleetBudget | null = budget === undefined ? null : {creditsPerMonth: budget, by: budgetBy};
  return {budget: whole, ...(keyBudgets === undefined ? {} : {keyBudgets})};
}

/** Monitor that runs under a key: as a spec says, or as it is recorded; null for nothing. */
type Running = DesiredMonitor | Pick<RecordedMonitor, 'applied' | 'paused' | 'labels'> | null;

function runningOf(
  desired: DesiredMonitor | undefined,
  change: Change | undefined,
): {readonly running: Running; readonly note: string | null} {
  switch (change?.action) {
    case undefined:
    case 'adopt':
    case 'rename':
      return {running: desired ?? null, note: null};
    case 'create':
      return {running: desired ?? null, note: change.gone === undefined ? 'not created yet' : 'to be created again'};
    case 'update':
      return {running: desired ?? null, note: 'edit not applied'};
    case 'replace':
      return {running: desired ?? null, note: 'to be replaced'};
    case 'delete':
      return {running: null, note: 'to be deleted'};
    case 'blocked':
      // A monitor that is too dear is shown as it would be, beside the budget.
      if (change.reason.kind === 'budget') return {running: desired ?? null, note: 'over the budget'};
      return {running: change.before ?? null, note: change.wanted === 'delete' ? 'no spec' : `${change.wanted} blocked`};
    case 'unresolved':
      return {running: change.create.intent.monitor, note: 'unresolved create'};
  }
}

function toFleetMonitor(running: Running, status: MonitorHealth | null) {
  if (running === null) return {labels: {}, times: null, creditsPerCheck: 0, creditsPerMonth: 0};
  const isDesired = 'body' in running;
  const isHeld = isDesired && running.sync.paused === 'keep' && status?.monitor?.status === 'paused';
  const estimate = isDesired ? running.estimate : estimateCredits(running.applied);
  const creditsPerCheck = estimate.creditsPerCheck + (estimate.besides?.creditsPerCheck ?? 0);
  const creditsPerMonth = totalPerMonth(estimate);
  const {labels = {}} = isDesired ? running.sync : running;
  if (running.paused === true || isHeld) return {labels, times: null, creditsPerCheck, creditsPerMonth: 0};
  return {labels, times: isDesired ? running.times : readTimes(running.applied['schedule']), creditsPerCheck, creditsPerMonth};
}

function toPage(
  project: Project,
  plan: Plan,
  report: FleetReport,
  seen: Pick<ReportRequest, 'zone' | 'rateLimit' | 'refresh'> & Seen & Pick<FleetPage, 'now'>,
): FleetPage {
  const {now, zone, rateLimit, refresh, lacks, findings, changes} = seen;
  return {
    project: project.settings.project,
    environment: project.settings.environment,
    tool: project.tool,
    now,
    zone,
    rateLimit,
    isRefreshed: refresh,
    lacks,
    report,
    drift: refresh ? plan.changes.filter(isDrift).map(toDrift) : null,
    held: plan.changes.filter(({action}) => action === 'blocked').map(({key}) => key),
    unresolved: plan.changes.flatMap(change =>
      change.action === 'unresolved' ? [{key: change.key, sentAt: change.create.lastSentAt}] : [],
    ),
    unmanaged: refresh ? unmanagedSentence(plan) : null,
    findings,
    changes,
  };
}

/** Only which members drifted: their values may be recipients or addresses. */
function toDrift(change: Change): PageChange {
  const fields = 'drift' in change ? (change.drift ?? []) : [];
  const members = [...new Set(fields.map(({path}) => path.split('/').slice(1, 2).join()))];
  return {key: change.key, members};
}
