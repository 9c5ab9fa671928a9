import type {Path} from '../json/pointer';
import {follow, isOurs, listTypes, type TypeName} from '../service/table';

/**
 * Secret part of the text at a place:
 * - `all`: every literal character (header values, what a `write` action types).
 * - `webhook-url`: all but scheme and host.
 * - `url`: user info and query values (the pages that targets watch).
 * - `urls-within`: the same of URLs that stand somewhere in the text; every other place of a body.
 */
export type SecretPlace = 'all' | 'webhook-url' | 'url' | 'urls-within';

/**
 * Finds the secret part of the text at `path` of a create-monitor body. All of it below a member that no type has and
 * that stands in a closed object: a sound spec has only those that `service.allowFields` names, whatever that says
 * today.
 */
export function classifyPlace(path: Path): SecretPlace {
  return follow(path).isUnknown ? 'all' : classifyDocumented(path);
}

/** The same for any path of a document that is not checked yet, or of an answer: what no type has is taken for a mistake. */
export function classifyDocumented(path: Path): SecretPlace {
  if (path.includes('headers')) return isHeaderValue(path) ? 'all' : 'urls-within';
  const {members, unnamed} = follow(path);
  if (unnamed !== undefined && saysSecret(path, unnamed)) return 'all';
  // A misspelt `url`, or the address where a map should be.
  if (path[0] === 'webhook' && (unnamed !== undefined || path.length === 1)) return 'webhook-url';
  for (const {secret} of members) {
    if (secret === true) return 'all';
    if (secret === 'allButHost') return 'webhook-url';
    if (secret === 'userInfoAndQuery') return 'url';
  }
  return 'urls-within';
}

const CREDENTIAL =
  /^(?:headers?|cookies?|(?:basic-?_?)?auth|authorization|pass|passwd|password|secrets?|tokens?|api[-_]?keys?|credentials?)$/i;

/** Tells whether a member that no type has, at that index of the path, is named as credentials are, or is what an action may type. */
function saysSecret(path: Path, unnamed: number): boolean {
  if (unnamed === 0 && isOurs(String(path[0]))) return false;
  return path.includes('actions') || path.slice(unnamed).some(step => CREDENTIAL.test(String(step)));
}

/** Whether the value at `path` is secret as a whole or but for its host. */
export function isSecretPath(path: Path): boolean {
  return isSecret(classifyPlace(path));
}

/** The same for a document that is not checked yet: see {@link classifyDocumented}. */
export function isDocumentedSecret(path: Path): boolean {
  return isSecret(classifyDocumented(path));
}

function isSecret(place: SecretPlace): boolean {
  return place === 'all' || place === 'webhook-url';
}

/**
 * Whether `${env:NAME}` may stand at `path` of a body: where it is documented, and where the config allows a new member, also one
 * that became known.
 */
export function isReferencePlace(path: Path): boolean {
  const {isUnknown, isForeign} = follow(path);
  return isUnknown || isForeign || isDocumentedReference(path);
}

/** The same for a document that is not checked yet. */
export function isDocumentedReference(path: Path): boolean {
  const {members, within} = follow(path);
  const asked = within === 0 ? true : within === 1 ? 'inValues' : undefined;
  return asked !== undefined && members.some(({references}) => references === asked);
}

/** Lists the places where references may stand, e.g. `webhook.url`. */
export function listReferencePlaces(name: TypeName = 'MonitorCreateRequest', above: readonly TypeName[] = []): string[] {
  const places = listTypes(name).flatMap(({entries}) =>
    entries.flatMap(([member, {references, type}]) => {
      if (references !== undefined) return [member];
      // A type that holds itself says nothing new.
      if (type === undefined || above.includes(type)) return [];
      return listReferencePlaces(type, [...above, name]).map(below => `${member}.${below}`);
    }),
  );
  return [...new Set(places)];
}

/** A value, or part of one, of a `headers` map at any depth, known or not; User-Agent and Accept* say nothing secret. */
function isHeaderValue(path: Path): boolean {
  const map = path.indexOf('headers');
  if (map < 0 || map === path.length - 1) return false;
  const name = String(path[map + 1]).toLowerCase();
  return !(name === 'user-agent' || name === 'accept' || name.startsWith('accept-')) || isHeaderValue(path.slice(map + 1));
}
