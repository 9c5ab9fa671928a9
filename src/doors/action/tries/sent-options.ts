import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import {type TypeName, typeOf} from '../../../core/service/table';

/**
 * The options that a pull request may send, each with the check of its value: all whose price is known and with which its author can
 * neither act nor pass for someone else. What is not here is not sent, so that a new option of the service waits for its line.
 */
const SENT: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  formats: value => listOf(value).every(isPricedFormat),
  parsers: value => listOf(value).every(parser => nameOf(parser) === 'pdf'),
  threatProtection: value => ['off', 'normal', undefined].includes(textOf(value, 'mode')),
  proxy: value => value === 'basic' || value === 'enhanced' || value === 'auto',
  onlyMainContent: () => true,
  onlyCleanContent: () => true,
  includeTags: () => true,
  excludeTags: () => true,
  maxAge: () => true,
  storeInCache: () => true,
  waitFor: () => true,
  timeout: () => true,
  mobile: () => true,
  skipTlsVerification: () => true,
  location: () => true,
  removeBase64Images: () => true,
  blockAds: () => true,
  redactPII: () => true,
};

/** Formats whose price is in the estimate. */
const FORMATS: ReadonlySet<string | undefined> = new Set([
  ...['markdown', 'summary', 'html', 'rawHtml', 'rawBase64', 'links', 'images', 'branding', 'product', 'menu', 'screenshot'],
  ...['json', 'changeTracking', 'question', 'highlights', 'query', 'audio', 'video', 'deterministicJson'],
]);

/** Why a page may not be sent from a pull request; null for one that may. */
export function findUnsent(options: JsonObject): string | null {
  // These two ask for no page at all, whatever they cost.
  if (property(options, 'lockdown') === true || typeof property(options, 'minAge') === 'number') {
    return 'the service only looks for copies of it';
  }
  for (const [name, value] of Object.entries(options)) {
    if (name === 'lockdown' && value === false) continue;
    const isSent = Object.hasOwn(SENT, name) && SENT[name]?.(value) === true && isKnown('ScrapeOptions', {[name]: value});
    if (!isSent) return `it has \`${name}\``;
  }
  return null;
}

function isPricedFormat(format: JsonValue): boolean {
  return FORMATS.has(nameOf(format));
}

/** Whether the service's types have all members of an object at any depth; what is not typed, such as a JSON schema, may hold anything. */
function isKnown(type: TypeName, value: JsonValue): boolean {
  if (!isObject(value)) return true;
  const known = typeOf(type, value);
  return Object.entries(value).every(([name, inner]) => {
    const found = known !== undefined && Object.hasOwn(known.members, name) ? known.members[name] : undefined;
    if (found?.type === undefined) return found !== undefined;
    const {type: below} = found;
    return (Array.isArray(inner) ? (inner as readonly JsonValue[]) : [inner]).every(item => isKnown(below, item));
  });
}

/** A format or parser by its name, which may stand alone. */
function nameOf(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value : textOf(value, 'type');
}

/** Undefined where there is no such member; `(none)` where it is no text. */
function textOf(value: JsonValue, name: string): string | undefined {
  const found = property(value, name);
  return found === undefined ? undefined : typeof found === 'string' ? found : '(none)';
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [null];
}
