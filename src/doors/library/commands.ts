import {resolve} from 'node:path';
import {CONCURRENCY, NEWEST_CHECKS, ON_AMBIGUOUS, ON_ERROR, STRICT_FAMILIES} from '../../core/config/choices';
import {oneOf, readLookupMs, wholeNumber} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import {toShownPath} from '../../core/files/paths';
import type {JsonObject} from '../../core/json/value';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import type {Strictness} from '../../core/specs/strictness';
import {type ImportDocument, type PullDocument, toImportDocument, toPullDocument} from '../../features/adopt/document';
import {importMonitor} from '../../features/adopt/import';
import {pullMonitors} from '../../features/adopt/pull';
import {APPLY_DEFAULTS, applyProject, listApplyFindings} from '../../features/apply/apply';
import {type ApplyDocument, toApplyDocument} from '../../features/apply/document';
import {type PlanDocument, toPlanDocument} from '../../features/plan/document';
import {type PlanFile, toPlanFile} from '../../features/plan/file-document';
import {planProject} from '../../features/plan/plan';
import {readSavedPlan, writePlanFile} from '../../features/plan/saved-plan';
import {validateProject} from '../../features/validate/check-everywhere';
import {toValidateDocument, type ValidateDocument} from '../../features/validate/document';
import {checkWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {type FindingDocument, toFindingDocument} from '../../rendering/finding';
import type {ChangeDocument} from '../../rendering/plan-changes';
import {checkOptions, refuse} from './check-options';
import type {ApplyOptions, ImportOptions, LookupOptions, PlanOptions, PullOptions, ValidateOptions, WorkspaceOptions} from './options';
import {refuseInvalid, runOnProject} from './run';

/** The specs of a project. */
export interface LoadedSpecs {
  /** The specs without errors, sorted by key. */
  readonly monitors: readonly LoadedMonitor[];
  /** The findings of all files, sorted by file and place. */
  readonly diagnostics: readonly FindingDocument[];
}

/** One spec. */
export interface LoadedMonitor {
  /** The stable name of the monitor, unique in the project and environment. */
  readonly key: string;
  /** Its name in the service. */
  readonly name: string;
  /** The file, relative to the working directory, with `/`. */
  readonly file: string;
  /** The line of its document, from 1. */
  readonly line: number;
  /** The body of the create request as written: without `sync`, defaults not filled in, `${env:NAME}` not resolved. May hold secrets that a spec spells out. */
  readonly body: JsonObject;
  /** The environment variables that it refers to, sorted. */
  readonly references: readonly string[];
}

/** The result of an apply, and its exit code. */
export interface Applied extends ApplyDocument {
  /** As `monitors apply` exits: 0 done; 1 something failed or is held back; 4 an outcome is unknown; 5 the state could not be saved; 143 aborted. */
  readonly exitCode: number;
}

/** Reads and checks all spec files; see `loadSpecs` in src/index.ts. */
export async function loadSpecs(options: WorkspaceOptions): Promise<LoadedSpecs> {
  return runOnProject({...checkOptions(options), command: 'validate'}, async project => {
    const {checked, report} = checkWorkspace(project);
    return {monitors: checked.monitors.map(toLoaded), diagnostics: report.findings.map(toFindingDocument)};
  });
}

function toLoaded({key, name, file, line, body, references}: DesiredMonitor): LoadedMonitor {
  return {key, name, file, line, body: body(), references};
}

/** Checks specs; see `validate` in src/index.ts. */
export async function validate(given: ValidateOptions): Promise<ValidateDocument> {
  const {strict, paths = [], ...options} = checkOptions(given);
  return runOnProject({...options, command: 'validate', environmentChoice: 'any'}, async project => {
    if (paths.length > 0 && project.monitors !== null) throw excludeEachOther('paths', 'monitors');
    const {report} = await validateProject(project, {strict: readStrict(strict), paths});
    return withoutLines(toValidateDocument(report), project);
  });
}

/** Plans; see `plan` in src/index.ts. */
export async function plan(given: PlanOptions): Promise<PlanDocument> {
  const {out, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'plan'}, async project => {
    const planned = await planProject(project, readLookup(options));
    const {checked, report} = planned.workspace;
    if (planned.kind === 'invalid')
      throw refuseInvalid(withoutLines(toValidateDocument(report), project).diagnostics, report.errorCount, 'planned');
    if (out !== undefined) {
      const file = resolve(project.cwd, out);
      const place = {file, shown: toShownPath(project.cwd, file), settings: project.settings};
      writePlanFile(place, toPlanFile(planned.plan, checked.hashes, report.findings));
    }
    const document = withoutLines(toPlanDocument(planned.plan, report.findings), project);
    return project.monitors === null ? document : {...document, changes: document.changes.map(withoutPlaces)};
  });
}

/** Specs that a program made have no lines. */
function withoutPlaces(change: ChangeDocument): ChangeDocument {
  return {...change, line: null, fields: change.fields.map(({origin: _none, ...field}) => field)};
}

/** Applies; see `apply` in src/index.ts. */
export async function apply(given: ApplyOptions): Promise<Applied> {
  const options = checkOptions(given);
  return runOnProject({...options, command: 'apply'}, async project => {
    const {onError = APPLY_DEFAULTS.onError, onAmbiguous = APPLY_DEFAULTS.onAmbiguous, concurrency = APPLY_DEFAULTS.concurrency} = options;
    const file = readPlan(options, project);
    const applied = await applyProject(
      project,
      {
        ...readLookup(options),
        onError: oneOf('onError', onError, ON_ERROR),
        allowOldCheckout: options.allowOldCheckout ?? false,
        allowStateChange: options.allowStateChange,
        approved: options.approve,
        onAmbiguous: oneOf('onAmbiguous', onAmbiguous, ON_AMBIGUOUS),
        concurrency: wholeNumber('concurrency', String(concurrency), CONCURRENCY),
        // With a lock timeout, another run may have applied parts of the plan.
        saved: file === null ? null : {file, rule: options.lockTimeout === undefined ? 'exact' : 'nothing-else'},
      },
      // To call it is to approve.
      {show: () => {}, confirm: async whole => whole, persist: options.persist ?? null, onEvent: () => {}},
    );
    if (applied.kind === 'invalid') {
      const {report} = applied.workspace;
      throw refuseInvalid(withoutLines(toValidateDocument(report), project).diagnostics, report.errorCount, 'applied');
    }
    const document = toApplyDocument({...applied.outcome, findings: listApplyFindings(applied)}, applied.plan);
    return {...withoutLines(document, project), exitCode: applied.exitCode};
  });
}

/** Pulls; see `pull` in src/index.ts. */
export async function pull(given: PullOptions): Promise<PullDocument> {
  const {only, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'pull'}, async project => toPullDocument(await pullMonitors(project, {only})));
}

/** Imports one monitor after the other; see `importMonitors` in src/index.ts. */
export async function importMonitors(given: ImportOptions): Promise<readonly ImportDocument[]> {
  const {ids, ...options} = checkOptions(given);
  if (ids === undefined) throw refuse('ids is missing');
  const imported: ImportDocument[] = [];
  for (const [key, id] of Object.entries(ids)) {
    const run = {...options, command: 'import'} as const;
    imported.push(await runOnProject(run, async project => toImportDocument(await importMonitor(project, {key, id}))));
  }
  return imported;
}

function readLookup({
  only,
  exclude,
  labels = {},
  allowDeletes = false,
  refresh = false,
  checks = 0,
  checkSecrets = false,
  lookupTimeout,
  strict,
}: LookupOptions) {
  const lookupMs = readLookupMs('lookupTimeout', lookupTimeout === undefined ? undefined : String(lookupTimeout));
  const given = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return {
    only,
    exclude,
    labels: given,
    allowDeletes,
    refresh,
    checks: wholeNumber('checks', String(checks), NEWEST_CHECKS),
    checkSecrets,
    lookupMs,
    strict: readStrict(strict),
  };
}

function readStrict(given: LookupOptions['strict']): Strictness {
  return given === undefined ? 'none' : oneOf('strict', given, STRICT_FAMILIES);
}

function readPlan({planFile, only, exclude, labels, approve}: ApplyOptions, {cwd}: Project): PlanFile | null {
  if (planFile === undefined) return null;
  if (only !== undefined) throw excludeEachOther('planFile', 'only');
  if (exclude !== undefined) throw excludeEachOther('planFile', 'exclude');
  if (labels !== undefined) throw excludeEachOther('planFile', 'labels');
  if (approve !== undefined) throw excludeEachOther('planFile', 'approve');
  const path = resolve(cwd, planFile);
  return readSavedPlan(path, toShownPath(cwd, path), planFile);
}

function excludeEachOther(one: string, other: string): UserError {
  return new UserError('config/usage', `${one} and ${other} exclude each other`, `leave ${other} out`);
}

/** Specs that a program made have no lines. */
function withoutLines<Document extends {readonly diagnostics: readonly FindingDocument[]}>(
  document: Document,
  {monitors}: Project,
): Document {
  if (monitors === null) return document;
  return {...document, diagnostics: document.diagnostics.map(({range: _range, ...finding}) => finding)};
}
