import {compileGlob, hasWildcard} from '../core/base/glob';
import {listFirst, listWords} from '../core/base/words';
import {suggestName} from '../core/diagnostics/suggest';
import {UserError} from '../core/diagnostics/user-error';
import type {Choice} from '../core/plan/change';
import {findFormerKey} from '../core/plan/moves';
import type {PlanInput} from '../core/plan/plan';
import type {CheckedSpecs, DesiredMonitor, Key, Labels} from '../core/specs/desired-monitor';

/** Monitors that a choice is made from. */
interface Known extends Pick<PlanInput, 'state' | 'unresolved'> {
  readonly desired: readonly Pick<DesiredMonitor, 'key' | 'sync'>[];
  /** Keys of the specs that live in other environments only. Default: none. */
  readonly elsewhere?: CheckedSpecs['elsewhere'];
}

/**
 * The keys that a run covers; undefined for all. An argument that equals a key means that key, any other with a wildcard is a glob.
 * Throws `UserError` where an argument matches nothing, or where nothing is left.
 */
export function chooseKeys(choice: Choice, known: Known, nameOption: (flag: string) => string): ReadonlySet<Key> | undefined {
  const {only, exclude = [], labels = []} = choice;
  if (only === undefined && exclude.length === 0 && labels.length === 0) return undefined;
  const keys = listKnownKeys(known);
  const labelled = labels.length === 0 ? keys : findLabelled(labels, known, nameOption('label'));
  const chosen = only === undefined ? labelled : expand(only, known, nameOption('only'));
  const excluded = withRenames(expand(exclude, known, nameOption('exclude')), known);
  const left = [...chosen].filter(key => labelled.has(key) && !excluded.has(key));
  if (left.length === 0 && chosen.size > 0) {
    const flags = [
      ...(only === undefined ? [] : ['only']),
      ...(labels.length === 0 ? [] : ['label']),
      ...(exclude.length === 0 ? [] : ['exclude']),
    ];
    throw new UserError(
      'config/nothing-chosen',
      `${listWords(flags.map(nameOption))} ${flags.length === 1 ? 'leaves' : 'leave'} no monitor`,
      'choose more, or exclude less',
    );
  }
  return new Set(left);
}

/** The keys of monitors with all of these labels: in their spec, or in their record, or in the create whose outcome is unknown. */
function findLabelled(given: readonly string[], {desired, state, unresolved}: Known, option: string): ReadonlySet<Key> {
  const sources: (readonly [Key, Labels | undefined])[] = [
    ...desired.map(({key, sync}) => [key, sync.labels] as const),
    ...[...(state?.monitors ?? [])].map(([key, {labels}]) => [key, labels] as const),
    ...unresolved.map(({intent}) => [intent.key, intent.monitor.labels] as const),
  ];
  const wanted = given.map(label => readLabel(label, option));
  const hasAll = (labels: Labels | undefined) =>
    labels !== undefined && wanted.every(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value);
  const found = new Set(sources.flatMap(([key, labels]) => (hasAll(labels) ? [key] : [])));
  if (found.size > 0) return found;
  const known = new Set(sources.flatMap(([, labels = {}]) => Object.entries(labels).map(([name, value]) => `${name}=${value}`)));
  const near = given.flatMap(label => (known.has(label) ? [] : (suggestName(label, known) ?? [])));
  throw new UserError(
    'config/nothing-chosen',
    `no monitor has ${given.length === 1 ? 'the label' : 'all of the labels'} ${listFirst(given.map(label => `"${label}"`))}`,
    near.length > 0 ? `did you mean ${listFirst(near.map(label => `"${label}"`))}?` : 'labels are in `sync.labels` of the specs',
  );
}

function readLabel(label: string, option: string): readonly [name: string, value: string] {
  const at = label.indexOf('=');
  if (at < 1) throw new UserError('config/usage', `${option} "${label}" is not a label`, 'write NAME=VALUE, e.g. team=pricing');
  return [label.slice(0, at), label.slice(at + 1)];
}

function listKnownKeys({desired, state, unresolved}: Known): ReadonlySet<Key> {
  return new Set([...desired.map(({key}) => key), ...(state?.monitors.keys() ?? []), ...unresolved.map(({intent}) => intent.key)]);
}

function expand(given: readonly string[], known: Known, option: string): Set<Key> {
  const keys = listKnownKeys(known);
  const unmatched: string[] = [];
  const found = new Set<Key>();
  for (const argument of given) {
    const matched = matchKeys(argument, keys);
    if (matched.length === 0) unmatched.push(argument);
    for (const key of matched) found.add(key);
  }
  if (unmatched.length > 0) throw livesElsewhere(unmatched, known, option) ?? unknownKeys(unmatched.sort(), keys, option);
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

/** The glob of a folder that was named like a key: `pricing/**` for `pricing`; undefined where no key lies in it. */
function suggestFolder(argument: string, keys: Iterable<Key>): string | undefined {
  const folder = argument.replace(/\/+$/, '');
  return [...keys].some(key => key.startsWith(`${folder}/`)) ? `${folder}/**` : undefined;
}

/** An argument that means specs of other environments only; null where none does. */
function livesElsewhere(unmatched: readonly string[], {elsewhere = new Map()}: Known, option: string): UserError | null {
  for (const argument of unmatched) {
    const [key, ...more] = matchKeys(argument, new Set(elsewhere.keys()));
    if (key === undefined) continue;
    const homes: readonly string[] = elsewhere.get(key) ?? [];
    return new UserError(
      'config/unknown-key',
      `${option} names "${argument}", but the spec of "${key}" lives in ${listWords(homes)} only${more.length === 0 ? '' : ', and others do too'}`,
      `choose ${listWords(homes, 'or')} with --environment, or add this environment to sync.environments of the spec`,
    );
  }
  return null;
}

function unknownKeys(unmatched: readonly string[], keys: ReadonlySet<Key>, option: string): UserError {
  const names = listFirst(unmatched.map(name => `"${name}"`));
  const near = unmatched.flatMap(name => suggestFolder(name, keys) ?? suggestKey(name, keys) ?? []);
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
  const recorded = new Set(state?.monitors.keys());
  const whole = new Set(excluded);
  for (const spec of desired) {
    const from = findFormerKey(spec, specs, recorded);
    if (from === null || !(excluded.has(spec.key) || excluded.has(from))) continue;
    whole.add(spec.key).add(from);
  }
  return whole;
}
