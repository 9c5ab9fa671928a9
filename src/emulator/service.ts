import type {JsonValue} from '../json/value';
import {errorText} from './catalogue';
import {createMonitor} from './create/create-monitor';
import type {AnswerStyle} from './faults/script';
import {type Answer, errorAnswer, jsonAnswer} from './http';
import type {EmulatorWorld} from './model';
import type {MonitorStore} from './store';
import {toWireMonitor} from './wire-monitor';

/** One request, read whole. */
export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** What the service answers, and the id of the monitor that it made. */
export interface ServiceResult {
  readonly answer: Answer;
  readonly created: string | null;
}

/** The keys that are let in, and what they may do. */
export interface Keys {
  /** Undefined lets every key in. */
  readonly allowed: ReadonlySet<string> | undefined;
  readonly forbidden: ReadonlySet<string>;
}

/** What an operation works with. */
export interface Operating {
  readonly store: MonitorStore;
  readonly world: EmulatorWorld;
  readonly style: AnswerStyle;
  readonly body: JsonValue | undefined;
}

type Operation = (operating: Operating) => ServiceResult;

/** The operations by path and method. The document names no other on monitors; a later issue adds list, get, update and delete here. */
const routes: ReadonlyMap<string, ReadonlyMap<string, Operation>> = new Map([['/v2/monitor', new Map([['POST', create]])]]);

/** Methods that the whole service has on known paths: not having them is an unknown path, not a wrong method. */
const undocumentedMethods = new Set(['GET', 'HEAD']);

/** The service itself, without faults: carries a request out and answers it. */
export function serve(request: ServiceRequest, keys: Keys, operating: Omit<Operating, 'body'>): ServiceResult {
  const body = readJson(request);
  if (body.kind === 'malformed') return refuse(errorAnswer(400, 'Bad Request: malformed JSON in the request body'));
  const operations = routes.get(request.path);
  if (operations === undefined) return refuse(unknownPath(request, operating.style));
  const key = /^Bearer +(\S+)$/i.exec(request.authorization ?? '')?.[1];
  if (key === undefined || !(keys.allowed?.has(key) ?? true)) {
    if (key === undefined || !keys.forbidden.has(key)) return refuse(errorAnswer(401, errorText(401)));
  }
  if (keys.forbidden.has(key)) return refuse(errorAnswer(403, errorText(403)));
  const operation = operations.get(request.method);
  if (operation !== undefined) return operation({...operating, body: body.value});
  if (undocumentedMethods.has(request.method)) return refuse(unknownPath(request, operating.style));
  return refuse(jsonAnswer(405, {success: false, error: errorText(405)}, {allow: [...operations.keys()].join(', ')}));
}

function create({store, world, style, body}: Operating): ServiceResult {
  const creation = createMonitor(body ?? null, world, {spreadSchedules: style.spreadSchedules ?? false});
  switch (creation.kind) {
    case 'refused':
      return refuse(errorAnswer(400, 'Invalid request body', {details: creation.problems.map(problem => ({...problem}))}));
    case 'broken':
      return refuse(errorAnswer(500, errorText(500)));
    case 'created': {
      store.add(creation.monitor);
      const data = toWireMonitor(creation.monitor, world.now(), style.timestamps);
      return {answer: jsonAnswer(200, {success: true, data}), created: creation.monitor.id};
    }
    default:
      return creation satisfies never;
  }
}

function refuse(answer: Answer): ServiceResult {
  return {answer, created: null};
}

type ReadJson = {readonly kind: 'read'; readonly value: JsonValue | undefined} | {readonly kind: 'malformed'};

/** Only a body that calls itself JSON is read; another one counts as missing. */
function readJson({contentType, body}: ServiceRequest): ReadJson {
  if (body === '' || !/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType ?? '')) return {kind: 'read', value: undefined};
  try {
    return {kind: 'read', value: JSON.parse(body) as JsonValue};
  } catch {
    return {kind: 'malformed'};
  }
}

function unknownPath({method, path}: ServiceRequest, style: AnswerStyle): Answer {
  if (style.unknownPaths !== 'html') return errorAnswer(404, errorText(404));
  const body = `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>Cannot ${method} ${escapeHtml(path)}</pre></body></html>\n`;
  return {status: 404, headers: {'content-type': 'text/html; charset=utf-8'}, body};
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
