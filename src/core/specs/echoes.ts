import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonValue} from '../json/value';
import {createRedactor, type HideText, SHORTEST_REDACTED} from '../secrets/redaction';
import {SECRET_TEXT} from '../secrets/secret';
import {segmentDocumented} from '../secrets/segments';
import {visitTexts} from '../secrets/walk';

/**
 * Finds secrets that stand in another member too, such as a cell that goes to a header and into the name, and returns
 * what hides them in messages about a spec; undefined where there are none.
 */
export function findEchoes(data: JsonValue): HideText | undefined {
  const secrets = new Set<string>();
  const others: string[] = [];
  visitTexts(data, (text, path) => {
    for (const {kind, text: part} of segmentDocumented(path, text)) {
      if (kind !== 'secret') others.push(part);
      else if (part.trim().length >= SHORTEST_REDACTED) secrets.add(part.trim());
    }
  });
  const repeated = [...secrets].filter(secret => others.some(text => text.includes(secret)));
  if (repeated.length === 0) return undefined;
  const redact = createRedactor(repeated.flatMap(secret => [secret, secret.toLowerCase()]));
  return text => repeated.reduce(hideCut, redact(text));
}

/** Findings without what {@link findEchoes} hides. The spec is only looked through where there are findings. */
export function hideEchoes(data: JsonValue, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const hide = findings.length === 0 ? undefined : findEchoes(data);
  if (hide === undefined) return findings;
  return findings.map(({message, hint, ...finding}) => ({
    ...finding,
    message: hide(message),
    ...(hint === undefined ? {} : {hint: hide(hint)}),
  }));
}

/** Maximum characters of a text that messages show before they cut it. */
const LONGEST_START = 300;

/** Hides the start or end of a secret that a long text was cut in. */
function hideCut(text: string, secret: string): string {
  if (!text.includes('...')) return text;
  let hidden = text;
  for (let length = Math.min(secret.length - 1, LONGEST_START); length >= SHORTEST_REDACTED; length--) {
    hidden = hidden
      .replaceAll(`${secret.slice(0, length)}...`, `${SECRET_TEXT}...`)
      .replaceAll(`...${secret.slice(-length)}`, `...${SECRET_TEXT}`);
  }
  return hidden;
}
