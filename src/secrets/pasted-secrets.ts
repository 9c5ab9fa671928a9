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
    const what = describePasted(text, path);
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
/** The shortest texts that the two patterns can fit: most texts of a spec are shorter, and are not even looked at. */
const SHORTEST_PASTED = 'fc-'.length + 16;
const SHORTEST_BEARER = 'Bearer '.length + 16;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api-?key|token|secret|password/i;
/** Letters and digits without white space: what generated tokens look like. */
const LONG_TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[^\s]{24,}$/;

function describePasted(text: string, path: Path): string | null {
  if (text.length < SHORTEST_PASTED && !path.includes('headers')) return null;
  if (text.includes('fc-') && SERVICE_KEY.test(text)) return 'a key of the service';
  if (text.length >= SHORTEST_BEARER && BEARER_TOKEN.test(text)) return 'a bearer token';
  if (!path.includes('headers') || classifyPlace(path) !== 'all') return null;
  if (!segmentText(path, text).some(segment => segment.kind === 'secret')) return null;
  const isCredential = CREDENTIAL_HEADER.test(String(path.at(-1)));
  return (isCredential && !text.includes('${env:')) || LONG_TOKEN.test(text) ? 'a credential in a header' : null;
}
