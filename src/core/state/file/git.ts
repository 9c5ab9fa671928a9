import {basename, dirname} from 'node:path';
import {gitPath} from '../../base/command-line';
import {UserError} from '../../diagnostics/user-error';
import {findReal} from '../../files/paths';
import {readHeads} from '../../git/heads';
import {isSparse} from '../../git/repository';
import {askGit} from '../../git/run-git';
import {parseJson, property} from '../../json/value';
import type {Refusals} from '../format/refusals';
import type {StateVersion} from '../state';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether git tracks a file; false without git or a repository. */
export async function isTracked(path: string, env: Env): Promise<boolean> {
  const listed = await runGit(dirname(path), env, ['ls-files', '-z', '--', `:(literal)${basename(path)}`]);
  return listed !== null && listed !== '';
}

/** A file at the tip of the branch that the checked-out one follows, as the last fetch left it; null where there is none. */
function readUpstream(path: string, env: Env): Promise<string | null> {
  return runGit(dirname(path), env, ['cat-file', 'blob', `@{upstream}:./${basename(path)}`]);
}

/** Whether that branch has a file, also where git can't read it here. */
export async function hasUpstream(path: string, env: Env): Promise<boolean> {
  return (await nameBlob(path, '@{upstream}', env)) !== null;
}

/** The id of a file as a commit has it, also of one that a partial clone does not hold; null where the commit has none. */
export function nameBlob(path: string, commit: string, env: Env): Promise<string | null> {
  return runGit(dirname(path), env, ['rev-parse', '--verify', '--quiet', `${commit}:./${basename(path)}`]);
}

/** The committed versions of the file: at the tip of the upstream branch and of the checked-out one. */
export async function readCommitted(stateFile: string, env: Env): Promise<Uint8Array[]> {
  const own = runGit(dirname(stateFile), env, ['cat-file', 'blob', `HEAD:./${basename(stateFile)}`]);
  return (await Promise.all([readUpstream(stateFile, env), own])).flatMap(text => (text === null ? [] : [Buffer.from(text)]));
}

/** The result of comparing a state with its upstream version, where it is safe to go on. */
type UpstreamCheck = 'not-tracked' | 'no-upstream' | 'up-to-date';

/**
 * Refuses a state that is older than the one of the last fetch: applying it would create again what is recorded
 * there. `version` is that of the state on disk, null when there is none. One upstream that HEAD contains was put back here: a committed
 * one is no fault where the caller judges it by its history.
 */
export async function checkUpstream(
  stateFile: string,
  version: StateVersion | null,
  env: Env,
  refusals: Refusals,
  putBack: 'refused' | 'judged-by-history' = 'refused',
): Promise<UpstreamCheck> {
  const text = await readUpstream(stateFile, env);
  if (version === null && (await isLeftOut(stateFile, env))) throw leftOut(refusals);
  if (text === null) {
    if (await mayHideNewer(stateFile, env)) throw unreadUpstream(refusals);
    if (!(await isTracked(stateFile, env))) return 'not-tracked';
    if (version === null) throw removedState(refusals);
    return 'no-upstream';
  }
  const upstream = readVersion(text);
  if (upstream === null) return 'no-upstream';
  if (version === null || upstream.lineage !== version.lineage) throw staleCheckout(refusals, version, upstream);
  if (upstream.serial < version.serial || upstream.checksum === version.checksum) return 'up-to-date';
  const directory = dirname(stateFile);
  if ((await runGit(directory, env, ['merge-base', '--is-ancestor', '@{upstream}', 'HEAD'])) === null) {
    throw upstream.serial === version.serial ? diverged(refusals, upstream) : staleCheckout(refusals, version, upstream);
  }
  const own = await runGit(directory, env, ['cat-file', 'blob', `HEAD:./${basename(stateFile)}`]);
  const isCommitted = own !== null && readVersion(own)?.checksum === version.checksum;
  if (!isCommitted || putBack === 'refused') throw putBackByHand(refusals, version, upstream, isCommitted);
  return 'up-to-date';
}

/** Tells whether upstream has another version of the file than HEAD, which git can't read here, in a commit that HEAD does not contain. */
async function mayHideNewer(stateFile: string, env: Env): Promise<boolean> {
  const directory = dirname(stateFile);
  if ((readHeads(directory, env)?.upstream ?? null) === null) return false;
  const upstream = await nameBlob(stateFile, '@{upstream}', env);
  if (upstream === null || upstream === (await nameBlob(stateFile, 'HEAD', env))) return false;
  return (await runGit(directory, env, ['merge-base', '--is-ancestor', '@{upstream}', 'HEAD'])) === null;
}

function unreadUpstream({facts: {shown}}: Refusals): UserError {
  const message = `upstream has another version of ${shown}, which git can't read here: it may record more monitors`;
  return new UserError('state/stale-checkout', message, 'run "git pull", then plan again; without it, monitors could be created twice');
}

/** Whether the checkout is sparse and leaves a file out. */
async function isLeftOut(path: string, env: Env): Promise<boolean> {
  if (!isSparse(findReal(dirname(path)))) return false;
  return (await runGit(dirname(path), env, ['ls-files', '-v', '--', `:(literal)${basename(path)}`]))?.startsWith('S ') === true;
}

function leftOut({facts: {shown}}: Refusals): UserError {
  const hint = `run "git sparse-checkout disable", or add ${shown} to what is checked out; in a workflow, without the input sparse-checkout`;
  return new UserError('state/lost', `git tracks ${shown}, and this sparse checkout leaves it out`, hint);
}

function removedState(refusals: Refusals): UserError {
  const {shown} = refusals.facts;
  const hint = `run "git checkout -- ${gitPath(shown)}"; if it is from a trial with the emulator, run "${refusals.command('state reset')}" after that`;
  return new UserError('state/lost', `git tracks ${shown}, but the file is missing here`, hint);
}

function staleCheckout(refusals: Refusals, version: StateVersion | null, upstream: StateVersion): UserError {
  const {shown} = refusals.facts;
  const here = version === null ? 'there is none here' : `this checkout has serial ${version.serial}`;
  const other = version !== null && version.lineage !== upstream.lineage ? ' of another lineage' : '';
  const message = `${shown} is older than upstream: ${here}, upstream has serial ${upstream.serial}${other}`;
  const pull = 'run "git pull", then plan again; without it, monitors would be created twice';
  // A file that was removed here on purpose comes back with no pull.
  const back = version === null ? `; if the file was removed here, run "git checkout @{upstream} -- ${gitPath(shown)}"` : '';
  return new UserError('state/stale-checkout', message, `${pull}${back}`);
}

/** A pull brings nothing: the checkout has the later version. */
function putBackByHand(refusals: Refusals, version: StateVersion, upstream: StateVersion, isCommitted: boolean): UserError {
  const {shown} = refusals.facts;
  const there = version.serial === upstream.serial ? 'another version with this serial' : `serial ${upstream.serial}`;
  const message = `${shown} was put back to serial ${version.serial}; upstream has ${there}, and so does the history of this checkout`;
  const restore = refusals.command(`state restore ${isCommitted ? '@{upstream}' : 'HEAD'}`);
  return new UserError(
    'state/stale-checkout',
    message,
    `take the later records in with "${restore}"; without them, monitors would be created twice`,
  );
}

function diverged(refusals: Refusals, upstream: StateVersion): UserError {
  const {shown} = refusals.facts;
  const message = `${shown} and its upstream version differ but both have serial ${upstream.serial}: two runs started from the same state`;
  const hint = 'run "git pull" and resolve the conflict as the next error says; the monitors of both sides exist in the service';
  return new UserError('state/stale-checkout', message, hint);
}

/** The version that the text of a state file states; null where it states none. */
export function readVersion(text: string): StateVersion | null {
  const stated = readSerial(text);
  const checksum = property(parseJson(text), 'checksum');
  return stated === null || typeof checksum !== 'string' ? null : {...stated, checksum};
}

/** Reads the place in its history that the text of a state states, whatever else it holds; null where it states none. */
export function readSerial(text: string): Pick<StateVersion, 'lineage' | 'serial'> | null {
  const root = parseJson(text);
  const [lineage, serial] = [property(root, 'lineage'), property(root, 'serial')];
  return typeof lineage === 'string' && typeof serial === 'number' ? {lineage, serial} : null;
}

/**
 * The output of a git command that asks about the repository of a directory; null when it fails for any reason, git being
 * absent included.
 */
export async function runGit(directory: string, env: Env, args: readonly string[]): Promise<string | null> {
  const answer = await askGit(directory, env, args);
  return answer?.exitCode === 0 ? answer.stdout.toString('utf8') : null;
}
