import {compareDiagnostics, compareText, type Diagnostic, hasErrors, type Place} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {JsonObject} from '../json/value';
import type {CheckedSpecs, DesiredMonitor, MemberPart, Operations, Purpose, SourceFile, SpecDocument} from './desired-monitor';
import {parseSource} from './document';
import {bodyOf, type DocumentFacts, examineFile, type FileFacts, isEnough, syncOf, type WishFacts} from './examine';
import {mergeLayers} from './fleet/effective';
import {SharedFindings} from './fleet/shared-findings';
import type {FleetEnvironment, LayerFile} from './fleet/sources';
import {type FolderLayers, LayerTree} from './fleet/tree';
import {checkAcrossSpecs, type SpecFacts} from './keys';
import {summarizeSharedPages, type Watcher} from './shared-pages';
import {checkGroups} from './team/groups';
import {compileRules} from './team/rule-set';
import type {PlacedRule} from './team/team-rule';

/** What is known of files by the hash of their content; of this tool version, schema, list of allowed references and rules only. */
export interface CheckCache {
  /** `id` is the hash of the content; with rules, it is followed by the path. */
  find(id: string): FileFacts | undefined;
  add(id: string, facts: FileFacts): void;
  /** Writes what was added; whatever fails in it is ignored. */
  save(): void;
}

/** What checking needs besides the files. */
export interface CheckOptions {
  /** Environment names that specs may refer to. */
  readonly allowed: readonly string[];
  readonly operations: Operations;
  readonly cache: CheckCache | null;
  /** Default: monitors. */
  readonly purpose?: Purpose;
  /** The rules of the team. Default: none. */
  readonly rules?: readonly PlacedRule[] | undefined;
  /** What specs share. Default: nothing. */
  readonly fleet?: Fleet;
}

/** What specs share, and for which environment they are put together. */
export interface Fleet {
  readonly layers: readonly LayerFile[];
  readonly environment: FleetEnvironment;
}

/** Checks every file by itself and all of them together. Pure but for the cache. */
export function checkSpecs(files: readonly SourceFile[], options: CheckOptions): CheckedSpecs {
  const {allowed, operations, cache, purpose = 'monitors', rules, fleet = NO_FLEET} = options;
  const examining = {allowed, purpose, rules: rules === undefined ? null : compileRules(rules)};
  const findings: Diagnostic[] = [];
  const tree = new LayerTree(fleet.layers, fleet.environment, allowed);
  const shared = new SharedFindings();
  shared.addOwn(tree.findings);
  const candidates: Candidate[] = [];
  const hashes = new Map<string, string>();
  const documentsOf = new Map<string, number>();
  for (const source of files) {
    const hash = sha256(source.bytes);
    hashes.set(source.specPath, hash);
    const layers = tree.layersOf(source.specPath);
    const content = layers === null ? hash : sha256(hash + layers.digest);
    // Rules also judge the key that the path gives.
    const id = rules === undefined ? content : `${content} ${source.specPath}`;
    const known = cache?.find(id);
    const facts = known !== undefined && isEnough(known, purpose) ? known : examineFile(source, {...examining, layers});
    cache?.add(id, facts);
    documentsOf.set(source.specPath, facts.documents.length);
    const located = facts.findings.map(finding => locateIn(source.file, finding));
    if (layers === null) for (const finding of located) findings.push(finding);
    else shared.add(source.file, located);
    addCandidates(candidates, source, facts, layers);
  }
  const across = checkAcrossSpecs(candidates, operations);
  const everywhere = [
    ...across.findings,
    ...summarizeSharedPages(candidates, across.keys),
    ...(rules === undefined ? [] : checkGroups(rules, candidates, across.keys)),
  ];
  const layerFiles = new Set(fleet.layers.map(({file}) => file));
  for (const finding of everywhere) {
    if (layerFiles.has(finding.where?.file ?? '')) shared.add(finding.where?.file ?? '', [finding]);
    else findings.push(finding);
  }
  const concerned = new Map(shared.list());
  findings.push(...concerned.keys(), ...tree.listUnused());
  for (const [path, hash] of tree.listHashes()) hashes.set(path, hash);
  return {
    files: files.length,
    documents: candidates.length,
    documentsOf,
    monitors: purpose === 'findings' || hasErrors(findings) ? [] : listDesired(candidates, across.keys),
    findings: findings.sort(compareDiagnostics),
    concerned,
    hashes,
  };
}

const NO_FLEET: Fleet = {layers: [], environment: {environment: 'default', declared: null, vars: {}}};

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

function addCandidates(candidates: Candidate[], source: SourceFile, {documents}: FileFacts, layers: FolderLayers | null): void {
  let parsed: readonly SpecDocument[] | undefined;
  const parse = () => {
    parsed ??= parseSource(source).documents.map(document => (layers === null ? document : (mergeLayers(document, layers) ?? document)));
    return parsed;
  };
  for (let index = 0; index < documents.length; index++) {
    candidates.push(new Candidate(source, documents[index] as DocumentFacts, layers, index, parse));
  }
}

/** A document of a file, known by its facts; parsed again only when its body or a place in it is asked for. */
class Candidate implements SpecFacts, Watcher {
  readonly source: SourceFile;
  readonly facts: DocumentFacts;
  readonly layers: FolderLayers | null;
  readonly #index: number;
  readonly #parse: () => readonly SpecDocument[];

  constructor(source: SourceFile, facts: DocumentFacts, layers: FolderLayers | null, index: number, parse: () => readonly SpecDocument[]) {
    this.source = source;
    this.facts = facts;
    this.layers = layers;
    this.#index = index;
    this.#parse = parse;
  }

  get specPath(): string {
    return this.source.specPath;
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

  get counted(): DocumentFacts['counted'] {
    return this.facts.counted;
  }

  get saysPaused(): boolean {
    return this.facts.paused !== null;
  }

  place(pointer: string, part?: MemberPart): Place {
    return placeIn(this.source.file, this.parse().placeOf(pointer, part));
  }

  parse(): SpecDocument {
    const document = this.#parse()[this.#index];
    if (document === undefined) throw new Error(`${this.source.specPath} has no document number ${this.#index}`);
    return document;
  }
}

function listDesired(candidates: readonly Candidate[], keys: readonly string[]): DesiredMonitor[] {
  const monitors: DesiredMonitor[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const {wish} = candidate.facts;
    if (wish !== null) monitors.push(toDesired(candidate, wish, keys[index] ?? ''));
  }
  return monitors.sort((a, b) => compareText(a.key, b.key));
}

function toDesired(candidate: Candidate, {bodyHash, references, estimate}: WishFacts, key: string): DesiredMonitor {
  const {source, facts} = candidate;
  const {name, line, renamedFrom, distinctFrom, protect, ignored, paused, labels, targetIds} = facts;
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
    bodyHash,
    explicitTargetIds: targetIds.length === 0 ? NONE : targetIds.map(([, id]) => id),
    references,
    estimate,
    ...(candidate.layers === null ? {} : {layers: candidate.layers.files}),
    body: () => {
      body ??= bodyOf(candidate.parse().data);
      return body;
    },
    sync: () => syncOf(candidate.parse().data),
    writtenAt: pointer => candidate.place(pointer),
  };
}

const NONE: readonly string[] = [];
