import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import {fromPointer, toPointer} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {checkTexts} from '../secrets/check-texts';
import {type AllowedFields, findAllowedAnywhere, listUsedFields, NO_FIELDS} from '../service/allowed-fields';
import {member} from '../service/member';
import {estimateCredits, totalPerMonth} from './credits';
import type {Key, Purpose, SourceFile} from './desired-monitor';
import {type ParsedDocument, parseSource} from './document';
import {hideEchoes} from './echoes';
import type {DocumentFacts, WishFacts} from './facts';
import {type CountedFindings, countAll, FileFindings, limitFindings, SharedFindings} from './finding-limit';
import {type DocumentUses, type ExpandOptions, type Expansion, expandDocument} from './fleet/expand';
import type {Row} from './fleet/row';
import type {FolderLayers} from './fleet/tree';
import {defaultKey, keyOfRow} from './keys';
import {findRuleFaults} from './rules';
import {hasAlert} from './rules/receivers';
import {findRepeatedUrls} from './rules/repeated-urls';
import {readTimes} from './schedule/times';
import {findShapeFaults} from './schema';
import type {SpecDocument} from './spec-document';
import {readSync} from './sync';
import {judgeByTeam} from './team/judge';
import type {RuleSet} from './team/rule-set';
import {numberPages} from './watched-pages';

/**
 * Facts of a file's content, whatever its path: all that plan needs unless a body is to be sent or compared. Plain
 * JSON, so that it can be cached by the content's hash.
 */
export interface FileFacts {
  readonly documents: readonly DocumentFacts[];
  /** The findings of the file by itself; `where.file` is empty, since the path is not part of the content. */
  readonly findings: readonly Diagnostic[];
  /** Other things that the facts depend on, where there are references or rows: then they are not facts of the content alone. */
  readonly uses?: DocumentUses;
  /** About how many bytes the specs of its lists have; absent without lists. */
  readonly size?: number;
}

/** About how many bytes lists and layers make of a file. */
export function sizeOf({bytes}: SourceFile, {documents, size}: FileFacts, layers: FolderLayers | null): number {
  return size ?? (layers === null ? 0 : bytes.length + documents.length * layers.size);
}

/** Whether the facts hold all that is needed for a purpose: what validate learnt of a file is too little for plan. */
export function isEnough({documents}: FileFacts, purpose: Purpose): boolean {
  return purpose === 'findings' || documents.every(({sound, wish}) => !sound || wish !== null);
}

/** Options of examining files. */
export interface ExamineOptions extends ExpandOptions {
  /** `secrets.allow` of the config. */
  readonly allowed: readonly string[];
  /** Members that specs may have besides those of the types. */
  readonly fields: AllowedFields;
  readonly purpose: Purpose;
  /** The rules of the team; null for none. */
  readonly rules: RuleSet | null;
}

/** Of a spec that shares nothing. */
export const ALONE: Pick<ExpandOptions, 'environment' | 'readData'> = {
  environment: {environment: 'default', declared: null, vars: {}},
  readData: () => ({
    code: 'list/data-file',
    message: 'there are no files here that rows could stand in',
    hint: 'give the rows themselves in sync.each',
  }),
};

/** The most bytes that layers and rows make of the specs of a repository. */
export const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Parses a file and checks each of its monitors by itself, with the team's rules for its key. Keys and what else crosses documents
 * is not looked at.
 */
export function examineFile(source: SourceFile, given: Partial<ExamineOptions> & Pick<ExamineOptions, 'allowed'>): FileFacts {
  const {allowed, fields = NO_FIELDS, purpose = 'monitors', rules = null, layers = null} = given;
  const {environment = ALONE.environment, readData = ALONE.readData} = given;
  // Made for each file: copies of objects would take as long as a rule.
  const options: ExamineOptions = {allowed, fields, purpose, rules, layers, environment, readData};
  const isBroken = layers?.isBroken === true;
  const parsed = parseSource({...source, file: ''}, options.fields);
  const findings = new FileFindings(parsed.findings);
  const documents: DocumentFacts[] = [];
  const data: string[] = [];
  const pathKey = parsed.documents.length === 1 ? defaultKey(source.specPath) : null;
  let isTemplate = false;
  let size = 0;
  for (const [place, document] of parsed.documents.entries()) {
    const expansion = expandDocument(document, isBroken ? {...options, layers: null} : options);
    isTemplate ||= expansion.uses !== null;
    data.push(...(expansion.uses?.data ?? []));
    const isFaulty = !isBroken && hasErrors(expansion.findings);
    if (isBroken || isFaulty) {
      for (const [index, row] of expansion.rows.entries()) documents.push(toUnjudged(document, {place, index, row}, isFaulty));
      if (isFaulty) findings.add(document, limitFindings(document, [countAll(expansion.findings)]));
      continue;
    }
    const own = examineMonitors(document, {place, pathKey}, expansion, options);
    findings.add(document, own.findings);
    size += own.size;
    for (const facts of own.documents) documents.push(facts);
  }
  return {documents, findings: findings.list(), ...(isTemplate ? {uses: {data}} : {}), ...(size > 0 ? {size} : {})};
}

function examineMonitors(
  document: ParsedDocument,
  {place, pathKey}: {readonly place: number; readonly pathKey: Key | null},
  expansion: Expansion,
  options: ExamineOptions,
): Pick<FileFacts, 'documents' | 'findings'> & {readonly size: number} {
  const isList = expansion.rows.length !== 1 || expansion.rows[0] !== null;
  const shared = new SharedFindings();
  let alone: readonly Diagnostic[] = [];
  let size = 0;
  const documents: DocumentFacts[] = [];
  for (const [index, row] of expansion.rows.entries()) {
    // The file is refused, so that more of it need not be known.
    if (size > MOST_BYTES) break;
    const {spec, findings, size: length} = expansion.put(row);
    const look = lookAt(spec, findings, options.rules === null ? null : keyFor(spec, pathKey, row), options);
    if (isList) {
      size += length;
      shared.add('', look.findings);
    } else alone = look.findings;
    documents.push(toFacts(spec, {place, index, row}, expansion.uses !== null, look));
  }
  const found = isList ? shared.list().map(([finding]) => finding) : alone;
  return {
    documents,
    size,
    findings: expansion.findings.length === 0 ? found : limitFindings(document, [countAll([...expansion.findings, ...found])]),
  };
}

/** The key by which rules judge a monitor; null where it has none of its own. */
function keyFor({data}: SpecDocument, pathKey: Key | null, row: Row | null): Key | null {
  const list = readSync(data).key ?? pathKey;
  return list === null || row === null ? list : keyOfRow(list, row.key);
}

/** Which monitor of a file it is. */
interface Position {
  /** The document's place among those of the file that could be read. */
  readonly place: number;
  readonly index: number;
  /** Null where the document is not a list. */
  readonly row: Row | null;
}

/**
 * A monitor that something else keeps from being looked at; it is counted, and its key is known. What else its document says is unknown
 * while its references are not filled in.
 */
function toUnjudged(document: ParsedDocument, at: Position, isFaulty: boolean): DocumentFacts {
  const facts = toFacts(document, at, false, UNSEEN);
  if (at.row === null && !isFaulty) return facts;
  const {renamedFrom: _unknown, ...sync} = facts.sync;
  return {...facts, name: '', targetIds: [], sync};
}

/** Facts of one monitor by itself. */
interface Look extends Pick<DocumentFacts, 'sound' | 'wish' | 'pages' | 'usedFields' | 'counted'> {
  readonly findings: readonly Diagnostic[];
}

/** Checks a monitor with all that it inherits and was filled in; `merging` is what only that can make wrong. */
function lookAt(
  spec: SpecDocument,
  merging: readonly Diagnostic[],
  key: Key | null,
  {allowed, fields, purpose, rules}: ExamineOptions,
): Look {
  const {references, pasted, names} = checkTexts(spec, allowed, fields);
  const {pages, hasRepeats} = numberPages(spec.data);
  const looks = [
    findShapeFaults(spec, fields),
    dropAllowed(findRuleFaults(spec), fields),
    countAll([...references, ...pasted, ...merging]),
  ];
  if (hasRepeats) looks.push(findRepeatedUrls(spec));
  const verdict = rules === null || key === null ? null : judgeByTeam(spec, key, rules);
  if (verdict !== null) looks.push(verdict);
  const found = limitFindings(spec, looks);
  const findings = found.length === 0 ? found : relate(spec, hideEchoes(spec.data, found));
  const sound = !hasErrors(findings);
  const used = readUsedFields(spec.data, fields);
  const wish = sound && purpose === 'monitors' ? toWish(bodyOf(spec.data), names, used.usedFields !== undefined) : null;
  return {
    findings,
    sound,
    wish,
    pages,
    ...used,
    ...(verdict === null ? {} : countCredits(spec.data, verdict.countsIn)),
  };
}

/** Without the warnings about crawl options that the config allows. */
function dropAllowed(found: CountedFindings, fields: AllowedFields): CountedFindings {
  if (fields.options.size === 0) return found;
  const isAllowed = ({code, where}: Diagnostic) =>
    code === 'service/crawl-option' && where !== undefined && isAllowedPointer(fields, where.pointer);
  return {...found, findings: found.findings.filter(finding => !isAllowed(finding))};
}

function isAllowedPointer(fields: AllowedFields, pointer: string): boolean {
  const path = fromPointer(pointer).map(step => (/^\d+$/.test(step) ? Number(step) : step));
  return findAllowedAnywhere(fields, path) !== undefined;
}

/** Findings about values that were filled in, with the text that they were filled into. */
function relate(spec: SpecDocument, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map(finding => {
    const {where} = finding;
    const places = where === undefined || finding.related !== undefined ? [] : spec.relatedTo(where.pointer);
    const related = places.filter(place => place.where.file !== where?.file || place.where.pointer !== where.pointer);
    return related.length === 0 ? finding : {...finding, related};
  });
}

const UNSEEN: Omit<Look, 'findings'> = {sound: false, wish: null, pages: []};

function countCredits(data: JsonValue, rules: readonly number[]): Pick<DocumentFacts, 'counted'> {
  return rules.length === 0 ? {} : {counted: {creditsPerMonth: totalPerMonth(estimateCredits(bodyOf(data))), rules}};
}

/** The create-monitor body of a document: everything but `sync`. */
export function bodyOf(data: JsonValue): JsonObject {
  if (!isObject(data)) return {};
  const {sync: _ours, ...body} = data;
  return body;
}

/** A new object for each monitor: members that few have are set afterwards, since copies of objects would take longer than the rest. */
function toFacts(
  {data, line}: SpecDocument,
  {place, index, row}: Position,
  isFilled: boolean,
  look: Omit<Look, 'findings'>,
): DocumentFacts {
  const sync = readSync(data);
  const facts: {-readonly [Name in keyof DocumentFacts]: DocumentFacts[Name]} = {
    document: place,
    sound: look.sound,
    line,
    name: detach(textOr(member(data, 'name'), '')),
    sync,
    times: readTimes(member(data, 'schedule')),
    targetIds: listTargetIds(data),
    pages: look.pages,
    wish: look.wish,
  };
  if (row !== null) facts.row = [index, row.key];
  if (isFilled) facts.isFilled = true;
  if (!hasAlert(data) && sync.alerts !== 'none') facts.isSilent = true;
  if (look.usedFields !== undefined) facts.usedFields = look.usedFields;
  if (look.counted !== undefined) facts.counted = look.counted;
  return facts;
}

/**
 * The same text in memory of its own. A part of a text keeps all of it in memory, here the whole file of each spec, as long as its facts
 * are known: 8 MB of a plan of 10,000.
 */
function detach(text: string): string {
  return ` ${text}`.slice(1);
}

function readUsedFields(data: JsonValue, fields: AllowedFields): Pick<DocumentFacts, 'usedFields'> {
  if (fields.paths.length === 0) return NOTHING_USED;
  const used = listUsedFields(fields, data).map(({field, path}) => [field, toPointer(path)] as const);
  return used.length === 0 ? NOTHING_USED : {usedFields: used};
}

const NOTHING_USED: Pick<DocumentFacts, 'usedFields'> = {};

function toWish(body: JsonObject, references: readonly string[], usesAllowed: boolean): WishFacts {
  const estimate = estimateCredits(body);
  if (!usesAllowed) return {bodyHash: hashJson(body), references, estimate};
  return {bodyHash: hashJson(body), references, estimate: {...estimate, notIncluded: [...estimate.notIncluded, ALLOWED].sort()}};
}

/** Items that are not on the price list. */
const ALLOWED = 'service.allowFields and allowValues (unknown price)';

function listTargetIds(data: JsonValue): [number, string][] {
  const targets = member(data, 'targets');
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: JsonValue, index): [number, string][] => {
    const id = member(target, 'id');
    return typeof id === 'string' ? [[index, id.toLowerCase()]] : [];
  });
}

function textOr<Fallback>(value: JsonValue | undefined, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}
