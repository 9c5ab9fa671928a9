import {countOf} from '../../../core/base/words';
import {codeSpan, fencedBlock} from '../../../rendering/escape-markdown';
import type {RenderOptions} from '../../../rendering/render-options';
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

/** Longest text of a comment or a job's summary section that GitHub takes, in UTF-16 code units. */
const LONGEST = 65_536;

const LIMITS: LineLimits = {lines: 10, characters: 400};
const VERBOSE_LIMITS: LineLimits = {lines: 200, characters: 400};
/** Characters of an address. */
const LONGEST_ADDRESS = 300;

/**
 * Changes as GitHub Markdown, at most `longest` UTF-16 code units. First each change gets its place, then its lines where there is
 * room. Whatever comes from outside stands in code: nothing of it is a mention, a reference, a picture or HTML.
 */
export function renderChangesMarkdown(
  document: ChangesDocument,
  {verbosity}: Pick<RenderOptions, 'verbosity'>,
  longest: number = LONGEST,
): string {
  const tell = tellTimes(document);
  const {shown, noise, first} = splitChanges(document);
  const head = [`## ${say(titleWords(document))}`, overview(document, longest / 8)];
  const tail = [
    ...(noise.length === 0 ? [] : [`Not shown: ${countOf(noise.length, 'changed page')} judged as noise.`]),
    ...list(
      'Failures',
      document.failures.map(failure => () => failureWords(failure, tell)),
      longest / 6,
    ),
    ...list(
      'Not read',
      listUnread(document).map(monitor => () => unreadWords(monitor)),
      longest / 8,
    ),
    ...list(
      'First checks, with nothing to compare',
      first.map(check => () => firstCheckWords(check)),
      longest / 8,
    ),
    ...list(
      'Still running',
      document.running.map(check => () => runningWords(check, tell)),
      longest / 8,
    ),
  ];
  const room = longest - [...head, ...tail].reduce((sum, text) => sum + text.length + GAP, 0) - ROOM_FOR_CUTS;
  const [limits, most] = verbosity === 'verbose' ? [VERBOSE_LIMITS, Infinity] : [LIMITS];
  return `${[...head, ...renderAll(placeChanges(shown, most), document, {tell, limits, room}), ...tail].join('\n\n')}\n`;
}

/** The empty line between two blocks. */
const GAP = 2;
const ROOM_FOR_CUTS = 200;

function say(words: Words): string {
  return joinWords(words, codeSpan);
}

function overview(document: ChangesDocument, room: number): string {
  const {texts, rest} = takeFitting(noteSentences(document), say, room);
  const notes = [...texts, ...(rest === 0 ? [] : [`... and ${countOf(rest, 'more note')}.`])];
  const lines = [say(spanWords(document)), '', `**${countSentence(document)}** ${readingSentence(document)}`];
  return [...lines, ...(notes.length === 0 ? [] : ['', ...notes.map(note => `- ${note}`)])].join('\n');
}

/** A heading with one line for each item; what has no room is counted. */
function list(title: string, items: readonly (() => Words)[], room: number): string[] {
  if (items.length === 0) return [];
  const {texts, rest} = takeFitting(items, item => `- ${say(item())}`, room);
  return [`### ${title}\n\n${[...texts, ...(rest === 0 ? [] : [`- ... and ${countOf(rest, 'more monitor')}`])].join('\n')}`];
}

interface ChangeOptions {
  readonly tell: TellTime;
  readonly limits: LineLimits;
  readonly room: number;
}

function renderAll(placed: readonly ChangeOfPage[], document: ChangesDocument, {tell, limits, room}: ChangeOptions): string[] {
  const heading = (place: ChangeOfPage, index: number) => {
    const {change} = place;
    const group = groupWords(change, document);
    const isFirst = index === 0 || placed[index - 1]?.change.group !== change.group;
    return `${group !== null && isFirst ? `### ${say(group)}\n\n` : ''}${renderHeading(place, tell)}`;
  };
  const older = (place: ChangeOfPage) => {
    const words = olderWords(place, tell);
    return words === null ? '' : `\n\n${say(words)}`;
  };
  const {texts} = takeFitting(placed, (place, index) => heading(place, index) + older(place), room, GAP);
  let left = texts.reduce((sum, text) => sum - text.length - GAP, room);
  let bare = 0;
  const blocks = placed.slice(0, texts.length).map((place, index) => {
    const details = renderDetails(place.change, limits);
    if (details.length > left) {
      bare++;
      return texts[index] ?? '';
    }
    left -= details.length;
    return `${heading(place, index)}${details}${older(place)}`;
  });
  const rest = countPlaced(placed.slice(texts.length));
  const cuts = [
    ...(rest === 0 ? [] : [`${countOf(rest, 'more change')} without room here`]),
    ...(bare === 0 ? [] : [`${countOf(bare, 'change')} shown without reason and lines`]),
  ];
  return [...blocks, ...(cuts.length === 0 ? [] : [`**Cut**: ${cuts.join('; ')}.`])];
}

/** The first change of a page names it; those below it say when they were. */
function renderHeading({change, isFirst}: ChangeOfPage, tell: TellTime): string {
  const words = say([...verdictWords(change), ', ', ...statusWords(change), ', ', ...tell(change.at)]);
  return isFirst ? `#### ${codeSpan(cutText(change.key, LONGEST_ADDRESS))}: ${words}\n\n${renderAddress(change.url)}` : `##### ${words}`;
}

function renderAddress(url: string): string {
  const link = readLink(url);
  if (link === null || isReference(link)) return codeSpan(cutText(url, LONGEST_ADDRESS));
  return `[${codeSpan(cutText(link, LONGEST_ADDRESS))}](<${link.replaceAll('&', '&amp;')}>)`;
}

/** GitHub notes in an issue, a pull request or a commit that a link leads there, also on servers of companies; looked for anywhere in it. */
function isReference(link: string): boolean {
  return /github\.com|\/(?:issues|pulls?|commits?|discussions|compare)(?:\/|$)/i.test(decode(link));
}

function decode(link: string): string {
  return link.replace(/%([\da-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function renderDetails(change: PageChangeDocument, limits: LineLimits): string {
  const {judgment} = change;
  const shown = showLines(change, limits);
  const rest = describeRest(shown, change);
  const rows = shown.lines.map(({mark, pieces}) => `${mark} ${pieces.map(({text}) => text).join('')}`);
  const all = [...rows, ...(rest === '' ? [] : [`... ${rest}`])];
  return [
    ...(judgment === null || judgment.reason === '' ? [] : [`Reason: ${say([{outside: judgment.reason}])}`]),
    ...(all.length === 0 ? [] : [fencedBlock(all, 'diff')]),
  ]
    .map(block => `\n\n${block}`)
    .join('');
}
