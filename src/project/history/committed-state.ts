import {basename, dirname} from 'node:path';
import type {Context} from '../../core/base/context';
import {takeReply} from '../../core/git/object-reader';
import {askGit, type GitMore} from '../../core/git/run-git';
import type {Key} from '../../core/specs/desired-monitor';
import {Refusals} from '../../core/state/format/refusals';
import type {ReadableState, State} from '../../core/state/state';
import {type DangerousShift, isDangerous, judgeStateChange} from '../../core/state/state-change';
import {readOpenCreates, withOpenCreates} from './open-creates';
import {openHistory, RECORDING_TRAILER, readRecording} from './recording-commit';
import {countsApart, readJournalAt, readStateAt, readStateLine, refuseLastSerial, withoutReturned} from './state-line';

/** The state file that commits changed. */
interface CommittedPlace {
  /** Absolute. */
  readonly stateFile: string;
  /** As messages show it. */
  readonly shown: string;
  readonly project: string;
  readonly environment: string;
  readonly context: Pick<Context, 'env'>;
  /** Paths in the repository that the config named for the state before. Default: none is known. */
  readonly listFormerPaths?: () => Promise<ReadonlySet<string>>;
}

/** Changes of a state that no run made, and the state that a run recorded last. */
interface CommittedChanges {
  readonly shifts: readonly DangerousShift[];
  readonly recorded: State;
}

/**
 * Finds what commits changed by hand since a run of the Action recorded the state; null where nothing was. Only commits are judged: what a
 * person changes in the checkout itself is meant. Without such a recording, or without git, there is nothing to compare. Uses no network.
 */
export async function judgeCommitted(
  state: ReadableState,
  hasSpec: (key: Key) => boolean,
  {stateFile, shown, project, environment, context, listFormerPaths = async () => new Set()}: CommittedPlace,
): Promise<CommittedChanges | null> {
  const refusals = new Refusals({shown, project, environment, soundBackup: () => null, isCopy: true});
  const ask = async (args: readonly string[], more?: GitMore) =>
    (await askGit(dirname(stateFile), context.env, args, more)) ?? {exitCode: 128, stdout: Buffer.alloc(0)};
  const read = async (name: string) => {
    const line = /[\r\n]/.test(name) ? (await ask(['rev-parse', '--verify', '--quiet', name])).stdout.toString('utf8') : `${name}\n`;
    const reply = takeReply((await ask(['cat-file', '--batch'], {stdin: line})).stdout);
    return typeof reply === 'number' ? null : reply.object;
  };
  const history = openHistory({ask, read});
  const prefix = await ask(['rev-parse', '--show-prefix']);
  if (prefix.exitCode !== 0) return null;
  const statePath = `${prefix.stdout.toString('utf8').replace(/\n$/, '')}${basename(stateFile)}`;
  const reader = {history, statePath, refusals};
  // Each commit that is read is a process, and many a state has no recording.
  const listed = await ask(['log', '--first-parent', `--grep=^${RECORDING_TRAILER}: `, '--format=%H', 'HEAD', '--']);
  const named = listed.exitCode === 0 ? new Set(listed.stdout.toString('utf8').split('\n')) : null;
  const readOwn = async (commit: string, path: string) =>
    named?.has(commit) === false ? null : readRecording(history, commit, {branch: null, statePath: path});
  const {baseline, others, announced, isApart} = await readStateLine('HEAD', {...reader, readRecording: readOwn, listFormerPaths});
  const committed = others.length === 0 ? null : await readStateAt('HEAD', reader);
  if (committed !== null && committed.serial === state.serial)
    refuseLastSerial(baseline, committed, new Refusals({...refusals.facts, isCopy: false}));
  if (baseline === null || committed === null) return null;
  const before = await withoutReturned(baseline, committed, others, {...reader, hasSpec});
  const open = readOpenCreates(await readJournalAt('HEAD', reader)).filter(({intent}) => !announced.has(intent.opId));
  const isOpen = new Set(open.map(({intent}) => intent.key));
  // A create that was found since has another id than the commit could have.
  const stands = (shift: DangerousShift) => ('key' in shift && isOpen.has(shift.key)) || isAsCommitted(shift, committed, state);
  const all = judgeStateChange(before, withOpenCreates(committed, open), hasSpec).filter(isDangerous).filter(stands);
  const shifts = isApart ? all.filter(countsApart) : all;
  return shifts.length === 0 ? null : {shifts, recorded: baseline};
}

/** Whether the checkout did not change the key of a shift since the commit. */
function isAsCommitted(shift: DangerousShift, committed: State, {lineage, serial, monitors}: ReadableState): boolean {
  if ('keys' in shift) return committed.lineage === lineage && committed.serial === serial;
  return monitors.get(shift.key)?.id === committed.monitors.get(shift.key)?.id;
}
