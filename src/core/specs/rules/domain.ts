/** Whether a text is a bare host name with a dot: labels of letters, digits and inner hyphens, a top-level domain of two or more. */
export function isDomain(text: string): boolean {
  if (text.length > LONGEST_DOMAIN) return false;
  const labels = text.toLowerCase().split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && labels.every(isLabel) && last.length > 1;
}

/** Whether a text is a domain or a wildcard glob of one, without protocol, path and port. */
export function isDomainGlob(text: string): boolean {
  if (text.length > LONGEST_DOMAIN) return false;
  const labels = text.toLowerCase().split('.');
  return labels.every(label => isLabel(label.replaceAll('*', 'a')));
}

/** Whether a text is a top-level domain (or several levels, as `co.uk`) in lower case without a leading dot. */
export function isTopLevelDomain(text: string): boolean {
  return text.length <= LONGEST_DOMAIN && text === text.toLowerCase() && text.split('.').every(isLabel);
}

/** The bare host name that was probably meant by another text, or null: without scheme, port, path and wildcard, in its `xn--` form. */
export function suggestDomain(text: string): string | null {
  if (text.length > LONGEST_DOMAIN) return null;
  const bare = text
    .trim()
    .replace(/^(?:site:|[a-z]+:\/\/|\/\/)/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d*$/, '')
    .replace(/^[*.]+/, '')
    .replace(/\.+$/, '');
  const host = /^[^\s,;*]+$/.test(bare) ? readHost(bare) : null;
  return host !== null && isDomain(host) ? host : null;
}

/** Not the whole address: what a host name means must not depend on what stands after it. */
function readHost(text: string): string | null {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
}

/** No host name is longer (RFC 1035). */
const LONGEST_DOMAIN = 253;

/** Whether a text is one label of a host name, in lower case: letters, digits and inner hyphens, at most 63. */
function isLabel(label: string): boolean {
  return label.length <= 63 && isLongLabel(label);
}

/** The same without the limit of length. */
export function isLongLabel(label: string): boolean {
  return /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}
