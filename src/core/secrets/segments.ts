import type {Path} from '../json/pointer';
import {classifyDocumented, classifyPlace, type SecretPlace} from './places';
import {splitReferences} from './references';

/** A stretch of a text: shown, shown because it is a reference by name, or secret. */
export interface TextSegment {
  readonly kind: 'shown' | 'reference' | 'secret';
  readonly text: string;
}

/**
 * Cuts the text at `path` of a body into what may be shown and what is secret; put together, the segments are the
 * text. References are shown by their text: it is their value that is secret, and that is never in a spec.
 */
export function segmentText(path: Path, text: string): TextSegment[] {
  return segmentAs(classifyText(path), text);
}

/** The same for a document that is not checked yet, where a member that no type has is a mistake. */
export function segmentDocumented(path: Path, text: string): TextSegment[] {
  return segmentAs(path.at(-1) === 'headers' ? 'all' : classifyDocumented(path), text);
}

/** Cuts a text by how much of it is secret. */
export function segmentAs(place: SecretPlace, text: string): TextSegment[] {
  switch (place) {
    case 'all':
      return segmentCredential(text);
    case 'webhook-url':
      return segmentWebhookUrl(text);
    case 'url':
      return segmentUrls(text, WHOLE_URL);
    case 'urls-within':
      return segmentUrls(text, URL_IN_TEXT);
  }
}

/** A text where a map of headers should be is as secret as a header. */
function classifyText(path: Path): SecretPlace {
  return path.at(-1) === 'headers' ? 'all' : classifyPlace(path);
}

/** Whether nothing of the text at `path` can be secret: what {@link segmentText} would say, without cutting it up. */
export function isPlainText(path: Path, text: string): boolean {
  const place = classifyText(path);
  if (place !== 'urls-within' && place !== 'url') return false;
  return !text.includes('://') || !(text.includes('@') || text.includes('?'));
}

/** Beginning of an authorization: it is not secret, and the rest of the text matters in a diff. */
const SCHEME_WORD = /^(?:Bearer|Basic|Token) (?=\$\{env:)/i;

function segmentCredential(text: string): TextSegment[] {
  const scheme = SCHEME_WORD.exec(text)?.[0] ?? '';
  return [...shown(scheme), ...hide(text.slice(scheme.length))];
}

const SCHEME_AND_AUTHORITY = /^(\s*[A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#]*)/;

function segmentWebhookUrl(text: string): TextSegment[] {
  const match = SCHEME_AND_AUTHORITY.exec(text);
  if (match === null) return segmentAfterReference(text);
  const [whole, scheme = '', authority = ''] = match;
  const rest = text.slice(whole.length);
  const slash = rest.startsWith('/') ? '/' : '';
  return [...shown(scheme), ...segmentAuthority(authority), ...shown(slash), ...hide(rest.slice(slash.length))];
}

const REFERENCE_AND_SLASH = /^(\$\{env:[A-Za-z_][A-Za-z0-9_]*\})\/(?!\/)/;

/** The slash after a reference tells that this is all of the origin: the rest is secret. */
function segmentAfterReference(text: string): TextSegment[] {
  const [start = '', reference = ''] = REFERENCE_AND_SLASH.exec(text) ?? [];
  if (start === '') return hide(text);
  return [{kind: 'reference', text: reference}, ...shown('/'), ...hide(text.slice(start.length))];
}

/** `user:password@host:port`: the part before the last `@` is secret. */
function segmentAuthority(authority: string): TextSegment[] {
  const at = authority.lastIndexOf('@');
  if (at < 0) return shown(authority);
  return [...hide(authority.slice(0, at)), ...shown(authority.slice(at))];
}

/** From `://` on, so that a long text costs one pass: authority, path, query. */
const URL_IN_TEXT = /:\/\/([^\s/?#"'<>`]*)([^\s?#"'<>`]*)(\?[^\s#"'<>`]*)?/g;
const WHOLE_URL = /:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/g;

function segmentUrls(text: string, pattern: RegExp): TextSegment[] {
  if (!text.includes('://')) return shown(text);
  // Lists of lists: a query may have more parts than a call takes arguments.
  const segments: TextSegment[][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, authority = '', path = '', query = ''] = match;
    segments.push(shown(`${text.slice(end, match.index)}://`), segmentAuthority(authority), shown(path), segmentQuery(query));
    end = match.index + whole.length;
  }
  return join([...segments, shown(text.slice(end))].flat());
}

/** `?name=value&flag`: names are shown, values are not; a parameter without `=` may be a bare token, so it is not. */
function segmentQuery(query: string): TextSegment[] {
  return query.split(/([?&;])/).flatMap(piece => {
    if (piece === '' || /^[?&;]$/.test(piece)) return shown(piece);
    const equals = piece.indexOf('=');
    return [...shown(piece.slice(0, equals + 1)), ...hide(piece.slice(equals + 1))];
  });
}

function shown(text: string): TextSegment[] {
  return text === '' ? [] : [{kind: 'shown', text}];
}

/** Everything is secret but the references in it. */
function hide(text: string): TextSegment[] {
  return join(
    splitReferences(text, 'everything').map(part => ({kind: part.kind === 'reference' ? 'reference' : 'secret', text: part.source})),
  );
}

/** Makes one segment of neighbours of a kind. */
function join(segments: readonly TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last?.kind === segment.kind) joined[joined.length - 1] = {kind: last.kind, text: last.text + segment.text};
    else joined.push(segment);
  }
  return joined;
}
