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
import type {JsonValue} from '../../json/value';
import {
  refuseBlankBlock,
  refuseHiddenBreak,
  refuseLoneBlock,
  refuseSharedEnd,
  refuseSharedLine,
  refuseTabs,
  refuseTag,
} from './ambiguities';
import {type Anchor, Anchors, listAnchors, type OtherAnchor, type PlacedAnchor} from './anchors';
import {DEEPEST_NESTING, type NodeContext, refuseDepth, type YamlFindings} from './findings';
import {addToFrame, type Frame, listPath, openFrame} from './frame';
import {readName, refuseDuplicate, refuseName} from './member-names';
import {type ComposedDocument, readPlainScalar} from './ordinary';
import {findFlowEnd, findScalarEnd, findScalarStart} from './places';
import {DocumentSurroundings} from './surroundings';
import {checkDecodedText} from './text';

/**
 * Builds plain JSON data from the parser's events, strictly: what has more than one reading in
 * use, or none in JSON, becomes a finding. A document with an error is left out.
 */
export function composeDocuments(text: string, events: readonly Event[], findings: YamlFindings): ComposedDocument[] {
  const documents = new Composer(text, events, findings).compose();
  const errors = findings.errors;
  refuseTabs(text, events, findings);
  return findings.errors > errors ? [] : documents;
}

class Composer {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #findings: YamlFindings;
  readonly #context: NodeContext;
  readonly #surroundings: DocumentSurroundings;
  readonly #documents: ComposedDocument[] = [];
  #at = 0;
  #index = -1;
  #errorsBefore = 0;
  #frames: Frame[] = [];
  #root: JsonValue = null;
  #anchors: Anchors | null = null;
  #everyAnchor: ReadonlyMap<string, PlacedAnchor> | null = null;
  /** Nodes and characters of the document, aliases written out. */
  #size = 0;
  #start = 0;
  /** End of the last node that was read. */
  #end = 0;
  #isEmpty = true;

  constructor(text: string, events: readonly Event[], findings: YamlFindings) {
    this.#text = text;
    this.#events = events;
    this.#findings = findings;
    this.#context = {text, events, findings, path: () => listPath(this.#frames)};
    this.#surroundings = new DocumentSurroundings(text, findings);
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
    this.#surroundings.end(this.#index + 1);
    return this.#documents;
  }

  #openDocument(): void {
    this.#index++;
    this.#errorsBefore = this.#findings.errors;
    this.#frames = [];
    this.#root = null;
    this.#anchors = null;
    this.#size = 0;
    this.#isEmpty = true;
  }

  #closeDocument(): void {
    if (this.#isEmpty) {
      this.#surroundings.addEmpty();
      return;
    }
    this.#surroundings.addDocument(this.#start, this.#end);
    if (this.#findings.errors > this.#errorsBefore) return;
    this.#documents.push({index: this.#index, data: this.#root, start: this.#start, end: this.#end});
  }

  #begin(start: number): void {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    this.#start = start;
  }

  #open(event: MappingEvent | SequenceEvent): void {
    const {start} = event;
    this.#begin(start);
    if (event.tagStart !== -1) refuseTag(event.tagStart, event.tagEnd, this.#context);
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null) {
      if (parent.name === null) this.#refuseContainerName(event);
      if (event.style === COLLECTION_STYLE.BLOCK) refuseSharedLine(this.#text, this.#end, start, this.#findings);
    }
    if (this.#frames.length === DEEPEST_NESTING) refuseDepth(start, listPath(this.#frames), this.#findings);
    const frame = openFrame(event, this.#at);
    if (event.anchorStart !== -1) frame.anchor = this.#define(event, frame.container);
    this.#size++;
    this.#frames.push(frame);
    this.#end = start + (frame.isFlow ? 1 : 0);
  }

  #close(): void {
    const frame = this.#frames.pop() as Frame;
    if (frame.isFlow) this.#end = findFlowEnd(this.#text, (this.#events[frame.opened] as MappingEvent).start, this.#end);
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
    if (parent === undefined) this.#root = value;
    else addToFrame(parent, value, height);
  }

  #addScalar(event: ScalarEvent): void {
    if (event.tagStart !== -1) refuseTag(event.tagStart, event.tagEnd, this.#context);
    const isWritten = event.valueStart !== -1;
    if (isWritten || event.anchorStart !== -1 || event.tagStart !== -1) this.#begin(findScalarStart(event));
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null && parent.name === null) {
      this.#addName(event, parent, parent.members);
      return;
    }
    const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
    if (isBlock && parent === undefined) refuseLoneBlock(event, this.#findings);
    const value = isWritten ? readScalarValue(event, this.#context) : null;
    if (isBlock && typeof value === 'string') refuseBlankBlock(this.#text, event, value, this.#findings);
    if (isWritten) this.#end = findScalarEnd(this.#text, event);
    else if (event.anchorStart !== -1) this.#end = event.anchorEnd;
    this.#addSized(event, value, 1 + (typeof value === 'string' ? value.length : 0));
    this.#add(value, 0);
  }

  #addName(event: ScalarEvent, parent: Frame, members: Record<string, JsonValue>): void {
    const isWritten = event.valueStart !== -1;
    const start = isWritten ? findScalarStart(event) : this.#end;
    const end = isWritten ? findScalarEnd(this.#text, event) : start + 1;
    const errors = this.#findings.errors;
    if (!parent.isFlow && this.#at > parent.opened + 1) refuseSharedEnd(this.#text, this.#end, start, this.#findings);
    const name = readName(event, start, end, this.#context);
    if (Object.hasOwn(members, name) && this.#findings.errors === errors) {
      refuseDuplicate(name, {start, end}, parent.opened, this.#at, this.#context);
    }
    this.#end = Math.max(this.#end, end);
    this.#addSized(event, name, 1 + name.length);
    parent.name = name;
  }

  /** Counts what a scalar adds, and notes its anchor. */
  #addSized(event: ScalarEvent, value: JsonValue, size: number): void {
    this.#size += size;
    if (event.anchorStart === -1) return;
    const anchor = this.#define(event, value);
    anchor.size = size;
    anchor.isOpen = false;
  }

  #addAlias(event: AliasEvent): void {
    const start = event.anchorStart - 1;
    const end = event.anchorEnd;
    this.#begin(start);
    this.#end = end;
    const parent = this.#frames[this.#frames.length - 1];
    if (parent?.members != null && parent.name === null) {
      const hint = 'write the name out, or put it in quotes if it begins with "*"';
      refuseName(this.#context, {start, end}, 'an alias stands where a member name is expected', hint);
    }
    this.#anchors ??= new Anchors();
    const isShown = () => !this.#findings.isSecret(listPath(this.#frames));
    const name = this.#text.slice(event.anchorStart, end);
    const {anchor, problem} = this.#anchors.resolve(name, isShown, () => this.#findElsewhere(name));
    if (problem !== null) this.#findings.add({code: 'yaml/alias', ...problem, start, end, path: listPath(this.#frames)});
    else if (this.#frames.length + anchor.height > DEEPEST_NESTING) refuseDepth(start, listPath(this.#frames), this.#findings);
    if (anchor !== null && !anchor.isOpen) this.#size = Anchors.grow(this.#size, anchor);
    this.#add(problem === null ? anchor.value : null, anchor?.height ?? 0);
  }

  /** Finds the first anchor of a name that is not above in this document. All are looked up once, for the first that is asked for. */
  #findElsewhere(name: string): OtherAnchor | null {
    this.#everyAnchor ??= listAnchors(this.#text, this.#events);
    const found = this.#everyAnchor.get(name);
    if (found === undefined) return null;
    const where = found.document === this.#index ? 'below' : 'other-document';
    return {line: this.#findings.lineOf(found.start), where};
  }

  #define(event: MappingEvent | SequenceEvent | ScalarEvent, value: JsonValue): Anchor {
    this.#anchors ??= new Anchors();
    return this.#anchors.define(this.#text.slice(event.anchorStart, event.anchorEnd), value, this.#size);
  }

  #refuseContainerName({type, start}: MappingEvent | SequenceEvent): void {
    const kind = type === EVENT_ID.MAPPING ? 'mapping' : 'list';
    refuseName(this.#context, {start, end: start + 1}, `a ${kind} stands where a member name is expected`);
  }
}

/** Reads a value that is written; one that JSON cannot carry becomes a finding, and null. */
function readScalarValue(event: ScalarEvent, context: NodeContext): JsonValue {
  const {text} = context;
  const source = event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
  if (event.style === SCALAR_STYLE.PLAIN) {
    const value = readPlainScalar(source);
    return typeof value === 'object' && value !== null ? refuseNumber(source, value.kind, event, context) : value;
  }
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) {
    refuseHiddenBreak(text, event, context.findings);
    checkDecodedText(source, {start: event.valueStart - 1, end: event.valueEnd + 1, path: context.path()}, context.findings);
  }
  return source;
}

function refuseNumber(source: string, kind: 'not-finite' | 'unsafe-integer', event: ScalarEvent, {findings, path}: NodeContext): null {
  const isInfinite = kind === 'not-finite';
  const shown = findings.isSecret(path()) ? null : source;
  findings.add({
    code: 'yaml/number',
    message: `${shown ?? 'the number'} ${isInfinite ? 'is not a number that JSON can hold' : 'is too large to be kept exactly; it would be rounded'}`,
    hint: `put it in quotes if it is text or an id${shown === null || isInfinite ? '' : `: "${shown}"`}`,
    start: event.valueStart,
    end: event.valueEnd,
    path: path(),
  });
  return null;
}
