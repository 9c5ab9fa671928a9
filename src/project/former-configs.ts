import {existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {findReal} from '../core/files/real-path';
import {readBlobs} from '../core/git/blobs';
import {findRepository} from '../core/git/repository';
import {askGit} from '../core/git/run-git';
import {type JsonValue, property} from '../core/json/value';
import {parseSource} from '../core/specs/document';

type Env = Readonly<Record<string, string | undefined>>;

/** Setting of the state in an earlier version of the config. */
export interface FormerConfig {
  /** The directory that its paths began at: another one where the config was moved since. Absolute. */
  readonly base: string;
  /** Undefined where it said nothing. */
  readonly state: JsonValue | undefined;
}

/** Most versions of the config that are read, newest first. */
const MOST_VERSIONS = 50;

/** Reads `state` in the text of a config; undefined where it has none. */
export function readStateSetting(name: string, bytes: Uint8Array): JsonValue | undefined {
  return property(parseSource({file: name, specPath: name, bytes}).documents[0]?.data ?? null, 'state');
}

/**
 * The committed versions of the config, newest first, those before it was moved included; none without git. A config that it was copied
 * from, and that is still there, is another project's.
 */
export async function readFormerConfigs(configFile: string, env: Env): Promise<readonly FormerConfig[]> {
  const here = dirname(configFile);
  const root = findRepository(findReal(here));
  if (root === null) return [];
  const own = findReal(configFile);
  const versions = await listVersions(configFile, env);
  const former = versions.filter(({path}) => join(root, path) === own || !existsSync(join(root, path)));
  const blobs = await readBlobs(
    here,
    env,
    former.map(({commit, path}) => `${commit}:${path}`),
  );
  return former.flatMap(({path}, index) => {
    const blob = blobs[index] ?? null;
    if (blob === null) return [];
    const base = join(root, path) === own ? here : dirname(join(root, path));
    return [{base, state: readStateSetting(basename(path), blob.bytes)}];
  });
}

/** A version of the config, by its path in the repository. */
interface ConfigVersion {
  readonly commit: string;
  readonly path: string;
}

async function listVersions(configFile: string, env: Env): Promise<readonly ConfigVersion[]> {
  const [directory, name] = [dirname(configFile), basename(configFile)];
  const ask = async (args: readonly string[]) => {
    const answer = await askGit(directory, env, args);
    return answer?.exitCode === 0 ? answer.stdout.toString('utf8') : '';
  };
  const log = ['log', '-n', String(MOST_VERSIONS), '--format=%x00%H', '--name-only', '-z'];
  const [plain, followed] = [await ask([...log, '--', `:(literal)${name}`]), await ask([...log, '--follow', '--', `:(literal)${name}`])];
  // A move that is not committed yet: a config of this name is gone, and the last commit has it.
  const gone =
    plain === '' ? await ask(['diff', '--name-only', '-z', '--no-renames', '--diff-filter=D', 'HEAD', '--', `:(top,glob)**/${name}`]) : '';
  const moved = gone.split('\0').flatMap(path => (path === '' ? [] : [{commit: 'HEAD', path}]));
  const known = new Map([...readLog(plain), ...readLog(followed), ...moved].map(version => [`${version.commit}:${version.path}`, version]));
  return [...known.values()];
}

/** The commits and paths that `git log -z --format=%x00%H --name-only` prints. */
function readLog(text: string): ConfigVersion[] {
  let commit = '';
  return text.split('\0').flatMap(word => {
    const line = word.trim();
    if (/^[0-9a-f]{40,64}$/.test(line)) commit = line;
    else if (line !== '') return [{commit, path: word.replace(/^\n/, '')}];
    return [];
  });
}
