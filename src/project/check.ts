import {existsSync} from 'node:fs';
import {dirname, relative, resolve, sep} from 'node:path';
import {once} from '../core/base/once';
import {version} from '../core/base/version';
import {listWords} from '../core/base/words';
import type {Settings} from '../core/config/config';
import {toFleetEnvironment} from '../core/config/settings';
import {compareDiagnostics, type Diagnostic} from '../core/diagnostics/diagnostic';
import type {SourceText} from '../core/diagnostics/source-text';
import {UserError} from '../core/diagnostics/user-error';
import {isInside, pathBelow, toShownPath} from '../core/files/paths';
import {isObject} from '../core/json/value';
import {findRawSecretSpans, findSecretSpans} from '../core/secrets/source-secrets';
import type {AllowedFields} from '../core/service/allowed-fields';
import {checkSpecs, type Fleet, NO_FLEET} from '../core/specs/check';
import type {CheckedSpecs, Purpose, SourceFile} from '../core/specs/desired-monitor';
import {decodeLeniently, parseSource} from '../core/specs/document';
import {readSpecFiles} from '../core/specs/files';
import {openDataFiles} from '../core/specs/fleet/data-file';
import {toSpecForm} from '../core/specs/fleet/layer-form';
import type {LayerFile} from '../core/specs/fleet/sources';
import {applyStrictness, type Strictness} from '../core/specs/strictness';
import type {ValidateReport} from '../core/specs/validate-report';
import {nameInMemory, toSourceFiles} from './memory-specs';
import type {Project} from './project';
import {type ConcernedSpecs, findConcernedSpecs, findLabelledFiles, findPaths, narrowFiles, type PresentKeys} from './select-specs';

/** Place of the specs that are checked. */
export type SpecsPlace = Pick<Project, 'settings' | 'cwd' | 'monitors' | 'cache'> & Partial<Pick<Project, 'keyList' | 'fleets'>>;

/** Options of checking specs. */
export interface ProjectCheckOptions {
  /** Which warnings count as errors. Default: none. */
  readonly strict?: Strictness;
  /**
   * Report on these only: files and directories, relative to the working directory, and where there is no such path, keys and globs
   * over keys. Empty (default) for all. Keys are checked against all specs.
   */
  readonly paths?: readonly string[];
  /** `NAME=VALUE`: report on specs with all of these labels only. */
  readonly labels?: readonly string[];
  /**
   * Policy for a path that is not a spec: `refuse` (the default) stops the run, `leave-out` passes it over, as a hook
   * wants that is given all files of a commit.
   */
  readonly unknownPaths?: 'refuse' | 'leave-out';
  /** Default: monitors, which plan and apply need. */
  readonly purpose?: Purpose;
  /** Policy where all specs live in other environments: `refuse` (the default), or `ask-state` where the caller asks {@link explainNoneHere}. */
  readonly noneHere?: 'refuse' | 'ask-state';
}

/** All specs of a repository, checked. */
export interface CheckedWorkspace {
  /** Without its findings: those of the report are counted as `strict` asks. */
  readonly checked: Omit<CheckedSpecs, 'findings'>;
  readonly report: ValidateReport;
  /** Warnings that counted as errors. */
  readonly strict: Strictness;
  /** The paths that were left out since they are not specs, with the reason. */
  readonly leftOut: readonly {readonly path: string; readonly reason: string}[];
}

/** Reads and checks every spec; needs no network. Throws `UserError` where there is nothing to check. */
export function checkWorkspace(place: SpecsPlace, options: ProjectCheckOptions = {}): CheckedWorkspace {
  const {settings, cwd, cache, fleets, keyList, monitors} = place;
  const {strict = 'none', purpose = 'monitors'} = options;
  const {files, layers, findings: unreadable} = readSources(place);
  const {allowedReferences: allowed, allowedFields: fields, operations, rules} = settings;
  const checked = checkSpecs(files, {
    allowed,
    fields,
    operations,
    cache,
    // A cache that was left out is not asked for all of them either.
    fleets: monitors === null && cache !== null ? fleets : null,
    purpose,
    rules,
    fleet: monitors === null ? fleetOf(settings, layers, cwd) : fleetOfProgram(settings),
  });
  cache?.save();
  if (monitors === null) keyList?.save(checked.keys, checked.content);
  const known = [...[...files, ...layers].map(({file}) => file), ...unreadable.flatMap(({where}) => where?.file ?? [])];
  const concerned = findConcernedSpecs(files, checked.dataOf);
  const {selected, leftOut} = selectSpecs(place, options, {keys: checked.keys, files: known}, concerned);
  const shown = [
    ...(selected === null ? unreadable : unreadable.filter(finding => isConcerned(finding, selected, concerned, place))),
    ...[...(settings.warnings ?? []), ...checked.findings].flatMap(finding => showFor(selected, finding, checked.concerned.get(finding))),
  ];
  const named = monitors === null ? shown : shown.map(nameInMemory);
  const findings = applyStrictness(named, strict, version).sort(compareDiagnostics);
  const report: ValidateReport = {
    ...countChecked(checked, files, selected),
    errorCount: findings.filter(finding => finding.severity === 'error').length,
    warningCount: findings.filter(finding => finding.severity === 'warning').length,
    findings,
    sourceOf: lookUpSource({files, layers}, settings.allowedFields),
  };
  const none = options.noneHere === 'ask-state' ? null : explainNoneHere(checked, settings);
  if (none !== null) throw none;
  return {checked, report, strict, leftOut};
}

/** Explains why an environment has no specs although there are some; null where it has one, or there are none at all. */
export function explainNoneHere(checked: Pick<CheckedSpecs, 'elsewhere' | 'monitors'>, {environment}: Settings): UserError | null {
  const {elsewhere} = checked;
  // Monitors of a repository that is known again are made only where they are asked for.
  if (elsewhere.size === 0 || checked.monitors.length > 0) return null;
  const homes = [...new Set([...elsewhere.values()].flat())].sort();
  return new UserError(
    'spec/none-here',
    `no spec lives in environment "${environment}": ${elsewhere.size === 1 ? 'the only one names' : `all ${elsewhere.size} name`} others in sync.environments`,
    `choose ${listWords(homes, 'or')} with --environment, or add ${environment} to sync.environments of a spec`,
  );
}

function readSources({settings, cwd, monitors}: SpecsPlace): ReturnType<typeof readSpecFiles> {
  if (monitors !== null) return {files: toSourceFiles(monitors), layers: [], findings: []};
  return readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
}

/**
 * A finding as it reads in the selected files (null: all): one about two files stands in the one that was asked for, one that
 * concerns specs by what they inherit is shown with any of them.
 */
function showFor(selected: ReadonlySet<string> | null, finding: Diagnostic, concerned: ReadonlySet<string> = new Set()): Diagnostic[] {
  const {where, counterpart} = finding;
  if (selected === null || (where !== undefined && selected.has(where.file))) return [finding];
  if ([...concerned].some(file => selected.has(file))) return [finding];
  return counterpart !== undefined && selected.has(counterpart.where.file) ? [{...finding, ...counterpart}] : [];
}

/** Whether a finding about a file that could not be read is about a selected one, or a layer that it inherits from. */
function isConcerned(
  {where}: Diagnostic,
  selected: ReadonlySet<string>,
  concerned: ConcernedSpecs,
  {cwd, settings: {specsDirectory}}: SpecsPlace,
): boolean {
  if (where === undefined || selected.has(where.file)) return true;
  return concerned.of(pathBelow(specsDirectory, resolve(cwd, where.file))).some(({file}) => selected.has(file));
}

/** Selected files, as findings show them, null for all; and the paths that are left out. */
interface Selection {
  readonly selected: ReadonlySet<string> | null;
  readonly leftOut: CheckedWorkspace['leftOut'];
}

/** Finds the files that paths, keys, globs and labels mean together. A hook gives paths only. */
function selectSpecs(place: SpecsPlace, options: ProjectCheckOptions, known: PresentKeys, concerned: ConcernedSpecs): Selection {
  const {paths: given = [], labels = [], unknownPaths = 'refuse'} = options;
  const paths = unknownPaths === 'leave-out' ? given : findPaths(given, known, place);
  const chosen = paths.length === 0 ? EVERYTHING : selectFiles(place, paths, unknownPaths, {known: known.files, concerned});
  return labels.length === 0 ? chosen : {...chosen, selected: narrowFiles(chosen.selected, findLabelledFiles(labels, known))};
}

const EVERYTHING: Selection = {selected: null, leftOut: []};

/**
 * Finds the files that the paths mean; a layer or data file, also one that is gone, means every spec that it concerns too. Throws
 * `UserError` for a path that is not a spec, unless those are left out. `known` are the files that were read, as findings show them, those
 * refused included.
 */
function selectFiles(
  {cwd, settings}: SpecsPlace,
  paths: readonly string[],
  unknownPaths: NonNullable<ProjectCheckOptions['unknownPaths']>,
  {known, concerned}: {readonly known: readonly string[]; readonly concerned: ConcernedSpecs},
): Selection {
  const names = new Set(known);
  const fileAt = once(() => new Map(known.map(file => [resolve(cwd, file), file])));
  const selected = new Set<string>();
  const leftOut: {path: string; reason: string}[] = [];
  for (const path of paths) {
    const wanted = resolve(cwd, path);
    // A changed config can make findings of any spec.
    if (unknownPaths === 'leave-out' && wanted === settings.configFile) return EVERYTHING;
    // A hook gives files, as findings show them: then the places of all others are not worked out.
    const shown = toShownPath(cwd, wanted);
    const matches = path === '' ? [] : names.has(shown) ? [shown] : listMatches(wanted, fileAt());
    const others = concerned.of(pathBelow(settings.specsDirectory, wanted));
    for (const file of matches) selected.add(file);
    for (const {file} of others) selected.add(file);
    // A finding may stand in a data file, which is not among those that were read as specs.
    if (others.length > 0) selected.add(shown);
    if (matches.length > 0 || others.length > 0) continue;
    if (unknownPaths === 'refuse') throw notASpec(path, wanted, {cwd, settings});
    leftOut.push({path, reason: explainNotASpec(wanted, settings.specsDirectory)});
  }
  return {selected, leftOut};
}

/** The file at a place, or all files below it. */
function listMatches(wanted: string, fileAt: ReadonlyMap<string, string>): string[] {
  const file = fileAt.get(wanted);
  if (file !== undefined) return [file];
  const start = wanted.endsWith(sep) ? wanted : wanted + sep;
  return [...fileAt].flatMap(([place, name]) => (place.startsWith(start) ? [name] : []));
}

function notASpec(path: string, wanted: string, {cwd, settings}: Pick<SpecsPlace, 'cwd' | 'settings'>): UserError {
  const specs = toShownPath(cwd, settings.specsDirectory);
  return new UserError(
    'config/not-a-spec',
    `${JSON.stringify(path)} ${explainNotASpec(wanted, settings.specsDirectory)}`,
    `specs are the *.yaml and *.yml files below ${specs}/ whose names do not begin with "_" or "."`,
  );
}

function explainNotASpec(wanted: string, specsDirectory: string): string {
  if (!existsSync(wanted)) return 'does not exist';
  if (!isInside(specsDirectory, wanted)) return 'is outside of the specs directory';
  const names = relative(specsDirectory, wanted).split(sep);
  const skipped = names.find(name => name.startsWith('_') || name.startsWith('.'));
  return skipped === undefined ? 'is not a spec file or a directory of specs' : `is skipped, since its name begins with "${skipped[0]}"`;
}

/** Counts the files and documents that a report covers. */
function countChecked(checked: CheckedSpecs, files: readonly SourceFile[], selected: ReadonlySet<string> | null) {
  if (selected === null) return {files: checked.files, monitors: checked.documents};
  const count = (all: readonly Pick<SourceFile, 'file'>[]) => all.filter(({file}) => selected.has(file)).length;
  return {files: count(files), monitors: count(checked.keys())};
}

/** Gives code frames the text of a file, with what they must not show; parsed again only when a finding is shown. */
function lookUpSource(
  {files, layers}: Pick<ReturnType<typeof readSpecFiles>, 'files' | 'layers'>,
  fields: AllowedFields,
): (file: string) => SourceText | undefined {
  const known = new Map<string, SourceText | undefined>();
  return file => {
    if (!known.has(file)) {
      const layer = layers.find(candidate => candidate.file === file);
      const source = layer ?? files.find(candidate => candidate.file === file);
      known.set(file, source === undefined ? undefined : toSourceText(source, layer === undefined ? 'spec' : 'layer', fields));
    }
    return known.get(file);
  };
}

function toSourceText(source: SourceFile, kind: 'spec' | 'layer', fields: AllowedFields): SourceText {
  const text = decodeLeniently(source.bytes);
  const {documents: parsed, findings} = parseSource(source);
  // Where a text of a target is secret is known of the form that a spec has.
  const documents =
    kind === 'layer'
      ? parsed.flatMap(document => (isObject(document.data) ? [document, toSpecForm(document, document.data)] : [document]))
      : parsed;
  const isParsed = documents.length > 0 && !findings.some(finding => finding.severity === 'error');
  return {text, secretRanges: isParsed ? findSecretSpans(text, documents, fields) : findRawSecretSpans(text, fields)};
}

/** Puts together everything that specs share, for the environment of a run. Findings show paths relative to `cwd`, which is absolute. */
export function fleetOf(settings: Settings, layers: readonly LayerFile[], cwd: string): Fleet {
  const {specsDirectory, configFile, stateFile} = settings;
  const root = configFile === null ? cwd : dirname(configFile);
  const own = configFile === null ? [stateFile] : [configFile, stateFile];
  return {layers, environment: toFleetEnvironment(settings), readData: openDataFiles({specsDirectory, root, cwd, own})};
}

/** The same for specs that a program made: they inherit nothing, and name no files. */
function fleetOfProgram(settings: Settings): Fleet {
  return {...NO_FLEET, environment: toFleetEnvironment(settings)};
}
