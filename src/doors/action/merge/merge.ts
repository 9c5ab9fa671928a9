import type {ApplyOutcome, ApplyResult} from '../../../core/apply/ports';
import {compareText} from '../../../core/diagnostics/diagnostic';
import {UserError} from '../../../core/diagnostics/user-error';
import {failWith} from '../failed-run';
import {askOnce} from '../github-patience';
import type {ActionPorts, ActionRequest, ActionResult, BranchEvent} from '../ports';
import {type AppliedAttempt, type ApplyAttempt, attemptApply} from './attempt';
import {concludeApply, concludeHalfWay, concludeInvalid, concludeNothing} from './conclusion';
import {type AttemptPorts, MergeLog} from './merge-log';
import {isRecordingPush} from './own-commit';
import {findRoot, openTipWorktree, useCheckout} from './tip-worktree';

/** Maximum attempts to plan the tip, if other pushes come before anything was sent. */
const ATTEMPTS = 3;

/**
 * Applies the tip of a branch in a separate worktree, and records state and journal on top of what others pushed, never over it.
 * Throws {@link UserError} if nothing was sent; otherwise the results are recorded before anything is thrown.
 */
export async function runMerge(request: ActionRequest<BranchEvent>, given: ActionPorts): Promise<ActionResult> {
  const ports = {...given, github: given.github === null ? null : askOnce(given.github)};
  const reason = await findReasonToSkip(request, ports);
  if (reason !== null) return concludeNothing(reason);
  return request.inputs.commitState ? applyTip(request, ports) : applyCheckout(request, ports);
}

/** Why a push needs no apply: it only records an earlier one. */
async function findReasonToSkip(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<string | null> {
  const {inputs, event} = request;
  if (event.branch === inputs.stateBranch && (await holdsStatesOnly(event.sha, ports)))
    return `branch "${event.branch}" holds only state and journal`;
  if (event.name === 'push' && (await isRecordingPush(request, ports))) return 'the push only records the state of an earlier run';
  return null;
}

/** Whether a commit has no other files than states and journals; specs would have to be applied. */
async function holdsStatesOnly(commit: string, {git}: ActionPorts): Promise<boolean> {
  const listed = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
  const paths = listed.stdout.toString('utf8').split('\0').filter(Boolean);
  return listed.exitCode === 0 && paths.every(path => /\.json(?:\.journal)?$/.test(path));
}

/** Plans and applies the tip until no other push comes first, or too many did. */
async function applyTip(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<ActionResult> {
  const checkout = await findRoot(request.inputs, ports.git);
  const display = new MergeLog(ports);
  const interruption = ports.watchInterruption();
  const earlier: AppliedAttempt[] = [];
  try {
    for (let inVain = 0; inVain < ATTEMPTS; ) {
      const attempt = await applyOnce(checkout, request, {...ports, display, interruption});
      if (attempt.kind !== 'overtaken') return conclude(attempt, earlier, request, {display, interruption});
      inVain = attempt.applied === null ? inVain + 1 : 0;
      if (attempt.applied !== null) earlier.push(attempt.applied);
      const unsent = attempt.applied === null ? 'nothing' : 'nothing more';
      display.note(`Another push to the branch came first, so ${unsent} of this plan was sent; planning again.`);
    }
    const last = earlier.at(-1);
    if (last !== undefined) return conclude(last, earlier, request, {display, interruption});
    throw new UserError(
      'git/busy-branch',
      `other pushes came first, ${ATTEMPTS} times in a row; nothing was sent`,
      'run the job again; a concurrency group without cancel-in-progress runs one apply at a time',
    );
  } catch (error) {
    const last = earlier.at(-1);
    if (last === undefined) throw error;
    const done = conclude(last, earlier, request, {display, interruption});
    return concludeHalfWay(done, await failWith(error, ports, 'Nothing more was done'));
  }
}

async function applyOnce(checkout: string, request: ActionRequest<BranchEvent>, ports: AttemptPorts): Promise<ApplyAttempt> {
  const place = await openTipWorktree(request, ports, checkout);
  try {
    return await attemptApply({place, request, ports});
  } finally {
    await place.remove();
  }
}

/** `commit-state: false`: leaves state and journal in the checkout for a later step. */
async function applyCheckout(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<ActionResult> {
  const display = new MergeLog(ports);
  const interruption = ports.watchInterruption();
  const place = await useCheckout(request, ports);
  const attempt = await attemptApply({place, request, ports: {...ports, display, interruption}}).finally(() => place.remove());
  if (attempt.kind === 'overtaken') throw new Error('an apply that records nothing was overtaken');
  return conclude(attempt, [], request, {display, interruption});
}

function conclude(
  attempt: Exclude<ApplyAttempt, {kind: 'overtaken'}>,
  earlier: readonly AppliedAttempt[],
  request: ActionRequest<BranchEvent>,
  {display, interruption}: {readonly display: MergeLog; readonly interruption: AbortSignal},
): ActionResult {
  if (attempt.kind === 'invalid') {
    display.showInvalid(attempt.workspace);
    const invalid = concludeInvalid(attempt.workspace, request);
    const last = earlier.at(-1);
    return last === undefined ? invalid : concludeHalfWay(conclude(last, earlier, request, {display, interruption}), invalid);
  }
  const outcome = joinOutcomes(earlier, attempt);
  display.showEnd(outcome, attempt.plan);
  return concludeApply(attempt, outcome, request, interruption);
}

/** Joins the results of all attempts; the last result of a change counts. */
function joinOutcomes(earlier: readonly AppliedAttempt[], last: AppliedAttempt): ApplyOutcome {
  if (earlier.length === 0) return last.outcome;
  const attempts = [...earlier, last];
  const results = new Map<string, ApplyResult>();
  for (const {outcome} of attempts) for (const result of outcome.results) results.set(`${result.key}\n${result.action}`, result);
  return {
    ...last.outcome,
    results: [...results.values()].sort((a, b) => compareText(a.key, b.key)),
    findings: attempts.flatMap(({outcome}) => outcome.findings),
  };
}
