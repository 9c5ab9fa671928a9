import type {Element, MarkupText} from './markup';

/** Maximum levels above a text at which an element is looked for: an element further away holds more than the noise. */
export const NEAREST = 4;

const WHOLE: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article']);

/** Whether an element holds a page, not a part of it. */
export function isWhole({tag}: Element): boolean {
  return WHOLE.has(tag);
}

/** Tags that say by themselves what stands in them. */
const TELLING: ReadonlySet<string> = new Set(['time', 'ins', 'iframe', 'aside', 'footer', 'nav']);

/** Selectors of an element, the best first; names that a build or a server makes up are left out. */
export function listNames({tag, id, classes}: Element): string[] {
  const isMade = (name: string) => !/^[a-z_][\w-]{1,60}$/i.test(name) || /\d{3}|^(?:css|sc|jsx|emotion)-/.test(name);
  return [
    ...(id === null || isMade(id) ? [] : [`#${id}`]),
    ...classes.filter(name => !isMade(name)).map(name => `.${name}`),
    ...(TELLING.has(tag) ? [tag] : []),
  ];
}

/** All selectors of a page's elements. */
export function namesIn(texts: readonly MarkupText[]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Element>();
  for (const {around} of texts) {
    for (const element of around) {
      if (seen.has(element)) continue;
      seen.add(element);
      for (const name of listNames(element)) names.add(name);
    }
  }
  return names;
}

/** Whether a selector leaves out more than four fifths of a page: that is no noise. */
export function leavesLittle(texts: readonly MarkupText[], selector: string): boolean {
  const size = (some: readonly MarkupText[]) => some.reduce((sum, {text}) => sum + text.length, 0);
  return 5 * size(texts.filter(({around}) => isLeftOut(around, [selector]))) > 4 * size(texts);
}

/** The texts of a page without what selectors leave out. */
export function textWithout(texts: readonly MarkupText[], selectors: readonly string[]): string {
  return texts.flatMap(({text, around}) => (isLeftOut(around, selectors) ? [] : [text])).join('\n');
}

function isLeftOut(around: readonly Element[], selectors: readonly string[]): boolean {
  return around.some(element => listNames(element).some(name => selectors.includes(name)));
}
