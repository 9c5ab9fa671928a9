import {formatNumber} from '../../core/base/words';
import {escapeTerminal} from '../escape-terminal';

/** Finished markup: made by {@link html} alone, so that text can't pass for it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that may stand in a template: text and numbers are escaped, null is nothing, lists are joined. */
export type Part = string | number | Markup | null | readonly Part[];

/** A piece of HTML. Each text is escaped for elements and for quoted attributes alike, and no character of it is invisible. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += toText(part) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/** Markup that a library made, or that is ours; never a text of users or of the service. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function toText(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return formatNumber(part);
  return part instanceof Markup ? part.text : part.map(toText).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

function escapeHtml(text: string): string {
  return escapeTerminal(text).replace(/[&<>"']/g, character => ENTITIES[character] as string);
}

/** A column's title; `n` for numbers, which stand right, `wrap` for sentences. */
type Column = string | {readonly n: string} | {readonly wrap: string};

/** Layout of the columns of a table: one below the other on narrow screens, or alike in all tables of a kind. */
type Layout = 'stack' | 'observed' | 'planned' | 'found' | 'raised';

/** A table that scrolls by itself where it is too wide. Its rows' first cells are their headings. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Part[])[], layout?: Layout): Markup {
  const classes = columns.map(column => (typeof column === 'string' ? null : html` class="${'n' in column ? 'n' : 'wrap'}"`));
  const titles = columns.map(column => (typeof column === 'string' ? column : 'n' in column ? column.n : column.wrap));
  const heads = titles.map((title, index) => html`<th scope="col"${classes[index] ?? null}>${title}`);
  const body = rows.map(([first = null, ...others]) => {
    const cells = others.map((value, index) => html`<td${classes[index + 1] ?? null}>${value}`);
    return html`<tr><th scope="row">${first}${cells}\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table${layout === undefined ? null : html` class="${layout}"`}><caption>${caption}</caption><thead><tr>${heads}</thead><tbody>${body}</tbody></table></div>`;
}

/** Renders the table behind a chart, closed until someone asks. */
export function tableBehind(caption: string, columns: readonly Column[], rows: readonly (readonly Part[])[]): Markup {
  return html`<details><summary>Table: ${caption}</summary>${table(caption, columns, rows)}</details>`;
}

/** A section of the page with its heading. */
export function section(id: string, title: string, ...content: readonly Part[]): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${content}</section>\n`;
}
