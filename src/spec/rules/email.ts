import {isLongLabel} from './domain';

/** Whether a text is an address of the ordinary kind, which is sound and which Firecrawl takes; others need a closer look. */
export function isOrdinaryEmail(text: string): boolean {
  return text.length <= 254 && /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i.test(text);
}

/** Whether a text has the form of an e-mail address: `local@domain` (RFC 5322 without quotes, comments and literals). */
export function isEmail(text: string): boolean {
  const {local, domain} = splitEmail(text);
  return (
    local.split('.').every(part => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)) &&
    domain.includes('.') &&
    domain.toLowerCase().split('.').every(isLongLabel)
  );
}

/** What Firecrawl minds in an e-mail address: the part before the `@`, or the domain; null where it takes the address. */
export function findServiceFlaw(text: string): 'local' | 'domain' | null {
  const {local, domain} = splitEmail(text);
  if (!/^[\w'+.-]*[\w+-]$/.test(local) || local.startsWith('.') || local.includes('..')) return 'local';
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  const isSound = labels.length > 1 && labels.every(label => /^[a-z0-9][a-z0-9-]*$/i.test(label)) && /^[a-z]{2,}$/i.test(last);
  return isSound ? null : 'domain';
}

/** The bare address that was probably meant by a text that is none, or null: out of `Ann <ann@example.com>`, `mailto:` and white space. */
export function suggestEmail(text: string): string | null {
  if (text.length > LONGEST_SUGGESTION) return null;
  const bare = (/<([^<>]*)>/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '');
  return isEmail(bare) && findServiceFlaw(bare) === null ? bare : null;
}

/** Longer ones would fill the screen. */
const LONGEST_SUGGESTION = 300;

function splitEmail(text: string): {local: string; domain: string} {
  const at = text.lastIndexOf('@');
  return at < 0 || text.length > LONGEST_EMAIL ? {local: '', domain: ''} : {local: text.slice(0, at), domain: text.slice(at + 1)};
}

/** Far above what any mail server takes; keeps hostile input cheap. */
const LONGEST_EMAIL = 2000;
