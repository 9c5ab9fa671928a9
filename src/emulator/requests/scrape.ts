import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {listMembers} from '../../core/service/table';
import {readTargetUrl} from './addresses';
import type {Problems, RequestPath} from './problems';

/** A scrape request that is fine. */
export interface AcceptedScrape {
  readonly url: string;
  /** As they were sent. */
  readonly options: JsonObject;
  /** The formats asked for, each as an object with its `type`. */
  readonly formats: readonly JsonObject[];
  readonly timeoutMs: number;
}

const scrapeMembers = ['url', ...listMembers('ScrapeOptions'), 'origin', 'integration', 'zeroDataRetention'];
const plainFormats = 'markdown summary html rawHtml rawBase64 links images branding product menu audio video'.split(' ');
const formatTypes = [...plainFormats, 'screenshot', 'json', 'deterministicJson', 'changeTracking', 'question', 'query', 'highlights'];
const actionTypes = 'wait screenshot click write press scroll scrape executeJavascript pdf'.split(' ');

type Reader = (problems: Problems, value: JsonValue, path: RequestPath) => unknown;

const flag: Reader = (problems, value, path) => problems.boolean(value, path);
const object: Reader = (problems, value, path) => problems.object(value, path);
const milliseconds: Reader = (problems, value, path) => problems.number(value, path, {min: 0, whole: true});
const texts: Reader = (problems, value, path) => problems.array(value, path, {}, (item, at) => problems.string(item, at));

const readers: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(['onlyMainContent', 'onlyCleanContent', 'mobile', 'skipTlsVerification'].map(name => [name, flag])),
  ...Object.fromEntries(['removeBase64Images', 'blockAds', 'storeInCache', 'lockdown'].map(name => [name, flag])),
  ...Object.fromEntries(['maxAge', 'minAge', 'waitFor'].map(name => [name, milliseconds])),
  includeTags: texts,
  excludeTags: texts,
  location: object,
  profile: object,
  threatProtection: object,
  auditMetadata: object,
  timeout: (problems, value, path) => problems.number(value, path, {min: 1000, max: 300_000, whole: true}),
  proxy: (problems, value, path) => problems.oneOf(value, path, ['basic', 'enhanced', 'auto']),
  redactPII: (problems, value, path) => typeof value === 'boolean' || problems.object(value, path),
  parsers: (problems, value, path) => problems.array(value, path, {}, item => item),
  headers: (problems, value, path) => {
    const headers = problems.object(value, path);
    for (const [name, item] of Object.entries(headers ?? {})) problems.string(item, [...path, name]);
  },
  actions: (problems, value, path) =>
    problems.array(value, path, {}, (item, at) => {
      const action = problems.object(item, at);
      return action && problems.oneOf(action['type'], [...at, 'type'], actionTypes);
    }),
};

/** Checks the body of a scrape (API v2, `POST /v2/scrape`); undefined, and problems, where it is refused. */
export function readScrapeRequest(problems: Problems, body: JsonValue): AcceptedScrape | undefined {
  const request = problems.closedObject(body, [], scrapeMembers);
  if (request === undefined) return undefined;
  const {url, formats: given = ['markdown'], ...options} = request;
  const address = readAddress(problems, url);
  const formats = problems.array(given, ['formats'], {}, (item, at) => readFormat(problems, item, at));
  for (const [name, value] of Object.entries(options)) readers[name]?.(problems, value, [name]);
  const timeoutMs = typeof options['timeout'] === 'number' ? options['timeout'] : 60_000;
  if (Number(options['waitFor'] ?? 0) > timeoutMs / 2) problems.add(['waitFor'], 'custom', 'must be at most half of timeout');
  if (problems.list.length > 0 || address === undefined || formats === undefined) return undefined;
  return {url: address, options: {...options, formats}, formats, timeoutMs};
}

/** Whether the address of a request is what is wrong with it: the service says so in its own words. */
export function isBadAddress(problems: Problems): boolean {
  return problems.list.some(({path}) => path.length === 1 && path[0] === 'url');
}

function readAddress(problems: Problems, value: JsonValue | undefined): string | undefined {
  const text = problems.string(value, ['url']);
  if (text === undefined) return undefined;
  if (!/^https?:\/\//i.test(text)) return problems.add(['url'], 'invalid_format', 'must be an absolute http or https address');
  const read = readTargetUrl(text);
  return 'url' in read ? read.url : problems.add(['url'], 'invalid_format', read.problem);
}

function readFormat(problems: Problems, item: JsonValue, path: RequestPath): JsonObject | undefined {
  const format = typeof item === 'string' ? {type: item} : problems.object(item, path);
  if (format === undefined) return undefined;
  const type = problems.oneOf(format['type'], typeof item === 'string' ? path : [...path, 'type'], formatTypes);
  if (type === undefined) return undefined;
  const need = (name: string) => problems.string(format[name], [...path, name], {min: 1, max: 10_000});
  if (type === 'question') return need('question') === undefined ? undefined : format;
  if (type === 'highlights') return need('query') === undefined ? undefined : format;
  const {schema} = format;
  if (schema !== undefined && !isObject(schema)) return problems.wrongType(schema, [...path, 'schema'], 'object');
  return format;
}
