import {basename, dirname} from 'node:path';
import {gitPath} from '../../base/command-line';
import {UserError} from '../../diagnostics/user-error';
import {readBlobs} from '../../git/blobs';
import {readDefaultTip} from '../../git/heads';
import {isObject, parseJson} from '../../json/value';
import {readMigration} from '../format/migration';
import type {Refusals} from '../format/refusals';
import type {Migration} from '../remote/store';
import type {StateVersion} from '../state';
import {nameBlob, readVersion, runGit} from './git';

type Env = Readonly<Record<string, string | undefined>>;

/** Bytes. The file of a state that was moved away has no monitors: a larger version of the file is not such a mark. */
const LARGEST_MARK = 4096;

/**
 * Refuses a state file that an earlier commit marked as moved away and that is from before its move: a `git revert` of the mark brings
 * it back while the state is in use in its new place, and both would apply. So does a branch of before the move, where the remote's default
 * branch has the mark. A state that was moved back has a higher serial. Sees only the history that is here.
 */
export async function refuseRevertedMove(stateFile: string, {lineage, serial}: StateVersion, env: Env, refusals: Refusals): Promise<void> {
  const main = readDefaultTip(dirname(stateFile), env);
  for (const {blob, text} of await readSmallVersions(stateFile, env, main === null ? ['HEAD'] : ['HEAD', main])) {
    const version = readVersion(text);
    if (version === null || version.lineage !== lineage || (main === null && version.serial <= serial)) continue;
    const root = parseJson(text);
    const migration = isObject(root) ? readMigration(root) : null;
    if (migration?.phase !== 'moved') continue;
    const own = main === null ? null : await readSmallVersions(stateFile, env, ['HEAD']);
    if (own === null || own.some(one => one.blob === blob)) {
      if (version.serial > serial) throw movedAway(migration, await findCommit(stateFile, blob, env), refusals);
      continue;
    }
    // There, the state may have been moved back since; what is here does not come from there, whatever its serial.
    if (main !== null && (await nameBlob(stateFile, main, env))?.trim() === blob) throw movedElsewhere(migration, main, refusals);
  }
}

interface SmallVersion {
  readonly blob: string;
  readonly text: string;
}

/** The small versions of a file in the history of some commits, branches that were merged included. */
async function readSmallVersions(stateFile: string, env: Env, tips: readonly string[]): Promise<readonly SmallVersion[]> {
  const directory = dirname(stateFile);
  const name = basename(stateFile);
  const filter = `--filter=blob:limit=${LARGEST_MARK}`;
  const how = ['--objects', '--full-history', '--ignore-missing', filter];
  const listed = await runGit(directory, env, ['rev-list', ...how, ...tips, '--', `:(literal)${name}`]);
  const lines = (listed ?? '').split('\n').filter(line => line.endsWith(`/${name}`) || line.endsWith(` ${name}`));
  const ids = lines.map(line => line.split(' ', 1)[0] ?? '');
  const blobs = await readBlobs(directory, env, ids);
  return blobs.flatMap(blob => (blob === null ? [] : [{blob: blob.id, text: blob.bytes.toString('utf8')}]));
}

/** The newest commit that put a version of the file there; null where git can't tell. */
async function findCommit(stateFile: string, blob: string, env: Env): Promise<string | null> {
  const path = `:(literal)${basename(stateFile)}`;
  const log = await runGit(dirname(stateFile), env, ['log', '--format=%H', '--full-history', '--raw', '--no-abbrev', '-m', '--', path]);
  const lines = (log ?? '').split('\n').filter(line => line !== '');
  const change = lines.findIndex(line => line.startsWith(':') && line.split(' ')[3] === blob);
  return lines.slice(0, Math.max(0, change)).findLast(line => !line.startsWith(':')) ?? null;
}

function movedElsewhere({other}: Migration, commit: string, {facts: {shown}}: Refusals): UserError {
  const from = commit.slice(0, 12);
  const message = `${shown} is from before its move: the remote's default branch, commit ${from}, says that this state was moved to ${other}, where it may be in use`;
  return new UserError('state/moved', message, `bring this branch up to date: "git merge ${from}", then plan again`);
}

function movedAway({other}: Migration, commit: string | null, {facts: {shown}}: Refusals): UserError {
  const said = commit === null ? 'an earlier commit' : `commit ${commit.slice(0, 12)}`;
  const message = `${shown} is from before its move: ${said} says that this state was moved to ${other}, where it may be in use`;
  const back = commit === null ? `bring the marked ${shown} back` : `run "git checkout ${commit.slice(0, 12)} -- ${gitPath(shown)}"`;
  const hint = `${back} and set "state" in monitors.config.yaml to ${other}; to use the file again, then run "monitors state migrate --to file"`;
  return new UserError('state/moved', message, hint);
}
