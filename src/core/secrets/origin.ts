import {parseUrl} from '../base/url';
import {type Path, toPointer} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {member} from '../service/member';
import {follow} from '../service/table';
import {findReferences, splitReferences} from './references';

/** Destination of what is sent to an address. */
interface Origin {
  /** Equal for addresses of one origin; of an address that does not tell it, all of its text. */
  readonly id: string;
  /** For messages: scheme, host and port, or a reference; without any secret. */
  readonly shown: string;
}

/** The origin (scheme, host and port) of an address in which references may stand; one in the host makes a host of its own. */
export function originOf(address: string): Origin {
  const parts = splitReferences(address, 'everything');
  const written = parts
    .map(part => (part.kind === 'reference' ? tokenOf(part.name) : part.kind === 'literal' ? part.value : part.source))
    .join('');
  const url = parseUrl(written);
  // A reference that stands for the scheme makes an unknown one, whose origins are all alike.
  if (url !== undefined && url.host !== '' && url.origin !== 'null')
    return {id: url.origin, shown: url.host.includes(TOKEN) ? 'an address with a reference in its host' : url.origin};
  const [first] = parts;
  if (first?.kind !== 'reference') return {id: address, shown: 'another address'};
  return {id: ENDS_ORIGIN.test(address.slice(first.source.length)) ? first.source : address, shown: first.source};
}

/** Text that may follow a reference that is all of an origin. After anything else, such as `//` or `.`, it is a part of one at most. */
const ENDS_ORIGIN = /^(?:$|[?#]|\/(?![/\\]))/;

const TOKEN = 'reference-';

/** Makes a text that can stand in a host, and is another text for another name. */
function tokenOf(name: string): string {
  return `${TOKEN}${Buffer.from(name).toString('hex')}-`;
}

/** A variable and where its value goes. */
interface SecretOrigin extends Origin {
  readonly name: string;
}

/**
 * Lists the destinations of the values of a body's references: those of the webhook go to its address, those of a
 * target to its pages. Of a member that only the config allows, the text is secret: it goes by its name.
 */
export function listSecretOrigins(body: JsonObject): SecretOrigin[] {
  return findReferences(body).flatMap(({name, path}) => {
    const origins = listAddresses(body, path).map(originOf);
    return [...origins, ...(follow(path).isUnknown ? [originOfMember(path)] : [])].map(origin => ({name, ...origin}));
  });
}

function originOfMember(path: Path): Origin {
  const shown = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return {id: toPointer(path), shown: `the member ${shown.slice(1)} (service.allowFields)`};
}

function listAddresses(body: JsonObject, [first, index]: Path): string[] {
  if (first === 'webhook') return [member(member(body, 'webhook'), 'url')].filter(isText);
  const targets = member(body, 'targets');
  const target = Array.isArray(targets) ? (targets as readonly JsonValue[])[Number(index)] : undefined;
  const urls = member(target, 'urls');
  return [member(target, 'url'), ...(Array.isArray(urls) ? (urls as readonly JsonValue[]) : [])].filter(isText);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}
