import {findElements, type MarkupElement, type MarkupNode, textOf} from './markup';

const blocks = new Set(
  'address article aside blockquote body div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html main nav ol p pre section table ul'.split(
    ' ',
  ),
);
const unseen = new Set(['head', 'script', 'style', 'noscript', 'template']);

/** Writes a page as Markdown. Text is not escaped: what a page says reaches the reader as it is. */
export function toMarkdown(node: MarkupElement): string {
  return writeBlocks(node)
    .map(block => block.trim())
    .filter(block => block !== '')
    .join('\n\n');
}

/** The blocks of an element; text between blocks is a block, too. */
function writeBlocks(element: MarkupElement): string[] {
  const found: string[] = [];
  let line = '';
  const endLine = () => {
    found.push(line.replace(/[ \t\r\n]+/g, ' ').replaceAll(BREAK, '\n'));
    line = '';
  };
  for (const child of element.children) {
    if (typeof child !== 'string' && unseen.has(child.tag)) continue;
    if (typeof child === 'string' || !blocks.has(child.tag)) {
      line += writeInline(child);
      continue;
    }
    endLine();
    found.push(...writeBlock(child));
  }
  endLine();
  return found;
}

function writeBlock(element: MarkupElement): string[] {
  const {tag} = element;
  if (/^h[1-6]$/.test(tag)) return [`${'#'.repeat(Number(tag[1]))} ${textOf(element)}`];
  if (tag === 'hr') return ['* * *'];
  if (tag === 'pre')
    return [`\`\`\`\n${element.children.map(child => (typeof child === 'string' ? child : textOf(child))).join('')}\n\`\`\``];
  if (tag === 'ul' || tag === 'ol') {
    const items = element.children.filter(child => typeof child !== 'string');
    return [items.map((item, index) => `${tag === 'ol' ? `${index + 1}.` : '-'} ${writeBlocks(item).join(' ').trim()}`).join('\n')];
  }
  if (tag === 'table') return [writeTable(element)];
  return writeBlocks(element);
}

function writeTable(table: MarkupElement): string {
  const rows = findElements(table, ({tag}) => tag === 'tr').map(row =>
    row.children.flatMap(cell => (typeof cell === 'string' ? [] : [textOf(cell).replaceAll('|', '\\|')])),
  );
  const [head = [], ...rest] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

const BREAK = '\u2028';

function writeInline(node: MarkupNode): string {
  if (typeof node === 'string') return node;
  const {tag, attributes, children} = node;
  const content = () => children.map(writeInline).join('');
  switch (tag) {
    case 'br':
      return BREAK;
    case 'a':
      return `[${content().trim()}](${attributes['href'] ?? ''})`;
    case 'img':
      return `![${attributes['alt'] ?? ''}](${attributes['src'] ?? ''})`;
    case 'strong':
    case 'b':
      return `**${content()}**`;
    case 'em':
    case 'i':
      return `_${content()}_`;
    case 'code':
      return `\`${content()}\``;
    case 'input':
      return '';
    case 'script':
    case 'style':
      return '';
    default:
      return content();
  }
}
