import {mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {isInside} from '../../config/inner-path';
import {parseJson} from '../../json/parse';
import {member} from '../../json/value';
import type {Plan} from '../../plan/model';
import {Refusal} from '../../refusal';
import type {ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../model';
import {makeTemporaryDirectory, pathInRepository} from '../workspace';
import type {Review} from './review';
import {isOwnCommit} from './state-record';
import type {Workplace} from './workplace';

/** So far back a change of the state is looked for. One that is older has been applied from already. */
const COMMITS_BACK = 50;

/** So many versions of the state before its last change are compared, the newest first. */
const MOST_VERSIONS = 5;

/** Which state a file holds, and how often it was written. */
interface Version {
  readonly lineage: string;
  readonly serial: number;
}

/**
 * Throws {@link Refusal} where the plan creates what nobody has reviewed, from a state that somebody put in the place of a later
 * one: by reverting a commit that recorded it, say. What the later one lists would be created again. With full operations the service
 * itself is asked what it holds.
 */
export async function refuseEarlierState(
  plan: Plan,
  review: Review,
  place: Workplace,
  request: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<void> {
  const {root, placed, settings} = place;
  const isReviewed = review.kind === 'same' || review.kind === 'fewer';
  const creates = plan.changes.some(({action}) => action === 'create');
  if (isReviewed || !creates || plan.operations !== 'create' || !place.hasState || !isInside(root, placed.stateFile)) return;
  const ours = readVersion(readFileSync(settings.stateFile, 'utf8'));
  const later = ours === null ? null : await findLater(ours, place, request, ports);
  if (later === null) return;
  const shown = pathInRepository(root, placed.stateFile);
  throw new Refusal(
    'git/stale-state',
    `${shown} was put back by ${later.commit.slice(0, 12)} to an earlier or another state: what was recorded before would be created again`,
    `put the last one back with "git checkout ${later.commit.slice(0, 12)}~1 -- ${shown}", commit and push`,
  );
}

/** The commit that put the state in the place of a later one; null where none did, or it is long ago. */
async function findLater(
  ours: Version,
  {root, placed}: Workplace,
  {inputs, event, run}: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<{readonly commit: string} | null> {
  const branch = inputs.stateBranch ?? event.branch;
  const statePath = pathInRepository(root, placed.stateFile);
  const bare = join(makeTemporaryDirectory(run, 'monitors-history-'), 'recent');
  mkdirSync(bare, {recursive: true});
  const git: GitRunner = (args, options) => ports.git(args, {...options, bare});
  try {
    const ref = `refs/heads/${branch}`;
    await git(['init', '--quiet', '--bare', '--template=']);
    const fetched = await git([
      'fetch',
      '--quiet',
      '--no-tags',
      '--filter=blob:none',
      `--depth=${COMMITS_BACK}`,
      'origin',
      `+${ref}:${ref}`,
    ]);
    if (fetched.exitCode !== 0) return null;
    const listed = await git(['log', '--full-history', '--format=%H %P', ref, '--', `:(literal)${statePath}`]);
    const [last, ...before] = listed.stdout
      .toString('utf8')
      .split('\n')
      .map(line => line.trim().split(' '));
    const [commit = '', parent] = last ?? [];
    // Where the fetched history begins, every file looks new.
    if (parent === undefined || (await isOwnCommit(git, commit, branch))) return null;
    const earlier = [parent, ...before.slice(0, MOST_VERSIONS).map(([id = '']) => id)];
    const versions = await Promise.all(earlier.map(async id => readVersionOf(git, id, statePath)));
    const known = versions.flatMap(version => (version === null ? [] : [version]));
    const same = known.filter(({lineage}) => lineage === ours.lineage);
    const isBack = same.some(({serial}) => serial > ours.serial) || (same.length === 0 && known.length > 0);
    return isBack ? {commit} : null;
  } finally {
    rmSync(bare, {recursive: true, force: true});
  }
}

async function readVersionOf(git: GitRunner, commit: string, statePath: string): Promise<Version | null> {
  const blob = await git(['cat-file', 'blob', `${commit}:${statePath}`]);
  return blob.exitCode === 0 ? readVersion(blob.stdout.toString('utf8')) : null;
}

function readVersion(text: string): Version | null {
  const root = parseJson(text);
  const [lineage, serial] = [member(root, 'lineage'), member(root, 'serial')];
  return typeof lineage === 'string' && typeof serial === 'number' ? {lineage, serial} : null;
}
