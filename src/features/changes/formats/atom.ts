import {countOf} from '../../../core/base/words';
import {sha256} from '../../../core/json/canonical';
import {disarmCommands, escapeTerminal} from '../../../rendering/escape-terminal';
import type {ChangesDocument, MonitorFailureDocument, PageChangeDocument} from '../document';
import {readLink} from './link';
import {
  countSentence,
  failureReason,
  failureSpan,
  listUnread,
  noteSentences,
  readingSentence,
  spanWords,
  splitChanges,
  statusWords,
  type TellTime,
  tellTimes,
  titleWords,
  unreadWords,
  verdictWords,
} from './sentences';
import {describeRest, type LineLimits, showLines} from './shown-lines';
import {joinWords, outside, type Words} from './words';

const LIMITS: LineLimits = {lines: 40, characters: 400};
/** Entries of a feed, and characters of all of them. */
const MOST_ENTRIES = 1_000;
/** Of these, failures, which come first. */
const MOST_FAILURES = 200;
const LONGEST_FEED = 4 * 1024 * 1024;
/** Monitors that could not be read, as the feed names them. */
const MOST_UNREAD = 20;

/**
 * Changes and failures as a feed (Atom 1.0, RFC 4287), text only. An entry has the same id in each feed: made from monitor, check and
 * page, of a failure from monitor and beginning.
 */
export function renderChangesAtom(document: ChangesDocument): string {
  const tell = tellTimes(document);
  const {shown, noise} = splitChanges(document);
  const end = readMoment(document.until) ?? '1970-01-01T00:00:00Z';
  const all = [
    ...document.failures.slice(0, MOST_FAILURES).map(failure => () => renderFailure(failure, tell, end)),
    ...shown.map(change => () => renderChange(change, tell, end)),
  ];
  const entries: string[] = [];
  let left = LONGEST_FEED;
  for (const render of all) {
    const entry = render();
    left -= entry.length;
    if (left < 0 || entries.length === MOST_ENTRIES) break;
    entries.push(entry);
  }
  const rest = document.failures.length + shown.length - entries.length;
  const {project, environment} = document;
  const subtitle = [
    [...spanWords(document), '.'],
    [countSentence(document)],
    [readingSentence(document)],
    ...noteSentences(document),
    ...describeUnread(document),
    ...(noise.length === 0 ? [] : [[`Without ${countOf(noise.length, 'changed page')} judged as noise.`]]),
    ...(rest === 0 ? [] : [[`${countOf(rest, 'more entry', 'more entries')} without room here.`]]),
  ];
  return disarmCommands(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title type="text">${say(titleWords(document))}</title>
<subtitle type="text">${subtitle.map(say).join(' ')}</subtitle>
<id>${makeUrn('feed', project, environment)}</id>
<updated>${end}</updated>
<author><name>monitors</name></author>
<generator>monitors</generator>
${entries.join('')}</feed>
`);
}

function describeUnread(document: ChangesDocument): Words[] {
  const unread = listUnread(document);
  const rest = unread.length - MOST_UNREAD;
  return [
    ...unread.slice(0, MOST_UNREAD).map(monitor => ['Not read: ', ...unreadWords(monitor), '.']),
    ...(rest > 0 ? [[`Not read: ${countOf(rest, 'more monitor')}.`]] : []),
  ];
}

function renderChange(change: PageChangeDocument, tell: TellTime, end: string): string {
  const {id, key, url, judgment, verdict, at} = change;
  const shown = showLines(change, LIMITS);
  const rest = describeRest(shown, change);
  const content = [
    say([outside(url), ', ', ...statusWords(change), ', ', ...tell(at)]),
    ...(judgment === null || judgment.reason === '' ? [] : [say(['Reason: ', outside(judgment.reason)])]),
    ...shown.lines.map(({mark, pieces}) => escapeXml(`${mark} ${pieces.map(({text}) => text).join('')}`)),
    ...(rest === '' ? [] : [`... ${rest}`]),
  ];
  return renderEntry({
    id: makeUrn('change', id),
    title: say([outside(key), ': ', ...verdictWords(change)]),
    updated: readMoment(at) ?? end,
    category: verdict,
    link: readLink(url),
    content,
  });
}

function renderFailure(failure: MonitorFailureDocument, tell: TellTime, end: string): string {
  const {key, monitorId, since, until, url} = failure;
  return renderEntry({
    id: makeUrn('failure', monitorId, since),
    title: say([outside(key), ': ', ...failureSpan(failure, tell)]),
    updated: readMoment(until ?? since) ?? end,
    category: 'failure',
    link: url === null ? null : readLink(url),
    content: [say(failureReason(failure)), ...(url === null ? [] : [say([outside(url)])])],
  });
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly category: string;
  readonly link: string | null;
  readonly content: readonly string[];
}

/** All texts but the link are finished. */
function renderEntry({id, title, updated, category, link, content}: Entry): string {
  const lead = link === null ? '' : `<link rel="alternate" href="${escapeXml(link)}"/>\n`;
  return `<entry>
<title type="text">${title}</title>
<id>${id}</id>
<updated>${updated}</updated>
<category term="${escapeXml(category)}"/>
${lead}<content type="text">${content.join('\n')}</content>
</entry>
`;
}

function say(words: Words): string {
  return joinWords(words, escapeXml);
}

/** Characters that XML 1.0 can't hold, not even as references; those that a terminal would not show are escaped before. */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

function escapeXml(text: string): string {
  return escapeTerminal(text)
    .replace(ILLEGAL, '\ufffd')
    .replace(/[&<>"']/g, character => ENTITIES[character] as string);
}

/** A date-time of RFC 3339, in UTC; null for another text. */
function readMoment(text: string): string | null {
  const at = Date.parse(text);
  const iso = Number.isNaN(at) ? '' : new Date(at).toISOString();
  return /^\d{4}-/.test(iso) ? iso : null;
}

/** The same name for the same thing, as an RFC 9562 UUID of version 8. */
function makeUrn(...parts: readonly string[]): string {
  const hex = sha256(JSON.stringify(['monitors changes', ...parts]));
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return `urn:uuid:${groups.join('-')}`;
}
