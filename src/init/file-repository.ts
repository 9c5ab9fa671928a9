import {relative, sep} from 'node:path';
import {UserError} from '../diagnostics/user-error';
import {findRepository} from '../git/repository';
import {runGit} from '../state/file/git';

/** Where a project lies, and what git says about the place. */
export interface ProjectPlace {
  /** The root of the repository, or the project's directory where there is none; absolute. */
  readonly root: string;
  readonly isRepository: boolean;
  /** From the root to the project's directory, with `/`. */
  readonly prefix: string;
  /** The address of the remote `origin`; null where there is none. It may hold credentials. */
  readonly remote: string | null;
  readonly branch: string;
}

/** Looks at the place of a project, whose directory need not exist yet; uses no network and runs no hook. Throws {@link UserError}. */
export async function inspectPlace(directory: string, env: Readonly<Record<string, string | undefined>>): Promise<ProjectPlace> {
  const root = findRepository(directory);
  if (root === null) return {root: directory, isRepository: false, prefix: '', remote: null, branch: USUAL_BRANCH};
  const prefix = relative(root, directory).split(sep).join('/');
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

/** The prefix stands in YAML, in patterns and on command lines. */
function refuseUnfitPrefix(prefix: string): void {
  const hint = 'name a directory of the repository that is meant for files of yours';
  if (prefix.split('/').includes('.git')) throw new UserError('config/unsafe-path', `${prefix} is a directory of git's own`, hint);
  if (/\p{C}/u.test(prefix)) {
    throw new UserError('config/unsafe-path', `the name ${JSON.stringify(prefix)} holds characters that cannot be seen`, hint);
  }
}

/** The branch that is applied: what the remote calls its default, else one of the usual names, else the one checked out. */
async function findBranch(ask: (...args: string[]) => Promise<string | null>): Promise<string> {
  const ofRemote = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (ofRemote !== null) return ofRemote.replace(/^origin\//, '');
  for (const name of [USUAL_BRANCH, 'master']) {
    if ((await ask('rev-parse', '--quiet', '--verify', `refs/heads/${name}`)) !== null) return name;
  }
  return (await ask('symbolic-ref', '--quiet', '--short', 'HEAD')) ?? USUAL_BRANCH;
}
