import {isObject, type JsonObject, type JsonValue, property, readAmount} from '../json/value';
import type {CreatedMonitor, LiveMonitor} from './port';

/** An answer of the service as it came over the wire. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AnswerBody;
}

/** The answer's body, or why it could not be read to its end. */
export type AnswerBody =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'unreadable'; readonly code: string; readonly problem: string};

/** Nesting that no answer of the service needs; what is deeper is refused before recursive code sees it. */
const deepest = 200;

/** Parses an answer's text; undefined for anything that is not one complete JSON document of sane depth. */
function parseAnswer(text: string): JsonValue | undefined {
  try {
    const parsed = JSON.parse(text) as JsonValue;
    return isDeeperThan(parsed, deepest) ? undefined : parsed;
  } catch {
    return undefined;
  }
}

/** Parses an answer's body; undefined where it could not be read to its end or is not JSON. */
export function parseBody({body}: Answer): JsonValue | undefined {
  return body.kind === 'text' ? parseAnswer(body.text) : undefined;
}

/** Reads the monitor out of a parsed answer to create; undefined unless it is a success that carries an id. */
export function readCreatedMonitor(answer: JsonValue | undefined): CreatedMonitor | undefined {
  return property(answer, 'success') === true ? readMonitor(property(answer, 'data')) : undefined;
}

/** Reads the monitor out of a parsed answer to get or update; undefined unless it is a success that carries an id. */
export function readLiveMonitor(answer: JsonValue | undefined): LiveMonitor | undefined {
  return property(answer, 'success') === true ? toLiveMonitor(property(answer, 'data')) : undefined;
}

/** Reads the monitors of one page; undefined unless it is a success and each of them has an id: nothing of a list is guessed. */
export function readMonitorPage(answer: JsonValue | undefined): readonly LiveMonitor[] | undefined {
  const data = property(answer, 'data');
  if (property(answer, 'success') !== true || !Array.isArray(data)) return undefined;
  const monitors = data.map(toLiveMonitor);
  return monitors.every(monitor => monitor !== undefined) ? monitors : undefined;
}

/** A word for what a monitor does. Any other text there may repeat a secret, and is shown as `other`. */
const STATUS = /^[a-z_ -]{0,32}$/i;

/** Reads a monitor as list and get answer it; undefined without an id. */
export function toLiveMonitor(data: JsonValue | undefined): LiveMonitor | undefined {
  const monitor = readMonitor(data);
  if (monitor === undefined) return undefined;
  const {data: whole} = monitor;
  const said = readText(whole, 'status') ?? '';
  const status = STATUS.test(said) ? said : 'other';
  return {...monitor, name: readText(whole, 'name') ?? '', status, ...(status === said ? {} : {data: {...whole, status}})};
}

/** Members that hold times. Any other text there may repeat a secret, and is left out. */
const TIMES = ['createdAt', 'nextRunAt'] as const;
const TIME = /^[0-9TZ:.+ -]{0,40}$/i;

/** Reads a monitor as create answers it; undefined without an id. */
export function readMonitor(given: JsonValue | undefined): CreatedMonitor | undefined {
  if (!isObject(given)) return undefined;
  const odd = TIMES.filter(name => !TIME.test(readText(given, name) ?? ''));
  const data: JsonObject = odd.length === 0 ? given : {...given, ...Object.fromEntries(odd.map(name => [name, '']))};
  const id = property(data, 'id');
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  return {
    id,
    createdAt: readText(data, 'createdAt') ?? '',
    targetIds: readTargetIds(data),
    nextRunAt: readText(data, 'nextRunAt'),
    estimatedCreditsPerMonth: readAmount(property(data, 'estimatedCreditsPerMonth')),
    data,
  };
}

/** One header of an answer; of a repeated one the first. */
export function readHeader(answer: Answer, name: string): string | undefined {
  return readHeaders(answer, name)[0];
}

/** Every value of a header. */
export function readHeaders(answer: Answer, name: string): readonly string[] {
  const value = Object.hasOwn(answer.headers, name) ? answer.headers[name] : undefined;
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

function readText(data: JsonObject, name: string): string | null {
  const value = property(data, name);
  return typeof value === 'string' ? value : null;
}

function readTargetIds(data: JsonObject): string[] {
  const targets = property(data, 'targets');
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: JsonValue) => {
    const id = property(target, 'id');
    return typeof id === 'string' ? [id.toLowerCase()] : [];
  });
}

/** Goes no deeper than the limit itself; `JSON.parse` does not recurse. */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((item: JsonValue) => isDeeperThan(item, limit - 1));
  for (const name of Object.keys(value)) if (isDeeperThan((value as JsonObject)[name] as JsonValue, limit - 1)) return true;
  return false;
}
