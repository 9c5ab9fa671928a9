import {isObject, type JsonObject, type JsonValue} from '../core/json/value';
import type {StoredCheck} from './check-log';
import {errorAnswer, errorText, type HttpAnswer, jsonAnswer} from './http';
import type {Operating} from './operating';
import type {PlayedPage, StoredMonitor} from './ports';
import {badRequest, readCount} from './queries';
import {isUuid} from './requests/addresses';
import {Problems} from './requests/problems';
import {countPages, toTime} from './wire-monitor';

const MOST = Number.MAX_SAFE_INTEGER;

/** Answers with a page of a monitor's checks, newest first. */
export function listChecks(monitor: StoredMonitor, {checks, clock, query, style}: Operating): HttpAnswer {
  const problems = new Problems();
  const limit = readCount(problems, query, 'limit', {otherwise: 25, min: 1, max: 100});
  const offset = readCount(problems, query, 'offset', {otherwise: 0, min: 0, max: MOST});
  if (limit === undefined || offset === undefined) return badRequest(problems.list);
  const status = query.get('status');
  const found = checks.list(monitor, clock.now()).filter(check => status === null || check.status === status);
  const data = found.slice(offset, offset + limit).map(check => writeCheck(check, monitor, style, clock.now()));
  return jsonAnswer(200, {success: true, data});
}

/** Answers with a check and a page of its pages. */
export function showCheck(monitor: StoredMonitor, {checks, checkId, clock, query, path, style}: Operating): HttpAnswer {
  if (!isUuid(checkId)) return errorAnswer(400, 'Invalid check ID format. Check ID must be a valid UUID.');
  const problems = new Problems();
  const limit = readCount(problems, query, 'limit', {otherwise: 25, min: 1, max: 100});
  const skip = readCount(problems, query, 'skip', {otherwise: 0, min: 0, max: MOST});
  if (limit === undefined || skip === undefined) return badRequest(problems.list);
  const check = checks.list(monitor, clock.now()).find(({id}) => id === checkId.toLowerCase());
  if (check === undefined) return errorAnswer(404, 'Monitor check not found');
  const status = query.get('status');
  const found = check.pages.filter(page => status === null || page.status === status);
  const following = new URLSearchParams({...(status === null ? {} : {status}), limit: String(limit), skip: String(skip + limit)});
  const next = skip + limit < found.length ? `http://service.invalid${path}?${following}` : null;
  const pages = found.slice(skip, skip + limit).map((page, index) => writePage(page, check, skip + index));
  return jsonAnswer(200, {success: true, next, data: {...writeCheck(check, monitor, style, clock.now()), pages, next}});
}

/** Starts a check, unless one runs, the monitor is paused, or no credits are left. */
export function runCheck(monitor: StoredMonitor, {checks, clock, credits, style}: Operating): HttpAnswer {
  if (monitor.status === 'paused') return errorAnswer(409, 'Monitor is paused');
  if (credits.lacks(1)) return errorAnswer(402, errorText(402));
  const check = checks.start(monitor, clock.now(), 'manual');
  if (check === null) return errorAnswer(409, 'A check is already running');
  const data = writeCheck({...check, status: 'queued', startedAt: null}, monitor, style, clock.now());
  return jsonAnswer(200, {success: true, id: check.id, data});
}

/** Answers with the credits of the team. */
export function showCredits({credits}: Operating): HttpAnswer {
  return credits.value === null
    ? errorAnswer(404, 'Could not find credit usage information')
    : jsonAnswer(200, {success: true, data: credits.value});
}

function writeCheck(check: StoredCheck, monitor: StoredMonitor, style: Operating['style'], now: number): JsonObject {
  const {id, status, trigger, startedAt, finishedAt, createdAt, estimatedCredits, actualCredits, error, pages, targetResults} = check;
  const {notificationStatus} = check;
  const time = (instant: number | null) => (instant === null ? null : toTime(instant, style));
  const isOver = status !== 'queued' && status !== 'running';
  const isTold = finishedAt !== null && finishedAt + style.deliveryLagMs <= now;
  return {
    ...{id, monitorId: monitor.id, status, trigger},
    ...{scheduledFor: trigger === 'scheduled' ? time(createdAt) : null, startedAt: time(startedAt), finishedAt: time(finishedAt)},
    ...{createdAt: time(createdAt), updatedAt: time(finishedAt ?? startedAt ?? createdAt)},
    ...{estimatedCredits, reservedCredits: estimatedCredits, actualCredits},
    ...{billingStatus: isOver ? 'confirmed' : 'reserved', summary: isOver ? countPages(pages) : null},
    ...{targetResults, notificationStatus: isTold ? notificationStatus : null, error},
  };
}

function writePage(page: PlayedPage, {id, finishedAt}: StoredCheck, index: number): JsonValue {
  const number = (index + 1).toString(16).padStart(12, '0');
  const metadata = isObject(page['metadata']) ? page['metadata'] : {};
  return {
    ...{id: `${id.slice(0, 24)}${number}`, targetId: null, previousScrapeId: null, currentScrapeId: null, statusCode: null, error: null},
    ...{createdAt: finishedAt === null ? null : new Date(finishedAt).toISOString(), judgment: null, diff: null, snapshot: null},
    ...page,
    metadata,
  };
}
