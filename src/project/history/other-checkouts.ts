import type {Key} from '../../core/specs/desired-monitor';
import {judgeVersions, type KnownVersion} from '../../core/state/earlier';
import type {JournaledCreate} from '../../core/state/journal';
import type {Mark} from '../../core/state/marks';
import {type ReadableState, stateOrEmpty} from '../../core/state/state';
import {type CommittedJournal, listSent, readFinished, readJournals} from './committed-journals';
import type {FoundRecords, SoughtRecords} from './every-commit';
import {type HistoryPlace, openGitOf, readMarkOf, toMarkedVersion} from './look';

/**
 * Finds the monitors that runs on this machine made in other copies of this state, for keys that are to be created: a checkout that was
 * copied, or another work tree, whose state is in no commit yet, or whose run was killed before it had one. Those of states in other places
 * that the config named, which may be in no commit either. And those of states that other copies of the repository have begun. What such a
 * run sent, and has no answer for, comes with them.
 */
export async function findInOtherCheckouts(place: HistoryPlace, sought: SoughtRecords): Promise<Pick<FoundRecords, 'recorded' | 'sent'>> {
  const {ours: state, origin, isSought, hasSpec} = sought;
  const {listOtherMarks} = place;
  if (listOtherMarks === undefined) return {recorded: [], sent: []};
  const ours = stateOrEmpty(state, origin);
  // An empty state has no address yet.
  const address = ours.origin === '' ? origin : ours.origin;
  const seen = readMarks(place, address).filter(({mark}) => mark.lineage !== ours.lineage);
  const journals = readLeft(place, state, address);
  const begun = journals.flatMap(({mark, journal}) => (mark === null ? [] : [{mark, keys: journal.creates.map(({intent}) => intent.key)}]));
  const isOf = await testCopies(
    place,
    state,
    [...seen.map(({mark, version}) => ({mark, keys: version.held.values()})), ...begun],
    isSought,
  );
  const left = journals.flatMap(({mark, journal}) => (mark === null || isOf(mark) ? [journal] : []));
  const finished = readFinished(left).map(one => ({...one, source: {kind: 'mark'} as const}));
  const marked = state === null ? [] : listOtherMarks().flatMap(marks => readMarkOf(marks, ours));
  const leftOut = seen.flatMap(({mark, version}) => (isOf(mark) ? [version] : []));
  const versions = [...marked, ...finished.filter(({lineage}) => lineage === ours.lineage)];
  leftOut.push(...finished.filter(({lineage}) => lineage !== ours.lineage));
  const stateOf = ({lineage}: CommittedJournal['base']) =>
    lineage === ours.lineage ? ours : {lineage, serial: 0, monitors: ours.monitors};
  const sent = left.flatMap(journal => listSent([journal], stateOf(journal.base), versions, 'last'));
  const lost = versions.length + leftOut.length === 0 ? null : judgeVersions(ours, {versions, leftOut, hasSpec});
  const isWanted = ({key}: {readonly key: Key}) => isSought(key);
  return {
    recorded: lost?.lost.filter(isWanted) ?? [],
    sent: sent.filter(isWanted).map(({key, targetIds, sentAt}) => ({key, targetIds, sentAt})),
  };
}

/** A journal of a run elsewhere on this machine, and the mark of the state that it began; null where it continued this one. */
interface LeftJournal {
  readonly journal: CommittedJournal;
  readonly mark: Mark | null;
}

/** Reads the journals of runs in other places that were killed, or left something open: of this state, or of one that they began. */
function readLeft(place: HistoryPlace, state: ReadableState | null, address: string | null): readonly LeftJournal[] {
  const {home, listOtherJournals, listOtherMarks, listOtherBegun} = place;
  const kept = readJournals((listOtherJournals?.() ?? []).map(bytes => ({commits: [], bytes: Buffer.from(bytes)})));
  if (kept.length === 0) return [];
  const marks =
    home === undefined ? [] : [...(listOtherMarks?.() ?? []), ...(listOtherBegun?.() ?? [])].flatMap(marks => marks.listOf(home, null));
  const settled = new Set(state?.removed?.map(({id}) => id));
  return kept.flatMap((journal): LeftJournal[] => {
    const mark = journal.base.lineage === state?.lineage ? null : marks.find(({lineage}) => lineage === journal.base.lineage);
    const isWanted = ({intent}: JournaledCreate) => !settled.has(intent.opId) && (address === null || intent.origin === address);
    return mark === undefined ? [] : [{mark, journal: {...journal, creates: journal.creates.filter(isWanted)}}];
  });
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
  found: readonly {readonly mark: Mark; readonly keys: Iterable<Key>}[],
  isSought: SoughtRecords['isSought'],
): Promise<(mark: Mark) => boolean> {
  const isOwn = (mark: Mark) => mark.home === place.home?.home;
  if (state?.monitors.size === 0) return isOwn;
  const others = found.filter(({mark, keys}) => !isOwn(mark) && [...keys].some(isSought));
  const commits = [...new Set(others.flatMap(({mark}) => mark.commits ?? []))];
  const here = commits.length === 0 ? new Set<string>() : await listPresent(commits, place);
  return mark => isOwn(mark) || (mark.commits === undefined ? state === null : mark.commits.some(commit => here.has(commit)));
}

async function listPresent(commits: readonly string[], place: HistoryPlace): Promise<ReadonlySet<string>> {
  const stdin = commits.map(commit => `${commit}\n`).join('');
  const answer = await openGitOf(place).ask(['cat-file', '--batch-check'], {stdin});
  return new Set((answer?.stdout.toString('utf8') ?? '').split('\n').flatMap(line => (/^(\S+) commit /.exec(line) ?? []).slice(1)));
}
