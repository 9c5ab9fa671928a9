import {compileGlob, hasWildcard} from '../base/glob';
import {listFirst} from '../diagnostics/first-few';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import type {Choice} from '../plan/change';
import type {PlanInput} from '../plan/plan';
import type {DesiredMonitor, Key} from '../spec/desired-monitor';

/** What a choice is made from. */
type Known = Pick<PlanInput, 'desired' | 'state' | 'unresolved'>;

/**
 * The keys that a run covers; undefined for all. An argument that equals a key means that key, any other with a wildcard is a glob.
 * Throws `UserError` where an argument matches nothing, or where nothing is left.
 */
export function chooseKeys(choice: Choice, known: Known, nameOption: (flag: string) => string): ReadonlySet<Key> | undefined {
  const {only, exclude = []} = choice;
  if (only === undefined && exclude.length === 0) return undefined;
  const keys = listKnownKeys(known);
  const chosen = only === undefined ? new Set(keys) : expand(only, keys, nameOption('only'));
  const excluded = withRenames(expand(exclude, keys, nameOption('exclude')), known);
  const left = [...chosen].filter(key => !excluded.has(key));
  if (left.length === 0 && chosen.size > 0) {
    throw new UserError('config/nothing-chosen', `${nameOption('exclude')} leaves no monitor`, 'exclude less, or leave it out');
  }
  return new Set(left);
}

function listKnownKeys({desired, state, unresolved}: Known): ReadonlySet<Key> {
  return new Set([...desired.map(({key}) => key), ...(state?.monitors.keys() ?? []), ...unresolved.map(({intent}) => intent.key)]);
}

function expand(given: readonly string[], keys: ReadonlySet<Key>, option: string): Set<Key> {
  const unmatched: string[] = [];
  const found = new Set<Key>();
  for (const argument of given) {
    const matched = matchKeys(argument, keys);
    if (matched.length === 0) unmatched.push(argument);
    for (const key of matched) found.add(key);
  }
  if (unmatched.length > 0) throw unknownKeys(unmatched.sort(), keys, option);
  return found;
}

/** The keys that an argument means, in the order of `keys`: the key that it equals, else those that the glob matches; none where it has no wildcard. */
export function matchKeys(argument: string, keys: ReadonlySet<Key>): Key[] {
  if (keys.has(argument)) return [argument];
  return hasWildcard(argument) ? [...keys].filter(compileGlob(argument)) : [];
}

/** A key or a glob like one that matches nothing, as it was probably meant; undefined where nothing is near. */
export function suggestKey(argument: string, keys: Iterable<Key>): string | undefined {
  if (!hasWildcard(argument)) return suggestName(argument, keys);
  const [, folder = '', rest = ''] = /^([^*?]*)\/(.*)$/su.exec(argument) ?? [];
  if (folder === '') return undefined;
  const depth = folder.split('/').length;
  const folders = new Set(
    [...keys].map(key => key.split('/')).flatMap(parts => (parts.length > depth ? parts.slice(0, depth).join('/') : [])),
  );
  const near = suggestName(folder, folders);
  return near === undefined || near === folder ? undefined : `${near}/${rest}`;
}

function unknownKeys(unmatched: readonly string[], keys: ReadonlySet<Key>, option: string): UserError {
  const names = listFirst(unmatched.map(name => `"${name}"`));
  const near = unmatched.flatMap(name => suggestKey(name, keys) ?? []);
  const message = unmatched.some(hasWildcard)
    ? `${option} ${names} matches no key of a spec or recorded monitor`
    : `${option} names ${names}, but no spec or recorded monitor has that key`;
  const hint =
    near.length > 0
      ? `did you mean ${listFirst(near.map(name => `"${name}"`))}?`
      : '`monitors plan --format json` and `monitors state list` show the keys';
  return new UserError('config/unknown-key', message, hint);
}

/** Excluding one name of a monitor that is renamed excludes the other too. */
function withRenames(excluded: ReadonlySet<Key>, {desired, state}: Known): ReadonlySet<Key> {
  if (excluded.size === 0) return excluded;
  const specs = new Set(desired.map(({key}) => key));
  const isRename = ({renamedFrom: from}: DesiredMonitor) => from !== undefined && !specs.has(from) && state?.monitors.has(from) === true;
  const whole = new Set(excluded);
  for (const spec of desired) {
    if (!isRename(spec) || !(excluded.has(spec.key) || excluded.has(spec.renamedFrom!))) continue;
    whole.add(spec.key);
    whole.add(spec.renamedFrom!);
  }
  return whole;
}
