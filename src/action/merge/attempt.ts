import type {MonitorService} from '../../api/port';
import type {ApplyEvent, ApplyOutcome} from '../../apply/ports';
import {hasErrors} from '../../diagnostics/diagnostic';
import {type ApplyWorkspaceOutcome, type ApplyWorkspacePorts, applyWorkspace} from '../../engine/apply';
import {type CheckedWorkspace, checkWorkspace} from '../../engine/check';
import {connectToService, readGivenAddress} from '../../engine/connection';
import {planFromView} from '../../engine/plan';
import {hashSecretsWith} from '../../engine/plan-inputs';
import {openStateStore} from '../../engine/state-store';
import type {Change, Plan} from '../../plan/change';
import {version} from '../../version';
import type {ActionPorts, ActionRequest, BranchEvent} from '../ports';
import {learnForAction, withKey} from '../service';
import {approvePlan, type KnownService} from './approval';
import {refuseRewrittenHistory} from './earlier-state';
import type {AttemptPorts} from './merge-log';
import {refuseLostState} from './new-state';
import {type RememberingStore, type RescuePlace, rememberRecords, saveRescue} from './rescue';
import type {Review} from './review';
import type {Recording} from './state-record';
import type {Workplace} from './tip-worktree';

/** Creates under way at once, at most: as the command line has it. */
const CONCURRENCY = 8;

/** How long a create whose answer was lost may take to appear in the service's list, milliseconds: as the command line has it. */
const SETTLE_MS = 90_000;

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
  const workspace = checkWorkspace({settings, cwd: root, strict: request.inputs.strict, paths: [], cache: null});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const runId = ports.world.uuid();
  const underway = {runId, memory: openStore(place, request, ports, runId), progress: new Progress()};
  const applied = await applyPlace(place, request, ports, underway);
  if (applied.kind === 'invalid') return applied;
  const {progress, memory} = underway;
  const {recording, isOvertaken} = await recordEnd(place.record, applied, progress);
  if (isOvertaken && !progress.hasSent) return {kind: 'overtaken', applied: null};
  const isLost = progress.hasSent && !isSafe(recording);
  const attempt: AppliedAttempt = {
    kind: 'applied',
    workspace,
    plan: applied.plan,
    outcome: applied.kind === 'applied' ? applied.outcome : {results: [], onAmbiguous: request.inputs.onAmbiguous, findings: []},
    review: progress.review,
    leftAlone: progress.leftAlone,
    commit: place.commit,
    recording,
    rescue: isLost ? saveRescue(memory.learned(), rescuePlaceOf(place, request, runId)) : null,
  };
  return isOvertaken && isSafe(recording) ? {kind: 'overtaken', applied: attempt} : attempt;
}

/** What one attempt carries along. */
interface Underway {
  readonly runId: string;
  readonly memory: RememberingStore;
  readonly progress: Progress;
}

async function applyPlace(
  place: Workplace,
  request: ActionRequest<BranchEvent>,
  ports: AttemptPorts,
  {runId, memory, progress}: Underway,
): Promise<ApplyWorkspaceOutcome> {
  const {settings, root, record} = place;
  const {inputs} = request;
  const {display, world, retryBaseMs, interruption} = ports;
  const env = withKey(inputs, ports.env);
  const hashSecret = settings.operations === 'full' ? hashSecretsWith(env) : undefined;
  try {
    return await applyWorkspace(
      {
        settings,
        cwd: root,
        cache: null,
        only: inputs.only,
        allowDeletes: inputs.allowDeletes,
        planFile: null,
        onError: inputs.onError,
        onAmbiguous: inputs.onAmbiguous,
        concurrency: CONCURRENCY,
        retryBaseMs,
        settleMs: SETTLE_MS,
        ...(hashSecret === undefined ? {} : {hashSecret}),
        runId,
        tool: version,
      },
      {
        store: memory.store,
        world,
        env,
        interruption,
        // Made from the branch itself, or compared with it, a moment ago.
        checkCheckout: async () => undefined,
        address: readGivenAddress(inputs.baseUrl, env, memory.files.refusals),
        connect: async references => {
          const service = await connectToService({baseUrl: inputs.baseUrl, env, world, references});
          progress.service = service;
          return service;
        },
        ...openApproval({place, request, ports}, {memory, progress}),
        show: display.showPlan,
        ...(record === null ? {} : {persist: async () => progress.persisted(await record.save())}),
        onEvent: event => {
          progress.see(event);
          display.showEvent(event);
        },
      },
    );
  } catch (error) {
    // A bug or a broken world after the first request must not keep what was learned on a disk that vanishes.
    if (progress.hasSent) await record?.saveOnTop();
    throw error;
  }
}

/** What finds out before anything is sent what the service holds, and what of the plan was reviewed. */
function openApproval(
  about: {readonly place: Workplace; readonly request: ActionRequest<BranchEvent>; readonly ports: AttemptPorts},
  {memory, progress}: Pick<Underway, 'memory' | 'progress'>,
): Required<Pick<ApplyWorkspacePorts, 'learn' | 'confirm'>> {
  const {place, request, ports} = about;
  const {settings} = place;
  const {inputs} = request;
  return {
    learn: async (view, checked) => {
      const asking = {inputs, settings, ports, interruption: ports.interruption, files: memory.files};
      const knowledge = await learnForAction(asking, view, checked);
      const address = readGivenAddress(inputs.baseUrl, ports.env, memory.files.refusals);
      const offline = () => planFromView({settings, only: inputs.only, allowDeletes: inputs.allowDeletes, address}, checked, view);
      progress.refreshed = knowledge.live === undefined ? null : {live: knowledge.live, offline};
      return knowledge;
    },
    confirm: async plan => {
      await refuseRewrittenHistory(plan, place, request, ports);
      await refuseLostState(plan, place, request, ports);
      const approved = await approvePlan(plan, progress, about);
      progress.review = approved.review;
      progress.leftAlone = approved.leftAlone;
      ports.display.showReview(approved.review);
      ports.display.showLeftAlone(approved.leftAlone);
      return approved.plan;
    },
  };
}

/** Records what is left to record; `isOvertaken` where somebody else pushed and the rest has to be planned again. */
async function recordEnd(
  record: Workplace['record'],
  applied: Exclude<ApplyWorkspaceOutcome, {kind: 'invalid'}>,
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
  service: MonitorService | null = null;
  refreshed: KnownService['refreshed'] = null;
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

function openStore(place: Workplace, request: ActionRequest<BranchEvent>, ports: ActionPorts, runId: string): RememberingStore {
  const files = openStateStore({settings: place.settings, cwd: place.root, command: 'apply', context: ports});
  return rememberRecords(files, rescuePlaceOf(place, request, runId));
}

function rescuePlaceOf({settings}: Workplace, {run}: ActionRequest<BranchEvent>, runId: string): RescuePlace {
  return {stateFile: settings.stateFile, temporaryDirectory: run.temporaryDirectory, runId};
}
