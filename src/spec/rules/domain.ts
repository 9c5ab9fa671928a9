/** Whether a text is a bare host name with a dot: labels of letters, digits and inner hyphens, a top-level domain that is no number. */
export function isDomain(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.toLowerCase().split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && labels.every(isLabel) && last.length > 1 && /^[a-z]/.test(last);
}

/** Whether a text is a domain or a wildcard glob of one, without protocol, path and port. */
export function isDomainGlob(text: string): boolean {
  return (
    text.length <= 253 &&
    text
      .toLowerCase()
      .split('.')
      .every(label => isLabel(label.replaceAll('*', 'a')))
  );
}

/** Whether a text is a top-level domain (or several levels, as `co.uk`) in lower case without a leading dot. */
export function isTopLevelDomain(text: string): boolean {
  return text.length <= 253 && text === text.toLowerCase() && text.split('.').every(isLabel);
}

/** Whether a known service takes a text as an e-mail address: ASCII, no quotes, dots only between other characters. */
export function isServiceEmail(text: string): boolean {
  const {local, domain} = splitEmail(text);
  if (!/^[\w'+.-]*[\w+-]$/.test(local) || local.startsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every(label => /^[a-z0-9][a-z0-9-]*$/i.test(label)) && /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
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

function splitEmail(text: string): {local: string; domain: string} {
  const at = text.lastIndexOf('@');
  return at < 0 || text.length > LONGEST_EMAIL ? {local: '', domain: ''} : {local: text.slice(0, at), domain: text.slice(at + 1)};
}

/** Far above what any mail server takes; keeps hostile input cheap. */
const LONGEST_EMAIL = 2000;

function isLabel(label: string): boolean {
  return label.length <= 63 && isLongLabel(label);
}

function isLongLabel(label: string): boolean {
  return /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}
