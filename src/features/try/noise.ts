import {structuredPatch} from 'diff';
import type {ScrapedPage} from '../../core/api/scrape-port';
import {canonicalJson} from '../../core/json/canonical';
import {type Element, type MarkupText, readMarkup} from './page/markup';
import {isWhole, leavesLittle, listNames, NEAREST, namesIn, textWithout} from './page/regions';

/** Difference between two fetches of a page, moments apart: each check would report it. */
interface Noise {
  /** A unified diff; null where nearly everything differs. */
  readonly diff: string | null;
  /** Selectors that `excludeTags` can leave out, as far as the markup shows them. */
  readonly selectors: readonly string[];
  /** Whether that is all of it: `unknown` where no markup came. */
  readonly rest: 'none' | 'some' | 'unknown';
}

/** Compared at most, characters of each text; lines that differ. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_EDITS = 4000;

/** Compares two fetches; null where they are equal. */
export function compareFetches(first: ScrapedPage, second: ScrapedPage): Noise | null {
  const [before, after] = [comparedText(first), comparedText(second)];
  if (before === after) return null;
  const diff = makeDiff(before, after);
  const markup = [first, second].map(({html, rawHtml}) => html ?? rawHtml);
  const [one, other] = markup;
  if (one == null || other == null) return {diff, selectors: [], rest: 'unknown'};
  return {diff, ...findSelectors(readMarkup(one), readMarkup(other))};
}

/** Selects the text that a check compares: the text, and the extraction. Markup is compared where nothing else was asked for. */
function comparedText({markdown, summary, answer, html, rawHtml, json}: ScrapedPage): string {
  const text = markdown ?? summary ?? answer ?? (json === undefined ? (html ?? rawHtml ?? '') : '');
  const extraction = json === undefined ? '' : `\n${JSON.stringify(JSON.parse(canonicalJson(json)), null, 2)}`;
  return text.slice(0, MOST_CHARACTERS) + extraction.slice(0, MOST_CHARACTERS);
}

function makeDiff(before: string, after: string): string | null {
  const patch = structuredPatch('', '', before, after, '', '', {context: 1, maxEditLength: MOST_EDITS});
  if (patch === undefined) return null;
  return patch.hunks
    .flatMap(({oldStart, oldLines, newStart, newLines, lines}) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines.filter(line => !line.startsWith('\\')),
    ])
    .join('\n');
}

function findSelectors(first: readonly MarkupText[], second: readonly MarkupText[]): Pick<Noise, 'selectors' | 'rest'> {
  const changed = [...onlyIn(first, second), ...onlyIn(second, first)];
  const stable = [namesIn(first), namesIn(second)];
  const isStable = (selector: string) => stable.every(names => names.has(selector));
  const selectors = new Set<string>();
  for (const {around} of changed) {
    const selector = selectorOf(around, isStable);
    if (selector !== null) selectors.add(selector);
  }
  const kept = [...selectors].filter(selector => !leavesLittle(second, selector)).slice(0, MOST_SELECTORS);
  const [left, right] = [first, second].map(texts => textWithout(texts, kept));
  return {selectors: kept.sort(), rest: left === right ? 'none' : 'some'};
}

const MOST_SELECTORS = 10;

/** The texts of a page that the other has fewer of. */
function onlyIn(texts: readonly MarkupText[], others: readonly MarkupText[]): MarkupText[] {
  const left = new Map<string, number>();
  for (const {text} of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter(({text}) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function selectorOf(around: readonly Element[], isStable: (selector: string) => boolean): string | null {
  const near = around.slice(-NEAREST).reverse();
  for (const element of near) {
    if (isWhole(element)) return null;
    const selector = listNames(element).find(isStable);
    if (selector !== undefined) return selector;
  }
  return null;
}
