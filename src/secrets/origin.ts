import {splitReferences} from './reference-text';

/** Where what is sent to an address goes. */
export interface Origin {
  /** Equal for addresses of one origin; of an address that is no URL yet, all of its text. */
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
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url !== null && url.host !== '')
    return {id: url.origin, shown: url.host.includes(TOKEN) ? 'an address with a reference in its host' : url.origin};
  const [first] = parts;
  return {id: address, shown: first?.kind === 'reference' ? first.source : 'another address'};
}

const TOKEN = 'reference-';

/** What can stand in a host, and is another text for another name. */
function tokenOf(name: string): string {
  return `${TOKEN}${Buffer.from(name).toString('hex')}-`;
}
