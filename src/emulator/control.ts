import type {IncomingMessage} from 'node:http';
import {parseUrl} from '../core/base/url';
import {isObject, type JsonObject, type JsonValue, property} from '../core/json/value';
import type {CheckClock} from './clock';
import {DashboardError} from './dashboard';
import {parseFaultScript} from './faults/parse';
import type {FaultScript} from './faults/script';
import {errorAnswer, errorText, type HttpAnswer, jsonAnswer} from './http';
import {type CheckHistory, type Dashboard, type RequestRecord, receivers, recipientStatuses, type StoredMonitor} from './ports';
import type {Served} from './site/page';
import {outcomes, type PageScript} from './site/scripted';

/** Beginning of the control routes. They are not part of the service: they need no key, and faults do not touch them. */
export const controlPrefix = '/__emulator';

/** The actions behind the control routes. */
interface Controls {
  readonly monitors: () => readonly StoredMonitor[];
  readonly deleted: () => readonly StoredMonitor[];
  readonly dashboard: Dashboard;
  readonly clock: CheckClock;
  readonly advance: (ms: number) => void;
  readonly requests: () => readonly RequestRecord[];
  readonly setFaults: (script: FaultScript) => void;
  readonly reset: () => void;
}

/** Answers a request to a control route. */
export function control(request: IncomingMessage, path: string, body: string, controls: Controls): HttpAnswer {
  // A web page can reach loopback under another host name (DNS rebinding): refuse it.
  if (!isLoopbackName(request.headers.host) || request.headers.origin !== undefined) return errorAnswer(403, errorText(403));
  const done = jsonAnswer(200, {success: true});
  const route = `${request.method} ${path.slice(controlPrefix.length)}`;
  const byHand = /^(?:POST \/monitors|(?:PATCH|DELETE) \/monitors\/([^/]+))$/.exec(route);
  const checks = /^PUT \/monitors\/([^/]+)\/checks$/.exec(route);
  if (checks !== null) return setByHand(body, history => controls.dashboard.setChecks(checks[1] ?? '', readHistory(history)));
  if (route === 'PUT /clock') return setByHand(body, change => moveClock(change, controls));
  if (route === 'PUT /pages') return setByHand(body, page => setPage(page, controls.dashboard));
  if (route === 'PUT /receivers') return setByHand(body, receiver => setReceiver(receiver, controls.dashboard));
  if (route === 'PUT /recipients') return setByHand(body, recipient => setRecipient(recipient, controls.dashboard));
  if (route === 'PUT /credits') return setByHand(body, credits => controls.dashboard.setCredits(credits));
  if (byHand !== null) return changeByHand(request.method ?? '', byHand[1] ?? '', body, controls.dashboard);
  switch (route) {
    case 'DELETE ':
      controls.reset();
      return done;
    case 'GET /monitors':
      return jsonAnswer(200, {success: true, data: controls.monitors() as unknown as JsonValue});
    case 'GET /clock': {
      const {clock} = controls;
      return jsonAnswer(200, {success: true, data: {now: new Date(clock.now()).toISOString(), speed: clock.speed}});
    }
    case 'GET /deleted':
      return jsonAnswer(200, {success: true, data: controls.deleted() as unknown as JsonValue});
    case 'GET /requests':
      return jsonAnswer(200, {success: true, data: controls.requests() as unknown as JsonValue});
    case 'DELETE /faults':
      controls.setFaults({});
      return done;
    case 'POST /faults': {
      const {script, problems} = parseFaultScript(body);
      if (script === undefined) return errorAnswer(400, 'the fault script is not valid', {details: problems});
      controls.setFaults(script);
      return done;
    }
    default:
      return errorAnswer(
        404,
        'unknown control route; below /__emulator there are GET and POST /monitors, PATCH and DELETE /monitors/{id}, PUT /monitors/{id}/checks, PUT /credits, PUT /receivers, PUT /recipients, PUT /pages, GET and PUT /clock, GET /deleted, GET /requests, POST and DELETE /faults, and DELETE',
      );
  }
}

/** Changes a monitor as a person does on the service's web pages. */
function changeByHand(method: string, id: string, body: string, dashboard: Dashboard): HttpAnswer {
  try {
    if (method === 'DELETE') {
      dashboard.delete(id);
      return jsonAnswer(200, {success: true});
    }
    const changes = readObject(body);
    if (changes === undefined) return errorAnswer(400, 'the body must be a JSON object');
    const monitor = method === 'POST' ? dashboard.create(changes) : dashboard.edit(id, changes);
    return jsonAnswer(200, {success: true, data: monitor as unknown as JsonValue});
  } catch (error) {
    if (error instanceof DashboardError) return errorAnswer(error.status, error.message);
    throw error;
  }
}

/** Sets checks or credits as a test wants them. */
function setByHand(body: string, set: (value: JsonObject) => void): HttpAnswer {
  const value = readObject(body);
  if (value === undefined) return errorAnswer(400, 'the body must be a JSON object');
  try {
    set(value);
    return jsonAnswer(200, {success: true});
  } catch (error) {
    if (error instanceof DashboardError) return errorAnswer(error.status, error.message);
    throw error;
  }
}

/** Moves the clock of checks ahead, or changes how fast it runs. */
function moveClock({advanceMs, speed}: JsonObject, {clock, advance}: Controls): void {
  const isFine = (value: JsonValue | undefined, min: number, max: number) =>
    value === undefined || (typeof value === 'number' && value >= min && value <= max);
  if (!isFine(advanceMs, 0, MOST_AHEAD)) throw new DashboardError('"advanceMs" must be a number, 0 to one year', 400);
  if (!isFine(speed, 1, MOST_SPEED)) throw new DashboardError(`"speed" must be a number, 1 to ${MOST_SPEED}`, 400);
  if (typeof speed === 'number') clock.setSpeed(speed);
  advance(Number(advanceMs ?? 0));
}

/** A year, milliseconds. */
const MOST_AHEAD = 366 * 86_400_000;
const MOST_SPEED = 1_000_000;

/** Lets an address show another page, or its own again. */
function setPage({url, shows, ...page}: JsonObject, dashboard: Dashboard): void {
  if (typeof url !== 'string' || !/^https?:/.test(url) || parseUrl(url) === undefined)
    throw new DashboardError('"url" must be a http or https address', 400);
  const {status = 200, title = ''} = page;
  if (typeof status !== 'number' || typeof title !== 'string') throw new DashboardError('"status" must be a number, "title" a text', 400);
  const isOutcome = outcomes.some(outcome => outcome === shows);
  if (!isOutcome && shows !== 'usual' && typeof page['body'] !== 'string') {
    throw new DashboardError(`"shows" must be one of usual, ${outcomes.join(', ')}; or give the "body" of a page`, 400);
  }
  if (shows === 'usual') dashboard.setPage(url, null);
  else dashboard.setPage(url, (isOutcome ? {shows} : page) as PageScript | (Served & JsonObject));
}

/** Sets how the receiver at a host answers. */
function setReceiver({host, answers}: JsonObject, dashboard: Dashboard): void {
  const named = receivers.find(one => one === answers);
  if (typeof host !== 'string' || named === undefined)
    throw new DashboardError(`"host" must be a text, and "answers" one of ${receivers.join(', ')}`, 400);
  dashboard.setReceiver(host, named);
}

/** Sets whether a recipient confirmed. */
function setRecipient({email, status}: JsonObject, dashboard: Dashboard): void {
  const named = recipientStatuses.find(one => one === status);
  if (typeof email !== 'string' || named === undefined)
    throw new DashboardError(`"email" must be a text, and "status" one of ${recipientStatuses.join(', ')}`, 400);
  dashboard.setRecipient(email, named);
}

function readHistory(history: JsonObject): CheckHistory {
  const {checks = [], outcome = {}} = history;
  const isPage = (page: JsonValue) => typeof property(page, 'url') === 'string' && typeof property(page, 'status') === 'string';
  const isCheck = (check: JsonValue) => {
    const pages = property(check, 'pages') ?? [];
    return isObject(check) && Array.isArray(pages) && pages.every(isPage);
  };
  if (Array.isArray(checks) && checks.every(isCheck) && isCheck(outcome)) return history as CheckHistory;
  throw new DashboardError('"checks" must be a list of checks, and their "pages" lists of pages with "url" and "status"', 400);
}

function readObject(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}
