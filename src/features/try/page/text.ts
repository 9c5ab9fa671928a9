/** A page's text as signs are looked for in it: lines without markup, folded so that letters compare. */
export interface PageText {
  readonly lines: readonly TextLine[];
  /** The lines, one after the other. */
  readonly all: string;
  /** Words of lines that are neither headings nor links. */
  readonly proseWords: number;
  /** Sentences of seven words or more. */
  readonly sentences: number;
  /** It explains something: code, a table, many sentences. */
  readonly isArticle: boolean;
}

/** One line of a page. */
export interface TextLine {
  /** Folded; see {@link fold}. */
  readonly text: string;
  readonly kind: 'heading' | 'link' | 'prose';
  readonly words: number;
}

/** Longer pages are not error pages, and what comes later does not change what they are. */
const MOST_CHARACTERS = 50_000;

/** An article has as many sentences, or as many words, as no error page has. */
const ARTICLE_SENTENCES = 5;
const ARTICLE_WORDS = 150;

/** Reads the text of a page from its markdown. */
export function readPageText(markdown: string): PageText {
  const rows = markdown.slice(0, MOST_CHARACTERS).split(/\r?\n/);
  const lines = rows.flatMap(readLine);
  const prose = lines.filter(({kind}) => kind === 'prose');
  const proseWords = prose.reduce((sum, {words}) => sum + words, 0);
  const sentences = prose.reduce((sum, {text}) => sum + countSentences(text), 0);
  const hasCode = rows.filter(row => row.trimStart().startsWith('```')).length >= 2;
  const hasTable = rows.filter(row => /^\s*\|.*\|\s*$/.test(row)).length >= 3;
  const isArticle = hasCode || hasTable || sentences >= ARTICLE_SENTENCES || proseWords >= ARTICLE_WORDS;
  return {lines, all: lines.map(({text}) => text).join('\n'), proseWords, sentences, isArticle};
}

/** A text in small letters without accents, with plain quotes and single spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** Words of a folded text; in scripts without spaces, two characters count as a word. */
export function countWords(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  const spaced = text.replace(DENSE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(dense / 2);
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Whether a text holds anything that can be seen. */
export function hasContent(text: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(text);
}

function countSentences(text: string): number {
  return text.split(/[.!?](?= |$)|[\u3002\uff01\uff1f]/u).filter(sentence => countWords(sentence) >= 7).length;
}

function readLine(row: string): TextLine[] {
  const isHeading = /^\s{0,3}#{1,6}\s/.test(row);
  const bare = row
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s|[-*+]\s|>\s?|\d{1,3}[.)]\s)\s*(?:\[[ xX]\]\s)?/, '');
  const linked = bare.replace(LINK, (_link, text: string) => ` ${text} `);
  const beside = fold(bare.replace(LINK, ' '));
  const text = fold(linked.replace(/[*_~\\]+|<[^<>\n]{1,300}>/g, ' '));
  if (!hasContent(text)) return [];
  const isLink = linked !== bare && !/[\p{L}\p{N}]{2}/u.test(beside);
  return [{text, kind: isHeading ? 'heading' : isLink ? 'link' : 'prose', words: countWords(text)}];
}

const LINK = /\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g;
