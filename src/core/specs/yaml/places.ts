import {EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import type {Range} from '../../diagnostics/diagnostic';
import {fromPointer} from '../../json/pointer';
import type {MemberPart} from '../desired-monitor';
import {TextLines} from './findings';

/** Places of the nodes of a text: built from the parser's events only when a finding needs a place. */
export class YamlPlaces {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #lines: TextLines;
  /** For each event that begins a node: where the node ends, and the index after its last event. */
  readonly #ends: Int32Array;
  readonly #after: Int32Array;
  /** For each alias event: the event of the node it stands for. */
  readonly #targets = new Map<number, number>();
  /** First event of each document. */
  readonly #documents: number[] = [];
  /** The children of the containers that were looked into, by name or index. */
  readonly #children = new Map<number, Map<string, Child>>();

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
    this.#lines = new TextLines(text);
    this.#ends = new Int32Array(events.length);
    this.#after = new Int32Array(events.length);
    this.#measure();
  }

  /** The range of the node at a pointer in a document (by its position in the text, from 0), or of its nearest ancestor. */
  find(document: number, pointer: string, part: MemberPart): Range {
    let node = (this.#documents[document] ?? 0) + 1;
    let name = -1;
    let isWhole = true;
    for (const step of fromPointer(pointer)) {
      const child = this.#childrenOf(this.#targets.get(node) ?? node).get(step);
      if (child === undefined) {
        isWhole = false;
        break;
      }
      node = child.value;
      name = child.name;
    }
    const shown = name !== -1 && isWhole && (part === 'key' || !this.#isWritten(node)) ? name : node;
    return this.#rangeOfEvent(shown);
  }

  /** The range of a stretch of the text. */
  range(start: number, end: number): Range {
    return this.#lines.range(start, end);
  }

  #rangeOfEvent(at: number): Range {
    const event = this.#events[at];
    const end = this.#ends[at] ?? 0;
    return this.#lines.range((event === undefined ? null : findEventStart(event)) ?? end, end);
  }

  #isWritten(at: number): boolean {
    const event = this.#events[at];
    return event !== undefined && findEventStart(event) !== null;
  }

  #childrenOf(container: number): Map<string, Child> {
    const known = this.#children.get(container);
    if (known !== undefined) return known;
    const children = this.#listChildren(container);
    this.#children.set(container, children);
    return children;
  }

  #listChildren(container: number): Map<string, Child> {
    const children = new Map<string, Child>();
    const type = this.#events[container]?.type;
    if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return children;
    const last = (this.#after[container] ?? 0) - 1;
    for (let at = container + 1; at < last; ) {
      if (type === EVENT_ID.SEQUENCE) {
        children.set(String(children.size), {name: -1, value: at});
        at = this.#after[at] ?? last;
        continue;
      }
      const name = this.#events[at];
      const value = this.#after[at] ?? last;
      if (name?.type === EVENT_ID.SCALAR) children.set(getScalarValue(this.#text, name), {name: at, value});
      at = this.#after[value] ?? last;
    }
    return children;
  }

  #measure(): void {
    const open: number[] = [];
    let anchors = new Map<string, number>();
    let end = 0;
    for (let at = 0; at < this.#events.length; at++) {
      const event = this.#events[at] as Event;
      this.#after[at] = at + 1;
      if (event.type === EVENT_ID.DOCUMENT) {
        this.#documents.push(at);
        anchors = new Map();
        open.push(at);
      } else if (event.type === EVENT_ID.POP) {
        const opened = open.pop() ?? 0;
        const container = this.#events[opened] as Event;
        if (container.type === EVENT_ID.MAPPING || container.type === EVENT_ID.SEQUENCE)
          end = findFlowEnd(this.#text, container.start, end);
        this.#ends[opened] = end;
        this.#after[opened] = at + 1;
      } else if (event.type === EVENT_ID.ALIAS) {
        const target = anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd));
        if (target !== undefined) this.#targets.set(at, target);
        end = event.anchorEnd;
        this.#ends[at] = end;
      } else {
        if (event.anchorStart !== -1) anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), at);
        if (event.type === EVENT_ID.SCALAR) {
          if (event.valueStart !== -1) end = findScalarEnd(this.#text, event);
        } else {
          open.push(at);
          end = event.start;
        }
        this.#ends[at] = end;
      }
    }
  }
}

interface Child {
  /** The event of the member's name, -1 in a list. */
  readonly name: number;
  readonly value: number;
}

/** Finds the start of a scalar in the text, its quote included; for one that is only an anchor or tag, there. */
export function findScalarStart(event: ScalarEvent): number {
  if (event.valueStart === -1) return Math.max(event.anchorStart, event.tagStart, 0);
  return isQuoted(event) ? event.valueStart - 1 : event.valueStart;
}

/** Finds the end of a scalar in the text, its quote included; a block scalar without the line ends after it. */
export function findScalarEnd(text: string, event: ScalarEvent): number {
  if (isQuoted(event)) return event.valueEnd + 1;
  if (event.style === SCALAR_STYLE.PLAIN) return event.valueEnd;
  let end = event.valueEnd;
  while (end > event.valueStart && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The end of a flow collection that begins at `start` and whose last node ends at `from`: after its bracket. */
export function findFlowEnd(text: string, start: number, from: number): number {
  const open = text.charCodeAt(start);
  // The only pair of `[a: b]` is a mapping without braces.
  if (open !== 0x5b && open !== 0x7b) return from;
  for (let at = Math.max(from, start + 1); at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x5d || char === 0x7d) return at + 1;
    if (char === 0x23 && isBlank(text.charCodeAt(at - 1))) {
      const newline = text.indexOf('\n', at);
      if (newline === -1) break;
      at = newline;
    }
  }
  return from;
}

/** Finds the start of a node; null for what is not written at all and for what is not a node. */
export function findEventStart(event: Event): number | null {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.SCALAR:
      return event.valueStart === -1 ? null : findScalarStart(event);
    default:
      return null;
  }
}

function isQuoted(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED;
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x09 || char === 0x0a || char === 0x0d;
}
