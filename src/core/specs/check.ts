import {addToGroup} from '../base/grouping';
import {once} from '../base/once';
import {compareDiagnostics, compareText, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {JsonObject} from '../json/value';
import {type AllowedFields, NO_FIELDS} from '../service/allowed-fields';
import {
  checkHomes,
  livesIn,
  MOST_MONITORS,
  refuseExcess,
  type SilentMonitor,
  warnOfFields,
  warnOfFullMinute,
  warnOfSilence,
} from './across-specs';
import {Candidate, placeIn} from './candidate';
import type {CheckedSpecs, DesiredMonitor, Key, Operations, Purpose, SourceFile} from './desired-monitor';
import {parseSource} from './document';
import {ALONE, bodyOf, type FileFacts, MOST_BYTES, sizeOf} from './examine';
import type {WishFacts} from './facts';
import {type CheckCache, FileFactFinder} from './file-facts';
import {SharedFindings} from './finding-limit';
import {type ExpandOptions, type Expansion, expandDocument} from './fleet/expand';
import type {FleetEnvironment, LayerFile, ReadData} from './fleet/sources';
import {LayerTree} from './fleet/tree';
import {type FleetMemory, identifyContent, identifyData, type KnownFleet} from './fleet-memory';
import {checkAcrossSpecs} from './keys';
import {checkRules} from './rules';
import {findRepeatedUrls} from './rules/repeated-urls';
import {settleFleet} from './settled';
import {summarizeSharedPages} from './shared-pages';
import {checkGroups} from './team/groups';
import {compileRules} from './team/rule-set';
import type {PlacedRule} from './team/team-rule';

/** Options of a check, besides the files. */
interface SpecCheckOptions {
  /** Environment names that specs may refer to. */
  readonly allowed: readonly string[];
  /** Members that specs may have besides those of the types. Default: none. */
  readonly fields?: AllowedFields;
  readonly operations: Operations;
  readonly cache: CheckCache | null;
  /** Fleets of earlier runs. Default: none. */
  readonly fleets?: FleetMemory | null | undefined;
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

type FullOptions = Required<SpecCheckOptions>;

/** Checks every file by itself and all of them together. Pure but for the caches. */
export function checkSpecs(files: readonly SourceFile[], given: SpecCheckOptions): CheckedSpecs {
  const options: FullOptions = {fields: NO_FIELDS, fleets: null, purpose: 'monitors', rules: undefined, fleet: NO_FLEET, ...given};
  const {fleets, fleet} = options;
  const hashes = files.map(({bytes}) => sha256(bytes));
  if (fleets == null) return checkAll(files, hashes, options);
  const own = identifyContent(files, hashes, fleet.layers);
  const id = `${own} ${identifyOptions(options)}`;
  const known = fleets.find(id, ({dataOf, data}) => identifyData(dataOf, fleet.readData) === data);
  if (known !== undefined) return reuse(known, nameContent(own, known), {files, hashes, options});
  const checked = checkAll(files, hashes, options);
  const fleetToKeep = toKeep(checked, options);
  if (fleetToKeep === null) return checked;
  fleets.add(id, fleetToKeep);
  return {...checked, content: nameContent(own, fleetToKeep)};
}

/** Checks again only where more is asked for than is known. */
function reuse(known: KnownFleet, content: string, {files, hashes, options}: FilesToCheck): CheckedSpecs {
  const all = once(() => {
    const checked = checkAll(files, hashes, options);
    options.cache?.save();
    return checked;
  });
  return toKnown(known, content, files, all);
}

interface FilesToCheck {
  readonly files: readonly SourceFile[];
  /** Of each file, in the same order. */
  readonly hashes: readonly string[];
  readonly options: FullOptions;
}

/** Names the content of specs and layers with that of the data files. */
function nameContent(own: string, {dataOf, data}: KnownFleet): string {
  return dataOf.length === 0 ? own : sha256(`${own} ${data}`);
}

/** A sound fleet as it is kept; null where specs, layers and data files do not tell all of it. */
function toKeep(
  {documents, findings, dataOf, elsewhere, concerned, monitors}: CheckedSpecs,
  {purpose, fleet}: FullOptions,
): KnownFleet | null {
  const data = identifyData([...dataOf], fleet.readData);
  if (elsewhere.size > 0 || hasErrors(findings) || data === null) return null;
  const settled = purpose === 'monitors' ? settleFleet(monitors) : null;
  return {
    documents,
    findings,
    dataOf: [...dataOf],
    data,
    concerned: findings.flatMap((finding, index) =>
      concerned.has(finding) ? [[index, [...(concerned.get(finding) ?? [])]] as const] : [],
    ),
    ...(settled === null ? {} : {settled}),
  };
}

/** Everything besides the files that a check depends on; the build of the tool is not in it. */
function identifyOptions({allowed, fields, operations, purpose, rules, fleet}: FullOptions): string {
  const {environment, declared, vars} = fleet.environment;
  return JSON.stringify([allowed, fields.paths, operations, purpose, rules ?? null, environment, declared, Object.entries(vars).sort()]);
}

/** A fleet that was checked before: only the monitors and places that something asks for are looked up again. */
function toKnown(
  {documents, findings, dataOf, concerned, settled}: KnownFleet,
  content: string,
  files: readonly SourceFile[],
  all: () => CheckedSpecs,
): CheckedSpecs {
  return {
    files: files.length,
    documents,
    dataOf: new Map(dataOf),
    get monitors() {
      return all().monitors;
    },
    elsewhere: new Map(),
    findings,
    get lists() {
      return all().lists;
    },
    concerned: new Map(concerned.map(([index, files]) => [findings[index] as Diagnostic, new Set(files)])),
    get hashes() {
      return all().hashes;
    },
    keys: () => all().keys(),
    content,
    settled,
  };
}

function checkAll(files: readonly SourceFile[], hashOf: readonly string[], options: FullOptions): CheckedSpecs {
  const {allowed, fields, operations, purpose, rules, fleet} = options;
  const {environment, declared} = fleet.environment;
  const tree = new LayerTree(fleet.layers, fleet.environment, {allowed, fields});
  const {candidates, findings, shared, hashes, dataOf} = collect(files, hashOf, tree, options);
  const across = checkAcrossSpecs(candidates, operations);
  for (const [index, candidate] of candidates.entries()) candidate.key = across.keys[index] ?? '';
  const homed = candidates.filter(({facts}) => facts.sync.environments !== undefined);
  const here = homed.length === 0 ? candidates : candidates.filter(({facts}) => livesIn(facts.sync, environment));
  const everywhere = [
    ...across.findings,
    ...(fields.paths.length === 0 ? [] : warnOfFields(candidates)),
    ...summarizeSharedPages(here),
    ...warnOfFullMinute(here),
    // A plan knows from state and service who is notified in spite of a spec.
    ...(purpose === 'findings' ? warnOfSilence(here.flatMap(toSilent)) : []),
    ...(rules === undefined ? [] : checkGroups(rules, here)),
    ...homed.flatMap(spec => checkHomes(spec, declared)),
  ];
  if (everywhere.length > 0) addEverywhere(everywhere, candidates, findings, shared);
  const concerned = new Map(shared.list());
  findings.push(...concerned.keys(), ...tree.listUnused());
  const isPlanned = purpose === 'monitors' && !hasErrors(findings);
  return {
    files: files.length,
    documents: candidates.length,
    dataOf,
    monitors: isPlanned ? listDesired(here) : [],
    elsewhere: new Map(isPlanned ? homed.flatMap(one => toElsewhere(one, environment)) : []),
    findings: findings.sort(compareDiagnostics),
    concerned,
    lists: listLists(candidates),
    hashes,
    keys: () => candidates.map(({key, source: {file}, facts: {sync}}) => ({key, file, sync})),
  };
}

/** Everything that files come to, each by itself, up to the one that is too much. */
function collect(files: readonly SourceFile[], hashOf: readonly string[], tree: LayerTree, options: FullOptions) {
  const {allowed, fields, cache, purpose, rules} = options;
  const {environment, readData} = options.fleet;
  const compiled = rules === undefined ? null : compileRules(rules);
  const finder = new FileFactFinder({allowed, fields, purpose, cache, environment, readData, rules: compiled});
  const findings: Diagnostic[] = [];
  const shared = shareLayers(tree, files);
  const candidates: Candidate[] = [];
  const hashes = new Map<string, string>();
  const dataOf = new Map<string, readonly string[]>();
  let size = 0;
  for (const [index, source] of files.entries()) {
    const {file, specPath} = source;
    const hash = hashOf[index] as string;
    hashes.set(specPath, hash);
    const layers = tree.layersOf(specPath);
    const facts = finder.find(source, hash, layers);
    if (facts.uses !== undefined && facts.uses.data.length > 0) dataOf.set(specPath, facts.uses.data);
    if (facts.findings.length > 0) {
      const located = facts.findings.map(finding => locateIn(file, finding));
      // Those of layers and rows are shared by many monitors.
      if (layers === null && facts.uses === undefined) for (const finding of located) findings.push(finding);
      else shared.add(file, located);
    }
    addCandidates(candidates, source, facts, {layers, environment, readData});
    size += sizeOf(source, facts, layers);
    const tooMany = candidates.length > MOST_MONITORS;
    if (!tooMany && size <= MOST_BYTES) continue;
    findings.push(refuseExcess(file, tooMany ? 'monitors' : 'bytes'));
    break;
  }
  for (const [path, hash] of [...tree.listHashes(), ...finder.dataHashes]) hashes.set(path, hash);
  return {candidates, findings, shared, hashes, dataOf};
}

/** The findings of layers by themselves, with the specs below each. */
function shareLayers({findings}: LayerTree, files: readonly SourceFile[]): SharedFindings {
  const shared = new SharedFindings();
  for (const layer of findings) shared.addOwn(layer.findings, listBelow(layer.folder, files));
  return shared;
}

/** Lists the specs in a folder and below it, as findings show them: what is wrong with its layer concerns each of them. */
function listBelow(folder: string, files: readonly SourceFile[]): string[] {
  return files.flatMap(({specPath, file}) => (folder === '' || specPath.startsWith(`${folder}/`) ? [file] : []));
}

/** Adds the findings of all specs together; a finding in a layer is reported once. */
function addEverywhere(
  found: readonly Diagnostic[],
  candidates: readonly Candidate[],
  findings: Diagnostic[],
  shared: SharedFindings,
): void {
  const specsUnder = groupByLayer(candidates);
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

function toSilent({key, facts: {sound, isSilent, line}, layers, source: {file}}: Candidate): SilentMonitor[] {
  return sound && isSilent === true ? [{key, layers: layers?.files ?? [], file, line}] : [];
}

/** Of specs that share nothing. */
export const NO_FLEET: Fleet = {...ALONE, layers: []};

/** A finding with its path; the facts of a file hold `''` for it. */
function locateIn(file: string, finding: Diagnostic): Diagnostic {
  const {where, related} = finding;
  return {
    ...finding,
    ...(where === undefined ? {} : {where: placeIn(file, where)}),
    ...(related === undefined ? {} : {related: related.map(other => ({...other, where: placeIn(file, other.where)}))}),
  };
}

function addCandidates(candidates: Candidate[], source: SourceFile, {documents}: FileFacts, options: ExpandOptions): void {
  let expanded: readonly Expansion[] | undefined;
  const expand = () => {
    expanded ??= parseSource(source).documents.map(document => expandDocument(document, options));
    return expanded;
  };
  for (const facts of documents) candidates.push(new Candidate(source, facts, options.layers, expand));
}

/** The lists by the key that those of their rows begin with. */
function listLists(candidates: readonly Candidate[]): CheckedSpecs['lists'] {
  const lists = new Map<string, {readonly file: string; rows: number}>();
  for (const {key, facts, source} of candidates) {
    if (facts.row === undefined) continue;
    const prefix = prefixOf(key, facts.row[1]);
    const list = lists.get(prefix);
    if (list === undefined) lists.set(prefix, {file: source.file, rows: 1});
    else list.rows += 1;
  }
  return lists;
}

function prefixOf(key: string, rowKey: string): string {
  return key.slice(0, Math.max(0, key.length - rowKey.length - 1));
}

function listDesired(here: readonly Candidate[]): DesiredMonitor[] {
  const monitors = here.flatMap(candidate => (candidate.facts.wish === null ? [] : [toDesired(candidate, candidate.facts.wish)]));
  return monitors.sort((a, b) => compareText(a.key, b.key));
}

function toElsewhere({key, facts}: Candidate, environment: string): (readonly [Key, readonly string[]])[] {
  const {environments = []} = facts.sync;
  return environments.length === 0 || environments.includes(environment) ? [] : [[key, environments]];
}

function toDesired(candidate: Candidate, wish: WishFacts): DesiredMonitor {
  const {key, source, facts} = candidate;
  const {name, line, sync, targetIds} = facts;
  let body: JsonObject | undefined;
  return {
    key,
    name,
    file: source.file,
    specPath: source.specPath,
    line,
    sync,
    paused: sync.paused === true,
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
