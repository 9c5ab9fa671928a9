import type {ApplyEvent, ApplyOutcome} from '../../apply/ports';
import {hasErrors} from '../../diagnostics/diagnostic';
import {APPLY_DEFAULTS, type Applied, applyChecked, type KnownService} from '../../engine/apply';
import {type CheckedWorkspace, checkWorkspace} from '../../engine/check';
import type {Project} from '../../engine/project';
import type {Change, Plan} from '../../plan/change';
import type {ActionRequest, BranchEvent} from '../ports';
import {openActionProject} from '../project';
import {approvePlan} from './approval';
import {refuseRewrittenHistory} from './earlier-state';
import type {AttemptPorts} from './merge-log';
import {refuseLostState} from './new-state';
import {type RescuePlace, rememberRecords, saveRescue} from './rescue';
import type {Review} from './review';
import type {Recording} from './state-record';
import type {Workplace} from './tip-worktree';

/** How one attempt at applying the tip ended. */
export type Attempt =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | AppliedAttempt
  /** Somebody else pushed before anything was sent, or between two batches: to be planned again on what they pushed. */
  | {readonly kind: 'overtaken'; readonly applied: AppliedAttempt | null};

/** An attempt that went through, with or without changes. */
export interface AppliedAttempt {
  readonly kind: 'applied';
  readonly workspace: CheckedWorkspace;
  readonly plan: Plan;
  /** Without results where there was nothing to do. */
  readonly outcome: ApplyOutcome;
  readonly review: Review | null;
  /** What somebody changed in the service and stays so: see {@link approvePlan}. */
  readonly leftAlone: readonly Change[];
  /** The tip that was applied. */
  readonly commit: string;
  /** `kept` with `commit-state: false`: the files are left where they are. */
  readonly recording: Recording | {readonly kind: 'kept'};
  /** What could not be recorded on the branch, as a file for `monitors state restore`; null where nothing is missing there. */
  readonly rescue: string | null;
}

/** Applies what lies in a workplace and records what came of it: intents before each batch, the rest at the end, also after a failure. */
export async function attemptApply(place: Workplace, request: ActionRequest<BranchEvent>, ports: AttemptPorts): Promise<Attempt> {
  const {settings, root} = place;
  const opened = openActionProject({settings, root, command: 'apply'}, request.inputs, {
    ...ports,
    watchInterruption: () => ports.interruption,
  });
  const workspace = checkWorkspace(opened, {strict: request.inputs.strict});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const memory = rememberRecords(opened.store, rescuePlaceOf(place, request, opened.runId));
  const project = {...opened, store: memory.store};
  const progress = new Progress();
  const applied = await applyPlace({place, request, ports, project, workspace, progress});
  const {recording, isOvertaken} = await recordEnd(place.record, applied, progress);
  if (isOvertaken && !progress.hasSent) return {kind: 'overtaken', applied: null};
  const isLost = progress.hasSent && !isSafe(recording);
  const attempt: AppliedAttempt = {
    kind: 'applied',
    workspace,
    plan: applied.plan,
    outcome: applied.outcome,
    review: progress.review,
    leftAlone: progress.leftAlone,
    commit: place.commit,
    recording,
    rescue: isLost ? saveRescue(memory.learned(), rescuePlaceOf(place, request, project.runId)) : null,
  };
  return isOvertaken && isSafe(recording) ? {kind: 'overtaken', applied: attempt} : attempt;
}

/** What one attempt is made of. */
interface Attempting {
  readonly place: Workplace;
  readonly request: ActionRequest<BranchEvent>;
  readonly ports: AttemptPorts;
  readonly project: Project;
  readonly workspace: CheckedWorkspace;
  readonly progress: Progress;
}

async function applyPlace(attempting: Attempting): Promise<Applied> {
  const {place, request, ports, project, workspace, progress} = attempting;
  const {record} = place;
  const {display} = ports;
  const {only, allowDeletes, refresh, onError, onAmbiguous} = request.inputs;
  const options = {...APPLY_DEFAULTS, only, allowDeletes, refresh, onError, onAmbiguous, checkSecrets: false, saved: null};
  try {
    return await applyChecked(project, workspace, options, {
      show: display.showPlan,
      confirm: (plan, known) => approve(attempting, plan, known),
      persist: record === null ? null : async () => progress.persisted(await record.save()),
      onEvent: event => {
        progress.see(event);
        display.showEvent(event);
      },
    });
  } catch (error) {
    // A bug or a broken world after the first request must not keep what was learned on a disk that vanishes.
    if (progress.hasSent) await record?.saveOnTop();
    throw error;
  }
}

/** Finds out what of the plan was reviewed, and shows it. */
async function approve({place, request, ports, progress}: Attempting, plan: Plan, known: KnownService): Promise<Plan> {
  await refuseRewrittenHistory(plan, place, request, ports);
  await refuseLostState(plan, place, request, ports);
  const approved = await approvePlan(plan, known, {place, request, ports});
  progress.review = approved.review;
  progress.leftAlone = approved.leftAlone;
  ports.display.showReview(approved.review);
  ports.display.showLeftAlone(approved.leftAlone);
  return approved.plan;
}

/** Records what is left to record; `isOvertaken` where somebody else pushed and the rest has to be planned again. */
async function recordEnd(
  record: Workplace['record'],
  applied: Applied,
  {hasSent, rejection}: Progress,
): Promise<{readonly recording: AppliedAttempt['recording']; readonly isOvertaken: boolean}> {
  if (record === null) return {recording: {kind: 'kept'}, isOvertaken: false};
  const isOvertaken = rejection?.kind === 'overtaken';
  if (hasSent) return {recording: await record.saveOnTop(), isOvertaken};
  // Intents that were not taken were not sent either: there is nothing to record.
  if (rejection !== null) return {recording: rejection, isOvertaken};
  // What is unresolved may be under way in another run, whose next push a commit of ours would be in the way of.
  if (applied.kind === 'nothing-to-do' && applied.plan.summary.unresolved > 0) return {recording: {kind: 'unchanged'}, isOvertaken};
  const recording = await record.save();
  return {recording, isOvertaken: recording.kind === 'overtaken'};
}

function isSafe({kind}: AppliedAttempt['recording']): boolean {
  return kind === 'kept' || kind === 'unchanged' || kind === 'recorded';
}

/** What happened so far, as far as what comes next depends on it. */
class Progress {
  review: Review | null = null;
  leftAlone: readonly Change[] = [];
  /** Why intents were not taken off the machine; null while they were. */
  rejection: Extract<Recording, {kind: 'overtaken' | 'refused'}> | null = null;
  hasSent = false;

  see(event: ApplyEvent): void {
    if (event.type === 'sending') this.hasSent = true;
  }

  /** Throws, so that nothing of the batch is sent, where its intents are not on the branch. */
  persisted(recording: Recording): void {
    if (recording.kind === 'overtaken' || recording.kind === 'refused') {
      this.rejection = recording;
      throw new Error(recording.kind === 'refused' ? recording.words : 'somebody else pushed first');
    }
  }
}

function rescuePlaceOf({settings}: Workplace, {run}: ActionRequest<BranchEvent>, runId: string): RescuePlace {
  return {stateFile: settings.stateFile, temporaryDirectory: run.temporaryDirectory, runId};
}
