import {type JsonObject, property} from '../../../core/json/value';
import {hostOf, stepsOf} from './address';
import {
  APOLOGIES,
  CHALLENGE_TITLES,
  CHALLENGES,
  CONSENT_BUTTONS,
  CONSENT_GATES,
  CONSENT_STATEMENTS,
  CONSENT_TITLES,
  CONSENT_WORDS,
  ERROR_TITLES,
  ERROR_WORDS,
  EXPLAINING,
  FILLERS,
  LOGIN_DEMANDS,
  LOGIN_HELPERS,
  LOGIN_STEPS,
  LOGIN_TITLES,
  NAME_LABELS,
  PASSWORD_LABELS,
  WAYS_OUT,
} from './phrases';
import {countWords, fold, type PageText, type TextLine} from './text';

/** Parts by which a page is judged. */
export interface JudgedPage {
  /** As the spec has it. */
  readonly url: string;
  readonly finalUrl: string | null;
  readonly title: string | null;
  readonly text: PageText;
}

/** Something about a page that speaks for a fault, in words for people, and how much it says. */
export interface Sign {
  readonly words: string;
  readonly weight: number;
}

/** Fewest words of prose that no fault page has beside its own words. */
const FEW_WORDS = 40;
const RESIDUE = 6;

/** The signs of an error page; empty where they are too few. */
export function findErrorSigns(page: JudgedPage): readonly Sign[] {
  const {text, title} = page;
  const heading = text.lines.find(({kind}) => kind === 'heading')?.text ?? text.lines[0]?.text ?? '';
  const moved = movedTo(page, ERROR_STEPS);
  if (text.isArticle && !moved) return [];
  const apologies = count(text.all, APOLOGIES);
  const residue = text.lines.reduce((sum, line) => sum + (isErrorLine(line) ? 0 : line.words), 0);
  const titled = titleParts(title).some(isErrorTitle);
  const headed = [heading, heading.split(/[.!?] /)[0] ?? ''].some(isErrorTitle);
  const isAlone = (titled || headed || apologies > 0) && residue <= RESIDUE;
  // A title alone may name what the page is about.
  if (apologies === 0 && !isAlone && !moved) return [];
  const explains = countIn(`${fold(title ?? '')}\n${text.all}`, EXPLAINING);
  return enough(
    [
      sign(titled, 2, 'the title is that of an error page'),
      sign(headed, 2, 'the first line is that of an error page'),
      sign(apologies > 0, apologies > 1 ? 3 : 2, 'the text apologises for a missing or broken page'),
      sign(countIn(text.all, WAYS_OUT) > 0, 1, 'it offers ways to go on'),
      sign(moved, 2, 'it was redirected to the address of an error page'),
      sign(isAlone, 2, 'it says nothing else'),
      sign(text.proseWords <= FEW_WORDS, 1, 'it is short'),
    ],
    {least: 5 + 2 * Math.min(2, explains), signs: 3},
  );
}

/** The signs of an answer to programs that reports an error as success; empty where they are too few. */
export function findJsonErrorSigns(answer: JsonObject): readonly Sign[] {
  const words = ['error', 'message', 'title', 'detail'].map(name => property(answer, name)).filter(value => typeof value === 'string');
  const numbers = ['code', 'status', 'statusCode', 'status_code'].map(name => Number(property(answer, name) ?? 0));
  const isError = words.some(text => isErrorTitle(plain(fold(text))) || countIn(fold(text), APOLOGIES) > 0);
  return enough(
    [
      sign(
        ['success', 'ok'].some(name => property(answer, name) === false),
        1,
        'it says that it is no success',
      ),
      sign(isError, 1, 'its text is that of an error'),
      sign(
        numbers.some(number => number >= 400 && number <= 599),
        1,
        'it holds the status of an error',
      ),
      sign(Object.keys(answer).length <= 6, 1, 'it is short'),
    ],
    {least: 3, signs: 3},
  );
}

/** The signs of a page to sign in; empty where they are too few. */
export function findLoginSigns(page: JudgedPage): readonly Sign[] {
  const {text, title, url} = page;
  // A person who watches such a page means it.
  if (stepsOf(url).some(step => LOGIN_STEPS.has(step))) return [];
  if (text.isArticle || text.sentences > 3) return [];
  const own = text.lines.filter(({words}) => words <= 6).map(({text: line}) => plain(line));
  const titled = [...titleParts(title), firstHeading(text)].some(part => LOGIN_TITLES.has(part));
  const demands = countIn(text.all, LOGIN_DEMANDS) > 0;
  const moved = movedTo(page, LOGIN_STEPS);
  if (!titled && !demands && !moved) return [];
  const helpers = own.filter(line => LOGIN_HELPERS.some(helper => line.startsWith(helper))).length;
  return enough(
    [
      sign(titled, 2, 'the title or heading asks to sign in'),
      sign(
        own.some(line => PASSWORD_LABELS.has(line)),
        2,
        'it has a field for a password',
      ),
      sign(
        own.some(line => NAME_LABELS.has(line)),
        1,
        'it has a field for a name or an e-mail address',
      ),
      sign(helpers > 0, Math.min(2, helpers), 'it helps with passwords or accounts'),
      sign(demands, 2, 'the text demands to sign in'),
      sign(moved, 3, 'it was redirected to an address to sign in'),
      sign(text.proseWords <= FEW_WORDS, 1, 'it is short'),
    ],
    {least: 5, signs: 3},
  );
}

/** The signs of a page that asks for consent before anything else; empty where they are too few. */
export function findConsentSigns(page: JudgedPage): readonly Sign[] {
  const {text, title} = page;
  const own = new Set([...titleParts(title), ...titleParts(title).flatMap(part => part.split(' '))]);
  const others = text.lines.filter(({text: line}) => !isConsentLine(line) && !own.has(plain(line)));
  const otherWords = others.reduce((sum, {words}) => sum + words, 0);
  const titled = [...titleParts(title), firstHeading(text)].some(isConsentTitle);
  const gate = countIn(text.all, CONSENT_GATES) > 0;
  const moved = movedTo(page, CONSENT_STEPS);
  const isGate = gate || moved;
  if (others.some(({kind}) => kind === 'heading') || otherWords > (isGate ? 30 : titled ? 12 : 2)) return [];
  const statements = count(text.all, CONSENT_STATEMENTS);
  const buttons = new Set(text.lines.map(({text: line}) => plain(line)).filter(line => CONSENT_BUTTONS.has(line))).size;
  return enough(
    [
      sign(titled, 2, 'the title or heading is about privacy or cookies'),
      sign(gate, 2, 'the text demands consent to go on'),
      sign(moved, 3, 'it was redirected to an address for consent'),
      sign(statements > 0, Math.min(2, statements), 'it explains what cookies are used for'),
      sign(buttons > 0, Math.min(2, buttons), 'it has buttons to accept or reject'),
      sign(true, 1, 'it says nothing else'),
    ],
    {least: 5, signs: 3},
  );
}

/** The signs of a page that checks whether the visitor is a person; empty where they are too few. */
export function findChallengeSigns({text, title}: JudgedPage): readonly Sign[] {
  if (text.isArticle || text.sentences > 4) return [];
  const challenges = count(text.all, CHALLENGES);
  return enough(
    [
      sign(
        titleParts(title).some(part => CHALLENGE_TITLES.has(part)),
        2,
        'the title is that of a security check',
      ),
      sign(CHALLENGE_TITLES.has(firstHeading(text)), 1, 'the heading is that of a security check'),
      sign(challenges > 0, Math.min(3, 1 + challenges), 'the text asks to prove that a person visits'),
      sign(text.proseWords <= 2 * FEW_WORDS, 1, 'it is short'),
    ],
    {least: 4, signs: 3},
  );
}

const ERROR_STEPS: ReadonlySet<string> = new Set(
  '404 500 error errors error404 404error not-found notfound page-not-found pagenotfound'.split(' '),
);
const CONSENT_STEPS: ReadonlySet<string> = new Set(
  'consent consents cookie-consent cookiewall cookie-wall collectconsent zustimmung'.split(' '),
);

function sign(isSeen: boolean, weight: number, words: string): Sign | null {
  return isSeen ? {words, weight} : null;
}

function enough(found: readonly (Sign | null)[], {least, signs}: {readonly least: number; readonly signs: number}): readonly Sign[] {
  const seen = found.filter(one => one !== null);
  const weight = seen.reduce((sum, one) => sum + one.weight, 0);
  return seen.length >= signs && weight >= least ? seen : [];
}

/** Counts the phrases that stand in a text. */
function countIn(text: string, phrases: readonly string[]): number {
  return phrases.filter(phrase => text.includes(phrase)).length;
}

/** Counts the phrases that stand in it, those within others counted once. */
function count(text: string, phrases: readonly string[]): number {
  const found = phrases.filter(phrase => text.includes(phrase));
  return found.filter(phrase => !found.some(other => other !== phrase && other.includes(phrase))).length;
}

/** The parts of a title, of which one is the page's and others the site's, folded and without marks. */
function titleParts(title: string | null): readonly string[] {
  const whole = fold(title ?? '');
  const parts = whole.split(/\s[-|\u2013\u2014\u00b7\u2022\u00bb/]\s|[|\u00bb\u2022]/u);
  // The text before a colon is the topic of the rest.
  const last = whole.split(': ').at(-1) ?? '';
  return [...new Set([whole, ...parts, last].map(plain))].filter(part => part !== '');
}

/** A folded text without marks around it: `oops! page not found.` is `oops page not found`. */
function plain(text: string): string {
  return text
    .replace(/[!?.:;,"()[\]{}*\u00a1\u00bf\u2026\u3002\uff01\u203a\u2192\u2190>]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

function firstHeading({lines}: PageText): string {
  return plain((lines.find(({kind}) => kind === 'heading') ?? lines[0])?.text ?? '');
}

/** Whether a title names an error and nothing else: a phrase, or a status with or without words beside it. */
function isErrorTitle(title: string): boolean {
  const marks = plain(title).replace(/ [-\u2013\u2014] /g, ' ');
  if (ERROR_TITLES.has(marks)) return true;
  const words = marks.split(' ').filter(word => !FILLERS.has(word));
  const isError = (word: string) => ERROR_WORDS.has(word) || /^[45]\d\d$/.test(word);
  const left = words.filter(word => !isError(word)).join(' ');
  return words.some(isError) && (left === '' || ERROR_TITLES.has(left));
}

function isErrorLine({text}: TextLine): boolean {
  return isErrorTitle(text) || countIn(text, APOLOGIES) > 0 || countIn(text, WAYS_OUT) > 0;
}

function isConsentTitle(title: string): boolean {
  return CONSENT_TITLES.some(
    phrase => title === phrase || (phrase.includes(' ') && title.startsWith(`${phrase} `) && countWords(title) <= 9),
  );
}

function isConsentLine(line: string): boolean {
  const short = plain(line);
  if (CONSENT_BUTTONS.has(short) || isConsentTitle(short)) return true;
  return [CONSENT_WORDS, CONSENT_STATEMENTS, CONSENT_GATES].some(phrases => countIn(line, phrases) > 0);
}

/** Whether the page stands at an address with one of these steps, which the spec's does not have. */
function movedTo({url, finalUrl}: JudgedPage, steps: ReadonlySet<string>): boolean {
  if (finalUrl === null || hostOf(finalUrl) === null) return false;
  const before = new Set(stepsOf(url));
  return stepsOf(finalUrl).some(step => steps.has(step) && !before.has(step));
}
