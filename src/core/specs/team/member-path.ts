import {suggestName} from '../../diagnostics/suggest';
import {isObject} from '../../json/value';
import {type KnownType, listTypes, type Member, type TypeName, typeOf} from '../../service/table';
import type {Spot} from '../spot';

/** The names of a path such as `targets.*.scrapeOptions.maxAge`; the stars, which stand for the items of a list, may be left out. */
export function readSteps(path: string): readonly string[] {
  return path.split('.').filter(name => name !== '*');
}

/** Describes the flaw of a path: it names no member, or one that is a group of others; null when there is none. */
export function findPathFlaw(path: string, wanted: 'any' | 'value'): {readonly message: string; readonly hint: string} | null {
  const end = followNames(readSteps(path));
  if (end === null || path.startsWith('*'))
    return {message: `${JSON.stringify(path)} does not name a member of a spec`, hint: suggestPath(path)};
  if (wanted === 'any' || !isGroup(end)) return null;
  return {
    message: `${JSON.stringify(path)} is a group of members, not a value`,
    hint: `name a member of it, such as ${path}.${firstMember(end)}`,
  };
}

/** The member that the names lead to, `anything` below an open mapping; null where one of them is unknown. */
function followNames(names: readonly string[]): readonly Member[] | 'anything' | null {
  let types: readonly KnownType[] = ROOTS;
  let members: readonly Member[] = [];
  for (const [index, name] of names.entries()) {
    if (name === '') return null;
    members = types.flatMap(type => (Object.hasOwn(type.members, name) ? [type.members[name] as Member] : []));
    if (index === 0 && name === 'sync') members = [SYNC];
    if (members.length === 0) return null;
    if (members.some(({map}) => map === true))
      return index === names.length - 1 ? members : names.slice(index + 1).includes('') ? null : 'anything';
    types = members.flatMap(({type}) => (type === undefined ? [] : listTypes(type)));
  }
  return members;
}

const ROOTS = listTypes('MonitorCreateRequest');
const SYNC: Member = {type: 'SpecSync'};

/** Whether only objects stand there that have no `type` by which they could be named. */
function isGroup(end: readonly Member[] | 'anything'): boolean {
  if (end === 'anything') return false;
  return end.some(({type, map, list}) => map === true || (type !== undefined && list !== 'byType'));
}

function firstMember(end: readonly Member[] | 'anything'): string {
  const [member] = end === 'anything' ? [] : end;
  return (member?.type === undefined ? undefined : listTypes(member.type)[0]?.entries.at(-1)?.[0]) ?? 'name';
}

function suggestPath(path: string): string {
  const known = listPaths();
  const plain = readSteps(path).join('.');
  const last = plain.slice(plain.lastIndexOf('.') + 1);
  const meant = suggestName(plain, known) ?? known.find(candidate => candidate.endsWith(`.${last}`));
  return meant === undefined ? 'write a path such as goal, webhook.url or sync.labels.owner' : `did you mean "${meant}"?`;
}

/** All paths of the table, the short ones first. A type that stands within itself is entered once. */
function listPaths(): string[] {
  const paths: string[] = [];
  const walk = (types: readonly KnownType[], start: string, above: readonly KnownType[]) => {
    for (const type of types) {
      if (above.includes(type)) continue;
      for (const [name, member] of type.entries) {
        paths.push(start + name);
        if (member.type !== undefined) walk(listTypes(member.type), `${start}${name}.`, [...above, type]);
      }
    }
  };
  walk(ROOTS, '', []);
  walk(listTypes('SpecSync'), 'sync.', []);
  return [...new Set(paths)].sort((a, b) => a.split('.').length - b.split('.').length);
}

/**
 * The places of a spec that a path leads to, through each item of a list. What is absent is a place too, unless the object is of
 * a type that has no such member: a search has no scrape options.
 */
export function listSites(spec: Spot, steps: readonly string[]): readonly Spot[] {
  const sites: Spot[] = [];
  const walk = (spot: Spot, index: number, above: 'document' | 'object' | 'list', type: TypeName | undefined) => {
    const {value} = spot;
    if (Array.isArray(value) && value.length > 0) {
      for (const item of spot.items()) walk(item, index, 'list', type);
      return;
    }
    const step = steps[index];
    if (step === undefined) {
      sites.push(spot);
      return;
    }
    const known = type === undefined || value === undefined ? undefined : typeOf(type, value);
    if (known !== undefined && !Object.hasOwn(known.members, step) && known.answered !== 'asSent' && above !== 'document') return;
    // A short form, such as a format by its name, has no members.
    if (value !== undefined && !isObject(value) && above === 'list') return;
    const next = index === 0 && step === 'sync' ? 'SpecSync' : known?.members[step]?.type;
    walk(spot.below(step), index + 1, 'object', next);
  };
  walk(spec, 0, 'document', 'MonitorCreateRequest');
  return sites;
}
