import {EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';

/** Where a scalar begins in the text, its quote included; for one that is only an anchor or tag, there. */
export function findScalarStart(event: ScalarEvent): number {
  if (event.valueStart === -1) return Math.max(event.anchorStart, event.tagStart, 0);
  return isQuoted(event) ? event.valueStart - 1 : event.valueStart;
}

/** Where a scalar ends in the text, its quote included; a block scalar without the line ends behind it. */
export function findScalarEnd(text: string, event: ScalarEvent): number {
  if (isQuoted(event)) return event.valueEnd + 1;
  if (event.style === SCALAR_STYLE.PLAIN) return event.valueEnd;
  let end = event.valueEnd;
  while (end > event.valueStart && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** The end of a flow collection that begins at `start` and whose last node ends at `from`: behind its bracket. */
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

/** Where a node begins; null for what is not written at all and for what is no node. */
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
