import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {checkTexts} from '../secrets/check-texts';
import {member} from '../service/member';
import {type CreditEstimate, estimateCredits} from './credits';
import type {Key, Purpose, SourceFile, SpecDocument} from './desired-monitor';
import {parseSource} from './document';
import {countAll, FileFindings, limitFindings} from './finding-limit';
import {defaultKey} from './keys';
import {findRuleFaults} from './rules';
import {findShapeFaults} from './schema';
import {listWatchedPages, type WatchedPages} from './shared-pages';
import type {CountedCredits} from './team/groups';
import {judgeByTeam} from './team/judge';
import type {Rule} from './team/rule-set';

/**
 * What a file's content comes to, whatever its path: all that plan needs unless a body is to be sent or compared. Plain
 * JSON, so that it can be cached by the content's hash.
 */
export interface FileFacts {
  readonly documents: readonly DocumentFacts[];
  /** The findings of the file by itself; `where.file` is empty, since the path is not part of the content. */
  readonly findings: readonly Diagnostic[];
  /** The key of its only document by which the team's rules were asked; absent where there are no rules. */
  readonly judgedAs?: Key;
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
  /** `sync.paused`, or null where the spec does not say. */
  readonly paused: boolean | null;
  /** The ids that the spec gives its targets, in lower case, with their places among the targets. */
  readonly targetIds: readonly (readonly [index: number, id: string])[];
  readonly watched: WatchedPages;
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

/** How files are examined. */
export interface ExamineOptions {
  /** Environment names that specs may refer to. */
  readonly allowed: readonly string[];
  /** Default: monitors. */
  readonly purpose?: Purpose;
  /** The rules of the team; null (default) for none. */
  readonly rules?: readonly Rule[] | null;
}

/**
 * Whether the facts hold all that is needed: what validate learnt of a file is too little for plan, and rules judge the key that
 * its path gives it.
 */
export function isEnough({documents, judgedAs}: FileFacts, specPath: string, {purpose, rules = null}: ExamineOptions): boolean {
  if (rules !== null && judgedAs !== defaultKey(specPath)) return false;
  return purpose === 'findings' || documents.every(({sound, wish}) => !sound || wish !== null);
}

/** Parses a file and checks each of its documents by itself. Keys and what else crosses documents is not looked at. */
export function examineFile(source: SourceFile, {allowed, purpose = 'monitors', rules = null}: ExamineOptions): FileFacts {
  const anonymous: SourceFile = {...source, file: ''};
  const parsed = parseSource(anonymous);
  const findings = new FileFindings(parsed.findings);
  const pathKey = defaultKey(source.specPath);
  const documents = parsed.documents.map(document => {
    const {references, pasted, names} = checkTexts(document, allowed);
    const key = readKey(document.data) ?? (parsed.documents.length === 1 ? pathKey : null);
    const verdict = rules === null || key === null ? null : judgeByTeam(document, key, rules);
    const looks = [findShapeFaults(document), findRuleFaults(document), countAll(references), countAll(pasted)];
    const own = limitFindings(document, verdict === null ? looks : [...looks, verdict]);
    findings.add(document, own);
    const sound = !hasErrors(own);
    const body = bodyOf(document.data);
    const counted = verdict === null || verdict.countsIn.length === 0 ? {} : {counted: countCredits(body, verdict.countsIn)};
    return {...toFacts(document, body, sound, sound && purpose === 'monitors' ? toWish(body, names) : null), ...counted};
  });
  return {documents, findings: findings.list(), ...(rules === null ? {} : {judgedAs: pathKey})};
}

function countCredits(body: JsonObject, rules: readonly number[]): CountedCredits {
  return {creditsPerMonth: estimateCredits(body).creditsPerMonth, rules};
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

function toFacts({data, line}: SpecDocument, body: JsonObject, sound: boolean, wish: WishFacts | null): DocumentFacts {
  const sync = member(data, 'sync');
  return {
    sound,
    line,
    name: textOr(member(data, 'name'), ''),
    key: readKey(data),
    renamedFrom: textOr(member(sync, 'renamedFrom'), null),
    distinctFrom: listTexts(member(sync, 'distinctFrom')),
    protect: member(sync, 'protect') === true,
    paused: booleanOrNull(member(sync, 'paused')),
    targetIds: listTargetIds(data),
    watched: listWatchedPages(body),
    wish,
  };
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

function booleanOrNull(value: JsonValue | undefined): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function textOr<Fallback>(value: JsonValue | undefined, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}
