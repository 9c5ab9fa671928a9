import type {JsonValue} from '../core/json/value';
import {errorAnswer, errorText, type HttpAnswer, jsonAnswer} from './http';
import type {Operating} from './operating';
import {operations, type ServiceResult} from './operations';
import {findRoute, type RouteName} from './routes';

/** One request, read whole. */
interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** The accepted keys, and those that are known but forbidden. */
export interface Keys {
  /** Each key with its team; undefined accepts every key, as team 0. */
  readonly teams: ReadonlyMap<string, number> | undefined;
  readonly forbidden: ReadonlySet<string>;
}

/** The surroundings of a request. */
type RequestSurroundings = Pick<
  Operating,
  'store' | 'checks' | 'clock' | 'credits' | 'deliveries' | 'site' | 'cache' | 'world' | 'style'
> & {
  readonly keys: Keys;
  readonly offered: ReadonlySet<RouteName>;
};

/** Where the service has no such operation, these methods are answered as an unknown path (404), not as a wrong method (405). */
const undocumentedMethods = new Set(['GET', 'HEAD']);

/** Carries out a request and answers it, without faults. */
export function serve(request: ServiceRequest, {keys, offered, ...surroundings}: RequestSurroundings): ServiceResult {
  const {method, path, query} = request;
  const {style} = surroundings;
  const body = readJson(request);
  if (body.kind === 'malformed') return {answer: errorAnswer(400, 'Bad Request: malformed JSON in the request body')};
  const route = findRoute(method, path, offered);
  if (route === undefined) return {answer: unknownPath(request, style.unknownPaths)};
  const team = admit(request.authorization, keys);
  if (typeof team !== 'number') return {answer: errorAnswer(team.status, errorText(team.status))};
  const {operation, id = '', checkId = '', methods} = route;
  if (operation !== undefined) return operations[operation]({...surroundings, team, id, checkId, path, query, body: body.value});
  if (undocumentedMethods.has(method)) return {answer: unknownPath(request, style.unknownPaths)};
  return {answer: jsonAnswer(405, {success: false, error: errorText(405)}, {allow: methods.join(', ')})};
}

/** The team of a key, or the status of its refusal. */
function admit(authorization: string | undefined, {teams, forbidden}: Keys): number | {readonly status: 401 | 403} {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return {status: 401};
  if (forbidden.has(key)) return {status: 403};
  return (teams === undefined ? 0 : teams.get(key)) ?? {status: 401};
}

type ReadJson = {readonly kind: 'read'; readonly value: JsonValue | undefined} | {readonly kind: 'malformed'};

/** Reads a body whose content type is JSON; any other body counts as missing. */
function readJson({contentType, body}: ServiceRequest): ReadJson {
  if (body === '' || !/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType ?? '')) return {kind: 'read', value: undefined};
  try {
    return {kind: 'read', value: JSON.parse(body) as JsonValue};
  } catch {
    return {kind: 'malformed'};
  }
}

function unknownPath({method, path}: ServiceRequest, kind: 'json' | 'html'): HttpAnswer {
  if (kind === 'json') return errorAnswer(404, errorText(404));
  const body = `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>Cannot ${method} ${escapeHtml(path)}</pre></body></html>\n`;
  return {status: 404, headers: {'content-type': 'text/html; charset=utf-8'}, body};
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
