import type {Diagnostic} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {classifyPlace} from './places';
import type {PlacedDocument} from './references';
import {segmentText} from './segments';
import {mapLeaves} from './walk';

/**
 * Warns where a secret seems to stand in the spec itself: credentials in headers, keys of the service and bearer
 * tokens anywhere. The value is never part of the finding. See docs/secrets.md.
 */
export function checkPastedSecrets(document: PlacedDocument): Diagnostic[] {
  const findings: Diagnostic[] = [];
  mapLeaves(document.data, (leaf, path) => {
    const what = typeof leaf === 'string' ? describePasted(leaf, path) : null;
    if (what !== null) {
      const pointer = toPointer(path);
      findings.push({
        code: 'secret/pasted',
        severity: 'warning',
        message: `this looks like ${what}, written into the spec for everyone who can read the repository`,
        hint: 'issue a new one, put it into an environment variable, and write ${env:NAME} here (allow NAME under secrets.allow)',
        where: {file: document.source.file, pointer, range: document.rangeOf(pointer)},
      });
    }
    return leaf;
  });
  return findings;
}

const SERVICE_KEY = /\bfc-[A-Za-z0-9]{16,}/;
const BEARER_TOKEN = /\bBearer\s+[A-Za-z0-9._~+/-]{16,}/i;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api-?key|token|secret|password/i;
/** Letters and digits without white space: what generated tokens look like. */
const LONG_TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[^\s]{24,}$/;

function describePasted(text: string, path: Path): string | null {
  if (SERVICE_KEY.test(text)) return 'a key of the service';
  if (BEARER_TOKEN.test(text)) return 'a bearer token';
  if (classifyPlace(path) !== 'all' || !path.includes('headers')) return null;
  if (!segmentText(path, text).some(segment => segment.kind === 'secret')) return null;
  const isCredential = CREDENTIAL_HEADER.test(String(path.at(-1)));
  return (isCredential && !text.includes('${env:')) || LONG_TOKEN.test(text) ? 'a credential in a header' : null;
}
