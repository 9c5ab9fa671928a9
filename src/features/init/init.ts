import {existsSync, mkdirSync, realpathSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {writeEnvironmentMove} from '../../core/base/command-line';
import type {Context} from '../../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {listWords} from '../../core/base/words';
import {type LoadedConfig, loadConfig} from '../../core/config/loaded-settings';
import {checkName} from '../../core/config/option-values';
import {combineSettings} from '../../core/config/settings';
import {UserError} from '../../core/diagnostics/user-error';
import {explainFileError} from '../../core/files/file-error';
import {pathBelow, toShownPath} from '../../core/files/paths';
import type {WriteWorld} from '../../core/state/file/write';
import {holdsSpecs, inspectFile, takeStep} from '../../core/writing/file-scaffold';
import {
  decideStep,
  type EditorSchemas,
  type Release,
  type ScaffoldFacts,
  type ScaffoldFile,
  type ScaffoldResult,
} from '../../core/writing/scaffold-step';
import {inspectPlace, type ProjectPlace} from './file-repository';
import {listListFiles, MERGED_TO} from './fleet-template';
import {makeProjectName} from './project-name';
import {listScaffoldFiles} from './scaffold';

/** Request of `monitors init`. */
interface InitRequest {
  /** The project's directory, absolute; made where it does not exist. */
  readonly directory: string;
  /** Results show paths relative to it; absolute. */
  readonly cwd: string;
  /** `--project`. */
  readonly project: string | undefined;
  /** `--fleet`. */
  readonly fleet: boolean;
  /** `--environments`; null without. */
  readonly environments: readonly string[] | null;
  /** `--digest`. */
  readonly digest: boolean;
  /** `--upgrade`. */
  readonly upgrade: boolean;
  /** `--agents`. */
  readonly agents: boolean;
  /** `--from`: text of the list that the project begins with; null without. */
  readonly rows: string | null;
  /** `--from`: the file's name without its end. Names the list in a project that has `pages`. */
  readonly rowsName: string;
  readonly release: Release;
  readonly schemas: EditorSchemas;
}

/** Outcome of a scaffold. */
interface InitOutcome {
  readonly facts: ScaffoldFacts;
  readonly isRepository: boolean;
  /** The files of `--fleet` were not written: specs exist, and its defaults would change them. */
  readonly isFleetLate: boolean;
  /** In the order of the scaffold; paths relative to the working directory. */
  readonly files: readonly (ScaffoldResult & {readonly role: ScaffoldFile['role']})[];
  /** With `--upgrade`: what people change by hand. */
  readonly toChange?: readonly string[];
}

/**
 * Writes what a repository needs to keep monitors as code and does not have yet. Looks at everything before it writes anything.
 * Throws {@link UserError} where a file can't be written, or a symbolic link is in the way.
 */
export async function scaffoldProject(request: InitRequest, env: Context['env'], io: WriteWorld): Promise<InitOutcome> {
  const directory = makeDirectory(request.directory);
  const place = await inspectPlace(directory, env);
  const facts = chooseList(collectFacts(request, directory, place), place.root, request.rowsName);
  const all = listScaffoldFiles(facts);
  if (request.upgrade) {
    const {upgradeProject} = await import('./file-upgrade');
    const {files, toChange} = await upgradeProject(place.root, facts, all, io);
    const shown = files.map(file => ({...file, path: toShownPath(request.cwd, join(place.root, file.path))}));
    return {facts, isRepository: place.isRepository, isFleetLate: false, files: shown, toChange};
  }
  const start = all.filter(({role}) => START.has(role));
  const isStarted = start.some(file => holdsSpecs(place.root, dirname(file.path)));
  if (request.rows !== null) refuseStarted(place.root, start, isStarted, request.fleet);
  const isFleetLate = request.fleet && isStarted && start.every(file => inspectFile(place.root, file.path).kind === 'nothing');
  const wanted = isStarted && request.rows === null ? all.filter(file => !start.includes(file)) : all;
  const steps = wanted.map(file => ({role: file.role, step: decideStep(file, inspectFile(place.root, file.path))}));
  const files: InitOutcome['files'][number][] = [];
  for (const {role, step} of steps) {
    const result = await takeStep(place.root, step, io);
    files.push({...result, role, path: toShownPath(request.cwd, join(place.root, result.path))});
  }
  return {facts, isRepository: place.isRepository, isFleetLate, files};
}

/** A second list is named after its file. Throws `UserError` where the first one has the same rows: each page would be paid for twice. */
function chooseList(facts: ScaffoldFacts, root: string, rowsName: string): ScaffoldFacts {
  const {rows} = facts;
  const before = rows === null || facts.fleet ? undefined : listListFiles(facts);
  const isThere = before?.some(({path}) => inspectFile(root, path).kind !== 'nothing') ?? false;
  if (before === undefined || !isThere) return facts;
  const same = before
    .map(({path}) => inspectFile(root, path))
    .some(file => file.kind === 'file' && Buffer.from(file.content).toString('utf8') === rows);
  if (same)
    throw new UserError('config/usage', `${before[0]?.path} has these rows already`, 'nothing is to do: each page would be watched twice');
  const list = rowsName
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return list === '' ? facts : {...facts, list};
}

/** A list is written beside other specs, too, but over nothing; defaults would change those specs. */
function refuseStarted(root: string, start: readonly ScaffoldFile[], isStarted: boolean, fleet: boolean): void {
  const there = start.find(file => inspectFile(root, file.path).kind !== 'nothing');
  if (there !== undefined)
    throw new UserError(
      'config/usage',
      `${there.path} exists already: --from writes over nothing`,
      'to make another list, give a file of another name, such as --from shops.csv; or add the rows by hand',
    );
  if (isStarted && fleet)
    throw new UserError('config/usage', 'there are specs already, which the defaults of --fleet would change', 'leave --fleet out');
}

/** The files that only a project without specs gets. */
const START: ReadonlySet<ScaffoldFile['role']> = new Set(['layer', 'rows', 'spec']);

/** The directory, made where it is missing, without symbolic links on the way: the user named them, so that they are followed. */
function makeDirectory(directory: string): string {
  try {
    mkdirSync(directory, {recursive: true});
    return realpathSync(directory);
  } catch (error) {
    throw new UserError(
      'config/cannot-write',
      `the directory ${directory} cannot be used: ${explainFileError(error)}`,
      'give another one',
      {
        cause: error,
      },
    );
  }
}

/** A config that is there has the last word: the other files are made to fit it. */
function collectFacts(
  {project, fleet, environments, digest, agents, rows, release, schemas, cwd}: InitRequest,
  directory: string,
  place: ProjectPlace,
): ScaffoldFacts {
  const config = existsSync(join(directory, DEFAULT_CONFIG_FILE)) ? loadConfig(directory, DEFAULT_CONFIG_FILE, cwd) : null;
  const settings = combineSettings({flags: {environment: 'default'}, env: {}, directory, config: withoutEnvironments(config)});
  if (project !== undefined) checkName('project', project, 'given with --project');
  if (config !== null && project !== undefined && settings.project !== project) throw otherProject(settings.project, project);
  if (config !== null && environments !== null) refuseUndeclared(environments, Object.keys(config.content.environments ?? {}));
  const within = (path: string) => pathBelow(directory, path);
  return {
    project: config === null ? (project ?? makeProjectName(place.remote, basename(place.root), place.prefix)) : settings.project,
    prefix: place.prefix,
    specs: within(settings.specsDirectory),
    state: within(settings.stateFile),
    branch: place.branch,
    environment:
      environments?.at(-1) ?? ((config === null ? fleet : Object.hasOwn(config.content.environments ?? {}, MERGED_TO)) ? MERGED_TO : null),
    environments,
    fleet,
    digest,
    agents,
    rows,
    list: 'pages',
    release,
    schemas,
  };
}

/** The files are the same for all environments, so none is chosen. */
function withoutEnvironments(config: LoadedConfig | null): LoadedConfig | null {
  if (config === null) return null;
  const {environments: _all, ...content} = config.content;
  return {...config, content};
}

/** Throws {@link UserError} for environments that the config does not have. */
function refuseUndeclared(wanted: readonly string[], declared: readonly string[]): void {
  const missing = wanted.filter(one => !declared.includes(one));
  if (missing.length === 0) return;
  const named = listWords(missing.map(name => `"${name}"`));
  const [plural, them] = missing.length === 1 ? ['', 'it'] : ['s', 'them'];
  const lines = `environments: {${missing.map(name => `${name}: {}`).join(', ')}}`;
  const move = `; if monitors are recorded already, give their state to one of them: ${writeEnvironmentMove('default', missing.at(-1) ?? '')}`;
  throw new UserError(
    'config/usage',
    `${DEFAULT_CONFIG_FILE} already exists and declares no environment${plural} ${named}`,
    declared.length === 0
      ? `write this there: ${lines}${move}`
      : `write ${them} under "environments" there, or leave ${them} out of --environments`,
  );
}

function otherProject(is: string, wanted: string): UserError {
  return new UserError(
    'config/usage',
    `${DEFAULT_CONFIG_FILE} already exists and names the project "${is}", not "${wanted}"`,
    'leave --project out, or change that file yourself before the first apply',
  );
}
