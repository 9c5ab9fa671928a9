import {parseUrl} from '../../core/base/url';

/** File endings that are not top-level domains: `report.pdf` is a file, not a host. */
const fileEndings = new Set([
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'svg',
  'pdf',
  'html',
  'htm',
  'css',
  'js',
  'json',
  'xml',
  'txt',
  'csv',
  'doc',
  'docx',
]);

/** A target's url, trimmed and with a scheme, or why it is refused. */
type TargetUrl = {readonly url: string} | {readonly problem: string};

/** Reads a target's url: http or https (put in front where missing), a public-looking host, no user info. */
export function readTargetUrl(text: string): TargetUrl {
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return {problem: 'Invalid URL: only http and https are supported'};
  const url = scheme === undefined ? `http://${trimmed}` : trimmed;
  const parsed = parseUrl(url);
  if (parsed === undefined) return {problem: 'Invalid URL'};
  const {username, password} = parsed;
  if (username !== '' || password !== '') return {problem: 'Invalid URL: user info is not allowed'};
  const authority = /^https?:\/\/+([^/?#]*)/i.exec(url)?.[1] ?? '';
  return isPublicHost(authority.replace(/:\d+$/, '')) ? {url} : {problem: 'Invalid URL: the host must be a domain name or an IPv4 address'};
}

function isPublicHost(host: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return host.split('.').every(part => Number(part) <= 255);
  const labels = host.split('.');
  const last = labels.pop() ?? '';
  if (labels.length === 0 || !/^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(last) || fileEndings.has(last.toLowerCase())) return false;
  return labels.every(label => label.length <= 63 && /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u.test(label));
}

/** A domain of a search target, trimmed and in lower case; undefined unless it is a bare host name. */
export function readDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase();
  const labels = domain.split('.');
  const isName = labels.length > 1 && domain.length <= 253 && labels.every(label => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return isName && (labels.at(-1) ?? '').length > 1 ? domain : undefined;
}

/** Whether the service takes this as an e-mail address: ASCII, unquoted, dots only between other characters. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  return (
    more.length === 0 &&
    /^[a-z0-9_'+.-]*[a-z0-9_+-]$/i.test(local) &&
    !local.startsWith('.') &&
    !local.includes('..') &&
    /^([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(domain)
  );
}

/** A version 1 to 8 UUID of the RFC 9562 variant, in any case, or the one of zeros only. */
export function isUuid(text: string): boolean {
  return text === NIL_UUID || /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
