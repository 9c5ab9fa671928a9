import {addToGroup} from '../base/grouping';
import {compareDiagnostics, compareText, type Diagnostic, hasErrors, type Place} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {JsonObject, JsonValue} from '../json/value';
import {type AllowedFields, NO_FIELDS} from '../service/allowed-fields';
import type {
  CheckedKey,
  CheckedSpecs,
  DesiredMonitor,
  Inheritable,
  MemberPart,
  Operations,
  Purpose,
  SourceFile,
  SpecParts,
} from './desired-monitor';
import {parseSource} from './document';
import {bodyOf, type DocumentFacts, type FileFacts, sizeOf, type WishFacts, withDefaults} from './examine';
import {findExcess} from './excess';
import {type CheckCache, FileFactFinder} from './file-facts';
import {listParts} from './fleet/effective';
import {type ExpandOptions, type Expansion, expandDocument} from './fleet/expand';
import {readInheritable} from './fleet/inheritable';
import type {Row} from './fleet/row';
import {SharedFindings} from './fleet/shared-findings';
import type {FleetEnvironment, LayerFile, ReadData} from './fleet/sources';
import {type FolderLayers, LayerTree} from './fleet/tree';
import {checkHomes, type HomeFacts, keepHere, livesIn} from './homes';
import {checkAcrossSpecs, type SpecFacts} from './keys';
import {checkRules} from './rules';
import {findRepeatedUrls} from './rules/repeated-urls';
import {type Timed, warnOfFullMinute} from './same-minute';
import {summarizeSharedPages, type Watcher} from './shared-pages';
import {type SilentMonitor, warnOfSilence} from './silence';
import type {SpecDocument} from './spec-document';
import {checkGroups} from './team/groups';
import {compileRules} from './team/rule-set';
import type {PlacedRule} from './team/team-rule';
import {type FieldUser, warnOfFields} from './used-fields';

/** Options of a check, besides the files. */
export interface CheckOptions {
  /** Environment names that specs may refer to. */
  readonly allowed: readonly string[];
  /** Members that specs may have besides those of the types. Default: none. */
  readonly fields?: AllowedFields;
  readonly operations: Operations;
  readonly cache: CheckCache | null;
  /** Default: monitors. */
  readonly purpose?: Purpose;
  /** The rules of the team. Default: none. */
  readonly rules?: readonly PlacedRule[] | undefined;
  /** Everything that specs share. Default: nothing. */
  readonly fleet?: Fleet;
}

/** Everything that specs share, and the environment for which they are put together. */
export interface Fleet {
  readonly layers: readonly LayerFile[];
  readonly environment: FleetEnvironment;
  readonly readData: ReadData;
}

/** Checks every file by itself and all of them together. Pure but for the cache. */
export function checkSpecs(files: readonly SourceFile[], options: CheckOptions): CheckedSpecs {
  const {allowed, fields = NO_FIELDS, operations, cache, purpose = 'monitors', rules, fleet = NO_FLEET} = options;
  const findings: Diagnostic[] = [];
  const tree = new LayerTree(fleet.layers, fleet.environment, {allowed, fields});
  const finder = new FileFactFinder({
    allowed,
    fields,
    purpose,
    cache,
    environment: fleet.environment,
    readData: fleet.readData,
    rules: rules === undefined ? null : compileRules(rules),
  });
  const shared = new SharedFindings();
  shared.addOwn(tree.findings);
  let size = 0;
  const candidates: Candidate[] = [];
  const hashes = new Map<string, string>();
  const factsOf = new Map<string, FileFacts>();
  for (const source of files) {
    const hash = sha256(source.bytes);
    hashes.set(source.specPath, hash);
    const layers = tree.layersOf(source.specPath);
    const facts = finder.find(source, hash, layers);
    factsOf.set(source.specPath, facts);
    addOwn(source.file, facts, layers === null && facts.uses === undefined ? findings : null, shared);
    addCandidates(candidates, source, facts, {layers, environment: fleet.environment, readData: fleet.readData});
    size += sizeOf(source, facts, layers);
    const excess = findExcess(source.file, candidates.length, size);
    if (excess === null) continue;
    findings.push(excess);
    break;
  }
  const across = checkAcrossSpecs(candidates, operations);
  const here = keepHere(candidates, across.keys, fleet.environment.environment);
  const ofGroups = rules === undefined ? [] : checkGroups(rules, here.specs, here.keys);
  const ofHomes = checkHomes(candidates, fleet.environment.declared);
  const ofLoad = [...summarizeSharedPages(here.specs, here.keys), ...warnOfFullMinute(here.specs)];
  // A plan knows from state and service who is notified in spite of a spec.
  if (purpose === 'findings') ofLoad.push(...warnOfSilence(listSilent(here.specs, here.keys)));
  addEverywhere([...across.findings, ...warnOfFields(candidates), ...ofLoad, ...ofGroups, ...ofHomes], candidates, findings, shared);
  const concerned = new Map(shared.list());
  findings.push(...concerned.keys(), ...tree.listUnused());
  for (const [path, hash] of [...tree.listHashes(), ...finder.dataHashes]) hashes.set(path, hash);
  const isPlanned = purpose === 'monitors' && !hasErrors(findings);
  return {
    files: files.length,
    documents: candidates.length,
    ...listContents(factsOf),
    monitors: isPlanned ? listDesired(candidates, across.keys, fleet.environment) : [],
    elsewhere: isPlanned ? listElsewhere(candidates, across.keys, fleet.environment) : new Map(),
    findings: findings.sort(compareDiagnostics),
    concerned,
    lists: listLists(candidates, across.keys),
    hashes,
    keys: () => candidates.map(({source, facts}, index) => toCheckedKey(across.keys[index] ?? '', source, facts)),
  };
}

/** Lists the contents of each file and the data files that it names. */
function listContents(factsOf: ReadonlyMap<string, FileFacts>): Pick<CheckedSpecs, 'documentsOf' | 'dataOf'> {
  const files = [...factsOf];
  return {
    documentsOf: new Map(files.map(([path, {documents}]) => [path, documents.length])),
    dataOf: new Map(files.flatMap(([path, {uses}]) => (uses === undefined ? [] : [[path, uses.data] as const]))),
  };
}

/** The findings of one file: into the list, or where it is null to those that many monitors may share. */
function addOwn(file: string, facts: FileFacts, findings: Diagnostic[] | null, shared: SharedFindings): void {
  const located = facts.findings.map(finding => locateIn(file, finding));
  if (findings === null) shared.add(file, located);
  else for (const finding of located) findings.push(finding);
}

/** Adds the findings of all specs together; a finding in a layer is reported once. */
function addEverywhere(
  found: readonly Diagnostic[],
  candidates: readonly Candidate[],
  findings: Diagnostic[],
  shared: SharedFindings,
): void {
  const specsUnder = found.length === 0 ? new Map<string, string[]>() : groupByLayer(candidates);
  for (const finding of found) {
    const file = finding.where?.file ?? '';
    const specs = specsUnder.get(file);
    if (specs === undefined) findings.push(finding);
    else shared.add(file, [finding], specs);
  }
}

/** The files of the specs that inherit from each layer. */
function groupByLayer(candidates: readonly Candidate[]): Map<string, string[]> {
  const specs = new Map<string, string[]>();
  for (const {layers, source} of candidates) for (const layer of layers?.files ?? []) addToGroup(specs, layer, source.file);
  return specs;
}

function listSilent(specs: readonly Candidate[], keys: readonly string[]): SilentMonitor[] {
  return specs.flatMap(({facts: {sound, isSilent, line}, layers, source: {file}}, index) =>
    sound && isSilent === true ? [{key: keys[index] ?? '', layers: layers?.files ?? [], file, line}] : [],
  );
}

/** Of specs that share nothing. */
export const NO_FLEET: Fleet = {...withDefaults({}), layers: []};

function toCheckedKey(key: string, {file}: SourceFile, {labels, renamedFrom}: DocumentFacts): CheckedKey {
  return {key, file, ...(labels === undefined ? {} : {labels}), ...(renamedFrom === null ? {} : {renamedFrom})};
}

/** A finding with its path; the facts of a file hold `''` for it. */
function locateIn(file: string, finding: Diagnostic): Diagnostic {
  const {where, related} = finding;
  return {
    ...finding,
    ...(where === undefined ? {} : {where: placeIn(file, where)}),
    ...(related === undefined ? {} : {related: related.map(other => ({...other, where: placeIn(file, other.where)}))}),
  };
}

function placeIn(file: string, place: Place): Place {
  return place.file === '' ? {...place, file} : place;
}

function addCandidates(candidates: Candidate[], source: SourceFile, {documents}: FileFacts, options: ExpandOptions): void {
  let expanded: readonly Expansion[] | undefined;
  const expand = () => {
    expanded ??= parseSource(source).documents.map(document => expandDocument(document, options));
    return expanded;
  };
  for (const facts of documents) candidates.push(new Candidate(source, facts, options.layers, expand));
}

/** A monitor of a file, known by its facts; parsed again only when its body or a place in it is asked for. */
class Candidate implements SpecFacts, HomeFacts, Watcher, Timed, FieldUser {
  readonly source: SourceFile;
  readonly facts: DocumentFacts;
  readonly layers: FolderLayers | null;
  readonly #expand: () => readonly Expansion[];
  #spec: SpecDocument | undefined;

  constructor(source: SourceFile, facts: DocumentFacts, layers: FolderLayers | null, expand: () => readonly Expansion[]) {
    this.source = source;
    this.facts = facts;
    this.layers = layers;
    this.#expand = expand;
  }

  get specPath(): string {
    return this.source.specPath;
  }

  get row(): DocumentFacts['row'] {
    return this.facts.row;
  }

  get key(): string | null {
    return this.facts.key;
  }

  get name(): string {
    return this.facts.name;
  }

  get renamedFrom(): string | null {
    return this.facts.renamedFrom;
  }

  get targetIds(): DocumentFacts['targetIds'] {
    return this.facts.targetIds;
  }

  get pages(): DocumentFacts['pages'] {
    return this.facts.pages;
  }

  get times(): DocumentFacts['times'] {
    return this.facts.times;
  }

  get isPaused(): boolean {
    return this.facts.paused === true;
  }

  get usedFields(): DocumentFacts['usedFields'] {
    return this.facts.usedFields;
  }

  get counted(): DocumentFacts['counted'] {
    return this.facts.counted;
  }

  get saysPaused(): boolean {
    return this.facts.paused !== null;
  }

  get environments(): readonly string[] | undefined {
    return this.facts.environments;
  }

  place(pointer: string, part?: MemberPart): Place {
    const key = pointer === '' || pointer === '/sync/key' ? this.#findRow()?.placeOf('key') : undefined;
    return placeIn(this.source.file, key ?? this.parse().placeOf(pointer, part));
  }

  /** The spec as its row and layers make it. */
  parse(): SpecDocument {
    this.#spec ??= this.#expansion().put(this.#findRow()).spec;
    return this.#spec;
  }

  /** Reads the value that the spec itself gives, without its layers. */
  readOwn(name: Inheritable): JsonValue | undefined {
    return readInheritable(this.#expansion().put(this.#findRow()).own, name);
  }

  parts(): SpecParts {
    const spec = this.parse();
    const {row} = this.facts;
    return {index: spec.index, ...listParts(spec), ...(row === undefined ? {} : {row: row[0]})};
  }

  #findRow(): Row | null {
    const {row} = this.facts;
    if (row === undefined) return null;
    const found = this.#expansion().rows[row[0]];
    if (found == null) throw new Error(`${this.source.specPath} has no row number ${row[0]}`);
    return found;
  }

  #expansion(): Expansion {
    const expansion = this.#expand()[this.facts.document];
    if (expansion === undefined) throw new Error(`${this.source.specPath} has no document number ${this.facts.document}`);
    return expansion;
  }
}

/** The lists by the key that those of their rows begin with. */
function listLists(candidates: readonly Candidate[], keys: readonly string[]): CheckedSpecs['lists'] {
  const lists = new Map<string, {readonly file: string; rows: number}>();
  for (const [index, {row, source}] of candidates.entries()) {
    if (row === undefined) continue;
    const prefix = prefixOf(keys[index] ?? '', row[1]);
    const list = lists.get(prefix);
    if (list === undefined) lists.set(prefix, {file: source.file, rows: 1});
    else list.rows += 1;
  }
  return lists;
}

function prefixOf(key: string, rowKey: string): string {
  return key.slice(0, Math.max(0, key.length - rowKey.length - 1));
}

function listDesired(candidates: readonly Candidate[], keys: readonly string[], {environment}: Fleet['environment']): DesiredMonitor[] {
  const monitors: DesiredMonitor[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const {wish} = candidate.facts;
    if (wish !== null && livesIn(candidate, environment)) monitors.push(toDesired(candidate, wish, keys[index] ?? ''));
  }
  return monitors.sort((a, b) => compareText(a.key, b.key));
}

function listElsewhere(
  candidates: readonly Candidate[],
  keys: readonly string[],
  {environment}: Fleet['environment'],
): CheckedSpecs['elsewhere'] {
  const elsewhere = new Map<string, readonly string[]>();
  for (const [index, {environments = []}] of candidates.entries()) {
    if (environments.length > 0 && !environments.includes(environment)) elsewhere.set(keys[index] ?? '', environments);
  }
  return elsewhere;
}

function toDesired(candidate: Candidate, wish: WishFacts, key: string): DesiredMonitor {
  const {source, facts} = candidate;
  const {name, line, renamedFrom, distinctFrom, protect, ignored, paused, labels, environments, expectedStatus, targetIds} = facts;
  let body: JsonObject | undefined;
  return {
    key,
    name,
    file: source.file,
    specPath: source.specPath,
    line,
    ...(renamedFrom === null ? {} : {renamedFrom}),
    ...(distinctFrom.length === 0 ? {} : {distinctFrom}),
    protect,
    ...(ignored.length === 0 ? {} : {ignored: [...ignored].sort(compareText)}),
    paused: paused === true,
    ...(paused === 'keep' ? {keepsPause: true as const} : {}),
    ...(labels === undefined ? {} : {labels}),
    ...(environments === undefined ? {} : {environments}),
    ...(expectedStatus === undefined ? {} : {expectedStatus}),
    ...wish,
    explicitTargetIds: targetIds.length === 0 ? NONE : targetIds.map(([, id]) => id),
    times: facts.times,
    ...(facts.usedFields === undefined ? {} : {allowed: facts.usedFields.map(([field]) => field)}),
    ...(facts.row === undefined ? {} : {list: prefixOf(key, facts.row[1])}),
    ...(facts.isFilled === true ? {isFilled: true as const} : {}),
    ...(facts.isSilent === true ? {isSilent: true as const} : {}),
    ...(candidate.layers === null
      ? {}
      : {layers: candidate.layers.files, inherited: candidate.layers.gives, saysItself: name => candidate.readOwn(name)}),
    body: () => {
      body ??= bodyOf(candidate.parse().data);
      return body;
    },
    writtenAt: pointer => candidate.place(pointer),
    parts: () => candidate.parts(),
    faults: () => [...checkRules(candidate.parse()), ...findRepeatedUrls(candidate.parse()).findings],
  };
}

const NONE: readonly string[] = [];
