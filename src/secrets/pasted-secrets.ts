import type {Diagnostic} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {classifyPlace} from './places';
import type {PlacedDocument} from './references';
import {segmentText} from './segments';
import {visitTexts} from './walk';

/**
 * Warns where a secret seems to stand in the spec itself: credentials in headers, keys of the service and bearer
 * tokens anywhere. The value is never part of the finding. See docs/secrets.md.
 */
export function checkPastedSecrets(document: PlacedDocument): Diagnostic[] {
  const findings: Diagnostic[] = [];
  visitTexts(document.data, (text, path) => {
    const isInHeaders = path.includes('headers');
    // Most texts of a spec are too short for any key: they are not looked at, which halves the time of all this.
    const what = isInHeaders || text.length >= SHORTEST_PASTED ? describePasted(text, path, isInHeaders) : null;
    if (what === null) return;
    const pointer = toPointer(path);
    findings.push({
      code: 'secret/pasted',
      severity: 'warning',
      message: `this looks like ${what}, written into the spec for everyone who can read the repository`,
      hint: 'issue a new one, put it into an environment variable, and write ${env:NAME} here (allow NAME under secrets.allow)',
      where: {file: document.source.file, pointer, range: document.rangeOf(pointer)},
    });
  });
  return findings;
}

const SERVICE_KEY = /\bfc-[A-Za-z0-9]{16,}/;
const BEARER_TOKEN = /\bBearer\s+[A-Za-z0-9._~+/-]{16,}/i;
/** The shortest texts that the two patterns can fit. */
const SHORTEST_PASTED = 'fc-'.length + 16;
const SHORTEST_BEARER = 'Bearer '.length + 16;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api-?key|token|secret|password/i;
/** Letters and digits without white space: what generated tokens look like. */
const LONG_TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[^\s]{24,}$/;

function describePasted(text: string, path: Path, isInHeaders: boolean): string | null {
  if (text.includes('fc-') && SERVICE_KEY.test(text)) return 'a key of the service';
  if (text.length >= SHORTEST_BEARER && BEARER_TOKEN.test(text)) return 'a bearer token';
  if (!isInHeaders || classifyPlace(path) !== 'all') return null;
  if (!segmentText(path, text).some(segment => segment.kind === 'secret')) return null;
  const isCredential = CREDENTIAL_HEADER.test(String(path.at(-1)));
  return (isCredential && !text.includes('${env:')) || LONG_TOKEN.test(text) ? 'a credential in a header' : null;
}
