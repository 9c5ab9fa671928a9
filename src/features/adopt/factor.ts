import {posix, resolve} from 'node:path';
import {settingsIn} from '../../core/config/settings';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {isInside, pathBelow, toShownPath} from '../../core/files/paths';
import {hashJson} from '../../core/json/canonical';
import {isObject} from '../../core/json/value';
import {checkSpecs} from '../../core/specs/check';
import type {CheckedSpecs, DesiredMonitor, SourceFile} from '../../core/specs/desired-monitor';
import {parseSource} from '../../core/specs/document';
import {readSpecFiles} from '../../core/specs/files';
import {isNearLayerName, readLayerName} from '../../core/specs/fleet/layer-name';
import type {LayerFile, ReadData} from '../../core/specs/fleet/sources';
import {folderOf} from '../../core/specs/fleet/tree';
import {viewState} from '../../core/state/fold-open';
import type {FactoredFile, FactorReport} from '../../core/writing/factor-report';
import {openSpecFolder, type SpecFolder} from '../../core/writing/file-specs';
import type {PullReport} from '../../core/writing/reports';
import {type CheckedWorkspace, checkWorkspace, fleetOf} from '../../project/check';
import type {Project} from '../../project/project';
import {findRenderedChanges} from '../../project/same-render';
import {checkSpecFile, removeSpecFile, replaceSpecFile, type SpecReplacement} from '../../project/spec-file';
import {planFromView} from '../plan/plan';
import {draftList, draftShared, type FactorDraft, isHeldByIds} from './factor-draft';
import {type HasRecordedIds, hasTargetIds, readRecordedIds, withoutTargetIds} from './recorded-ids';

/** Folder to factor, and options. */
interface FactorOptions {
  /** A path relative to the working directory, or one below the specs directory. */
  readonly folder: string;
  /** Makes one list of that name; undefined to move common members into `_defaults.yaml`. */
  readonly list: string | undefined;
  readonly isDryRun: boolean;
}

/** Result of factoring, or the findings that stand in the way. */
type FactorEnd =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'factored'; readonly report: FactorReport};

/**
 * Moves what specs of a folder share to one place. Nothing is written unless all monitors of all environments stay exactly as
 * they are, and the plan too: throws `UserError`. Needs no network.
 */
export async function factorFolder(project: Project, {folder: given, list, isDryRun}: FactorOptions): Promise<FactorEnd> {
  await project.refusePlace();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const {settings, cwd} = project;
  const found = readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
  const folder = findFolder(project, given, found.files);
  const room = openSpecFolder(settings, cwd, project, project.env);
  const within = found.files.filter(({specPath}) => folder === '' || specPath.startsWith(`${folder}/`));
  const sources = {folder, specs: within, layers: found.layers, schemaFor: room.schemaFor};
  if (list !== undefined) refuseListName(list, folder, room);
  const factored = new FactoredSpecs(project, found);
  const {draft, obstacle} =
    list === undefined ? {draft: draftShared(sources), obstacle: null} : await draftBestList(factored, sources, {project, list});
  const report = toReport(project, {folder, specs: within, layers: found.layers, workspace, obstacle}, draft, isDryRun);
  if (draft === null || report.files.length === 0) return {kind: 'factored', report};
  await factored.refuseChanges(draft);
  if (!isDryRun) await writeDraft(project, draft, found, room);
  return {kind: 'factored', report};
}

/** Moves what all specs share into `_defaults.yaml` after a pull; null where nothing was pulled. Throws as {@link factorFolder} does. */
export async function sharePulled(project: Project, {pulled, placeholders}: PullReport): Promise<FactorReport | null> {
  if (pulled.length === 0) return null;
  const {settings} = project;
  // The pull added these names to the config that was read before.
  const allowedReferences = [...settings.allowedReferences, ...placeholders.map(({name}) => name)];
  const options = {folder: settings.specsDirectory, list: undefined, isDryRun: false};
  const end = await factorFolder({...project, settings: {...settings, allowedReferences}}, options);
  if (end.kind === 'invalid') throw refuse('specs have errors');
  return end.report;
}

/** As CSV where that gives the same monitors, else as YAML. States are read only for specs with target ids. */
async function draftBestList(
  factored: FactoredSpecs,
  sources: Parameters<typeof draftList>[0],
  {project, list: name}: {readonly project: Project; readonly list: string},
): Promise<{draft: FactorDraft | null; obstacle: FactorReport['obstacle']}> {
  const isNumbered = sources.specs.some(source => parseSource(source).documents.some(({data}) => isObject(data) && hasTargetIds(data)));
  const hasRecordedIds: HasRecordedIds = isNumbered ? await readRecordedIds(project) : () => false;
  const csv = draftList(sources, hasRecordedIds, {name, form: 'csv'});
  const draft = csv !== null && factored.isSame(csv) ? csv : draftList(sources, hasRecordedIds, {name, form: 'yaml'});
  return {draft, obstacle: draft === null && isNumbered && isHeldByIds(sources, hasRecordedIds) ? 'target-ids' : null};
}

function findFolder({settings, cwd}: Project, given: string, files: readonly SourceFile[]): string {
  const {specsDirectory} = settings;
  for (const base of [cwd, specsDirectory]) {
    const path = resolve(base, given);
    if (path !== specsDirectory && !isInside(specsDirectory, path)) continue;
    const folder = pathBelow(specsDirectory, path);
    if (folder === '' || files.some(({specPath}) => specPath.startsWith(`${folder}/`))) return folder;
  }
  throw new UserError('config/usage', `not a folder with specs: ${given}`, `name ${toShownPath(cwd, specsDirectory)} or a folder below it`);
}

function refuseListName(name: string, folder: string, room: SpecFolder): void {
  if (!/^[A-Za-z0-9][\w-]{0,59}$/.test(name)) {
    throw new UserError('config/usage', `--list can't be ${JSON.stringify(name)}`, 'write letters, digits, "_" and "-", such as rows');
  }
  if (isNearLayerName(`_${name}.yaml`))
    throw new UserError('config/usage', `_${name}.yaml is a layer, not a list`, 'give --list another name');
  const taken = [`${name}.yaml`, `${name}.yml`, `_${name}.csv`, `_${name}.yaml`].find(file => room.isThere(posix.join(folder, file)));
  if (taken !== undefined) throw new UserError('config/usage', `${taken} is already there`, 'give --list another name');
}

interface FoundSpecs {
  readonly files: readonly SourceFile[];
  readonly layers: readonly LayerFile[];
}

/** The specs as a draft leaves them, rendered for each environment and compared. */
class FactoredSpecs {
  readonly #project: Project;
  readonly #found: FoundSpecs;
  readonly #checked = new Map<FactorDraft | null, ReadonlyMap<string, CheckedSpecs>>();

  constructor(project: Project, found: FoundSpecs) {
    this.#project = project;
    this.#found = found;
  }

  /** Whether all monitors of all environments stay as they are. */
  isSame(draft: FactorDraft): boolean {
    return this.#environments().every(environment => this.#findChange(environment, draft) === null);
  }

  /** Throws a refusal where a monitor or the plan would change. */
  async refuseChanges(draft: FactorDraft): Promise<void> {
    for (const environment of this.#environments()) {
      const change = this.#findChange(environment, draft);
      if (change !== null) throw refuse(change);
    }
    const view = await viewState(this.#project.store);
    const [before, after] = [null, draft].map(one => {
      const checked = this.#check(this.#project.settings.environment, one);
      return planFromView(this.#project, {checked}, view, {allowDeletes: true})
        .changes.map(change => `${change.action} ${change.key} ${change.action === 'update' ? JSON.stringify(change.fields) : ''}`)
        .join('\n');
    });
    if (before !== after) throw refuse('the plan would have other changes');
  }

  #environments(): readonly string[] {
    const {environment, environments} = this.#project.settings;
    return environments === null ? [environment] : [...environments.keys()];
  }

  #findChange(environment: string, draft: FactorDraft): string | null {
    const before = this.#check(environment, null);
    const after = this.#check(environment, draft);
    const error = after.findings.find(({severity}) => severity === 'error');
    if (error !== undefined) {
      const {file, range} = error.where ?? {file: '', range: null};
      return `${error.message}${range === null ? '' : ` (${file}:${range.start.line})`}`;
    }
    const numberless = (monitor: DesiredMonitor) => (draft.unnumbered.has(monitor.key) ? withoutIds(monitor) : monitor);
    const [changed] = findRenderedChanges(before.monitors.map(numberless), after.monitors);
    if (changed !== undefined) return `"${changed}" would change`;
    const homes = ({elsewhere}: CheckedSpecs) => JSON.stringify([...elsewhere].sort());
    return homes(before) === homes(after) ? null : 'specs would live in other environments';
  }

  #check(environment: string, draft: FactorDraft | null): CheckedSpecs {
    const known = this.#checked.get(draft)?.get(environment);
    if (known !== undefined) return known;
    const checked = this.#checkNow(environment, draft);
    this.#checked.set(draft, new Map([...(this.#checked.get(draft) ?? []), [environment, checked]]));
    return checked;
  }

  #checkNow(environment: string, draft: FactorDraft | null): CheckedSpecs {
    const {cwd} = this.#project;
    const settings = settingsIn(this.#project.settings, environment);
    const {allowedReferences: allowed, allowedFields: fields, operations} = settings;
    const {files, layers} = draft === null ? this.#found : this.#applyDraft(draft);
    const fleet = fleetOf(settings, layers, cwd);
    const readData: ReadData =
      draft === null ? fleet.readData : (spec, path) => this.#readDrafted(draft, spec, path) ?? fleet.readData(spec, path);
    return checkSpecs(files, {allowed, fields, operations, cache: null, purpose: 'monitors', fleet: {...fleet, readData}});
  }

  #applyDraft({texts}: FactorDraft): FoundSpecs {
    const kept = <File extends SourceFile>(files: readonly File[]): File[] => files.filter(({specPath}) => !texts.has(specPath));
    const written = [...texts].flatMap(([specPath, text]) => (text === null ? [] : [this.#toSource(specPath, text)]));
    const layers = written.flatMap(source => {
      const name = readLayerName(posix.basename(source.specPath));
      return name.kind === 'layer' ? [{...source, folder: folderOf(source.specPath), environment: name.environment}] : [];
    });
    const specs = written.filter(({specPath}) => !posix.basename(specPath).startsWith('_'));
    const sort = <File extends SourceFile>(files: File[]): File[] => files.sort((a, b) => (a.specPath < b.specPath ? -1 : 1));
    return {files: sort([...kept(this.#found.files), ...specs]), layers: sort([...kept(this.#found.layers), ...layers])};
  }

  #readDrafted({texts}: FactorDraft, spec: Pick<SourceFile, 'specPath'>, path: string): ReturnType<ReadData> | null {
    const specPath = posix.join(folderOf(spec.specPath), path);
    const text = texts.get(specPath);
    return text == null ? null : {source: this.#toSource(specPath, text), hash: ''};
  }

  #toSource(specPath: string, text: string): SourceFile {
    const {settings, cwd} = this.#project;
    return {file: toShownPath(cwd, resolve(settings.specsDirectory, specPath)), specPath, bytes: Buffer.from(text)};
  }
}

function withoutIds(monitor: DesiredMonitor): DesiredMonitor {
  return {...monitor, bodyHash: hashJson(withoutTargetIds(monitor.body()))};
}

function refuse(why: string): UserError {
  return new UserError(
    'fleet/not-factored',
    `the specs can't be factored: ${why}; nothing was written`,
    'name a smaller folder, or move the members by hand',
  );
}

interface FactoredFolder extends FoundSpecsOf {
  readonly workspace: CheckedWorkspace;
  readonly obstacle: FactorReport['obstacle'];
}

interface FoundSpecsOf {
  readonly folder: string;
  readonly specs: readonly SourceFile[];
  readonly layers: readonly LayerFile[];
}

function toReport(
  {settings, cwd}: Project,
  {folder, specs, layers, workspace, obstacle}: FactoredFolder,
  draft: FactorDraft | null,
  isDryRun: boolean,
): FactorReport {
  const present = new Map([...specs, ...layers].map(source => [source.specPath, source]));
  const files = [...(draft?.texts ?? [])].map(([specPath, text]): FactoredFile => {
    const before = present.get(specPath);
    return {
      file: toShownPath(cwd, resolve(settings.specsDirectory, specPath)),
      outcome: text === null ? 'removed' : before === undefined ? 'created' : 'changed',
      linesBefore: before === undefined ? 0 : countLines(Buffer.from(before.bytes).toString('utf8')),
      linesAfter: text === null ? 0 : countLines(text),
    };
  });
  const inFolder = [
    ...specs,
    ...layers.filter(layer => layer.folder === folder || layer.folder.startsWith(folder === '' ? '' : `${folder}/`)),
  ];
  const linesBefore = inFolder.reduce((sum, {bytes}) => sum + countLines(Buffer.from(bytes).toString('utf8')), 0);
  const gained = files.reduce((sum, file) => sum + file.linesBefore - file.linesAfter, 0);
  const paths = new Set(specs.map(({specPath}) => specPath));
  return {
    dryRun: isDryRun,
    folder: toShownPath(cwd, resolve(settings.specsDirectory, folder)),
    files,
    linesBefore,
    linesAfter: linesBefore - gained,
    monitors: workspace.checked.monitors.filter(({specPath}) => paths.has(specPath)).length,
    obstacle,
    left: draft?.left ?? [],
    shared: draft?.shared ?? {},
    rows: draft?.rows ?? [],
  };
}

function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

/** New files first, then changed ones, then those that go: where this ends in between, no monitor is missing. */
async function writeDraft(project: Project, {texts}: FactorDraft, {files, layers}: FoundSpecs, room: SpecFolder): Promise<void> {
  const present = new Map([...files, ...layers].map(source => [source.specPath, source]));
  const toReplacement = (specPath: string, text: string | null): SpecReplacement | null => {
    const source = present.get(specPath);
    if (source === undefined) return null;
    return {path: resolve(project.settings.specsDirectory, specPath), shown: source.file, before: source.bytes, after: text ?? ''};
  };
  for (const [specPath, text] of texts) {
    const replacement = toReplacement(specPath, text);
    if (replacement === null) room.checkPlace(specPath);
    else checkSpecFile(replacement, project);
  }
  for (const [specPath, text] of texts) {
    const replacement = toReplacement(specPath, text);
    if (replacement === null) await room.writeSpec(specPath, text ?? '');
    else if (text === null) await removeSpecFile(replacement, project);
    else await replaceSpecFile(replacement, project);
  }
}
