import {UserError} from '../../core/diagnostics/user-error';
import {isInGit, pathBelow} from '../../core/files/paths';
import {findRepository} from '../../core/git/repository';
import {runGit} from '../../core/state/file/git';

/** A project's directory, and its repository. */
export interface ProjectPlace {
  /** The root of the repository, or the project's directory where there is none; absolute. */
  readonly root: string;
  readonly isRepository: boolean;
  /** From the root to the project's directory, with `/`. */
  readonly prefix: string;
  /** The address of the remote `origin`; null where there is none. It may contain credentials. */
  readonly remote: string | null;
  readonly branch: string;
}

/** Inspects the directory of a project, which may not exist yet, without network and hooks. Throws {@link UserError}. */
export async function inspectPlace(directory: string, env: Readonly<Record<string, string | undefined>>): Promise<ProjectPlace> {
  const root = findRepository(directory);
  if (root === null) return {root: directory, isRepository: false, prefix: '', remote: null, branch: USUAL_BRANCH};
  const prefix = pathBelow(root, directory);
  refuseUnfitPrefix(prefix);
  const ask = async (...args: string[]) => (await runGit(root, env, args))?.trim() || null;
  return {
    root,
    isRepository: true,
    prefix,
    remote: await ask('config', '--get', 'remote.origin.url'),
    branch: await findBranch(ask),
  };
}

const USUAL_BRANCH = 'main';

/** Refuses a prefix that would be unsafe in YAML, patterns or command lines. */
function refuseUnfitPrefix(prefix: string): void {
  const hint = 'use another directory of the repository';
  if (isInGit(prefix)) throw new UserError('config/unsafe-path', `${prefix} is inside the .git directory`, hint);
  if (/\p{C}/u.test(prefix)) {
    throw new UserError('config/unsafe-path', `the directory name ${JSON.stringify(prefix)} contains invisible characters`, hint);
  }
}

/** Finds the branch to apply: the remote's default, else main or master, else the one checked out. */
async function findBranch(ask: (...args: string[]) => Promise<string | null>): Promise<string> {
  const ofRemote = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (ofRemote !== null) return ofRemote.replace(/^origin\//, '');
  for (const name of [USUAL_BRANCH, 'master']) {
    if ((await ask('rev-parse', '--quiet', '--verify', `refs/heads/${name}`)) !== null) return name;
  }
  return (await ask('symbolic-ref', '--quiet', '--short', 'HEAD')) ?? USUAL_BRANCH;
}
