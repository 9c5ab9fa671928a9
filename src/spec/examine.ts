import {compareText, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {checkTexts} from '../secrets/check-texts';
import {member} from '../service/member';
import {type CreditEstimate, estimateCredits} from './credits';
import type {Labels, ParsedDocument, Purpose, SourceFile, SpecDocument} from './desired-monitor';
import {parseSource} from './document';
import {countAll, FileFindings, limitFindings} from './finding-limit';
import {mergeLayers} from './fleet/effective';
import {findMovedSecrets} from './fleet/secret-origin';
import type {FolderLayers} from './fleet/tree';
import {findRuleFaults} from './rules';
import {findShapeFaults} from './schema';

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

/** What examining a file needs besides it. */
export interface ExamineOptions {
  /** `secrets.allow` of the config. */
  readonly allowed: readonly string[];
  /** Default: monitors. */
  readonly purpose?: Purpose;
  /** The layers that apply to it; null where there are none. */
  readonly layers?: FolderLayers | null;
}

/** Parses a file and checks each of its documents by itself. Keys and what else crosses documents is not looked at. */
export function examineFile(source: SourceFile, {allowed, purpose = 'monitors', layers = null}: ExamineOptions): FileFacts {
  const anonymous: SourceFile = {...source, file: ''};
  const parsed = parseSource(anonymous);
  const findings = new FileFindings(parsed.findings);
  const documents = parsed.documents.map(document => {
    if (layers?.isBroken === true) return toFacts(document, false, null);
    const {spec, moved} = merge(document, layers);
    const {references, pasted, names} = checkTexts(spec, allowed);
    const own = limitFindings(spec, [findShapeFaults(spec), findRuleFaults(spec), countAll(references), countAll(pasted), countAll(moved)]);
    findings.add(spec, own);
    const sound = !hasErrors(own);
    return toFacts(spec, sound, sound && purpose === 'monitors' ? toWish(bodyOf(spec.data), names) : null);
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

function toFacts({data, line}: SpecDocument, sound: boolean, wish: WishFacts | null): DocumentFacts {
  const sync = member(data, 'sync');
  return {
    sound,
    line,
    name: textOr(member(data, 'name'), ''),
    key: textOr(member(sync, 'key'), null),
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
