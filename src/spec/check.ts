import {compareDiagnostics, compareText, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {JsonObject} from '../json/value';
import {parseSource} from './document';
import {bodyOf, type DocumentFacts, examineFile, type FileFacts} from './examine';
import {checkAcrossSpecs, type SpecFacts} from './keys';
import type {CheckedSpecs, DesiredMonitor, Operations, SourceFile, SpecDocument} from './model';

/** What is known of files by the hash of their content; of this tool version, schema and list of allowed references only. */
export interface CheckCache {
  find(hash: string): FileFacts | undefined;
  add(hash: string, facts: FileFacts): void;
  /** Writes what was added; whatever fails in it is ignored. */
  save(): void;
}

/** What checking needs besides the files. */
export interface CheckOptions {
  /** Environment names that specs may refer to. */
  readonly allowed: readonly string[];
  readonly operations: Operations;
  readonly cache: CheckCache | null;
}

/** A document of a file, known by its facts; parsed again only when its body or a place in it is asked for. */
interface Candidate {
  readonly source: SourceFile;
  readonly index: number;
  readonly facts: DocumentFacts;
  readonly parse: () => SpecDocument;
}

/** Checks every file by itself and all of them together. Pure but for the cache. */
export function checkSpecs(files: readonly SourceFile[], {allowed, operations, cache}: CheckOptions): CheckedSpecs {
  const findings: Diagnostic[] = [];
  const candidates: Candidate[] = [];
  const hashes = new Map<string, string>();
  const documentsOf = new Map<string, number>();
  for (const source of files) {
    const hash = sha256(source.bytes);
    hashes.set(source.specPath, hash);
    const facts = cache?.find(hash) ?? examineFile(source, allowed);
    cache?.add(hash, facts);
    documentsOf.set(source.specPath, facts.documents.length);
    for (const finding of facts.findings) findings.push(placeIn(source.file, finding));
    candidates.push(...listCandidates(source, facts));
  }
  const specs = candidates.map(toSpecFacts);
  const across = checkAcrossSpecs(specs, operations);
  findings.push(...across.findings);
  const monitors = candidates.flatMap((candidate, index) =>
    candidate.facts.sound ? [toDesired(candidate, across.keys[index] ?? '')] : [],
  );
  return {
    files: files.length,
    documents: candidates.length,
    documentsOf,
    monitors: hasErrors(findings) ? [] : monitors.sort((a, b) => compareText(a.key, b.key)),
    findings: findings.sort(compareDiagnostics),
    hashes,
  };
}

function placeIn(file: string, finding: Diagnostic): Diagnostic {
  return finding.where === undefined ? finding : {...finding, where: {...finding.where, file}};
}

function listCandidates(source: SourceFile, {documents}: FileFacts): Candidate[] {
  let parsed: readonly SpecDocument[] | undefined;
  return documents.map((facts, index) => ({
    source,
    index,
    facts,
    parse: () => {
      parsed ??= parseSource(source).documents;
      const document = parsed[index];
      if (document === undefined) throw new Error(`${source.specPath} has no document number ${index}`);
      return document;
    },
  }));
}

function toSpecFacts({source, facts, parse}: Candidate): SpecFacts {
  const {key, name, renamedFrom, targetIds, paused} = facts;
  return {
    specPath: source.specPath,
    key,
    name,
    renamedFrom,
    targetIds,
    saysPaused: paused !== null,
    place: (pointer, part) => ({file: source.file, pointer, range: parse().rangeOf(pointer, part)}),
  };
}

function toDesired({source, facts, parse}: Candidate, key: string): DesiredMonitor {
  const {name, line, renamedFrom, protect, paused, bodyHash, references, estimate, targetIds} = facts;
  let body: JsonObject | undefined;
  return {
    key,
    name,
    file: source.file,
    specPath: source.specPath,
    line,
    ...(renamedFrom === null ? {} : {renamedFrom}),
    protect,
    paused: paused === true,
    bodyHash,
    explicitTargetIds: targetIds.map(([, id]) => id),
    references,
    estimate,
    body: () => {
      body ??= bodyOf(parse().data);
      return body;
    },
  };
}
