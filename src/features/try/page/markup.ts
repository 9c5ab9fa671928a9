import {Parser} from 'htmlparser2';

/** A text of a page, and the elements around it, the outermost first. */
export interface MarkupText {
  readonly text: string;
  readonly around: readonly Element[];
}

/** An element as selectors see it. */
export interface Element {
  readonly tag: string;
  readonly id: string | null;
  readonly classes: readonly string[];
}

/** Limits of reading one page: characters, elements within each other, texts. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const DEEPEST = 200;
/** Text after elements that are deeper is not read: the parser looks through all that are open. */
const TOO_DEEP = 1000;
const SLICE = 16 * 1024;
const MOST_TEXTS = 100_000;
const MOST_AROUND = 30;

/** Elements whose text is not shown. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'head']);

/** The texts of a page in their order, with the elements around each. Reads any input, in linear time. */
export function readMarkup(html: string): readonly MarkupText[] {
  const texts: MarkupText[] = [];
  const open: Element[] = [];
  let depth = 0;
  let unseen = 0;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth++;
        if (UNSEEN.has(tag)) unseen++;
        if (depth <= DEEPEST) open.push(toElement(tag, attributes));
      },
      onclosetag(tag) {
        if (depth <= DEEPEST) open.pop();
        depth--;
        if (UNSEEN.has(tag)) unseen--;
      },
      ontext(data) {
        const text = data.replace(/\s+/g, ' ').trim();
        if (text !== '' && unseen <= 0 && texts.length < MOST_TEXTS) texts.push({text, around: open.slice(-MOST_AROUND)});
      },
    },
    {decodeEntities: true},
  );
  // In slices: a parser that was given a text reads all of it.
  const end = Math.min(html.length, MOST_CHARACTERS);
  for (let at = 0; at < end && depth < TOO_DEEP; at += SLICE) parser.write(html.slice(at, Math.min(at + SLICE, end)));
  if (depth < TOO_DEEP) parser.end();
  return texts;
}

/** Those of the selectors that match nothing in a page; only plain ones are judged: a tag, `.class`, `#id`, `tag.class`. */
export function findUnmatchedSelectors(html: string, selectors: readonly string[]): readonly string[] {
  const around = new Set(readMarkup(html).flatMap(({around: elements}) => elements));
  return selectors.filter(selector => {
    const wanted = /^([a-z][a-z0-9-]*)?(?:([.#])([\w-]+))?$/i.exec(selector.trim());
    if (wanted === null) return false;
    const [, tag, mark, name = ''] = wanted;
    const matches = (element: Element) =>
      (tag === undefined || element.tag === tag.toLowerCase()) &&
      (mark === undefined || (mark === '#' ? element.id === name : element.classes.includes(name)));
    return ![...around].some(matches);
  });
}

function toElement(tag: string, attributes: Readonly<Record<string, string>>): Element {
  const id = Object.hasOwn(attributes, 'id') ? (attributes['id'] ?? '') : '';
  const classes = Object.hasOwn(attributes, 'class') ? (attributes['class'] ?? '') : '';
  return {
    tag,
    id: id === '' ? null : id,
    classes: classes
      .split(/\s+/)
      .slice(0, 20)
      .filter(name => name !== ''),
  };
}
