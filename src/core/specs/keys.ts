import {type Diagnostic, type Place, writePlace} from '../diagnostics/diagnostic';
import type {Key, Operations} from './desired-monitor';
import type {PlacedFacts} from './facts';
import {CrossFindings} from './finding-limit';

/** Facts of one spec for the check of all specs together. */
export type SpecFacts = PlacedFacts<'sync' | 'row' | 'name' | 'targetIds'>;

/** A spec with its key. */
interface KeyedSpec {
  readonly spec: SpecFacts;
  readonly key: Key;
}

/**
 * Gives every spec its key and finds what only all of them together show: keys that are equal or differ only in case
 * or in how an accented letter is composed, target ids used twice, renames that cannot be meant, equal names; and what
 * `operations` can't do. `keys` has one key for each spec, in order. Linear in the number of specs.
 */
export function checkAcrossSpecs(specs: readonly SpecFacts[], operations: Operations): {keys: Key[]; findings: Diagnostic[]} {
  const findings = new CrossFindings();
  const keyed = assignKeys(specs, findings);
  const owners = checkKeys(keyed, findings);
  const renamed = keyed.filter(({spec}) => spec.facts.sync.renamedFrom !== undefined);
  if (renamed.length > 0) checkRenames(renamed, owners, findings);
  checkTargetIds(specs, findings);
  checkNames(keyed, findings);
  const paused = operations === 'create' ? specs.filter(({facts}) => facts.sync.paused !== undefined) : [];
  for (const spec of paused) refusePausing(spec, findings);
  return {keys: keyed.map(({key}) => key), findings: findings.list()};
}

/** The key of a file that gives none: its path below the specs directory without its ending. */
export function defaultKey(specPath: string): Key {
  return specPath.endsWith('.yaml') ? specPath.slice(0, -5) : specPath.replace(/\.ya?ml$/i, '');
}

function assignKeys(specs: readonly SpecFacts[], findings: CrossFindings): KeyedSpec[] {
  const documents = new Map<string, number>();
  for (const {source, facts} of specs) {
    if (isFirstOfDocument(facts)) documents.set(source.specPath, (documents.get(source.specPath) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  return specs.map(spec => {
    const {sync, row} = spec.facts;
    const own = sync.key ?? giveKey(spec, documents, seen, findings);
    return {spec, key: row === undefined ? own : keyOfRow(own, row[1])};
  });
}

function isFirstOfDocument({row}: SpecFacts['facts']): boolean {
  return row === undefined || row[0] === 0;
}

/** The key of a row: that of its list, unless it is empty, and its own part. */
export function keyOfRow(list: Key, row: string): Key {
  return list === '' ? row : `${list}/${row}`;
}

/** The key of a spec that gives none; of all rows of a list the same. */
function giveKey(spec: SpecFacts, documents: ReadonlyMap<string, number>, seen: Map<string, number>, findings: CrossFindings): Key {
  const {specPath} = spec.source;
  const fallback = defaultKey(specPath);
  if (documents.get(specPath) === 1) return fallback;
  const isFirst = isFirstOfDocument(spec.facts);
  const number = (seen.get(specPath) ?? 0) + (isFirst ? 1 : 0);
  seen.set(specPath, number);
  if (isFirst) {
    findings.add(specPath, 'error', () => ({
      code: 'spec/key-missing',
      message: `"sync.key" is missing: a file with ${documents.get(specPath)} documents does not give each of them a key of its own`,
      hint: `add a key to this document, e.g. sync: {key: ${fallback}/${number}}`,
      where: spec.place(''),
    }));
  }
  return `${fallback}#${number}`;
}

/** Keys that a file system or a reader takes for the same are equal here. */
export function foldKey(key: Key): string {
  return ORDINARY_KEY.test(key) ? key.toLowerCase() : key.normalize('NFC').toLowerCase();
}

/** A key about whose shape nothing more needs to be asked, as nearly all are: plain letters, no part begins with a dot. */
const ORDINARY_KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Gives a name to the first one that asks for it; returns the one that has it already. */
function claim<Owner>(owners: Map<string, Owner>, name: string, one: Owner): Owner | undefined {
  const owner = owners.get(name);
  if (owner === undefined) owners.set(name, one);
  return owner;
}

function checkKeys(keyed: readonly KeyedSpec[], findings: CrossFindings): Map<string, KeyedSpec> {
  const owners = new Map<string, KeyedSpec>();
  for (const one of keyed) {
    const {spec, key} = one;
    const flaw = findKeyFlaw(key);
    if (flaw !== null) {
      findings.add(spec.source.specPath, 'error', () => ({
        code: 'spec/key-form',
        message: `the key ${flaw}`,
        hint: `${spec.facts.sync.key === undefined ? GIVE_KEY : WRITE_AS_PATH}${RESERVED.has(key) ? `; for a monitor that exists already, add renamedFrom: ${key}` : ''}`,
        where: placeOfKey(spec),
      }));
    }
    const owner = claim(owners, foldKey(key), one);
    if (owner === undefined) continue;
    const same =
      owner.key === key
        ? `the key "${key}" is used twice`
        : `the keys "${key}" and "${owner.key}" differ only in case or in how letters are composed`;
    findings.add(spec.source.specPath, 'error', () => ({
      code: 'spec/duplicate-key',
      hint: 'give one of the two specs another sync.key',
      ...seenFromBoth(...placesOfKeys(spec, owner.spec), place => `${same}: also at ${writePlace(place)}`),
    }));
  }
  return owners;
}

const GIVE_KEY = 'rename the file or directory, or give the spec a sync.key such as pricing/acme';
const WRITE_AS_PATH = 'write it like a path, e.g. pricing/acme';

const LONGEST_KEY = 512;

/** Names that each object of many languages has already: a program that reads our JSON by them finds something else, or nothing. */
const RESERVED: ReadonlySet<Key> = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Describes the flaw in the shape of a key, to follow "the key"; null when there is none. */
export function findKeyFlaw(key: Key): string | null {
  if (key === '') return 'is empty';
  if (key.length > LONGEST_KEY) return `is longer than ${LONGEST_KEY} characters`;
  if (RESERVED.has(key)) return `is "${key}", a name that programs reading JSON use themselves`;
  if (ORDINARY_KEY.test(key)) return null;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(key)) return 'has a control character or another that cannot be seen';
  if (key.includes('\\')) return 'has a backslash';
  if (key.trim() !== key) return 'begins or ends with white space';
  return /(?:^|\/)\.{0,2}(?:\/|$)/.test(key) ? 'has an empty part, "." or ".." between its slashes' : null;
}

function checkRenames(renamed: readonly KeyedSpec[], owners: ReadonlyMap<string, KeyedSpec>, findings: CrossFindings): void {
  const claimed = new Map<string, SpecFacts>();
  const explained = new Set<SpecFacts>();
  for (const {spec, key} of renamed) {
    const from = spec.facts.sync.renamedFrom ?? '';
    const claimant = claim(claimed, from, spec);
    // The next rows of the same list say it again.
    if (claimant !== undefined && isSharedByRows(spec, claimant)) {
      if (!explained.has(claimant)) findings.add(spec.source.specPath, 'error', () => explainRenameOfList(spec));
      explained.add(claimant);
      continue;
    }
    const problem = explainRename(spec, {from, key}, owners.get(foldKey(from)), claimant);
    if (problem === null) continue;
    findings.add(spec.source.specPath, 'error', () => ({code: 'spec/renamed-from', ...problem, where: spec.place('/sync/renamedFrom')}));
  }
}

/** Whether `renamedFrom` of two rows is written once, in the `sync` of their list. */
function isSharedByRows(spec: SpecFacts, other: SpecFacts): boolean {
  if (spec.facts.row === undefined || other.facts.row === undefined || spec.source.specPath !== other.source.specPath) return false;
  return writePlace(spec.place('/sync/renamedFrom')) === writePlace(other.place('/sync/renamedFrom'));
}

function explainRenameOfList(spec: SpecFacts): Omit<Diagnostic, 'severity'> {
  return {
    code: 'spec/renamed-from',
    message: '"renamedFrom" stands under sync of a list, where it names one monitor for all rows',
    hint: 'add a column "renamedFrom" to the rows, and write the old key into the row that has the monitor now',
    where: spec.place('/sync/renamedFrom'),
  };
}

/** `owner` has the key that the monitor had before, `claimant` names it, too. */
function explainRename(
  spec: SpecFacts,
  {from, key}: {readonly from: Key; readonly key: Key},
  owner: KeyedSpec | undefined,
  claimant: SpecFacts | undefined,
): Pick<Diagnostic, 'message' | 'hint' | 'counterpart'> | null {
  if (from === key)
    return {
      message: `"renamedFrom" is this spec's own key "${key}"`,
      hint: 'remove renamedFrom, or name the key that the monitor had before',
    };
  if (owner !== undefined && owner.spec !== spec) {
    const place = placeOfKey(owner.spec);
    return {
      message: `"renamedFrom" names the key "${from}", which another spec has: ${writePlace(place)}`,
      hint: 'remove renamedFrom, or give the other spec another key first',
      counterpart: {
        message: `the key "${from}" is what "renamedFrom" of another spec names: ${writePlace(spec.place('/sync/renamedFrom'))}`,
        where: place,
      },
    };
  }
  if (claimant === undefined) return null;
  return {
    hint: 'keep it only in the spec that the monitor belongs to',
    ...seenFromBoth(
      spec.place('/sync/renamedFrom'),
      claimant.place('/sync/renamedFrom'),
      place => `"renamedFrom" names the key "${from}", and so does another spec: ${writePlace(place)}`,
    ),
  };
}

function checkTargetIds(specs: readonly SpecFacts[], findings: CrossFindings): void {
  const owners = new Map<string, () => Place>();
  for (const spec of specs) {
    for (const [index, id] of spec.facts.targetIds) {
      const place = () => spec.place(`/targets/${index}/id`);
      const placeOfOwner = claim(owners, id, place);
      if (placeOfOwner === undefined) continue;
      findings.add(spec.source.specPath, 'error', () => ({
        code: 'spec/duplicate-target-id',
        hint: 'remove the id from one of them: one is derived for it',
        ...seenFromBoth(place(), placeOfOwner(), where => `the target id ${id} is used twice: also at ${writePlace(where)}`),
      }));
    }
  }
}

function checkNames(keyed: readonly KeyedSpec[], findings: CrossFindings): void {
  const owners = new Map<string, KeyedSpec>();
  for (const one of keyed) {
    const {spec, key} = one;
    const {name} = spec.facts;
    const owner = name === '' ? undefined : claim(owners, name, one);
    if (owner === undefined) continue;
    const sentence = (key: Key) => `the monitor "${key}" has the same name: in the service they look alike`;
    findings.add(spec.source.specPath, 'warning', () => ({
      code: 'spec/duplicate-name',
      message: sentence(owner.key),
      hint: 'give one of them another name',
      where: spec.place('/name'),
      counterpart: {message: sentence(key), where: owner.spec.place('/name')},
    }));
  }
}

function refusePausing(spec: SpecFacts, findings: CrossFindings): void {
  findings.add(spec.source.specPath, 'error', () => ({
    code: 'spec/paused-needs-full',
    message: '"sync.paused" needs service.operations: full, since a create cannot pause',
    hint: 'remove sync.paused, or write service: {operations: full} into monitors.config.yaml',
    where: spec.place('/sync/paused', 'key'),
  }));
}

/** A finding about two places: it stands at the later one, names the other, and can be turned around. */
function seenFromBoth(
  where: Place,
  other: Place,
  explain: (place: Place) => string,
): Pick<Diagnostic, 'message' | 'where' | 'counterpart'> {
  return {message: explain(other), where, counterpart: {message: explain(where), where: other}};
}

/** Finds the places of two equal keys: where two lists read the same row, the two specs. */
function placesOfKeys(spec: SpecFacts, other: SpecFacts): [Place, Place] {
  const places: [Place, Place] = [placeOfKey(spec), placeOfKey(other)];
  return writePlace(places[0]) === writePlace(places[1]) ? [spec.place('/sync'), other.place('/sync')] : places;
}

function placeOfKey(spec: SpecFacts): Place {
  return spec.place(spec.facts.sync.key === undefined ? '' : '/sync/key');
}
