import type {IncomingMessage, ServerResponse} from 'node:http';
import {gzipSync} from 'node:zlib';
import {assertNever} from '../../core/base/assert-never';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {Activity} from '../activity';
import {errorAnswer, errorText, type HttpAnswer, jsonAnswer, sendAnswer} from '../http';
import type {OpenRecord} from '../request-log';
import type {FaultDecision} from './fault-engine';
import type {AnswerAction, FaultAction, Work} from './script';

/** A request that was read whole and waits for its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenRecord;
  readonly activity: Activity;
  readonly uuid: () => string;
  /** The request's body. */
  readonly body: string;
  /** Carries the request out, once, as if it had this body (default its own), and gives the usual answer. */
  readonly carryOut: (body?: string) => HttpAnswer;
}

/** Carries out what the script decided for a request. Resolves when nothing is left to be sent. */
export async function performFault(exchange: Exchange, {action, waitMs}: FaultDecision): Promise<void> {
  switch (action.do) {
    case undefined:
    case 'pass':
      return send(exchange, exchange.carryOut());
    case 'drop':
      workAs(exchange, action.work);
      return drop(exchange, action.reset === true);
    case 'hang':
      return workAs(exchange, action.work);
    case 'answer':
      workAs(exchange, action.work);
      return send(exchange, makeAnswer(action, exchange.request));
    case 'redirect':
      workAs(exchange, action.work);
      return send(exchange, {status: action.status ?? 307, headers: {location: action.location}, body: ''});
    case 'rate-limit':
      return send(exchange, rateLimitAnswer(action, waitMs ?? 0));
    case 'alter':
      return send(exchange, alterAnswer(exchange.carryOut(), action, exchange.uuid));
    case 'rewrite':
      return send(exchange, exchange.carryOut(rewriteBody(exchange.body, action)));
    case 'truncate':
      return sendHalf(exchange, exchange.carryOut(), action.framing);
    case 'gzip-bomb':
      return sendBomb(exchange, exchange.carryOut(), action.megabytes ?? 200);
    case 'endless':
      workAs(exchange, action.work);
      return sendEndlessly(exchange);
    case 'slow':
      return sendSlowly(exchange, exchange.carryOut(), action.bytesPerSecond ?? 1);
    case 'large-headers': {
      const answer = exchange.carryOut();
      return send(exchange, {...answer, headers: {...answer.headers, 'x-padding': 'x'.repeat(action.bytes ?? 40 * 1024)}});
    }
    default:
      return assertNever(action);
  }
}

/** Carries the request out now, later or not at all. */
function workAs({response, activity, carryOut}: Exchange, work: Work = 'none'): void {
  if (work === 'none') return;
  if (work === 'done') {
    carryOut();
    return;
  }
  const end = activity.begin();
  const workLater = async () => {
    if (await activity.wait(work.afterMs)) carryOut();
    end();
  };
  if (response.closed) void workLater();
  else response.once('close', workLater);
}

function send({response, record}: Exchange, answer: HttpAnswer): void {
  record.status = answer.status;
  sendAnswer(response, answer);
}

function drop({request, record}: Exchange, isReset: boolean): void {
  record.status = 'dropped';
  if (isReset) request.socket.resetAndDestroy();
  else request.socket.destroy();
}

function makeAnswer(action: AnswerAction, request: IncomingMessage): HttpAnswer {
  const headers = {...(action.retryAfter === undefined ? {} : {'retry-after': String(action.retryAfter)}), ...action.headers};
  const {status, body} = action;
  if (body !== undefined && typeof body !== 'string') return jsonAnswer(status, body, headers);
  if (body !== undefined) {
    const type = action.contentType ?? (body.trimStart().startsWith('<') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
    return {status, headers: {'content-type': type, ...headers}, body};
  }
  const echo = action.echoHeaders === true ? `; the request's headers were ${JSON.stringify(request.headers)}` : '';
  const {details, code} = action;
  const rest = {...(details === undefined ? {} : {details}), ...(code === undefined ? {} : {code})};
  const answer = errorAnswer(status, `${action.error ?? errorText(status)}${echo}`, rest);
  return {...answer, headers: {...answer.headers, ...headers}};
}

function rateLimitAnswer({tell = 'header'}: Extract<FaultAction, {do: 'rate-limit'}>, waitMs: number): HttpAnswer {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = tell === 'text' || tell === 'both' ? `${errorText(429)}, please retry after ${seconds}s` : errorText(429);
  const answer = errorAnswer(429, text);
  return tell === 'header' || tell === 'both' ? {...answer, headers: {...answer.headers, 'retry-after': String(seconds)}} : answer;
}

async function sendHalf(
  {request, response, record}: Exchange,
  answer: HttpAnswer,
  framing: 'content-length' | 'chunked' | 'close',
): Promise<void> {
  record.status = answer.status;
  const bytes = Buffer.from(answer.body);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (framing === 'close') {
    // Without a length and without chunks the end of the connection is the end of the body: the client cannot see the cut.
    response.removeHeader('transfer-encoding');
    response.writeHead(answer.status, {...answer.headers, connection: 'close'});
    response.end(half);
    return;
  }
  response.writeHead(answer.status, {...answer.headers, ...(framing === 'content-length' ? {'content-length': String(bytes.length)} : {})});
  await new Promise(resolve => response.write(half, resolve));
  request.socket.destroy();
}

/** Gzip members may follow each other, so a megabyte compressed once serves for any size. */
async function sendBomb({response, record}: Exchange, answer: HttpAnswer, megabytes: number): Promise<void> {
  record.status = answer.status;
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  response.writeHead(answer.status, {...answer.headers, 'content-encoding': 'gzip'});
  response.write(gzipSync(answer.body.slice(0, -1)));
  for (let count = 0; count < megabytes && !response.destroyed; count += 1) await write(response, megabyte);
  response.end(gzipSync(answer.body.slice(-1)));
}

async function sendEndlessly({response, record}: Exchange): Promise<void> {
  record.status = 200;
  response.writeHead(200, {'content-type': 'application/json; charset=utf-8'});
  response.write('{"success":true,"data":');
  const blanks = Buffer.alloc(64 * 1024, ' ');
  while (!response.destroyed) await write(response, blanks);
}

async function sendSlowly({response, record, activity}: Exchange, answer: HttpAnswer, bytesPerSecond: number): Promise<void> {
  record.status = answer.status;
  const bytes = Buffer.from(answer.body);
  const step = Math.max(1, Math.floor(bytesPerSecond / 20));
  response.writeHead(answer.status, {...answer.headers, 'content-length': String(bytes.length)});
  for (let sent = 0; sent < bytes.length && !response.destroyed; sent += step) {
    response.write(bytes.subarray(sent, sent + step));
    if (!(await activity.wait((1000 * step) / bytesPerSecond))) return;
  }
  response.end();
}

/** Writes a chunk and waits until there is room for more, or the connection is closed. */
function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise(resolve => {
    if (response.write(chunk)) {
      // Even with room left others must get their turn.
      setImmediate(resolve);
      return;
    }
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}

type Altering = Extract<FaultAction, {do: 'alter'}>;

/** Changes the ids in the usual answer, in a list those of each monitor; an answer without a monitor stays as it is. */
function alterAnswer(answer: HttpAnswer, action: Altering, uuid: () => string): HttpAnswer {
  if (answer.status !== 200) return answer;
  const body = JSON.parse(answer.body) as JsonObject;
  const data = property(body, 'data');
  if (Array.isArray(data)) {
    return jsonAnswer(200, {...body, data: data.map(item => alterMonitor(item as JsonObject, action, uuid))});
  }
  return isObject(data) ? jsonAnswer(200, {...body, data: alterMonitor(data, action, uuid)}) : answer;
}

function alterMonitor(monitor: JsonObject, action: Altering, uuid: () => string): JsonObject {
  if (!Array.isArray(monitor['targets'])) return monitor;
  const {id, ...rest} = monitor;
  const targets = (rest['targets'] as readonly JsonObject[]).map(target => alterTarget(target, action.targetIds, uuid));
  return {...(action.id === null ? {} : {id: action.id ?? (id as JsonValue)}), ...rest, targets};
}

function alterTarget(target: JsonObject, how: 'changed' | 'dropped' | undefined, uuid: () => string): JsonObject {
  const {id, ...rest} = target;
  if (how === undefined) return target;
  return how === 'dropped' ? rest : {id: uuid(), ...rest};
}

type Rewriting = Extract<FaultAction, {do: 'rewrite'}>;

/** A request's body without some members and with others; a body that is not a JSON object stays as it is. */
function rewriteBody(text: string, {without = [], with: more = {}}: Rewriting): string {
  const body = readObject(text);
  if (body === undefined) return text;
  const kept = Object.entries(body).filter(([name]) => without !== 'all' && !without.includes(name));
  const rewritten = {...Object.fromEntries(kept), ...more};
  return JSON.stringify(Object.keys(rewritten).length > 0 ? rewritten : NOTHING);
}

/** A body without members would be refused; this one changes nothing. */
const NOTHING: JsonObject = {origin: 'api'};

function readObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
