import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue, member} from '../json/value';
import {checkPastedSecrets} from '../secrets/pasted-secrets';
import {checkReferences, listReferenceNames} from '../secrets/references';
import {type CreditEstimate, estimateCredits} from './credits';
import {parseSource} from './document';
import {countAll, limitFindings} from './finding-limit';
import type {SourceFile, SpecDocument} from './model';
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
  readonly protect: boolean;
  /** `sync.paused`, or null where the spec does not say. */
  readonly paused: boolean | null;
  readonly bodyHash: string;
  /** The ids that the spec gives its targets, in lower case, with their places among the targets. */
  readonly targetIds: readonly (readonly [index: number, id: string])[];
  readonly references: readonly string[];
  readonly estimate: CreditEstimate;
}

/** Parses a file and checks each of its documents by itself. Keys and what else crosses documents is not looked at. */
export function examineFile(source: SourceFile, allowed: readonly string[]): FileFacts {
  const anonymous: SourceFile = {...source, file: ''};
  const parsed = parseSource(anonymous);
  const findings = [...parsed.findings];
  const documents = parsed.documents.map(document => {
    const own = limitFindings(document, [
      findShapeFaults(document),
      findRuleFaults(document),
      countAll(checkReferences(document, allowed)),
      countAll(checkPastedSecrets(document)),
    ]);
    findings.push(...own);
    return toFacts(document, !hasErrors(own));
  });
  return {documents, findings};
}

/** The create-monitor body of a document: everything but `sync`. */
export function bodyOf(data: JsonValue): JsonObject {
  if (!isObject(data)) return {};
  const {sync: _ours, ...body} = data;
  return body;
}

const NO_ESTIMATE: CreditEstimate = {checksPerMonth: 0, creditsPerCheck: 0, creditsPerMonth: 0, average: false, notIncluded: []};

function toFacts({data, rangeOf}: SpecDocument, sound: boolean): DocumentFacts {
  const sync = member(data, 'sync');
  const body = bodyOf(data);
  return {
    sound,
    line: rangeOf('').start.line,
    name: textOr(member(data, 'name'), ''),
    key: textOr(member(sync, 'key'), null),
    renamedFrom: textOr(member(sync, 'renamedFrom'), null),
    protect: member(sync, 'protect') === true,
    paused: booleanOrNull(member(sync, 'paused')),
    bodyHash: sound ? hashJson(body) : '',
    targetIds: listTargetIds(body),
    references: sound ? listReferenceNames(body) : [],
    estimate: sound ? estimateCredits(body) : NO_ESTIMATE,
  };
}

function listTargetIds(body: JsonObject): [number, string][] {
  const targets = member(body, 'targets');
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: JsonValue, index): [number, string][] => {
    const id = member(target, 'id');
    return typeof id === 'string' ? [[index, id.toLowerCase()]] : [];
  });
}

function booleanOrNull(value: JsonValue | undefined): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function textOr<Fallback>(value: JsonValue | undefined, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}
