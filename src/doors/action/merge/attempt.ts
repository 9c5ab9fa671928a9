import type {ApplyEvent, ApplyOutcome} from '../../../core/apply/ports';
import {onceEach} from '../../../core/base/once';
import {compareText, hasErrors} from '../../../core/diagnostics/diagnostic';
import {nameState} from '../../../core/files/state-name';
import type {Change, Plan} from '../../../core/plan/change';
import {withChanges} from '../../../core/plan/plan';
import {refuseRevertedMove} from '../../../core/state/file/moved-mark';
import type {OpenedState} from '../../../core/state/fold-open';
import type {State} from '../../../core/state/state';
import {APPLY_DEFAULTS, type AppliedPlan, type ApplyEnd, applyChecked, type KnownService} from '../../../features/apply/apply';
import {planChecked} from '../../../features/plan/plan';
import {type CheckedWorkspace, checkWorkspace} from '../../../project/check';
import {listIdsManagedElsewhere} from '../../../project/other-environments';
import type {OpenedProject, Project} from '../../../project/project';
import {markersOf} from '../comment';
import {askComments} from '../comment-witnesses';
import {refuseFormerServer} from '../other-place';
import {openActionProject} from '../project';
import {approvePlan} from './approval';
import {type EarlierSpecs, listInputs, planEarlier, readMonitors} from './earlier-specs';
import {refuseRewrittenHistory} from './earlier-state';
import {lookAtFormerServers} from './former-servers';
import {lookAtBranch} from './left-running';
import type {AttemptPorts} from './merge-log';
import {refuseLostState} from './new-state';
import {listApplied, wasRecordedSince} from './record-age';
import {holdRecordedBefore} from './recorded-before';
import type {RecordsElsewhere, Told} from './refuse-elsewhere';
import {nameReplaced} from './replaced-records';
import {type RescuePlace, type RunResult, rememberRecords, rescueBesideWorktree, saveRescue} from './rescue';
import type {Review} from './review';
import {type HeldPlan, holdStateChanges} from './state-guard';
import type {RecordResult} from './state-record';
import {fetchHistory, openTip} from './tip-history';
import type {Merging, Worktree} from './tip-worktree';
import type {Trace} from './trace';

/** Result of one attempt at applying the tip. */
export type ApplyAttempt =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | AppliedAttempt
  /** Another push came before anything was sent, or between two batches: plan again. */
  | {readonly kind: 'overtaken'; readonly applied: AppliedAttempt | null};

/** A finished attempt, with or without changes. */
export interface AppliedAttempt {
  readonly kind: 'applied';
  readonly workspace: CheckedWorkspace;
  readonly plan: Plan;
  /** Without results if there was nothing to do. */
  readonly outcome: ApplyOutcome;
  readonly review: Review | null;
  /** Drift that stays: see {@link approvePlan}. */
  readonly leftAlone: readonly Change[];
  /** The tip that was applied. */
  readonly commit: string;
  /** `kept` with `commit-state: false`: the files stay in the checkout. `on-server`: nothing is recorded in git. */
  readonly recording: RecordResult | {readonly kind: 'kept' | 'on-server'};
  /** The file for `monitors state restore`, with what could not be recorded on the branch; null if all is recorded. */
  readonly rescue: string | null;
}

/** Applies a worktree and records the results: intents before each batch, the rest at the end, also after a failure. */
export async function attemptApply(merging: Merging & {readonly ports: AttemptPorts}): Promise<ApplyAttempt> {
  const {place, request, ports} = merging;
  const {settings, root} = place;
  const watched = {...ports, watchInterruption: () => ports.interruption};
  const opened = openActionProject({settings, root, command: 'apply'}, request.inputs, watched);
  const workspace = checkWorkspace(opened, {strict: request.inputs.strict, noneHere: 'ask-state'});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const {project, learned} = prepareProject(opened, merging);
  const progress = new Progress();
  const applied = await applyPlace({...merging, project, workspace, progress});
  if (applied.kind === 'invalid') return applied;
  const {recording, isOvertaken} = await recordEnd(place, applied, progress);
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
    rescue: isLost ? saveRescue(learned(), rescuePlaceOf(merging, project.runId)) : null,
  };
  return isOvertaken && isSafe(recording) ? {kind: 'overtaken', applied: attempt} : attempt;
}

/** Keeps what a run learns for the last resort. For a state on a server, the tip must hold the commit that was applied last. */
function prepareProject(
  opened: OpenedProject,
  merging: Merging & {readonly ports: AttemptPorts},
): {readonly project: Project; readonly learned: () => RunResult | null} {
  const {place, request, ports} = merging;
  const {git, env} = ports;
  const rescue = rescuePlaceOf(merging, opened.runId);
  const {branch} = request.event;
  const {settings} = place;
  const servers = lookAtFormerServers(opened, merging);
  if (opened.store.backend !== 'file') {
    const checkCheckout: Project['checkCheckout'] = async found => {
      // The former place of the state is in the history of the config.
      if (found === null) await fetchHistory(git, branch);
      await opened.checkCheckout(found);
    };
    const checkout = openTip(git, {branch, commit: place.commit});
    const search = {branch, tip: place.commit, markers: markersOf(place.placed, place.root), shownState: opened.shownState};
    const askWitnesses: Project['askWitnesses'] = async (version, commit) => {
      if (request.inputs.comment !== 'never') await askComments({version, commit}, search, ports);
    };
    const store = rescueBesideWorktree(opened.store, rescue);
    return {project: {...opened, ...servers, checkout, checkCheckout, askWitnesses, store}, learned: () => null};
  }
  const {refusals} = opened.store;
  const {store, learned} = rememberRecords(opened.store, rescue);
  const checkCheckout: Project['checkCheckout'] = async found => {
    if (found !== null) return refuseRevertedMove(settings.stateFile, found, env, refusals);
    if (settings.operations === 'full' || request.inputs.newState === nameState(settings)) return;
    await fetchHistory(git, branch);
    await refuseFormerServer(settings, env, servers.listLeftServers);
  };
  return {
    project: {...opened, ...servers, store, checkCheckout, history: lookAtBranch(opened.history, merging)},
    learned,
  };
}

/** The parts of one attempt. */
interface Attempting extends Merging {
  readonly ports: AttemptPorts;
  readonly project: Project;
  readonly workspace: CheckedWorkspace;
  readonly progress: Progress;
}

async function applyPlace(attempting: Attempting): Promise<ApplyEnd> {
  const {place, request, ports, project, workspace, progress} = attempting;
  const {record} = place;
  const {display} = ports;
  const {only, exclude, labels, allowDeletes, allowOldCheckout, refresh, onError, onAmbiguous} = request.inputs;
  const choice = {only, exclude, labels};
  const allowed = {allowDeletes, allowOldCheckout, onError, onAmbiguous};
  const options = {...APPLY_DEFAULTS, ...choice, ...allowed, refresh, checkSecrets: false, saved: null};
  try {
    return await applyChecked(project, workspace, options, {
      show: (plan, checked, opened) => {
        progress.opened = opened;
        display.showPlan(plan, checked, opened);
      },
      confirm: (plan, known) => approve(attempting, plan, known),
      hold: async plan => nameReplaced((await holdByState(attempting, plan)).plan, aboutRecords(attempting)),
      persist: record === null ? null : async () => progress.persisted(await record.save()),
      onEvent: event => {
        progress.see(event);
        display.showEvent(event);
      },
    });
  } catch (error) {
    // The runner's disk is temporary: even after a bug, push what was recorded so far.
    if (progress.hasSent) await record?.saveOnTop();
    throw error;
  }
}

/** Compares the plan with the reviewed ones, and shows the result. */
async function approve(attempting: Attempting, plan: Plan, known: KnownService): Promise<Plan> {
  const {place, ports, progress, project} = attempting;
  if (place.settings.sharedState === undefined) {
    await refuseRewrittenHistory(plan, attempting);
    await refuseLostState(plan, attempting);
  }
  const guarded = await holdByState(attempting, plan);
  const trace = traceWith(attempting, guarded.baseline);
  const held = guarded.changedBy.length === 0 ? guarded : await holdEffects(attempting, guarded, trace);
  const reviewed = held.plan.changes.filter(held.isReviewed);
  const unreviewed = held.plan.changes.filter(change => !held.isReviewed(change));
  const others = reviewed.length === 0 ? held.plan : withChanges(held.plan, unreviewed);
  const approved = await approvePlan(others, known, trace);
  progress.review = approved.review;
  progress.leftAlone = approved.leftAlone;
  ports.display.showReview(approved.review);
  ports.display.showLeftAlone(approved.leftAlone);
  const all = [...approved.plan.changes, ...reviewed].sort((a, b) => compareText(a.key, b.key));
  const whole = reviewed.length === 0 ? approved.plan : withChanges(approved.plan, all);
  const view = progress.opened;
  const onServer = place.settings.sharedState === undefined ? null : (view?.stored?.state ?? null);
  const records = aboutRecords(attempting);
  const keepLiving = async (told: Told) => {
    if (view === null || whole.operations !== 'full') return told;
    const {keepLiving: keep} = await import('../../../features/apply/seek-created');
    return keep(told, {
      project,
      specs: attempting.workspace.checked,
      plan: whole,
      view,
      lookupMs: APPLY_DEFAULTS.lookupMs,
      seen: known.seen,
    });
  };
  const look = {...records, onServer, letThrough: held.letThrough, origin: project.givenOrigin(), keepLiving};
  return nameReplaced(await holdRecordedBefore(whole, look), records);
}

/** Holds what follows from records that a pull request changed, beside what {@link holdByState} holds. */
async function holdEffects({project, workspace, progress}: Attempting, guarded: HeldPlan, trace: ReturnType<typeof traceWith>) {
  const {holdRecordEffects} = await import('./record-effects');
  return holdRecordEffects(guarded, {project, workspace, state: progress.opened?.stored?.state ?? null}, trace);
}

/** Selects the inputs for looking at what other versions of the state record. */
function aboutRecords({place, request, ports, workspace, project}: Attempting): RecordsElsewhere {
  const listIdsElsewhere = async () => listIdsManagedElsewhere(await project.readNeighbours(), place.placed);
  return {place, request, ports, specs: workspace.checked, listIdsElsewhere};
}

/** Holds what follows from changes of the state that were made by hand; where nothing else changes, too. */
async function holdByState(attempting: Attempting, plan: Plan): Promise<HeldPlan> {
  const specs = new Set(attempting.workspace.checked.monitors.map(({key}) => key));
  const held = await holdStateChanges(plan, key => specs.has(key), attempting);
  attempting.ports.display.showHeld(held.plan);
  return held;
}

/** Selects the inputs for tracing the changes of this attempt back. */
function traceWith(attempting: Attempting, recorded: State | null): Trace & {readonly ports: AttemptPorts} {
  const {place, request, ports, workspace, progress} = attempting;
  const {opened} = progress;
  if (opened === null) throw new Error('a plan was made without a state');
  return {
    place,
    request,
    ports,
    planAgainst: stateFile => planAgainst(attempting, stateFile),
    inputs: listInputs(place.placed, place.root, workspace),
    records: {
      state: recorded ?? opened.stored?.state ?? null,
      listApplied: (commit, monitors) => listApplied(commit, monitors, attempting),
    },
    planEarlier: onceEach(commit => planHistoric(commit, attempting, opened)),
    readMonitors: onceEach(async commit => {
      await place.histories.bring(commit);
      return readMonitors(commit, {request, ports, place, project: attempting.project, opened});
    }),
    wasRecordedSince: (key, commit) => wasRecordedSince(key, commit, place, ports.git, opened.stored?.state.commit),
  };
}

/** Plans the specs of a commit of the history. */
async function planHistoric(commit: string, {place, request, ports, project}: Attempting, opened: OpenedState): Promise<EarlierSpecs> {
  await place.histories.bring(commit);
  return planEarlier(commit, {request, ports, place, project, opened});
}

/** Plans the same specs against another state, offline. */
async function planAgainst({place, request, ports, workspace}: Attempting, stateCopy: string): Promise<Plan> {
  const {settings, root} = place;
  const project = openActionProject({settings, root, command: 'plan', stateCopy}, request.inputs, ports);
  const {only, exclude, labels, allowDeletes} = request.inputs;
  const {lookupMs} = APPLY_DEFAULTS;
  return (await planChecked(project, workspace, {only, exclude, labels, allowDeletes, refresh: false, checkSecrets: false, lookupMs})).plan;
}

/** Records the rest; `isOvertaken` if another push came first and the remaining changes must be planned again. */
async function recordEnd(
  {record, settings}: Worktree,
  applied: AppliedPlan,
  {hasSent, rejection}: Progress,
): Promise<{readonly recording: AppliedAttempt['recording']; readonly isOvertaken: boolean}> {
  if (record === null) return {recording: {kind: settings.sharedState === undefined ? 'kept' : 'on-server'}, isOvertaken: false};
  const isOvertaken = rejection?.kind === 'overtaken';
  if (hasSent) return {recording: await record.saveOnTop(), isOvertaken};
  // The push of intents failed, so nothing was sent: there is nothing to record.
  if (rejection !== null) return {recording: rejection, isOvertaken};
  // Unresolved creates may belong to another run in progress: a commit of ours would make its next push fail.
  if (applied.kind === 'nothing-to-do' && applied.plan.summary.unresolved > 0) return {recording: {kind: 'unchanged'}, isOvertaken};
  const recording = await record.save();
  return {recording, isOvertaken: recording.kind === 'overtaken'};
}

function isSafe({kind}: AppliedAttempt['recording']): boolean {
  return kind === 'kept' || kind === 'on-server' || kind === 'unchanged' || kind === 'recorded';
}

/** The progress of an attempt. */
class Progress {
  /** The state that the plan was made from; null before there is one. */
  opened: OpenedState | null = null;
  review: Review | null = null;
  leftAlone: readonly Change[] = [];
  /** Why a push of intents failed; null if none did. */
  rejection: Extract<RecordResult, {kind: 'overtaken' | 'refused'}> | null = null;
  hasSent = false;

  see(event: ApplyEvent): void {
    if (event.type === 'sending') this.hasSent = true;
  }

  /** Throws if the intents of a batch are not on the branch, so that nothing of it is sent. */
  persisted(recording: RecordResult): void {
    if (recording.kind === 'overtaken' || recording.kind === 'refused') {
      this.rejection = recording;
      throw new Error(recording.kind === 'refused' ? recording.words : 'another push came first');
    }
  }
}

function rescuePlaceOf({place, request}: Merging, runId: string): RescuePlace {
  return {stateFile: place.settings.stateFile, temporaryDirectory: request.run.temporaryDirectory, runId};
}
