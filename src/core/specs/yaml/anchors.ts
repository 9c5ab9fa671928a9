import {EVENT_ID, type Event} from 'js-yaml';
import type {JsonValue} from '../../json/value';

/** Aliases in a document. */
const MOST_ALIASES = 100;
/** Nodes and characters that aliases may add to a document: as much as the largest file can hold. */
const MOST_ALIASED = 1024 * 1024;

/** A node that aliases may refer to. */
export interface Anchor {
  readonly value: JsonValue;
  /** Nodes and characters, written out. Before the node ends: the document's count at its start. */
  size: number;
  /** Containers inside each other. */
  height: number;
  /** Whether the node still goes on. */
  isOpen: boolean;
}

/** Value that an alias stands for, with its size and height, or nothing. */
type Resolution = {readonly anchor: Anchor; readonly problem: null} | {readonly anchor: Anchor | null; readonly problem: AliasProblem};

/** Why an alias stands for nothing. */
interface AliasProblem {
  readonly message: string;
  readonly hint: string;
}

/** The anchors of one document and what aliases made of them. Aliases are counted as what they add, never written out. */
export class Anchors {
  readonly #named = new Map<string, Anchor>();
  #uses = 0;
  #added = 0;

  /** Notes a node at its start; `size` is the document's so far. A later anchor of that name replaces it. */
  define(name: string, value: JsonValue, size: number): Anchor {
    const anchor: Anchor = {value, size, height: 0, isOpen: true};
    this.#named.set(name, anchor);
    return anchor;
  }

  /** Resolves an alias. `isShown` tells whether messages may repeat its name, `findElsewhere` where else such an anchor stands. */
  resolve(name: string, isShown: () => boolean, findElsewhere: () => OtherAnchor | null): Resolution {
    const anchor = this.#named.get(name) ?? null;
    if (anchor === null) return {anchor, problem: explainUnknown(isShown() ? name : null, findElsewhere())};
    if (anchor.isOpen) {
      const shown = isShown() ? `"*${name}"` : 'the alias';
      return {
        anchor,
        problem: {message: `${shown} stands inside the value that it refers to`, hint: 'a value cannot contain itself: write it out'},
      };
    }
    this.#uses++;
    this.#added += anchor.size;
    if (this.#uses === MOST_ALIASES + 1) {
      return {anchor, problem: {message: `more than ${MOST_ALIASES} aliases in one document`, hint: 'write the values out'}};
    }
    // Once over the limit the finding stands and every value is dropped anyway.
    if (this.#added > MOST_ALIASED && this.#added - anchor.size <= MOST_ALIASED) {
      return {anchor, problem: {message: 'aliases make this document larger than 1 MiB', hint: 'write out only what is needed'}};
    }
    return {anchor, problem: null};
  }

  /** A document's size after an alias; kept from growing beyond all numbers where aliases refer to aliases. */
  static grow(size: number, anchor: Anchor): number {
    return Math.min(size + anchor.size, 4 * MOST_ALIASED);
  }
}

/** An anchor of the name that an alias has, where the alias can't refer to it. */
export interface OtherAnchor {
  /** From 1. */
  readonly line: number;
  readonly where: 'other-document' | 'below';
}

function explainUnknown(name: string | null, other: OtherAnchor | null): AliasProblem {
  if (other === null) {
    return {
      message: `${name === null ? 'the alias' : `"*${name}"`} refers to an anchor that is not defined above`,
      hint: 'put the text in quotes if it is meant to begin with "*"',
    };
  }
  const anchor = `the anchor ${name === null ? '' : `"${name}" `}(line ${other.line})`;
  return other.where === 'below'
    ? {message: `${anchor} stands below its use`, hint: 'write the value out here, and the alias there'}
    : {message: `${anchor} belongs to another document; anchors end at "---"`, hint: 'repeat the value here'};
}

/** Place where an anchor is defined, and its document, from 0. */
export interface PlacedAnchor {
  readonly document: number;
  readonly start: number;
}

/** The first anchor of each name in all documents of a text. */
export function listAnchors(text: string, events: readonly Event[]): Map<string, PlacedAnchor> {
  const anchors = new Map<string, PlacedAnchor>();
  let document = -1;
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) document++;
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) continue;
    if (event.anchorStart === -1) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    if (!anchors.has(name)) anchors.set(name, {document, start: event.anchorStart});
  }
  return anchors;
}
