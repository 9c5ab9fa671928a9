/** An element or a text of a page. */
export type MarkupNode = MarkupElement | string;

/** An element with its attributes and content. */
export interface MarkupElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
}

interface Growing extends MarkupElement {
  readonly children: MarkupNode[];
}

const token = /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\/([a-z][a-z0-9]*)\s*>|<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi;
const attribute = /([a-z-]+)(?:="([^"]*)")?/gi;
const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);
const entities: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' '};

/** Reads the markup of the site's own pages: double quotes, and ends in the right order; a cut page ends where it ends. */
export function parseMarkup(text: string): MarkupElement {
  const root: Growing = {tag: '', attributes: {}, children: []};
  const open: Growing[] = [root];
  const add = (node: MarkupNode) => open.at(-1)?.children.push(node);
  let at = 0;
  for (const match of text.matchAll(token)) {
    if (match.index < at) continue;
    if (match.index > at) add(decode(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, end, start, attributes = ''] = match;
    if (end !== undefined && open.some(({tag}) => tag === end.toLowerCase())) while (open.pop()?.tag !== end.toLowerCase());
    if (start === undefined) continue;
    const element: Growing = {tag: start.toLowerCase(), attributes: readAttributes(attributes), children: []};
    add(element);
    if (empty.has(element.tag)) continue;
    if (element.tag !== 'script' && element.tag !== 'style') {
      open.push(element);
      continue;
    }
    const close = text.indexOf(`</${element.tag}>`, at);
    element.children.push(text.slice(at, close < 0 ? undefined : close));
    at = close < 0 ? text.length : close + element.tag.length + 3;
  }
  if (at < text.length) add(decode(text.slice(at)));
  return root;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]));
}

function decode(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&([a-z]+);/g, (all, name) => entities[name] ?? all);
}

/** All elements that fulfil a condition; none within another. */
export function findElements(node: MarkupNode, test: (element: MarkupElement) => boolean): MarkupElement[] {
  if (typeof node === 'string') return [];
  return test(node) ? [node] : node.children.flatMap(child => findElements(child, test));
}

/** A page without the elements that fulfil a condition. */
export function dropElements(element: MarkupElement, test: (element: MarkupElement) => boolean): MarkupElement {
  const children = element.children.flatMap((child): MarkupNode[] => {
    if (typeof child === 'string') return [child];
    return test(child) ? [] : [dropElements(child, test)];
  });
  return {...element, children};
}

/** The text of an element, white space folded. */
export function textOf(node: MarkupNode): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

function rawText(node: MarkupNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'script' || node.tag === 'style' ? '' : node.children.map(rawText).join('');
}

/** Writes an element back as markup; the root writes its content only. */
export function writeMarkup(node: MarkupNode): string {
  if (typeof node === 'string') return encode(node);
  const {tag, attributes, children} = node;
  const isRaw = tag === 'script' || tag === 'style';
  const content = children.map(child => (isRaw && typeof child === 'string' ? child : writeMarkup(child))).join('');
  if (tag === '') return content;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${encode(value).replaceAll('"', '&quot;')}"`);
  return `<${tag}${written.join('')}>${empty.has(tag) ? '' : `${content}</${tag}>`}`;
}

function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
