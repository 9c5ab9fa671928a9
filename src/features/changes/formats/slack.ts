import {countOf} from '../../../core/base/words';
import {stringifyJson} from '../../../rendering/escape-json';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import type {ChangesDocument, PageChangeDocument} from '../document';
import {takeFitting} from './fitting';
import {readLink} from './link';
import {type ChangeOfPage, countPlaced, olderWords, placeChanges} from './pages';
import {
  countSentence,
  failureWords,
  firstCheckWords,
  groupWords,
  listUnread,
  noteSentences,
  readingSentence,
  runningWords,
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
import {cutText, joinWords, type Words} from './words';

/** Text that Slack shows as it is: no mention, link or emphasis. */
interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

/** A link of ours: an address and words of our own, no other text. */
interface LinkText {
  readonly type: 'mrkdwn';
  readonly text: string;
  readonly verbatim: true;
}

type Block =
  | {readonly type: 'header'; readonly text: PlainText}
  | {readonly type: 'section'; readonly text: PlainText; readonly fields?: readonly LinkText[]};

/** Slack's limits: blocks of a message, characters of a block's text, of a field, of a header. */
const MOST_BLOCKS = 50;
const LONGEST_BLOCK = 3_000;
const LONGEST_LINK = 1_000;
const LONGEST_HEADER = 150;

/** Room for the number of characters that are cut. */
const ROOM_FOR_COUNT = 40;

/** Characters of all blocks: a message is read at once. */
const LONGEST_MESSAGE = 40_000;
/** Blocks besides changes: header, overview, cuts, noise, failures, unread, first checks and running. */
const OTHER_BLOCKS = 8;

const LIMITS: LineLimits = {lines: 6, characters: 200};
/** Characters of a key, an address or a reason. */
const LONGEST_TEXT = 300;

/**
 * Changes as a message for Slack, to be posted as it is. Whatever comes from outside is `plain_text`; `text`, which notifications
 * show, holds no text of pages.
 */
export function renderChangesSlack(document: ChangesDocument): string {
  const tell = tellTimes(document);
  const {shown, noise, first} = splitChanges(document);
  const tail = [
    ...(noise.length === 0 ? [] : [section(`Not shown: ${countOf(noise.length, 'changed page')} judged as noise.`)]),
    ...list(
      'Failures',
      document.failures.map(failure => () => failureWords(failure, tell)),
    ),
    ...list(
      'Not read',
      listUnread(document).map(monitor => () => unreadWords(monitor)),
    ),
    ...list(
      'First checks, with nothing to compare',
      first.map(check => () => firstCheckWords(check)),
    ),
    ...list(
      'Still running',
      document.running.map(check => () => runningWords(check, tell)),
    ),
  ];
  const blocks: readonly Block[] = [
    {type: 'header', text: plain(say(titleWords(document)), LONGEST_HEADER)},
    overview(document),
    ...renderAll(placeChanges(shown), document, tell),
    ...tail,
  ];
  const text = `${escapeMrkdwn(say(titleWords(document)))}: ${countSentence(document)}`;
  return `${stringifyJson({text, blocks, unfurl_links: false, unfurl_media: false}, 2)}\n`;
}

function say(words: Words): string {
  return joinWords(words, escapeTerminal);
}

function plain(text: string, longest: number = LONGEST_BLOCK): PlainText {
  return {type: 'plain_text', text: cutText(text, longest - ROOM_FOR_COUNT), emoji: false};
}

function section(text: string): Block {
  return {type: 'section', text: plain(text)};
}

/** The three characters that control Slack's markup. */
function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function overview(document: ChangesDocument): Block {
  const lines = [say(spanWords(document)), `${countSentence(document)} ${readingSentence(document)}`];
  const notes = takeFitting(noteSentences(document), say, LONGEST_BLOCK - 1500);
  return section([...lines, ...notes.texts, ...(notes.rest === 0 ? [] : [`... and ${countOf(notes.rest, 'more note')}.`])].join('\n'));
}

function list(title: string, items: readonly (() => Words)[]): Block[] {
  if (items.length === 0) return [];
  const {texts, rest} = takeFitting(items, item => `• ${say(item())}`, LONGEST_BLOCK - 2 * ROOM_FOR_COUNT - title.length);
  return [section([title, ...texts, ...(rest === 0 ? [] : [`... and ${countOf(rest, 'more monitor')}`])].join('\n'))];
}

function renderAll(placed: readonly ChangeOfPage[], document: ChangesDocument, tell: TellTime): Block[] {
  const blocks: Block[] = [];
  let left = LONGEST_MESSAGE;
  for (const [index, place] of placed.entries()) {
    if (blocks.length === MOST_BLOCKS - OTHER_BLOCKS) break;
    const isNext = index === 0 || placed[index - 1]?.change.group !== place.change.group;
    const block = renderChange(place, isNext ? groupWords(place.change, document) : null, tell);
    left -= JSON.stringify(block).length;
    if (left < 0) break;
    blocks.push(block);
  }
  const rest = countPlaced(placed.slice(blocks.length));
  return rest === 0 ? blocks : [...blocks, section(`... and ${countOf(rest, 'more change')} without room here.`)];
}

/** The first change of a page has its address and a link. */
function renderChange(place: ChangeOfPage, group: Words | null, tell: TellTime): Block {
  const {change, isFirst} = place;
  const {judgment} = change;
  const words = [...verdictWords(change), ', ', ...statusWords(change), ', ', ...tell(change.at)];
  const head = [
    ...(group === null ? [] : [`Group: ${say(group)}`]),
    `${brief(change.key)}: ${say(words)}`,
    ...(isFirst ? [brief(change.url)] : []),
    ...(judgment === null || judgment.reason === '' ? [] : [brief(judgment.reason)]),
  ].join('\n');
  const link = isFirst ? readLink(change.url) : null;
  const lead = link === null ? '' : `<${escapeMrkdwn(link)}|Open the page>`;
  const fields = lead === '' || lead.length > LONGEST_LINK ? [] : [{type: 'mrkdwn', text: lead, verbatim: true} as const];
  const older = olderWords(place, tell);
  const end = older === null ? '' : `\n${say(older)}`;
  const room = LONGEST_BLOCK - LONGEST_LINK - end.length;
  const text = head.length > room ? cutText(head, room - 50) : `${head}${renderLines(change, room - head.length)}`;
  return {type: 'section', text: plain(`${text}${end}`), ...(fields.length === 0 ? {} : {fields})};
}

/** A text from outside on one line, cut before and after it is escaped. */
function brief(text: string): string {
  return cutText(escapeTerminal(cutText(text, LONGEST_TEXT)), 2 * LONGEST_TEXT);
}

/** The first changed lines, as many as have room; the others are counted. */
function renderLines(change: PageChangeDocument, room: number): string {
  const shown = showLines(change, LIMITS);
  const {texts, rest} = takeFitting(
    shown.lines,
    ({mark, pieces}) => `${mark} ${escapeTerminal(pieces.map(({text}) => text).join(''))}`,
    room - 100,
  );
  const more = describeRest({rest: shown.rest + rest}, change);
  return [...texts, ...(more === '' ? [] : [`... ${more}`])].map(line => `\n${line}`).join('');
}
