import {basename, dirname} from 'node:path';
import {isSameVersion, type StateVersion} from '../state';
import {hasUpstream, isTracked, nameBlob, readVersion, runGit} from './git';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Says what keeps other checkouts from having this version of the state file; null where nothing does, or where git does not have the
 * file. Looks at the followed branch and the default branch as the last fetch left them: a checkout of either would apply from it.
 */
export async function findUnpushed(stateFile: string, version: StateVersion, env: Env): Promise<string | null> {
  const directory = dirname(stateFile);
  if (!(await isTracked(stateFile, env)) && !(await hasUpstream(stateFile, env))) return null;
  const holds = async (ref: string) => {
    const text = await runGit(directory, env, ['cat-file', 'blob', `${ref}:./${basename(stateFile)}`]);
    if (text !== null) return isVersion(text, version) ? 'yes' : 'no';
    // One that git can't read here is another one: that of HEAD was read.
    return (await nameBlob(stateFile, ref, env)) === null ? 'no-file' : 'no';
  };
  if ((await holds('HEAD')) !== 'yes') return 'it is not committed';
  const remotes = (await runGit(directory, env, ['remote']))?.trim() ?? '';
  if (remotes === '') return null;
  const followed = await nameRef(directory, env, '@{upstream}');
  if (followed === null) return 'the branch follows no branch of a remote';
  if ((await holds(followed)) !== 'yes') return `${followed} does not have it yet`;
  const main = await nameRef(directory, env, 'origin/HEAD');
  return main !== null && (await holds(main)) === 'no' ? `${main} does not have it yet` : null;
}

function isVersion(text: string, version: StateVersion): boolean {
  const found = readVersion(text);
  return found !== null && isSameVersion(found, version);
}

async function nameRef(directory: string, env: Env, ref: string): Promise<string | null> {
  const name = (await runGit(directory, env, ['rev-parse', '--abbrev-ref', '--verify', '--quiet', ref]))?.trim() ?? '';
  return name === '' ? null : name;
}
