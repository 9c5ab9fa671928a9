import type {Bookmark} from '../../../core/observe/bookmark-text';
import {LONGEST_CHECK} from '../../../core/observe/check-span';
import type {ChangesDocument} from '../../../features/changes/document';
import {encodeWord} from '../marked-text';

/** Bookmark of a digest, small enough for the hidden line of a comment. Monitors without an exception begin at its moment. */
export interface DigestMark {
  /** Origin of the service, without secrets. */
  readonly origin: string;
  /** The checks that finished before it were reported; milliseconds since 1970. */
  readonly moment: number;
  /** Start of monitors that could not be read, by the service's id. */
  readonly late: ReadonlyMap<string, number>;
  /** Ids of checks that had not ended, by monitor. */
  readonly open: ReadonlyMap<string, readonly string[]>;
  /** There were too many ids, or one that may not be shown: the moment is lower instead, so that some checks are reported again. */
  readonly isLowered: boolean;
}

/** Ids of one line, at most. */
const MOST_IDS = 200;
/** UTF-16 code units of one line: the service may choose any ids. */
const LONGEST_LINE = 20_000;

/** The mark after a digest. `redact` hides secrets, which no part of it may hold: it is not redacted itself, and would not be read again. */
export function markAfter(next: Bookmark, document: ChangesDocument, redact: (text: string) => string = text => text): DigestMark {
  const {moment} = next;
  const origin = redact(next.origin);
  const [late, open] = [new Map<string, number>(), new Map<string, readonly string[]>()];
  for (const {id, read} of document.monitors) {
    const mark = next.marks.get(id);
    // One that is not in the service has nothing to report.
    if (mark === undefined || read === 'missing') continue;
    if (read === 'failed' || read === 'left') late.set(id, Math.min(mark.settledAt, moment));
    if (mark.unfinished.length > 0) open.set(id, mark.unfinished);
  }
  const exact = {origin, moment, late, open, isLowered: false};
  const ids = late.size + [...open.values()].reduce((sum, checks) => sum + checks.length, 0);
  const words = [...late.keys(), ...[...open].flatMap(([id, checks]) => [id, ...checks])].flatMap(id => [id, encodeWord(id)]);
  const isSecret = words.some(word => redact(word) !== word);
  return !isSecret && ids <= MOST_IDS && encodeMark(exact).length <= LONGEST_LINE ? exact : lower(exact, document);
}

/** Begins so early that nothing is lost without ids. */
function lower({origin, moment, late, open}: DigestMark, {running}: ChangesDocument): DigestMark {
  const starts = [...late].map(([id, start]) => (open.has(id) ? start - LONGEST_CHECK : start));
  const made = running.map(({since}) => Math.max(since === null ? 0 : Date.parse(since), moment - LONGEST_CHECK));
  const lowest = [...starts, ...made].reduce((least, at) => Math.min(least, at), moment);
  return {origin, moment: lowest, late: new Map(), open: new Map(), isLowered: true};
}

/** A mark as words that can stand in an HTML comment. */
export function encodeMark({origin, moment, late, open, isLowered}: DigestMark): string {
  const words = [
    ...[...late].map(([id, start]) => ['late', id, String(start)]),
    ...[...open].map(([id, checks]) => ['open', id, ...checks]),
    ...(isLowered ? [['lowered']] : []),
  ];
  return [encodeWord(origin), String(moment), ...words.map(parts => parts.map(encodeWord).join('='))].join(' ');
}

/** Reads the words of a mark; null for anything else. */
export function decodeMark(text: string): DigestMark | null {
  const [origin = '', at = '', ...words] = text.split(' ');
  const moment = readMoment(at);
  const [late, open] = [new Map<string, number>(), new Map<string, readonly string[]>()];
  let isLowered = false;
  try {
    for (const word of words) {
      const [kind, id = '', ...rest] = word.split('=').map(decodeURIComponent);
      const start = readMoment(rest[0] ?? '');
      if (kind === 'late' && id !== '' && start !== null) late.set(id, start);
      else if (kind === 'open' && id !== '') open.set(id, rest);
      else if (kind === 'lowered') isLowered = true;
      else return null;
    }
    return moment === null ? null : {origin: decodeURIComponent(origin), moment, late, open, isLowered};
  } catch {
    // A word that this version does not write.
    return null;
  }
}

function readMoment(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The bookmark that a mark stands for; `known` has the ids of all recorded monitors. */
export function toBookmark(
  {origin, moment, late, open}: DigestMark,
  known: ReadonlySet<string>,
  {project, environment}: Pick<Bookmark, 'project' | 'environment'>,
): Bookmark {
  const markOf = (id: string) => ({
    lastRunAt: null,
    settledAt: late.get(id) ?? moment,
    unfinished: open.get(id) ?? [],
    reported: [],
  });
  const marks = new Map([...known].map(id => [id, markOf(id)] as const));
  return {project, environment, origin, moment, calls: 1, isOpen: false, printed: new Set(), marks};
}
