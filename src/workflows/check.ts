import {resolve} from 'node:path';
import type {Settings} from '../config/model';
import {toShownPath} from '../config/shown-path';
import {compareDiagnostics, type Diagnostic} from '../diagnostics/diagnostic';
import type {SourceText} from '../diagnostics/source-text';
import {Refusal} from '../refusal';
import type {ValidateReport} from '../report/model';
import {findRawSecretSpans} from '../secrets/raw-secrets';
import {findSecretSpans} from '../secrets/source-secrets';
import {type CheckCache, checkSpecs} from '../spec/check';
import {decodeLeniently, parseSource} from '../spec/document';
import {readSpecFiles} from '../spec/files';
import type {CheckedSpecs, SourceFile} from '../spec/model';
import {applyStrictness, type Strictness} from '../spec/strictness';

export type {CheckCache};

/** What is to be checked, and how. */
export interface CheckRequest {
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  readonly strict: Strictness;
  /** Report on these files and directories only, relative to `cwd`; empty for all. Keys are checked against all specs. */
  readonly paths: readonly string[];
  readonly cache: CheckCache | null;
}

/** All specs of a repository, checked. */
export interface CheckedWorkspace {
  readonly checked: CheckedSpecs;
  readonly report: ValidateReport;
}

/** Reads and checks every spec; needs no network. Throws a refusal where there is nothing to check. */
export function checkWorkspace(request: CheckRequest): CheckedWorkspace {
  const {settings, cwd, cache} = request;
  const {files, findings: unreadable} = readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
  const checked = checkSpecs(files, {allowed: settings.allowedReferences, cache});
  cache?.save();
  const all = applyStrictness([...unreadable, ...checked.findings], request.strict);
  const findings = selectFindings(all, request, files).sort(compareDiagnostics);
  const report: ValidateReport = {
    files: checked.files,
    monitors: checked.documents,
    errorCount: findings.filter(finding => finding.severity === 'error').length,
    warningCount: findings.filter(finding => finding.severity === 'warning').length,
    findings,
    sourceOf: lookUpSource(files),
  };
  return {checked: {...checked, findings}, report};
}

/** Only the findings of the files that were asked for. Throws a refusal for a path that is no spec. */
function selectFindings(findings: readonly Diagnostic[], {paths, cwd, settings}: CheckRequest, files: readonly SourceFile[]): Diagnostic[] {
  if (paths.length === 0) return [...findings];
  const known = [...files.map(({file}) => file), ...findings.flatMap(({where}) => (where === undefined ? [] : [where.file]))];
  const selected = new Set<string>();
  for (const path of paths) {
    const shown = toShownPath(cwd, resolve(cwd, path));
    const matches = shown === '.' ? known : known.filter(file => file === shown || file.startsWith(`${shown}/`));
    if (matches.length === 0) {
      const specs = toShownPath(cwd, settings.specsDirectory);
      throw new Refusal(
        'config/not-a-spec',
        `${path} is no spec, and no directory with specs`,
        `specs are the *.yaml and *.yml files below ${specs}/ whose names do not begin with "_" or "."`,
      );
    }
    for (const file of matches) selected.add(file);
  }
  return findings.filter(({where}) => where !== undefined && selected.has(where.file));
}

/** Gives code frames the text of a file, with what they must not show; parsed again only when a finding is shown. */
function lookUpSource(files: readonly SourceFile[]): (file: string) => SourceText | undefined {
  const known = new Map<string, SourceText | undefined>();
  return file => {
    if (!known.has(file)) {
      const source = files.find(candidate => candidate.file === file);
      known.set(file, source === undefined ? undefined : toSourceText(source));
    }
    return known.get(file);
  };
}

function toSourceText(source: SourceFile): SourceText {
  const text = decodeLeniently(source.bytes);
  const {documents, findings} = parseSource(source);
  const isParsed = documents.length > 0 && !findings.some(finding => finding.severity === 'error');
  return {text, secretRanges: isParsed ? findSecretSpans(text, documents) : findRawSecretSpans(text)};
}
