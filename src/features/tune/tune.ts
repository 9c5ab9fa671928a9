import type {Interruption} from '../../core/base/interruption';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import type {Choice} from '../../core/plan/change';
import {viewState} from '../../core/state/fold-open';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import {CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {RequestBudget} from '../observe/request-budget';
import {assemble, type RecordedSubject, type TunedMonitor, tuneOne} from './assemble';
import type {TuneDocument, TuneIncompleteReason} from './document';
import {hasSearch} from './history/propose';
import {readHistories} from './read-history';
import {refuseToFetch} from './regions/region-pages';

/** Request of `monitors tune`. */
interface TuneRequest extends Choice {
  /** Newest checks of each monitor, 1 to 1000. */
  readonly checks: number;
  /** Requests that are sent, at most; null for any number. */
  readonly maxRequests: number | null;
  /** Requests at once. */
  readonly concurrency: number;
  /** Pages of what is found are to be fetched: refused at once where they may not be. */
  readonly fetch: boolean;
}

/** Observers of a call. */
export interface TunePorts {
  /** Called before each step with the number of its requests, and how long they take at the rate so far, milliseconds; null if unknown. */
  readonly onStep?: (step: 'checks' | 'pages', requests: number, ms: number | null) => void;
  readonly onRead?: (done: number, total: number) => void;
}

/** Findings of a call. */
export interface Tuned {
  readonly kind: 'tuned';
  readonly document: TuneDocument;
  /** With the members that the proposals come to. */
  readonly monitors: readonly TunedMonitor[];
  /** The signal that ended the reading; null without one. */
  readonly interruption: Interruption | null;
}

/** Findings of a call, or those of the specs that stand in the way. */
type TuneOutcome = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | Tuned;

/** Finds noise and cost in the newest checks of monitors, and proposes what to change. Sends only reads, and writes nothing. Throws `UserError`. */
export async function tuneMonitors(project: Project, request: TuneRequest, ports: TunePorts = {}): Promise<TuneOutcome> {
  requireFullOperations(project.settings, 'monitors tune');
  if (request.fetch) refuseToFetch(project);
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const view = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const {state} = view.stored;
  const specs = new Map(workspace.checked.monitors.map(monitor => [monitor.key, monitor]));
  const chosen = chooseKeys(request, {desired: [], state, unresolved: []}, project.nameOption);
  const subjects = [...state.monitors]
    .filter(([key]) => chosen === undefined || chosen.has(key))
    .map(([key, recorded]): RecordedSubject => {
      const spec = specs.get(key) ?? null;
      return {key, id: recorded.id, recorded, spec, hasSearch: spec !== null && hasSearch(spec.body())};
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const budget = new RequestBudget(request.maxRequests ?? null, project.world);
  const {monitors, incomplete} = await withChecks(project, view, ({service}) => {
    const pace = {...project, atOnce: request.concurrency};
    return readAll(subjects, new CheckReader(budget.bound(service), pace), {request, budget, ports});
  });
  const {project: name, environment} = project.settings;
  const document = assemble(monitors, {project: name, environment, checks: request.checks, incomplete, requests: budget.sent});
  const interruption = incomplete.includes('interrupted') ? (project.watchInterruption().reason as Interruption) : null;
  return {kind: 'tuned', document, monitors, interruption};
}

/** Parts of one reading. */
interface Reading {
  readonly request: TuneRequest;
  readonly budget: RequestBudget;
  readonly ports: TunePorts;
}

async function readAll(
  subjects: readonly RecordedSubject[],
  reader: CheckReader,
  {request: {checks, concurrency}, budget, ports}: Reading,
): Promise<{readonly monitors: readonly TunedMonitor[]; readonly incomplete: readonly TuneIncompleteReason[]}> {
  const start = reader.world.monotonic();
  const onStep = (step: 'checks' | 'pages', requests: number) =>
    ports.onStep?.(step, requests, budget.sent === 0 ? null : ((reader.world.monotonic() - start) / budget.sent) * requests);
  const found = new Map<string, TunedMonitor>();
  const reading = {reader, budget, checks, concurrency, onStep, onRead: ports.onRead ?? (() => {})};
  const incomplete = await readHistories(subjects, reading, (subject, history) =>
    found.set(subject.key, tuneOne(subject, history, checks)),
  );
  return {monitors: subjects.flatMap(({key}) => found.get(key) ?? []), incomplete};
}
