import {compareText, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {checkTexts} from '../secrets/check-texts';
import {member} from '../service/member';
import {type CreditEstimate, estimateCredits} from './credits';
import type {Key, Labels, ParsedDocument, Purpose, SourceFile, SpecDocument} from './desired-monitor';
import {parseSource} from './document';
import {countAll, FileFindings, limitFindings} from './finding-limit';
import {mergeLayers} from './fleet/effective';
import {findMovedSecrets} from './fleet/secret-origin';
import type {FolderLayers} from './fleet/tree';
import {defaultKey} from './keys';
import {findRuleFaults} from './rules';
import {findRepeatedUrls} from './rules/repeated-urls';
import {findShapeFaults} from './schema';
import type {CountedCredits} from './team/groups';
import {judgeByTeam} from './team/judge';
import type {RuleSet} from './team/rule-set';
import {numberPages, type PageNumbers} from './watched-pages';

/**
 * What a file's content comes to, whatever its path: all that plan needs unless a body is to be sent or compared. Plain
 * JSON, so that it can be cached by the content's hash.
 */
export interface FileFacts {
  readonly documents: readonly DocumentFacts[];
  /** The findings of the file by itself; `where.file` is empty, since the path is not part of the content. */
  readonly findings: readonly Diagnostic[];
}

/** What one document comes to. */
export interface DocumentFacts {
  /** Whether the document itself has no errors. */
  readonly sound: boolean;
  /** Line of the document's first node, from 1. */
  readonly line: number;
  readonly name: string;
  /** `sync.key`, or null where the path decides. */
  readonly key: string | null;
  readonly renamedFrom: string | null;
  /** `sync.distinctFrom`; empty where the spec does not say. */
  readonly distinctFrom: readonly string[];
  readonly protect: boolean;
  /** `sync.ignore`; empty where the spec does not say. */
  readonly ignored: readonly string[];
  /** `sync.paused`, or null where the spec does not say. */
  readonly paused: boolean | 'keep' | null;
  /** `sync.labels`; absent where there are none. */
  readonly labels?: Labels;
  /** The ids that the spec gives its targets, in lower case, with their places among the targets. */
  readonly targetIds: readonly (readonly [index: number, id: string])[];
  /** What it watches, to find what several specs watch. */
  readonly pages: PageNumbers;
  /** Where rules of the team limit the credits of a group with this document. */
  readonly counted?: CountedCredits;
  /** Null where the document has errors, and where nothing but findings was asked for. */
  readonly wish: WishFacts | null;
}

/** What only a plan needs of a document: a quarter of the time that examining it takes. */
export interface WishFacts {
  readonly bodyHash: string;
  readonly references: readonly string[];
  readonly estimate: CreditEstimate;
}

/** Whether the facts hold all that is needed for a purpose: what validate learnt of a file is too little for plan. */
export function isEnough({documents}: FileFacts, purpose: Purpose): boolean {
  return purpose === 'findings' || documents.every(({sound, wish}) => !sound || wish !== null);
}

/** How files are examined. */
export interface ExamineOptions {
  /** `secrets.allow` of the config. */
  readonly allowed: readonly string[];
  /** Default: monitors. */
  readonly purpose?: Purpose;
  /** The layers that apply to it; null (default) where there are none. */
  readonly layers?: FolderLayers | null;
  /** The rules of the team; null (default) for none. */
  readonly rules?: RuleSet | null;
}

/**
 * Parses a file and checks each of its documents by itself, with the team's rules for its key. Keys and what else crosses documents
 * is not looked at.
 */
export function examineFile(source: SourceFile, options: ExamineOptions): FileFacts {
  const {purpose = 'monitors', layers = null, rules = null} = options;
  const anonymous: SourceFile = {...source, file: ''};
  const parsed = parseSource(anonymous);
  const findings = new FileFindings(parsed.findings);
  const pathKey = rules !== null && parsed.documents.length === 1 ? defaultKey(source.specPath) : null;
  const documents = parsed.documents.map(document => {
    const {spec, moved} = merge(document, layers);
    const {pages, hasRepeats} = numberPages(spec.data);
    if (layers?.isBroken === true) return {...toFacts(document, false, null), pages};
    const {references, pasted, names} = checkTexts(spec, options.allowed);
    const looks = [findShapeFaults(spec), findRuleFaults(spec), countAll(references), countAll(pasted), countAll(moved)];
    if (hasRepeats) looks.push(findRepeatedUrls(spec));
    const key = rules === null ? null : (readKey(spec.data) ?? pathKey);
    const verdict = rules === null || key === null ? null : judgeByTeam(spec, key, rules);
    if (verdict !== null) looks.push(verdict);
    const own = limitFindings(spec, looks);
    findings.add(spec, own);
    const sound = !hasErrors(own);
    return {
      ...toFacts(spec, sound, sound && purpose === 'monitors' ? toWish(bodyOf(spec.data), names) : null),
      pages,
      ...(verdict === null ? {} : countCredits(spec.data, verdict.countsIn)),
    };
  });
  return {documents, findings: findings.list()};
}

/** The spec with what it inherits, and what only merging can make wrong. */
function merge(
  document: ParsedDocument,
  layers: FolderLayers | null,
): {readonly spec: SpecDocument; readonly moved: readonly Diagnostic[]} {
  const merged = layers === null ? null : mergeLayers(document, layers);
  if (merged === null || layers === null) return {spec: document, moved: NO_FINDINGS};
  const isLarge = document.source.bytes.length + layers.size > LARGEST_SPEC && JSON.stringify(merged.data).length > LARGEST_SPEC;
  return {spec: merged, moved: isLarge ? [refuseSize(merged)] : findMovedSecrets(merged)};
}

const NO_FINDINGS: readonly Diagnostic[] = [];
const LARGEST_SPEC = 1024 * 1024;

function refuseSize(spec: SpecDocument): Diagnostic {
  return {
    code: 'fleet/spec-too-large',
    severity: 'error',
    message: 'the spec with all that it inherits is larger than 1 MiB',
    hint: 'shorten the spec or its layers',
    where: spec.placeOf(''),
  };
}

function countCredits(data: JsonValue, rules: readonly number[]): Pick<DocumentFacts, 'counted'> {
  return rules.length === 0 ? {} : {counted: {creditsPerMonth: estimateCredits(bodyOf(data)).creditsPerMonth, rules}};
}

function readKey(data: JsonValue): Key | null {
  return textOr(member(member(data, 'sync'), 'key'), null);
}

/** The create-monitor body of a document: everything but `sync`. */
export function bodyOf(data: JsonValue): JsonObject {
  if (!isObject(data)) return {};
  const {sync: _ours, ...body} = data;
  return body;
}

/** What a document says besides the body. */
export function syncOf(data: JsonValue): JsonObject {
  const sync = member(data, 'sync');
  return isObject(sync) ? sync : {};
}

function toFacts({data, line}: SpecDocument, sound: boolean, wish: WishFacts | null): Omit<DocumentFacts, 'pages'> {
  const sync = member(data, 'sync');
  return {
    sound,
    line,
    name: textOr(member(data, 'name'), ''),
    key: readKey(data),
    renamedFrom: textOr(member(sync, 'renamedFrom'), null),
    distinctFrom: listTexts(member(sync, 'distinctFrom')),
    protect: member(sync, 'protect') === true,
    ignored: listTexts(member(sync, 'ignore')),
    paused: readPaused(member(sync, 'paused')),
    ...readLabels(member(sync, 'labels')),
    targetIds: listTargetIds(data),
    wish,
  };
}

/** Sorted by name, so that equal labels are equal JSON. */
function readLabels(value: JsonValue | undefined): Pick<DocumentFacts, 'labels'> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === 0 ? {} : {labels: Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)))};
}

function toWish(body: JsonObject, references: readonly string[]): WishFacts {
  return {bodyHash: hashJson(body), references, estimate: estimateCredits(body)};
}

function listTargetIds(data: JsonValue): [number, string][] {
  const targets = member(data, 'targets');
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: JsonValue, index): [number, string][] => {
    const id = member(target, 'id');
    return typeof id === 'string' ? [[index, id.toLowerCase()]] : [];
  });
}

function listTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.flatMap(item => (typeof item === 'string' ? [item.trim()] : [])) : [];
}

function readPaused(value: JsonValue | undefined): DocumentFacts['paused'] {
  return typeof value === 'boolean' || value === 'keep' ? value : null;
}

function textOr<Fallback>(value: JsonValue | undefined, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}
