import {keyCommand} from '../../../core/base/command-line';
import {countOf, formatNumber} from '../../../core/base/words';
import type {TriedPage} from '../../../features/try/document';
import {codeSpan} from '../../../rendering/escape-markdown';
import type {ChangedPage, OwnHandsPage} from './changed-pages';
import type {ChosenPages} from './record';

/** Pages that a run tried, and pages that it did not. */
export interface ShownTries extends ChosenPages<ChangedPage> {
  /** Results of the pages of `now`; null while they are fetched. */
  readonly tried: readonly TriedPage[] | null;
  readonly byHand: readonly OwnHandsPage[];
  readonly spent: number;
  readonly limit: number;
}

/** UTF-16 code units of the list: the record above it needs room, too. */
const LONGEST_LIST = 30_000;

/** Renders what was tried; of a page only its address and what speaks against it, never its text. */
export function renderTries(shown: ShownTries): string {
  const {now, before, spent, limit} = shown;
  const head = `### ${countOf(now.length + before.length, 'changed page')} tried, ${formatNumber(spent)} of ${countOf(limit, 'credit')} used (estimated)`;
  const lines = listLines(shown);
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.length + 1;
    if (used > LONGEST_LIST) break;
    kept.push(line);
  }
  const rest = lines.length - kept.length;
  return `${[head, '', ...kept, ...(rest === 0 ? [] : [`- and ${countOf(rest, 'more page')}`])].join('\n')}\n`;
}

function listLines({now, before, beyond, byHand, tried}: ShownTries): string[] {
  const results = tried === null ? now.map(({page}) => line('being tried', page.shownUrl, page.key, '')) : tried.map(describe);
  return [
    ...sortBadFirst(results),
    ...before.filter(({verdict}) => verdict === 'bad').map(({page}) => line('**bad**', page.shownUrl, page.key, 'as tried before')),
    ...before
      .filter(({verdict}) => verdict === 'unknown')
      .map(({page}) => line('unknown', page.shownUrl, page.key, `paid for before, without an answer: ${tryIt(page.key)}`)),
    ...byHand.map(({page, reason}) => line('not tried', page.shownUrl, page.key, `${reason}: ${tryIt(page.key)}`)),
    ...beyond.map(({page}) => line('not tried', page.shownUrl, page.key, `\`try-credits\` is used up: ${tryIt(page.key)}`)),
  ];
}

function tryIt(key: string): string {
  return `try it yourself with ${codeSpan(keyCommand('try', key))}`;
}

function sortBadFirst(lines: readonly string[]): readonly string[] {
  return [...lines.filter(text => text.startsWith('- **')), ...lines.filter(text => !text.startsWith('- **'))];
}

function describe({key, url, outcome, findings}: TriedPage): string {
  const words = findings.map(({message, hint}) => codeSpan(hint === undefined ? message : `${message}; ${hint}`)).join(', ');
  if (outcome !== 'fetched') return line('not fetched', url, key, words);
  const isBad = findings.some(({severity}) => severity === 'error');
  return line(isBad ? '**bad**' : findings.length > 0 ? 'doubtful' : 'fine', url, key, words);
}

function line(word: string, url: string, key: string, more: string): string {
  return `- ${word}: ${codeSpan(url)} of ${codeSpan(key)}${more === '' ? '' : `: ${more}`}`;
}
