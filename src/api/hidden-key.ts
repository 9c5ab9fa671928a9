import {SECRET_TEXT} from '../secrets/secret';
import type {Answer} from './answer';

/** Shorter keys, as people give an emulator, may be ordinary words. */
const SHORTEST = 12;

/** Printable characters that JSON need not escape: what hides a key from a look at the text. */
const NEEDLESS_ESCAPE = /\\u00[2-7][0-9a-f]/i;

/**
 * The answer with `(secret)` wherever it holds the key: what a service makes of a monitor is recorded in a state that is
 * committed, and shown.
 */
export function hideKey(answer: Answer, key: string): Answer {
  const {body} = answer;
  if (body.kind !== 'text' || key.length < SHORTEST) return answer;
  const text = NEEDLESS_ESCAPE.test(body.text) ? withoutNeedlessEscapes(body.text) : body.text;
  return text.includes(key) ? {...answer, body: {kind: 'text', text: text.replaceAll(key, SECRET_TEXT)}} : answer;
}

function withoutNeedlessEscapes(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
