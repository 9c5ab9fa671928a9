import {
  type AliasEvent,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type {Path} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import {isSecretPath} from '../../secrets/places';
import {checkDecodedText} from './characters';
import type {YamlFindings} from './findings';
import {findFlowEnd, findScalarEnd, findScalarStart} from './offsets';
import {readPlainScalar} from './scalar';

/** One document of a text: its data, and where its first node stands. */
export interface ComposedDocument {
  /** Position among the documents of the text, from 0, empty ones included. */
  readonly index: number;
  readonly data: JsonValue;
  readonly start: number;
  readonly end: number;
}

/** Mappings and lists inside each other; the outermost counts. */
export const DEEPEST_NESTING = 64;
/** Aliases in a document. */
const MOST_ALIASES = 100;
/** Nodes and characters that aliases may add to a document: as much as the largest file can hold. */
const MOST_ALIASED = 1024 * 1024;

/**
 * Builds plain JSON data from the parser's events, strictly: what has more than one reading in
 * use, or none in JSON, becomes a finding. A document with an error is left out.
 */
export function composeDocuments(text: string, events: readonly Event[], findings: YamlFindings): ComposedDocument[] {
  return new Composer(text, events, findings).compose();
}

interface Frame {
  readonly container: JsonValue[] | Record<string, JsonValue>;
  /** The container when it is a mapping, for cheap access. */
  readonly members: Record<string, JsonValue> | null;
  readonly items: JsonValue[] | null;
  /** Index of the event that opened it. */
  readonly opened: number;
  readonly flow: boolean;
  readonly anchor: Anchor | null;
  /** The name of the member whose value comes next; null while a name is expected. */
  name: string | null;
  /** Containers inside each other, from this one down. */
  height: number;
}

interface Anchor {
  value: JsonValue;
  /** Nodes and characters, written out. Before the node ends: the count at its start. */
  size: number;
  height: number;
  isOpen: boolean;
}

class Composer {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #findings: YamlFindings;
  readonly #documents: ComposedDocument[] = [];
  #at = 0;
  #index = -1;
  #errorsBefore = 0;
  #frames: Frame[] = [];
  #root: JsonValue = null;
  #anchors: Map<string, Anchor> | null = null;
  #aliases = 0;
  #aliased = 0;
  #size = 0;
  #start = 0;
  /** End of the last node that was read. */
  #end = 0;
  #isEmpty = true;
  /** End of the last document that was not empty. */
  #contentEnd = 0;
  /** For each empty document, the end of the content before it. */
  readonly #emptyAt: number[] = [];
  readonly #hasDirectives: boolean;

  constructor(text: string, events: readonly Event[], findings: YamlFindings) {
    this.#text = text;
    this.#events = events;
    this.#findings = findings;
    this.#hasDirectives = /^%/m.test(text);
  }

  compose(): ComposedDocument[] {
    for (this.#at = 0; this.#at < this.#events.length; this.#at++) {
      const event = this.#events[this.#at] as Event;
      switch (event.type) {
        case EVENT_ID.SCALAR:
          this.#addScalar(event);
          break;
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE:
          this.#open(event);
          break;
        case EVENT_ID.ALIAS:
          this.#addAlias(event);
          break;
        case EVENT_ID.DOCUMENT:
          this.#openDocument();
          break;
        default:
          if (this.#frames.length > 0) this.#close();
          else this.#closeDocument();
      }
    }
    this.#checkDirectives(this.#contentEnd, this.#text.length);
    this.#reportEmpty();
    if (!/^ *\t/m.test(this.#text)) return this.#documents;
    const errors = this.#findings.errors;
    this.#checkTabs();
    return this.#findings.errors > errors ? [] : this.#documents;
  }

  #openDocument(): void {
    this.#index++;
    this.#errorsBefore = this.#findings.errors;
    this.#frames = [];
    this.#root = null;
    this.#anchors = null;
    this.#aliases = 0;
    this.#aliased = 0;
    this.#size = 0;
    this.#isEmpty = true;
  }

  #closeDocument(): void {
    if (this.#isEmpty) {
      this.#emptyAt.push(this.#contentEnd);
      return;
    }
    this.#checkDirectives(this.#contentEnd, this.#start);
    this.#checkEndMarker();
    this.#contentEnd = this.#end;
    if (this.#findings.errors > this.#errorsBefore) return;
    this.#documents.push({index: this.#index, data: this.#root, start: this.#start, end: this.#end});
  }

  #begin(start: number): void {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    this.#start = start;
  }

  #open(event: MappingEvent | SequenceEvent): void {
    this.#begin(event.start);
    if (event.tagStart !== -1) this.#refuseTag(event.tagStart, event.tagEnd);
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null && parent.name === null) {
      this.#refuseName(
        event.start,
        event.start + 1,
        `a ${event.type === EVENT_ID.MAPPING ? 'mapping' : 'list'} stands where a member name belongs`,
      );
    }
    if (this.#frames.length === DEEPEST_NESTING) this.#refuseDepth(event.start);
    if (event.style === COLLECTION_STYLE.BLOCK && parent?.members != null) this.#checkOwnLine(event.start);
    const members: Record<string, JsonValue> | null = event.type === EVENT_ID.MAPPING ? {} : null;
    const items: JsonValue[] | null = members === null ? [] : null;
    const container = (members ?? items) as Frame['container'];
    const anchor = event.anchorStart === -1 ? null : this.#define(event, container);
    this.#size++;
    this.#frames.push({
      container,
      members,
      items,
      opened: this.#at,
      flow: event.style === COLLECTION_STYLE.FLOW,
      anchor,
      name: null,
      height: 1,
    });
    this.#end = event.start + (event.style === COLLECTION_STYLE.FLOW ? 1 : 0);
  }

  #close(): void {
    const frame = this.#frames.pop() as Frame;
    if (frame.flow) this.#end = findFlowEnd(this.#text, (this.#events[frame.opened] as MappingEvent).start, this.#end);
    if (frame.anchor !== null) {
      frame.anchor.size = this.#size - frame.anchor.size;
      frame.anchor.height = frame.height;
      frame.anchor.isOpen = false;
    }
    this.#add(frame.container, frame.height);
  }

  /** Puts a value where it belongs. */
  #add(value: JsonValue, height: number): void {
    const parent = this.#frames[this.#frames.length - 1];
    if (parent === undefined) {
      this.#root = value;
      return;
    }
    if (height >= parent.height) parent.height = height + 1;
    if (parent.items !== null) parent.items.push(value);
    else if (parent.members !== null) {
      // Only a container or an alias comes here without a name, which was refused already.
      if (parent.name === null) parent.name = '';
      else {
        if (parent.name !== '__proto__') parent.members[parent.name] = value;
        parent.name = null;
      }
    }
  }

  #addScalar(event: ScalarEvent): void {
    if (event.tagStart !== -1) this.#refuseTag(event.tagStart, event.tagEnd);
    const isWritten = event.valueStart !== -1;
    if (isWritten || event.anchorStart !== -1 || event.tagStart !== -1) this.#begin(findScalarStart(event));
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null && parent.name === null) {
      this.#addName(event, parent);
      return;
    }
    const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
    if (isBlock && parent === undefined) this.#refuseLoneBlock(event);
    const value = isWritten ? this.#readScalar(event) : null;
    if (isWritten) this.#end = findScalarEnd(this.#text, event);
    else if (event.anchorStart !== -1) this.#end = event.anchorEnd;
    const size = 1 + (typeof value === 'string' ? value.length : 0);
    this.#size += size;
    if (event.anchorStart !== -1) {
      const anchor = this.#define(event, value);
      anchor.size = size;
      anchor.isOpen = false;
    }
    this.#add(value, 0);
  }

  #readScalar(event: ScalarEvent): JsonValue {
    const source = event.fast ? this.#text.slice(event.valueStart, event.valueEnd) : getScalarValue(this.#text, event);
    if (event.style !== SCALAR_STYLE.PLAIN) {
      if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) {
        checkDecodedText(source, {start: event.valueStart - 1, end: event.valueEnd + 1, path: this.#path()}, this.#findings);
      }
      return source;
    }
    const value = readPlainScalar(source);
    if (typeof value !== 'object' || value === null) return value;
    const isInfinite = value.kind === 'not-finite';
    const path = this.#path();
    const shown = isSecretPath(path) ? null : source;
    this.#findings.add({
      code: 'yaml/number',
      message: `${shown ?? 'the number'} ${isInfinite ? 'is no number that JSON can carry' : 'is too large to be kept exactly; it would be rounded'}`,
      hint: `put it in quotes if it is text or an id${shown === null || isInfinite ? '' : `: "${shown}"`}`,
      start: event.valueStart,
      end: event.valueEnd,
      path,
    });
    return null;
  }

  #addName(event: ScalarEvent, parent: Frame): void {
    const {start, end} =
      event.valueStart === -1
        ? {start: this.#end, end: this.#end + 1}
        : {start: findScalarStart(event), end: findScalarEnd(this.#text, event)};
    const errors = this.#findings.errors;
    const name = this.#readName(event, start, end);
    const isSound = this.#findings.errors === errors;
    this.#end = Math.max(this.#end, end);
    this.#size += 1 + name.length;
    if (isSound && parent.members !== null && Object.hasOwn(parent.members, name)) this.#refuseDuplicate(name, start, end, parent);
    if (event.anchorStart !== -1) {
      const anchor = this.#define(event, name);
      anchor.size = 1 + name.length;
      anchor.isOpen = false;
    }
    parent.name = name;
    if (name === '__proto__') {
      this.#findings.add({
        code: 'yaml/forbidden-name',
        message: 'a member must not be named "__proto__"',
        hint: 'choose another name',
        start,
        end,
        path: this.#path(),
      });
    }
  }

  #readName(event: ScalarEvent, start: number, end: number): string {
    const source = event.fast ? this.#text.slice(event.valueStart, event.valueEnd) : getScalarValue(this.#text, event);
    if (event.style !== SCALAR_STYLE.PLAIN) {
      if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast)
        checkDecodedText(source, {start, end, path: this.#path()}, this.#findings);
      return source;
    }
    if (event.valueStart === -1) this.#refuseName(start, end, 'a member has no name');
    else if (source === '<<') {
      this.#findings.add({
        code: 'yaml/merge-key',
        message: 'merge keys ("<<") are not allowed',
        hint: 'write the members out, or refer to the whole value with an alias, as in `webhook: *defaults`',
        start,
        end,
        path: this.#path(),
      });
    } else if (typeof readPlainScalar(source) !== 'string') {
      this.#refuseName(start, end, `the member name ${source} is not text`, `put it in quotes: "${source}"`);
    }
    return source;
  }

  #addAlias(event: AliasEvent): void {
    const start = event.anchorStart - 1;
    this.#begin(start);
    this.#end = event.anchorEnd;
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null && parent.name === null) {
      this.#refuseName(
        start,
        event.anchorEnd,
        'an alias stands where a member name belongs',
        'write the name out, or put it in quotes if it begins with "*"',
      );
    }
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const anchor = this.#anchors?.get(name);
    const problem = this.#findAliasProblem(name, anchor);
    if (problem !== null) this.#findings.add({code: 'yaml/alias', ...problem, start, end: event.anchorEnd, path: this.#path()});
    else if (anchor !== undefined && this.#frames.length + anchor.height > DEEPEST_NESTING) this.#refuseDepth(start);
    this.#add(problem === null && anchor !== undefined ? anchor.value : null, anchor?.height ?? 0);
  }

  #findAliasProblem(name: string, anchor: Anchor | undefined): {message: string; hint: string} | null {
    if (anchor === undefined) {
      const shown = isSecretPath(this.#path()) ? 'the alias' : `"*${name}"`;
      return {
        message: `${shown} refers to an anchor that is not defined above`,
        hint: 'put the text in quotes if it is meant to begin with "*"',
      };
    }
    if (anchor.isOpen)
      return {message: `"*${name}" stands inside the value that it refers to`, hint: 'a value cannot contain itself: write it out'};
    this.#aliases++;
    this.#aliased += anchor.size;
    this.#size += anchor.size;
    if (this.#aliases === MOST_ALIASES + 1)
      return {message: `more than ${MOST_ALIASES} aliases in one document`, hint: 'write the values out'};
    // Once over the limit the finding stands and every value is dropped anyway.
    if (this.#aliased > MOST_ALIASED) {
      const isFirst = this.#aliased - anchor.size <= MOST_ALIASED;
      this.#size = Math.min(this.#size, 2 * MOST_ALIASED);
      if (isFirst) return {message: 'aliases make this document larger than 1 MiB', hint: 'write out only what is needed'};
    }
    return null;
  }

  #define(event: MappingEvent | SequenceEvent | ScalarEvent, value: JsonValue): Anchor {
    const anchor: Anchor = {value, size: this.#size, height: 0, isOpen: true};
    this.#anchors ??= new Map();
    this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), anchor);
    return anchor;
  }

  #refuseTag(start: number, end: number): void {
    const path = this.#path();
    const tag = isSecretPath(path) ? 'a tag' : `the tag ${this.#text.slice(start, end)}`;
    this.#findings.add({
      code: 'yaml/tag',
      message: `${tag} is not allowed`,
      hint: 'put the text in quotes if it is meant to begin with "!", else remove the tag',
      start,
      end,
      path,
    });
  }

  #refuseName(start: number, end: number, message: string, hint = 'give the member a name, in quotes if need be'): void {
    this.#findings.add({code: 'yaml/member-name', message, hint, start, end, path: this.#path()});
  }

  /** Parsers differ in where a tab may indent: only the lines inside a text of several lines may begin with one. */
  #checkTabs(): void {
    const scalars = this.#events.filter(event => event.type === EVENT_ID.SCALAR && event.valueStart !== -1) as ScalarEvent[];
    let at = 0;
    for (const {0: indentation, index} of this.#text.matchAll(/^ *\t[ \t]*(?=[^\s#])/gm)) {
      while (at < scalars.length && (scalars[at]?.valueEnd ?? 0) <= index) at++;
      if ((scalars[at]?.valueStart ?? Number.POSITIVE_INFINITY) <= index) continue;
      const start = index + indentation.indexOf('\t');
      this.#findings.add({
        code: 'yaml/syntax',
        message: 'a tab stands in the indentation',
        hint: 'indent with spaces',
        start,
        end: start + 1,
      });
    }
  }

  /** The parser lets an anchor or a tag hide that a block begins in the line of its member's name, where none may. */
  #checkOwnLine(start: number): void {
    const newline = this.#text.indexOf('\n', this.#end);
    if (newline !== -1 && newline < start) return;
    this.#findings.add({
      code: 'yaml/syntax',
      message: 'a mapping or list begins in the line of the member that it belongs to',
      hint: 'begin it in the next line, indented further',
      start,
      end: start + 1,
    });
  }

  /** The parser reads on behind "..." in the same line, where nothing may stand. */
  #checkEndMarker(): void {
    const lineStart = this.#text.lastIndexOf('\n', this.#start - 1) + 1;
    if (lineStart === this.#start || !this.#text.startsWith('...', lineStart) || lineStart < this.#contentEnd) return;
    this.#findings.add({
      code: 'yaml/syntax',
      message: 'text stands behind the "..." that ends a document',
      hint: 'begin the next document in a line of its own, after "---"',
      start: lineStart,
      end: lineStart + 3,
    });
  }

  /** Parsers count its indentation differently, and no spec is only text. */
  #refuseLoneBlock({valueStart}: ScalarEvent): void {
    this.#findings.add({
      code: 'yaml/syntax',
      message: 'the whole document is one block of text',
      hint: 'begin with a member, such as `name: Shop`',
      start: valueStart,
      end: valueStart + 1,
    });
  }

  #refuseDepth(start: number): void {
    this.#findings.add({
      code: 'yaml/too-deep',
      message: `nested more than ${DEEPEST_NESTING} levels deep`,
      hint: 'look for a bracket or an indentation that was meant otherwise',
      start,
      end: start + 1,
      path: this.#path(),
    });
  }

  #refuseDuplicate(name: string, start: number, end: number, parent: Frame): void {
    // Looking for the first one takes time, and beyond the cap nobody reads of it.
    const first = this.#findings.isFull ? 0 : this.#findings.lineOf(this.#findName(name, parent));
    const second = this.#findings.lineOf(start);
    const where = first === second ? `twice in line ${first}` : `in line ${first} and again in line ${second}`;
    this.#findings.add({
      code: 'yaml/duplicate-member',
      message: `the member "${name}" is given ${where}`,
      hint: 'keep one of them',
      start,
      end,
      path: [...this.#path(), name],
    });
  }

  /** Offset of the first member of that name: looked up only when there is a second one. */
  #findName(name: string, parent: Frame): number {
    let depth = 0;
    let isName = true;
    for (let at = parent.opened + 1; at < this.#at; at++) {
      const event = this.#events[at] as Event;
      if (event.type === EVENT_ID.POP) depth--;
      if (depth === 0 && event.type === EVENT_ID.SCALAR && isName && getScalarValue(this.#text, event) === name)
        return findScalarStart(event);
      if (depth === 0) isName = !isName;
      if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
        if (depth === 0) isName = !isName;
        depth++;
      }
    }
    return this.#start;
  }

  #path(): Path {
    const path: (string | number)[] = [];
    for (const frame of this.#frames) {
      if (frame.items !== null) path.push(frame.items.length);
      else if (frame.name !== null) path.push(frame.name);
    }
    return path;
  }

  /** The parser says nothing of directives it does not know, nor where any stands: the text between documents tells. */
  #checkDirectives(from: number, until: number): void {
    if (!this.#hasDirectives) return;
    for (const {0: line, index} of this.#text.slice(from, until).matchAll(/^%.*/gm)) {
      if (/^%YAML[ \t]+1\.2[ \t]*(?:[ \t]#.*)?\r?$/.test(line)) continue;
      const directive = line.trimEnd();
      this.#findings.add({
        code: 'yaml/directive',
        message: `the directive ${directive} is not allowed`,
        hint: 'remove the line; files are always read as YAML 1.2',
        start: from + index,
        end: from + index + directive.length,
      });
    }
  }

  #reportEmpty(): void {
    if (this.#emptyAt.length === this.#index + 1) {
      this.#findings.add({
        code: 'yaml/empty',
        message: 'the file holds no document, only comments or nothing',
        hint: 'delete the file, or let its name begin with "_" so that it is skipped',
        start: 0,
        end: 0,
      });
      return;
    }
    let from = 0;
    for (const contentEnd of this.#emptyAt) {
      const marker = this.#findings.isFull ? -1 : this.#text.slice(Math.max(from, contentEnd)).search(/^---/m);
      const start = Math.max(from, contentEnd) + Math.max(marker, 0);
      from = start + 1;
      this.#findings.add({
        code: 'yaml/empty-document',
        severity: 'warning',
        message: 'an empty document is skipped',
        hint: 'remove the extra "---"',
        start,
        end: marker < 0 ? start : start + 3,
      });
    }
  }
}
