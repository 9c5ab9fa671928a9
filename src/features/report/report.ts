import type {TeamCredits} from '../../core/api/check-port';
import {observe} from '../../core/observe/health';
import type {MonitorHealth} from '../../core/observe/sample';
import type {Change, Choice, Plan} from '../../core/plan/change';
import {isDrift, isOfLeftover} from '../../core/plan/change-facts';
import {estimateCredits, totalPerMonth} from '../../core/specs/credits';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {readTimes} from '../../core/specs/schedule/times';
import type {RecordedMonitor} from '../../core/state/state';
import type {CheckedWorkspace} from '../../project/check';
import {type OutputPlace, writeOutput} from '../../project/given-output';
import type {Project} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {type CheckReader, refuseRead, withChecks} from '../../project/service-reader';
import {changesOf} from '../observe/checks';
import type {ListedRecord} from '../observe/listed';
import {judgeListed} from '../observe/status';
import {type Planned, planProject} from '../plan/plan';
import type {FleetMonitor} from './fleet';
import type {FleetBudget} from './fleet-credits';
import {type FleetReport, makeFleetReport} from './fleet-report';
import type {LatestChanges} from './html/changes-section';
import type {PageChange} from './html/monitors-section';
import {type FleetPage, isReportPage} from './html/page';

/** Request of `monitors report`. */
interface ReportRequest extends Choice {
  /** Ask the service; full operations only. */
  readonly refresh: boolean;
  /** With `refresh`: how many of the newest checks of each monitor to read; 0 for none. */
  readonly checks: number;
  /** With `refresh`: also read the latest changes, which are text of pages. */
  readonly diffs: 'left-out' | 'included';
  /** The zone of hours and times, an IANA name. */
  readonly zone: string;
  /** Checks a minute that the plan allows; null where not given. */
  readonly rateLimit: number | null;
  /** Milliseconds that the service may take to list what it created. */
  readonly lookupMs: number;
}

/** Content of a report, or the findings that stand in its way. */
type ReportOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'reported'; readonly planned: Planned; readonly page: FleetPage};

/** Gathers what a report shows: from specs and state, and with `refresh` from the service. Sends only reads, and writes nothing. Throws `UserError`. */
export async function readReport(project: Project, request: ReportRequest, progress: CheckProgress = {}): Promise<ReportOutcome> {
  const {refresh, zone} = request;
  // A budget by what was charged holds nothing back that the page shows below it.
  const checks = refresh && project.settings.budget !== undefined && project.settings.budgetBy === 'actual' ? request.checks : 0;
  const listed = new Map<string, ListedRecord['monitor']>();
  let now = project.world.now();
  const outcome = await planProject(
    project,
    {...request, checks, allowDeletes: false, checkSecrets: false},
    {
      ...progress,
      onMonitor: live => listed.set(live.id, observe(live)),
      onClock: serverTime => {
        now = serverTime;
      },
    },
  );
  if (outcome.kind === 'invalid') return outcome;
  const chosen = outcome.plan.only === null ? null : new Set(outcome.plan.only);
  const seen = refresh ? await askService(project, outcome, {chosen, listed, now}, request, progress) : NOTHING_SEEN;
  const monitors = listMonitors(outcome, chosen, seen.statuses);
  const report = makeFleetReport({monitors, now, zone, budget: budgetOf(project), team: seen.team});
  return {kind: 'reported', planned: outcome, page: toPage(project, outcome.plan, report, {...request, ...seen, now})};
}

/** The page for a plan that was made already, without asking the service for more. */
export function reportPlan(project: Project, planned: Planned, request: Pick<ReportRequest, 'zone' | 'rateLimit'>): FleetPage {
  const now = project.world.now();
  const monitors = listMonitors(planned, null, NOTHING_SEEN.statuses);
  const report = makeFleetReport({monitors, now, zone: request.zone, budget: budgetOf(project), team: null});
  return toPage(project, planned.plan, report, {...request, ...NOTHING_SEEN, refresh: planned.plan.isRefreshed, now});
}

/** Writes the page of a report. Throws {@link UserError}, and writes nothing, where anything else than a report is there or belongs there. */
export function writeReportPage(place: OutputPlace, text: string): void {
  writeOutput({...place, noun: 'report', example: 'report.html', foreign: 'a report', isOurs: isReportPage}, text);
}

/** Answers of the service. */
interface Seen {
  readonly statuses: ReadonlyMap<Key, MonitorHealth>;
  readonly team: TeamCredits | null;
  /** Operations that it does not offer, in sentences. */
  readonly lacks: readonly string[];
  /** Null where they were not asked for. */
  readonly changes: LatestChanges | null;
}

const NOTHING_SEEN: Seen = {statuses: new Map(), team: null, lacks: [], changes: null};

interface Listed {
  /** Null for all. */
  readonly chosen: ReadonlySet<Key> | null;
  readonly listed: ReadonlyMap<string, ListedRecord['monitor']>;
  readonly now: number;
}

async function askService(
  project: Project,
  {view}: Planned,
  {chosen, listed, now}: Listed,
  {checks, diffs}: ReportRequest,
  progress: CheckProgress,
): Promise<Seen> {
  const recorded = [...(view.stored?.state.monitors ?? [])].filter(([key]) => chosen?.has(key) ?? true);
  const seen = recorded.map(([key, {id}]) => ({key, id, monitor: listed.get(id) ?? null}));
  return withChecks(project, null, async reader => {
    const credits = await reader.credits();
    if (credits.kind === 'failed' && credits.failure.notOffered !== true) throw refuseRead(credits.failure, 'read the credits of the team');
    const team = credits.kind === 'read' ? credits.value : null;
    const {monitors, lack} = await judgeListed(seen, now, {checks, failing: 'as-listed', team}, reader, progress);
    const canRead = diffs === 'included' && lack === null;
    return {
      statuses: new Map(monitors.map(status => [status.key, status])),
      team,
      lacks: [...(credits.kind === 'failed' ? [credits.failure.message] : []), ...(lack === null ? [] : [lack])],
      changes: diffs === 'left-out' ? null : canRead ? await readLatestChanges(monitors, reader) : {views: [], leftOut: 0},
    };
  });
}

/** Monitors of which the changes are read, at most. */
const MOST_CHANGED = 50;
/** Pages of one check whose diffs are kept, at most: no more have room. */
const MOST_DIFFS = 20;

/** The latest changes of the monitors that changed last. */
async function readLatestChanges(monitors: readonly MonitorHealth[], reader: CheckReader): Promise<LatestChanges> {
  const changed = monitors.filter(({monitor}) => {
    const {changed = 0, new: added = 0, removed = 0} = monitor?.summary ?? {};
    return changed + added + removed > 0;
  });
  changed.sort((one, other) => ((one.monitor?.lastRunAt ?? '') > (other.monitor?.lastRunAt ?? '') ? -1 : 1));
  const read = changed.slice(0, MOST_CHANGED).map(async ({key, id}) => {
    const changes = await changesOf(reader, {key, id});
    return {...changes, pages: changes.pages.map((page, index) => (index < MOST_DIFFS ? page : {...page, diff: null}))};
  });
  return {views: await Promise.all(read), leftOut: changed.length - read.length};
}

/** The monitors as they run after apply: of what is held back, as it runs today. */
function listMonitors({workspace, plan}: Planned, chosen: Listed['chosen'], statuses: Seen['statuses']): readonly FleetMonitor[] {
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

function budgetOf({settings: {budget, budgetBy = 'estimate'}}: Project): FleetBudget | null {
  return budget === undefined ? null : {creditsPerMonth: budget, by: budgetBy};
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
  const {now, zone, rateLimit, refresh, lacks, changes} = seen;
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
    unmanaged: refresh ? plan.unmanaged.length : null,
    changes,
  };
}

/** Only which members drifted: their values may be recipients or addresses. */
function toDrift(change: Change): PageChange {
  const fields = 'drift' in change ? (change.drift ?? []) : [];
  const members = [...new Set(fields.map(({path}) => path.split('/').slice(1, 2).join()))];
  return {key: change.key, members};
}
