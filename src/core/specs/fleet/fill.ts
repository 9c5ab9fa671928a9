import type {Diagnostic, Place, RelatedPlace} from '../../diagnostics/diagnostic';
import {fromPointer, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {mapLeaves} from '../../secrets/walk';
import {member} from '../../service/member';
import type {MemberPart} from '../desired-monitor';
import {describeKind, showPath, toPath} from '../shape/fault';
import {readTextAs} from '../shape/shapes';
import {SpecDocument} from '../spec-document';
import {isList} from '../sync';
import {escapeLiteral, type Hole, joinTemplate, showHole} from './references';
import type {RowFilling} from './sources';
import type {TemplateList, TemplateMapping, TemplateNode, TemplateText} from './template';

/**
 * Fills the references of a spec or layer in for one monitor. What is filled in is literal for good. A reference that is the
 * whole text takes the type that its member expects; without a value it removes the member. In a list the row's own settings
 * replace those of the spec's `sync`; `sync.key` stays as it is.
 */
export function fillDocument(document: SpecDocument, template: TemplateNode, filling: RowFilling): FilledDocument {
  return new FilledDocument(document, template, filling);
}

/** The most characters that cells make of one spec; more is never sent. */
const MOST_FILLED = 1024 * 1024;

/** A spec or layer with its references filled in for one monitor. Pointers lead into the filled data. */
export class FilledDocument extends SpecDocument {
  readonly data: JsonValue;
  /** Cells that do not fit where they are put; with an error the data is not complete. */
  readonly findings: Diagnostic[] = [];
  /** Number of characters that were filled in. */
  filled = 0;
  readonly #document: SpecDocument;
  readonly #template: TemplateNode;
  readonly #filling: RowFilling;
  readonly #rowSync: JsonObject;

  constructor(document: SpecDocument, template: TemplateNode, filling: RowFilling) {
    super(document);
    this.#document = document;
    this.#template = template;
    this.#filling = filling;
    this.#rowSync = isList(document.data) ? (filling.row?.sync ?? {}) : {};
    const data = this.#fill(template) ?? {};
    this.data = isList(document.data) ? withRowSync(data, this.#rowSync) : data;
  }

  placeOf(pointer: string, part?: MemberPart): Place {
    const place = this.#placeInRow(pointer) ?? this.#placeInText(pointer, part);
    return {...place, pointer};
  }

  override relatedTo(pointer: string): readonly RelatedPlace[] {
    const {text} = this.#find(pointer);
    if (text === null || this.#placeInRow(pointer) !== null) return [];
    const [last, ...others] = this.#columnsOf(text).reverse();
    const template: RelatedPlace = {message: 'the text with the reference', where: this.#document.placeOf(text.pointer)};
    if (last === undefined) return [];
    return [
      template,
      ...others.map(name => ({message: `the cell for ${showHole({kind: 'hole', of: 'each', name})}`, where: this.#cell(name)})),
    ];
  }

  override emptyCellAt(pointer: string): Place | null {
    const {text, list} = this.#find(pointer);
    const left = [text, ...(list?.items ?? [])].find(node => node?.kind === 'text' && node.whole?.of === 'each' && this.#isLeftOut(node));
    return left?.kind !== 'text' || left.whole === null || this.#filling.row === null ? null : this.#cell(left.whole.name);
  }

  override hasOpenOrigin(pointer: string): boolean {
    const {text} = this.#find(pointer);
    if (text === null) return false;
    let start = '';
    for (const part of text.parts) {
      if (part.kind === 'hole' && part.of === 'each') return !HAS_WHOLE_ORIGIN.test(start);
      if (part.kind === 'literal') start += part.value;
      else if (part.kind === 'hole') start += this.#textOf(part) ?? '';
      // A value from the environment is trusted to name its host.
      else start += start === '' ? 'https://host' : 'host';
    }
    return false;
  }

  #fill(node: TemplateNode): JsonValue | undefined {
    switch (node.kind) {
      case 'constant':
        return node.value;
      case 'text':
        return node.whole === null ? this.#fillWithin(node) : this.#fillWhole(node, node.whole);
      case 'list':
        return node.items.map(item => this.#fill(item)).filter(item => item !== undefined);
      case 'mapping':
        return this.#fillMapping(node);
    }
  }

  #fillMapping({value, open}: TemplateMapping): JsonObject {
    const filled: Record<string, JsonValue> = {...value};
    let isComplete = true;
    for (const [name, inner] of open) {
      const member = this.#fill(inner);
      isComplete &&= member !== undefined;
      if (member !== undefined) filled[name] = member;
    }
    if (isComplete) return filled;
    return Object.fromEntries(Object.entries(filled).filter(([name]) => !this.#isLeftOut(open.get(name))));
  }

  #fillWhole(text: TemplateText, hole: Hole): JsonValue | undefined {
    const value = this.#valueOf(hole);
    if (value === undefined || !this.#count(text, JSON.stringify(value).length)) return undefined;
    if (typeof value !== 'string') {
      return mapLeaves(value, (leaf, path) => (typeof leaf === 'string' ? escapeLiteral(leaf, text.grammarAt(path)) : leaf));
    }
    return readTextAs(text.reading, value) ?? escapeLiteral(value, text.grammarAt([]));
  }

  #fillWithin(text: TemplateText): string | undefined {
    const joined = joinTemplate(text.parts, text.grammarAt([]), hole => {
      const value = this.#textOf(hole);
      if (value === null && this.#isGivenFor(hole)) this.#refuse(text, hole, describeMisfit(this.#valueOf(hole)), 'fill it with text');
      return value !== null && this.#count(text, value.length) ? value : '';
    });
    if (joined.kind === 'text') return joined.text;
    this.#refuse(text, joined.part, 'ends in "$" directly before a reference ${env:}', 'let it end in another character');
    return undefined;
  }

  /** Counts what was filled in; beyond the limit nothing more is, so that no row can take all memory. */
  #count(text: TemplateText, length: number): boolean {
    const before = this.filled;
    this.filled += length;
    if (this.filled <= MOST_FILLED) return true;
    if (before <= MOST_FILLED) {
      this.findings.push({
        code: 'list/too-large',
        severity: 'error',
        message: 'the cells of this row make a spec larger than 1 MiB',
        hint: 'shorten them',
        where: this.#filling.row?.placeOf(null) ?? this.#document.placeOf(text.pointer),
      });
    }
    return false;
  }

  #refuse(text: TemplateText, hole: Hole, fault: string, hint: string): void {
    const subject = hole.of === 'each' ? `the cell "${hole.name}"` : `the variable "${hole.name}"`;
    const at = showPath(toPath(this.#document.data, text.pointer));
    const template = this.#document.placeOf(text.pointer);
    const isCell = hole.of === 'each' && this.#filling.row !== null;
    this.findings.push({
      code: 'list/cell',
      severity: 'error',
      message: `${subject} ${fault}, but "${at}" has it within a text`,
      hint,
      where: isCell ? this.#cell(hole.name) : template,
      ...(isCell ? {related: [{message: 'the text with the reference', where: template}]} : {}),
    });
  }

  /** Whether there is something to take a value from; what there is not at all was found in the text. */
  #isGivenFor({of, name}: Hole): boolean {
    return of === 'each' ? this.#filling.row !== null : Object.hasOwn(this.#filling.vars, name);
  }

  #valueOf({of, name}: Hole): JsonValue | undefined {
    return property(of === 'var' ? this.#filling.vars : this.#filling.row?.cells, name);
  }

  /** A value as part of a text; null where it is none or cannot be. */
  #textOf(hole: Hole): string | null {
    const value = this.#valueOf(hole);
    return value === undefined || value === null || typeof value === 'object' ? null : String(value);
  }

  #columnsOf(text: TemplateText): string[] {
    if (this.#filling.row === null) return [];
    return [...new Set(text.parts.flatMap(part => (part.kind === 'hole' && part.of === 'each' ? [part.name] : [])))];
  }

  #cell(column: string, within = ''): Place {
    return this.#filling.row?.placeOf(column, within) ?? this.#document.placeOf('');
  }

  #placeInRow(pointer: string): Place | null {
    const [first, name] = fromPointer(pointer);
    const {row} = this.#filling;
    if (row === null || first !== 'sync' || name === undefined || !Object.hasOwn(this.#rowSync, name)) return null;
    return row.placeOfSync(pointer.slice('/sync'.length));
  }

  #placeInText(pointer: string, part: MemberPart | undefined): Place {
    const {text, written, within} = this.#find(pointer);
    const column = text === null ? undefined : this.#columnsOf(text).at(-1);
    if (column === undefined || (part === 'key' && within.length === 0)) return this.#document.placeOf(toPointer(written), part);
    return this.#cell(column, toPointer(within));
  }

  /** The text that a pointer into the filled data leads to or through, where it stands in the document, and what is below it. */
  #find(pointer: string): {text: TemplateText | null; list?: TemplateList; written: string[]; within: string[]} {
    let node = this.#template;
    const steps = fromPointer(pointer);
    const written: string[] = [];
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at] as string;
      if (node.kind === 'text') return {text: node, written, within: steps.slice(at)};
      if (node.kind === 'list') {
        const kept = [...node.items.keys()].filter(index => !this.#isLeftOut((node as TemplateList).items[index]));
        const index: number | undefined = kept[Number(step)];
        const item: TemplateNode | undefined = index === undefined ? undefined : node.items[index];
        if (item === undefined) return {text: null, written, within: []};
        written.push(String(index));
        node = item;
      } else {
        written.push(step);
        const inner: TemplateNode | undefined = node.kind === 'mapping' ? node.open.get(step) : undefined;
        if (inner === undefined) return {text: null, written: [...written, ...steps.slice(at + 1)], within: []};
        node = inner;
      }
    }
    return {text: node.kind === 'text' ? node : null, ...(node.kind === 'list' ? {list: node} : {}), written, within: []};
  }

  #isLeftOut(node: TemplateNode | undefined): boolean {
    return node?.kind === 'text' && node.whole !== null && this.#valueOf(node.whole) === undefined;
  }
}

/** Scheme, host, port and the character that ends them. */
const HAS_WHOLE_ORIGIN = /^\s*[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\\\s]+[/?#]/;

function describeMisfit(value: JsonValue | undefined): string {
  return value === undefined ? 'is empty' : `is ${describeKind(value)}`;
}

/** A list's data with the settings of one row, and without the rows. */
function withRowSync(data: JsonValue, rowSync: JsonObject): JsonValue {
  const sync = member(data, 'sync');
  if (!isObject(data) || !isObject(sync)) return data;
  const {each: _rows, ...own} = sync;
  return {...data, sync: {...own, ...rowSync}};
}
