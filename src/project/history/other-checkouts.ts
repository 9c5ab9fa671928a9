import {judgeVersions, type KnownVersion, type LostRecord} from '../../core/state/earlier';
import type {Mark} from '../../core/state/marks';
import {type ReadableState, stateOrEmpty} from '../../core/state/state';
import {readFinished, readJournals} from './committed-journals';
import type {SoughtRecords} from './every-commit';
import {type HistoryPlace, openGitOf, readMarkOf, toMarkedVersion} from './look';

/**
 * Finds the monitors that runs on this machine made in other copies of this state, for keys that are to be created: a checkout that was
 * copied, or another work tree, whose state is in no commit yet, or whose run was killed before it had one. Those of states in other places
 * that the config named, which may be in no commit either. And those of states that other copies of the repository have begun.
 */
export async function findInOtherCheckouts(
  place: HistoryPlace,
  {ours: state, origin, isSought, hasSpec}: SoughtRecords,
): Promise<readonly LostRecord[]> {
  const {listOtherMarks} = place;
  if (listOtherMarks === undefined) return [];
  const ours = stateOrEmpty(state, origin);
  const versions = state === null ? [] : [...listOtherMarks().flatMap(marks => readMarkOf(marks, ours)), ...readKilled(place, ours)];
  // An empty state has no address yet.
  const found = readMarks(place, ours.origin === '' ? origin : ours.origin).filter(({mark}) => mark.lineage !== ours.lineage);
  const isOf = await testCopies(place, state, found, isSought);
  const leftOut = found.flatMap(({mark, version}) => (isOf(mark) ? [version] : []));
  if (versions.length + leftOut.length === 0) return [];
  return judgeVersions(ours, {versions, leftOut, hasSpec})?.lost.filter(({key}) => isSought(key)) ?? [];
}

/** Reads the monitors that runs in other copies of the state created before they were killed: their journals alone tell. */
function readKilled({listOtherJournals}: HistoryPlace, {lineage}: ReadableState): readonly KnownVersion[] {
  const kept = (listOtherJournals?.() ?? []).map(bytes => Buffer.from(bytes)).filter(bytes => bytes.includes(lineage));
  const finished = readFinished(readJournals(kept.map(bytes => ({commits: [], bytes}))));
  return finished.map(one => ({...one, source: {kind: 'mark'}}));
}

/** Lists the versions that this machine saw of the states of this config, project and environment, in any place. */
export function listOfHome(place: HistoryPlace): readonly KnownVersion[] {
  return readMarks(place, null).flatMap(({mark, version}) => (mark.home === place.home?.home ? [version] : []));
}

interface MarkedVersion {
  readonly mark: Mark;
  readonly version: KnownVersion;
}

/** Those of copies of the config, too: of this repository, or of another project of the same name. */
function readMarks({home, marks: own, listOtherMarks}: HistoryPlace, origin: string | null): readonly MarkedVersion[] {
  if (home === undefined) return [];
  return [own, ...(listOtherMarks?.() ?? [])].flatMap(marks =>
    marks.listOf(home, origin).map(mark => ({mark, version: toMarkedVersion(marks, mark)})),
  );
}

/**
 * Tells which states count: all of this config, and those of copies of the repository, which has a commit of theirs. What has no commits may
 * be a copy where no state has begun yet. A state that a person began, and that records nothing yet, is another one.
 */
async function testCopies(
  place: HistoryPlace,
  state: ReadableState | null,
  found: readonly MarkedVersion[],
  isSought: SoughtRecords['isSought'],
): Promise<(mark: Mark) => boolean> {
  const isOwn = (mark: Mark) => mark.home === place.home?.home;
  if (state?.monitors.size === 0) return isOwn;
  const others = found.filter(({mark, version}) => !isOwn(mark) && [...version.held.values()].some(isSought));
  const commits = [...new Set(others.flatMap(({mark}) => mark.commits ?? []))];
  const here = commits.length === 0 ? new Set<string>() : await listPresent(commits, place);
  return mark => isOwn(mark) || (mark.commits === undefined ? state === null : mark.commits.some(commit => here.has(commit)));
}

async function listPresent(commits: readonly string[], place: HistoryPlace): Promise<ReadonlySet<string>> {
  const stdin = commits.map(commit => `${commit}\n`).join('');
  const answer = await openGitOf(place).ask(['cat-file', '--batch-check'], {stdin});
  return new Set((answer?.stdout.toString('utf8') ?? '').split('\n').flatMap(line => (/^(\S+) commit /.exec(line) ?? []).slice(1)));
}
