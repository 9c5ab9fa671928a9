import {isObject, type JsonValue, property} from '../json/value';
import {type Answer, parseBody, readCreatedMonitor, readHeader, readHeaders, readLiveMonitor, readMonitorPage} from './answer';
import type {CreateOutcome, DeleteOutcome, Failure, LiveMonitor, ReadOutcome, UpdateOutcome} from './port';
import {cleanServiceText, cleanServiceValue} from './service-text';

/** Facts for the classification beside the failure. */
export interface ClassifyContext {
  /** Host and port that the request was meant for, for messages. */
  readonly host: string;
  /** Masks every secret of the request. */
  readonly redact: (text: string) => string;
  /** Wall clock, milliseconds since 1970. */
  readonly now: number;
}

/** Statuses that prove that the service did not carry the create out (the service's API description, "Errors"); so does any 3xx. */
const refusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429]);

/** Classifies an answer to create: see docs/apply.md, "What an answer proves". */
export function classifyCreate(answer: Answer, context: ClassifyContext): CreateOutcome {
  if (isSuccess(answer)) return classifySuccess(answer, context);
  const failure = describeRefusal(answer, context);
  const isProof = refusals.has(answer.status) || isRedirect(answer);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/** A 2xx counts only with complete JSON, `success: true` and an id: anything less may hide a created monitor. */
function classifySuccess(answer: Answer, context: ClassifyContext): CreateOutcome {
  const monitor = readCreatedMonitor(parseBody(answer));
  if (monitor !== undefined) return {kind: 'applied', monitor};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, {code: 'NO_MONITOR', problem: 'does not contain a monitor'}, context)};
}

/** Classifies the answer to a request for one page of the list. One item that can't be read makes the page unreadable: nothing of a list is guessed. */
export function classifyPage(answer: Answer, context: ClassifyContext): ReadOutcome<readonly LiveMonitor[]> {
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, 'listing monitors', context)};
  const monitors = readMonitorPage(parseBody(answer));
  if (monitors !== undefined) return {kind: 'read', value: monitors, serverTime: readServerTime(answer)};
  return {kind: 'failed', failure: describeUnreadable(answer, {code: 'NO_LIST', problem: 'is not a list of monitors'}, context)};
}

/** Classifies the answer to a request for the monitor `id`; null: there is none, or it is deleted. */
export function classifyGet(answer: Answer, id: string, context: ClassifyContext): ReadOutcome<LiveMonitor | null> {
  const serverTime = readServerTime(answer);
  if (isMissing(answer)) return {kind: 'read', value: null, serverTime};
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, 'reading a monitor', context)};
  const monitor = readMonitorOf(answer, id);
  if (monitor === undefined) return {kind: 'failed', failure: describeUnreadable(answer, otherMonitor, context)};
  return {kind: 'read', value: monitor.status === 'deleted' ? null : monitor, serverTime};
}

/** Classifies the answer to an update of the monitor `id`. Without that monitor in it, it is not known to be carried out. */
export function classifyUpdate(answer: Answer, id: string, context: ClassifyContext): UpdateOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'updating monitors', context);
  const monitor = readMonitorOf(answer, id);
  if (monitor !== undefined) return {kind: 'applied', monitor};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, otherMonitor, context)};
}

/** Classifies the answer to a delete. */
export function classifyDelete(answer: Answer, context: ClassifyContext): DeleteOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'deleting monitors', context);
  if (property(parseBody(answer), 'success') === true) return {kind: 'applied'};
  const otherwise = {code: 'NO_SUCCESS', problem: 'does not say that the monitor is deleted'};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, otherwise, context)};
}

/** An operation, as it completes "does not offer ...". */
export type OperationName =
  | 'listing monitors'
  | 'reading a monitor'
  | 'updating monitors'
  | 'deleting monitors'
  | 'listing checks'
  | 'reading a check'
  | 'reading credits'
  | 'starting checks'
  | 'fetching pages';

const otherMonitor = {code: 'OTHER_MONITOR', problem: 'does not contain the requested monitor'};

function readMonitorOf(answer: Answer, id: string): LiveMonitor | undefined {
  const monitor = readLiveMonitor(parseBody(answer));
  return monitor?.id.toLowerCase() === id.toLowerCase() ? monitor : undefined;
}

/** Classifies an answer to a request about one monitor that is not a success. */
export function classifyRefusal(
  answer: Answer,
  operation: OperationName,
  context: ClassifyContext,
): Extract<UpdateOutcome, {kind: 'missing' | 'not-applied' | 'ambiguous'}> {
  const failure = describeAnswer(answer, operation, context);
  if (isMissing(answer)) return {kind: 'missing', failure};
  const {status} = answer;
  const isProof = refusals.has(status) || failure.notOffered === true || isRedirect(answer);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/**
 * Whether an answer about one monitor says that there is none with this id: a 404 in the service's own form ("Error body" in its API
 * description). The 404 of a gateway, or of a path that the service does not know, says nothing about the monitor.
 */
export function isMissing(answer: Answer): boolean {
  return answer.status === 404 && isServiceError(parseBody(answer));
}

/** A refusal, and whether it means that the service does not offer the operation at all. */
export function describeAnswer(answer: Answer, operation: OperationName, context: ClassifyContext): Failure {
  const failure = describeRefusal(answer, context);
  const {status, body} = answer;
  if (status === 404 && body.kind === 'unreadable') {
    return {kind: 'body', status, code: body.code, message: `the service answered 404, but ${body.problem}`};
  }
  if (status === 403) {
    // For its holder, a key that may not list is as good as no list.
    const lack = operation === 'listing monitors' ? {notOffered: true as const} : {};
    return {...failure, ...lack, message: `${operation} was refused: ${failure.message}`};
  }
  if (!lacksOperation(answer, operation)) return failure;
  return {...failure, notOffered: true, message: `this service does not offer ${operation} (it answered ${status})`};
}

function lacksOperation(answer: Answer, operation: OperationName): boolean {
  const {status} = answer;
  if (status === 405 || status === 501) return true;
  // A list is never missing.
  return status === 404 && (operation === 'listing monitors' || !isMissing(answer));
}

function isServiceError(parsed: JsonValue | undefined): boolean {
  return property(parsed, 'success') === false && typeof property(parsed, 'error') === 'string';
}

/** Whether the status says that the request was carried out. */
export function isSuccess({status}: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the status points elsewhere; no redirect is followed. */
export function isRedirect({status}: Answer): boolean {
  return status >= 300 && status < 400;
}

/** The service's clock when it answered, milliseconds since 1970; null when it did not say. */
export function readServerTime(answer: Answer): number | null {
  return readTimeIn(answer, 'date');
}

/** The time in a header, milliseconds since 1970; null without one. */
export function readTimeIn(answer: Answer, header: string): number | null {
  return parseHttpDate(readHeader(answer, header) ?? '') ?? null;
}

/**
 * Why a 2xx says nothing that counts: it broke off, is not JSON, or is JSON of another shape, which `otherwise` names
 * ("its answer ...").
 */
export function describeUnreadable(
  answer: Answer,
  otherwise: {readonly code: string; readonly problem: string},
  context: ClassifyContext,
): Failure {
  const {status, body} = answer;
  const failure = (code: string, problem: string): Failure => ({
    kind: 'body',
    status,
    code,
    message: `the service answered ${status}, but ${problem}`,
  });
  if (body.kind === 'unreadable') return failure(body.code, body.problem);
  const parsed = parseBody(answer);
  if (parsed !== undefined) return failure(otherwise.code, `its answer ${otherwise.problem}${quoteError(parsed, context)}`);
  if (isJsonType(answer)) return failure('BAD_JSON', 'its JSON is broken or cut off');
  const type = cleanServiceText(readHeader(answer, 'content-type') ?? 'no content type', context.redact);
  return {...failure('NOT_JSON', `with ${type} instead of JSON`), notTheService: true};
}

/** Describes an answer that is not a success, sanitized. */
function describeRefusal(answer: Answer, context: ClassifyContext): Failure {
  const parsed = parseBody(answer);
  const details = property(parsed, 'details');
  const code = property(parsed, 'code');
  const retryAfterMs = readHeader(answer, 'retry-after-ms');
  const hints = {retryAfter: readHeaders(answer, 'retry-after'), retryAfterMs, date: readHeader(answer, 'date'), body: parsed};
  const wait = readRetryAfter(hints, context.now);
  const redirectHost = isRedirect(answer) ? readRedirectHost(answer, context) : undefined;
  return {
    kind: 'http',
    status: answer.status,
    message: `the service answered ${answer.status}${redirectHost === undefined ? quoteError(parsed, context) : ` and redirects to ${redirectHost}`}`,
    ...(typeof code === 'string' ? {code: cleanServiceText(code, context.redact)} : {}),
    ...(details === undefined || details === null ? {} : {details: cleanServiceValue(details, context.redact)}),
    ...(redirectHost === undefined ? {} : {redirectHost}),
    ...(wait === undefined ? {} : {retryAfterMs: wait.ms}),
    ...(wait?.source === 'hint' ? {retryAfterIsHint: true} : {}),
    ...(isObject(parsed) ? {} : {notTheService: true}),
  };
}

/** The host of a redirect; the rest of its Location could carry anything. */
function readRedirectHost(answer: Answer, context: ClassifyContext): string {
  const location = readHeader(answer, 'location');
  try {
    return cleanServiceText(new URL(location ?? '', `https://${context.host}`).host, context.redact);
  } catch {
    return 'an unreadable address';
  }
}

function quoteError(parsed: JsonValue | undefined, context: ClassifyContext): string {
  const error = property(parsed, 'error');
  const words = typeof error === 'string' ? cleanServiceText(error, context.redact) : '';
  return words === '' ? '' : `: ${words}`;
}

function isJsonType(answer: Answer): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(readHeader(answer, 'content-type')?.trim() ?? '');
}

/** Headers and words of an answer about waiting; header names in lower case, as Node gives them. */
interface RetryHints {
  /** Every value of `Retry-After`, unsplit. */
  readonly retryAfter: readonly string[];
  /** `retry-after-ms`, which some gateways send. */
  readonly retryAfterMs?: string | undefined;
  /** The answer's own `Date`: HTTP dates are measured against the server's clock where it is known. */
  readonly date?: string | undefined;
  /** The answer's JSON, if it was any: a hint only, never stronger than a header. */
  readonly body?: JsonValue | undefined;
}

/** Requested wait, in milliseconds from now; a `hint` comes from the words of the body and only lengthens a delay. */
interface RequestedWait {
  readonly ms: number;
  readonly source: 'header' | 'hint';
}

/**
 * Reads the wait that an answer asks for; 0 for "now" and for moments that have passed; undefined where it does not
 * say, or says it in no valid form. Only decimal seconds and the three HTTP date forms count (RFC 9110, 10.2.3):
 * `0x10`, `1e9`, `-1` and `Infinity` are not numbers of seconds. Of several values the largest holds.
 */
export function readRetryAfter(hints: RetryHints, now: number): RequestedWait | undefined {
  const milliseconds = readMilliseconds(hints.retryAfterMs);
  const headers = hints.retryAfter.flatMap(value => readWaits(value, hints.date, now));
  if (milliseconds !== undefined) headers.push(milliseconds);
  if (headers.length > 0) return {ms: Math.max(...headers), source: 'header'};
  const hint = readBodyHint(hints.body);
  return hint === undefined ? undefined : {ms: hint, source: 'hint'};
}

/** Several values are separated by commas, and so are the parts of a date. */
function readWaits(value: string, date: string | undefined, now: number): number[] {
  return value.split(/,(?![^,]*GMT)/).flatMap(part => readWait(part.trim(), date, now));
}

function readWait(text: string, date: string | undefined, now: number): number[] {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return [Math.ceil(Number.parseFloat(text) * 1000)];
  const moment = parseHttpDate(text);
  return moment === undefined ? [] : [Math.max(0, moment - (parseHttpDate(date?.trim() ?? '') ?? now))];
}

function readMilliseconds(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,12}(\.\d+)?$/.test(trimmed) ? Math.ceil(Number.parseFloat(trimmed)) : undefined;
}

/** Some services say it only in words ("retry after 42s") or in a member of the error body. */
function readBodyHint(body: JsonValue | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const seconds = property(body, 'retry_after_seconds');
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1000);
  const error = property(body, 'error');
  const words = typeof error === 'string' ? /\bretry after (\d{1,9}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b/i.exec(error) : null;
  return words === null ? undefined : Math.ceil(Number.parseFloat(words[1] as string) * 1000);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const imfFixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const rfc850Date = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const asctimeDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/** Reads one of the three HTTP date forms (RFC 9110, 5.6.7) as milliseconds since 1970; undefined for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const fixed = imfFixdate.exec(text);
  if (fixed) return toMoment(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const old = rfc850Date.exec(text);
  // Two-digit years: this protocol is younger than 1970, so 70 to 99 are past and the rest are of this century.
  if (old) return toMoment(`${Number(old[3]) < 70 ? '20' : '19'}${old[3]}`, old[2], old[1], old.slice(4));
  const asctime = asctimeDate.exec(text);
  if (asctime) return toMoment(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  return undefined;
}

function toMoment(year = '', month = '', day = '', time: readonly string[] = []): number | undefined {
  const monthIndex = months.indexOf(month);
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  const moment = Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds);
  const isReal = monthIndex >= 0 && hours < 24 && minutes < 60 && seconds < 61 && new Date(moment).getUTCDate() === Number(day);
  return isReal ? moment : undefined;
}
