import {assertNever} from '../core/base/assert-never';
import type {JsonValue} from '../core/json/value';
import {listChecks, runCheck, showCheck, showCredits} from './checks';
import {errorAnswer, errorText, type HttpAnswer, jsonAnswer} from './http';
import type {Operating} from './operating';
import type {StoredMonitor} from './ports';
import {badRequest, readCount} from './queries';
import {isUuid} from './requests/addresses';
import {type BodyReading, createMonitor, type ReadingContext} from './requests/create';
import {Problems} from './requests/problems';
import {updateMonitor} from './requests/update';
import type {RouteName} from './routes';
import {scrapePage} from './scrape/scrape';
import {writeWireMonitor} from './wire-monitor';

/** Answer of the service, and the ids of the monitors that it made, changed or deleted. */
export interface ServiceResult {
  readonly answer: HttpAnswer;
  readonly created?: string;
  readonly updated?: string;
  readonly deleted?: string;
  /** Credits. */
  readonly charged?: number;
}

/** Carries an operation out. */
export const operations: Readonly<Record<RouteName, (operating: Operating) => ServiceResult>> = {
  create: operating => {
    const reading = createMonitor(operating.body ?? null, operating.team, readingContext(operating));
    return keep(reading, operating, 'created');
  },
  list: operating => ({answer: listMonitors(operating)}),
  get: operating => {
    const replica = operating.store.replica(operating.world.now(), operating.style.replicaLagMs);
    return withMonitor(operating, replica, monitor => {
      moveChecks([monitor], operating);
      return {answer: show(monitor, operating)};
    });
  },
  update: operating =>
    withMonitor(operating, operating.store, monitor =>
      keep(updateMonitor(operating.body ?? null, monitor, readingContext(operating)), operating, 'updated'),
    ),
  delete: operating =>
    withMonitor(operating, operating.store, monitor => {
      const now = operating.world.now();
      operating.store.put({...monitor, status: 'deleted', updatedAt: now}, now);
      return {answer: jsonAnswer(200, {success: true}), deleted: monitor.id};
    }),
  run: operating => withMonitor(operating, operating.store, monitor => ({answer: runCheck(monitor, operating)})),
  checks: operating => withMonitor(operating, operating.store, monitor => ({answer: listChecks(monitor, operating)})),
  check: operating => withMonitor(operating, operating.store, monitor => ({answer: showCheck(monitor, operating)})),
  credits: operating => ({answer: showCredits(operating)}),
  scrape: scrapePage,
};

/** Selects the parts of an operation's surroundings that reading a request uses. */
function readingContext({world, style, store}: Operating): ReadingContext {
  return {world, spreadSchedules: style.spreadSchedules, nextHistory: () => store.nextHistory()};
}

function keep(reading: BodyReading, operating: Operating, what: 'created' | 'updated'): ServiceResult {
  switch (reading.kind) {
    case 'refused':
      return {answer: badRequest(reading.problems)};
    case 'broken':
      return {answer: errorAnswer(500, errorText(500))};
    case 'accepted':
      operating.store.put(reading.monitor, operating.world.now());
      return {answer: show(reading.monitor, operating), [what]: reading.monitor.id};
    default:
      return assertNever(reading);
  }
}

function listMonitors(operating: Operating): HttpAnswer {
  const {store, world, style, team, query} = operating;
  const problems = new Problems();
  const limit = readCount(problems, query, 'limit', {otherwise: 25, min: 1, max: 100});
  const offset = readCount(problems, query, 'offset', {otherwise: 0, min: 0, max: Number.MAX_SAFE_INTEGER});
  if (limit === undefined || offset === undefined) return badRequest(problems.list);
  const monitors = store.replica(world.now(), style.replicaLagMs).page(team, limit, offset);
  moveChecks(monitors, operating);
  return rawAnswer(`[${monitors.map(monitor => write(monitor, operating, null)).join(',')}]`);
}

/** Moves checks at each read, so that a test that compares what checks change finds a difference. */
function moveChecks(monitors: readonly StoredMonitor[], {checks, style, clock}: Operating): void {
  if (style.checks === 'reads') for (const monitor of monitors) checks.move(monitor, clock.now());
}

function withMonitor(
  {id, team}: Operating,
  source: {find(id: string, team: number): StoredMonitor | undefined},
  act: (monitor: StoredMonitor) => ServiceResult,
): ServiceResult {
  if (!isUuid(id)) return {answer: errorAnswer(400, 'Invalid monitor ID format. Monitor ID must be a valid UUID.')};
  const monitor = source.find(id.toLowerCase(), team);
  return monitor === undefined ? {answer: errorAnswer(404, 'Monitor not found')} : act(monitor);
}

function show(monitor: StoredMonitor, operating: Operating): HttpAnswer {
  return rawAnswer(write(monitor, operating, operating.deliveries.listSubscriptions(monitor)));
}

function write(monitor: StoredMonitor, {world, clock, style, checks}: Operating, subscriptions: JsonValue): string {
  const now = clock.now();
  return writeWireMonitor(monitor, {now, today: world.now(), style, subscriptions, checks: checks.find(monitor, now, style.runLagMs)});
}

function rawAnswer(json: string): HttpAnswer {
  return {status: 200, headers: {'content-type': 'application/json; charset=utf-8'}, body: `{"success":true,"data":${json}}`};
}
