import {isObject, type JsonObject, type JsonValue, property, readAmount} from '../json/value';
import {SECRET_TEXT} from '../secrets/secret';
import {
  ALERT_CHANNELS,
  type ChangedField,
  type Check,
  type CheckPage,
  type CheckPart,
  type CheckSummary,
  type Judgment,
  type MessageNote,
  type MessageNotes,
  PAGE_STATUSES,
  type PageDiff,
  type TeamCredits,
} from './check-port';
import {maskAddresses} from './read-scrape';
import {cleanServiceText, cleanServiceValue} from './service-text';

/** Masks every secret of the run. */
type Redact = (text: string) => string;

/** Reads the checks of a parsed answer; undefined unless it is a success and each of them has an id. */
export function readChecks(answer: JsonValue | undefined, redact: Redact): readonly Check[] | undefined {
  const data = dataOf(answer);
  if (!Array.isArray(data)) return undefined;
  const checks = data.map((check: JsonValue) => readCheck(check, redact));
  return checks.every(check => check !== undefined) ? checks : undefined;
}

/** Reads a check with some of its pages, the first of which is `skip`; undefined unless it is a success with the check and its pages. */
export function readCheckPart(answer: JsonValue | undefined, skip: number, redact: Redact): CheckPart | undefined {
  const data = dataOf(answer);
  const check = readCheck(data, redact);
  const pages = property(data, 'pages');
  if (check === undefined || !Array.isArray(pages)) return undefined;
  const next = property(data, 'next') ?? property(answer, 'next');
  const isDegraded = findDegraded(property(data, 'targetResults'));
  return {check, pages: pages.map((page: JsonValue) => readPage(page, isDegraded(page), redact)), nextSkip: readNextSkip(next, skip)};
}

/** Reads the credits of a team; undefined unless it is a success. */
export function readTeamCredits(answer: JsonValue | undefined): TeamCredits | undefined {
  const data = dataOf(answer);
  if (!isObject(data)) return undefined;
  return {
    remaining: readAmount(property(data, 'remainingCredits')),
    plan: readAmount(property(data, 'planCredits')),
    periodStart: readTime(property(data, 'billingPeriodStart')),
    periodEnd: readTime(property(data, 'billingPeriodEnd')),
  };
}

/** The id of the check that a request started; undefined unless it is a success with one. */
export function readStartedCheck(answer: JsonValue | undefined, redact: Redact): string | undefined {
  const id = property(dataOf(answer), 'id') ?? property(answer, 'id');
  return property(answer, 'success') === true && typeof id === 'string' && id.trim() !== '' ? cleanId(id, redact) : undefined;
}

/** Counts of a check's pages; null where the service gives none, or none that can be counted. */
export function readSummary(value: JsonValue | undefined): CheckSummary | null {
  if (!isObject(value)) return null;
  const count = (name: string) => Math.floor(readAmount(property(value, name)) ?? 0);
  const summary = {same: 0, new: 0, changed: 0, removed: 0, error: 0, totalPages: 0};
  for (const status of PAGE_STATUSES) {
    summary[status] = count(status);
    summary.totalPages += summary[status];
  }
  if (readAmount(property(value, 'totalPages')) !== null) summary.totalPages = count('totalPages');
  return summary;
}

/** A time of the service as ISO text; null for none and for what is not a time. */
export function readTime(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_TIME) return null;
  if (ISO.test(value)) return value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const LONGEST_TIME = 40;

/** Most times are written so already. Not every month has the days above 28. */
const ISO = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/;

function dataOf(answer: JsonValue | undefined): JsonValue | undefined {
  return property(answer, 'success') === true ? property(answer, 'data') : undefined;
}

function readCheck(data: JsonValue | undefined, redact: Redact): Check | undefined {
  if (!isObject(data)) return undefined;
  const id = property(data, 'id');
  if (typeof id !== 'string' || id === '') return undefined;
  const messages = readMessages(property(data, 'notificationStatus'), redact);
  return {
    id: cleanId(id, redact),
    status: readStatus(data, CHECK_STATUSES, redact),
    trigger: readText(data, 'trigger', redact),
    scheduledFor: readTime(property(data, 'scheduledFor')),
    startedAt: readTime(property(data, 'startedAt')),
    finishedAt: readTime(property(data, 'finishedAt')),
    createdAt: readTime(property(data, 'createdAt')),
    estimatedCredits: readAmount(property(data, 'estimatedCredits')),
    actualCredits: readAmount(property(data, 'actualCredits')),
    summary: readSummary(property(data, 'summary')),
    error: readText(data, 'error', redact) || null,
    ...(messages === null ? {} : {messages}),
  };
}

/** The notes about a check's messages; null where there are none. */
function readMessages(value: JsonValue | undefined, redact: Redact): MessageNotes | null {
  const notes = ALERT_CHANNELS.flatMap(channel => {
    const note = property(value, channel);
    return isObject(note) ? [[channel, readMessage(note, redact)] as const] : [];
  });
  return notes.length === 0 ? null : Object.fromEntries(notes);
}

function readMessage(note: JsonObject, redact: Redact): MessageNote {
  const flag = (name: string) => {
    const value = property(note, name);
    return typeof value === 'boolean' ? value : null;
  };
  const pending = property(note, 'pendingRecipients');
  return {
    attempted: flag('attempted'),
    success: flag('success'),
    delivered: flag('delivered'),
    queued: flag('queued'),
    skipped: flag('skipped'),
    statusCode: readAmount(property(note, 'statusCode')),
    error: readText(note, 'error', redact) || null,
    deliveredAt: readTime(property(note, 'deliveredAt')),
    pending: Array.isArray(pending) ? pending.length : readAmount(pending),
  };
}

/** Whether a page is of a target whose judge did not work. A result that names no target is of all. */
function findDegraded(results: JsonValue | undefined): (page: JsonValue) => boolean {
  const degraded = (Array.isArray(results) ? results : []).filter((result: JsonValue) => property(result, 'judgeDegraded') === true);
  if (degraded.length === 0) return () => false;
  const targets = new Set(degraded.map((result: JsonValue) => property(result, 'targetId') ?? null));
  return page => targets.has(null) || targets.has(property(page, 'targetId') ?? null);
}

function readPage(page: JsonValue, isJudgeDegraded: boolean, redact: Redact): CheckPage {
  const data = isObject(page) ? page : {};
  const searchStatus = property(property(data, 'metadata'), 'searchStatus');
  return {
    url: readText(data, 'url', redact),
    status: readStatus(data, PAGE_STATUSES, redact),
    statusCode: readAmount(property(data, 'statusCode')),
    error: readText(data, 'error', redact) || null,
    searchStatus: typeof searchStatus === 'string' ? cleanWord(searchStatus, SEARCH_STATUSES, redact) : null,
    isJudgeDegraded,
    judgment: isJudgeDegraded ? null : readJudgment(property(data, 'judgment'), redact),
    diff: readDiff(property(data, 'diff'), redact),
  };
}

/** Words of the service that decide what is read: a secret that is one of them is none that needs to be hidden. */
const CHECK_STATUSES = ['queued', 'running', 'completed', 'failed', 'partial', 'skipped_overlap', 'skipped_no_credits'];
const SEARCH_STATUSES = ['alert', 'already_seen', 'watching', 'ignored', 'skipped'];

function readStatus(data: JsonObject, known: readonly string[], redact: Redact): string {
  const value = property(data, 'status');
  return typeof value === 'string' ? cleanWord(value, known, redact) : '';
}

function cleanWord(word: string, known: readonly string[], redact: Redact): string {
  return known.includes(word) ? word : cleanServiceText(maskAddresses(word), redact);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Characters of a secret from which on no id holds it by chance; a check whose id was changed is not found again. */
const LEAST_IN_ID = 12;

/** Cleans an id of secrets. A UUID that only holds a few characters of one stays as it is. */
function cleanId(id: string, redact: Redact): string {
  const clean = cleanServiceText(maskAddresses(id), redact);
  const hidden = id.length - clean.replaceAll(SECRET_TEXT, '').length;
  return UUID.test(id) && hidden < LEAST_IN_ID ? id : clean;
}

/** A text in which addresses show neither user info nor the values of a query: they are a spec's, and secret. */
function readText(data: JsonObject, name: string, redact: Redact): string {
  const value = property(data, name);
  return typeof value === 'string' ? cleanServiceText(maskAddresses(value), redact) : '';
}

function readJudgment(value: JsonValue | undefined, redact: Redact): Judgment | null {
  const meaningful = property(value, 'meaningful');
  if (!isObject(value) || typeof meaningful !== 'boolean') return null;
  return {meaningful, confidence: readText(value, 'confidence', redact), reason: readText(value, 'reason', redact)};
}

/** The longest diff of one page that is kept, in UTF-16 code units, and the most fields. */
const LONGEST_DIFF = 256 * 1024;
const MOST_FIELDS = 500;

function readDiff(value: JsonValue | undefined, redact: Redact): PageDiff | null {
  if (!isObject(value)) return null;
  const text = property(value, 'text');
  const fields = listFields(property(value, 'json'));
  if (typeof text !== 'string' && fields.length === 0) return null;
  const whole = typeof text === 'string' ? redact(text) : null;
  return {
    text: whole === null ? null : whole.slice(0, LONGEST_DIFF).replace(/[\ud800-\udbff]$/, ''),
    fields: fields.slice(0, MOST_FIELDS).map(({path, previous, current}) => ({
      path: cleanServiceText(path, redact),
      previous: cleanServiceValue(previous, redact),
      current: cleanServiceValue(current, redact),
    })),
    isCut: (whole?.length ?? 0) > LONGEST_DIFF || fields.length > MOST_FIELDS,
  };
}

/** The fields with a value before and after: a diff of Markdown has a member `files` beside them, which its text says too. */
function listFields(json: JsonValue | undefined): ChangedField[] {
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([path, change]) => {
    const [previous, current] = [property(change, 'previous'), property(change, 'current')];
    return previous === undefined && current === undefined ? [] : [{path, previous: previous ?? null, current: current ?? null}];
  });
}

const LONGEST_NEXT = 64 * 1024;

/**
 * Reads where the following pages begin from the address that the service names: of its query the number to skip, and nothing else,
 * so that no address of an answer is ever asked. A number that leads back counts as one too: the caller refuses it.
 */
function readNextSkip(next: JsonValue | undefined, skip: number): number | null {
  if (typeof next !== 'string' || next === '') return null;
  const query = new URLSearchParams(/\?([^#]*)/.exec(next.slice(0, LONGEST_NEXT))?.[1] ?? '');
  const text = query.get('skip') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : skip;
}
