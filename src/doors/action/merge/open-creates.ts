import {shellWord} from '../../../core/base/command-line';
import {listDoubted} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import {readSerial} from '../../../core/state/file/git';
import {mayHaveArrived, readJournals, type SentCreate} from '../../../project/history/committed-journals';
import {readBlob} from '../../../project/history/recording-commit';
import {journalPathOf, stateBranchOf} from '../git-state';
import type {GitRunner} from '../ports';
import type {OtherTip} from './other-tips';
import type {Merging} from './tip-worktree';

/** A repository, the commits whose histories count, and the state's path in it. */
interface JournalHistory {
  readonly git: GitRunner;
  readonly tips: readonly string[];
  readonly statePath: string;
}

/**
 * Leaves out creates that a person settled: `resolve --not-created` raises the serial of the state as it ends the journal, in one commit,
 * and leaves nothing else. One that only takes the journal away settles nothing.
 */
export async function listUnsettled(sent: readonly SentCreate[], history: JournalHistory): Promise<readonly SentCreate[]> {
  if (sent.length === 0 || history.tips.length === 0) return sent;
  const {git, tips, statePath} = history;
  const how = ['log', '--raw', '--no-abbrev', '--no-renames', '--no-merges', '--full-history', '--root', '--format=commit %H'];
  const listed = await git([...how, '--ignore-missing', ...tips, '--', `:(top,literal)${journalPathOf(statePath)}`]);
  let left = sent;
  let commit = '';
  for (const line of listed.stdout.toString('utf8').split('\n')) {
    commit = /^commit ([0-9a-f]+)$/.exec(line)?.[1] ?? commit;
    const [, before = '', after = ''] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(line) ?? [];
    if (left.length === 0 || before === '' || /^0+$/.test(before)) continue;
    const wasOpen = await readOpen(git, before);
    const isOpen = await readOpen(git, after);
    const ended = left.filter(one => wasOpen(one) && !isOpen(one));
    if (ended.length > 0 && (await isRaised(git, commit, statePath))) left = left.filter(one => !ended.includes(one));
  }
  return left;
}

async function readOpen(git: GitRunner, blob: string): Promise<(one: SentCreate) => boolean> {
  const bytes = /^0+$/.test(blob) ? null : await readBlob(git, blob);
  const [journal] = bytes === null ? [] : readJournals([{commits: [], bytes}]);
  const open = (journal?.creates ?? []).filter(mayHaveArrived).map(({intent}) => JSON.stringify([intent.key, intent.targetIds]));
  return ({key, targetIds}) => open.includes(JSON.stringify([key, targetIds]));
}

/** Whether a commit raised the serial of a state. */
async function isRaised(git: GitRunner, commit: string, statePath: string): Promise<boolean> {
  const [before, after] = [await readBlob(git, `${commit}^:${statePath}`), await readBlob(git, `${commit}:${statePath}`)];
  const [was, is] = [before, after].map(bytes => (bytes === null ? null : readSerial(bytes.toString('utf8'))));
  return was != null && is != null && was.lineage === is.lineage && was.serial < is.serial;
}

/** The refusal of creates that a journal elsewhere says were sent. `tip` holds that journal; undefined: the branch of the state does. */
export function sentBefore(
  sent: readonly SentCreate[],
  tip: OtherTip | undefined,
  {place, request}: Pick<Merging, 'place' | 'request'>,
): UserError {
  const {project, environment} = place.placed;
  const from = (sent[0]?.commit ?? '').slice(0, 12);
  const named = listDoubted(sent.map(({key, targetIds}) => `"${key}" (target id ${targetIds[0] ?? ''})`));
  const ref = tip?.ref ?? stateBranchOf(request);
  return new UserError(
    'state/sent-before',
    `commit ${from} says that creates were sent, and nothing says what became of them: ${named}; the journal was taken away since, and they may be paid for already`,
    `look in the service's dashboard, then take the journal in, resolve, commit and push: "git fetch origin ${shellWord(ref)}", "monitors state restore ${from}", "monitors resolve KEY --adopt ID" or "--not-created". To create them again, run the workflow by hand (workflow_dispatch) with "allow-state-change: ${project}/${environment}"`,
  );
}
