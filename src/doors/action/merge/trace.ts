import {lstatSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {onceEach} from '../../../core/base/once';
import type {Plan, Step} from '../../../core/plan/change';
import {isOfLeftover, listEffects, listSteps} from '../../../core/plan/change-facts';
import type {Key} from '../../../core/specs/desired-monitor';
import {readBlob} from '../../../project/history/recording-commit';
import {isCarriedOut} from '../reviewed-plan';
import type {Account, Accounts, Compared} from './accounts';
import type {BranchHistory, LineCommit} from './branch-history';
import {changesConfig, changesInputs, type EarlierSpecs, type SpecInputs} from './earlier-specs';
import {
  type Before,
  describeEffects,
  type Effect,
  findWorst,
  KnownEffects,
  startTrace,
  type Traced,
  type TracedCommit,
  type TraceVerdict,
  takeShown,
  tracePast,
} from './makers';
import type {Reviewing} from './replay';
import {followSide} from './side-commits';
import {type InputPlace, openInputSearch} from './unseen-inputs';

/** Maximum requests to GitHub of one run. */
const MOST_REQUESTS = 60;

/** Requests that the review of one commit may take: its pull requests, one that its message names, their comments, who wrote them. */
const REQUESTS_OF_COMMIT = 5;

/** The ports and the place of a trace. */
export interface Trace extends Reviewing {
  /** Inputs of the tip's specs. */
  readonly inputs: SpecInputs;
  /** Plans the specs of an earlier commit against the state of today. */
  readonly planEarlier: (commit: string) => Promise<EarlierSpecs>;
  /** The monitors of an earlier commit's specs. */
  readonly readMonitors: InputPlace['readMonitors'];
  /** Records of the tip's specs. */
  readonly records: Pick<InputPlace, 'state' | 'listApplied'>;
  /** Whether a monitor was applied and recorded after a commit; null for any monitor. */
  readonly wasRecordedSince: (key: Key | null, commit: string) => Promise<boolean>;
}

/** The review of a commit that made a change. */
interface Maker extends Compared {
  readonly commit: string;
}

/** Origins of a plan's changes. */
interface Origins {
  /** Changes that are not applied, with the reviews that do not show them. */
  readonly refused: readonly {readonly step: Step; readonly by: Compared | 'older-commit' | 'service'}[];
  /** Changes that no review shows and no commit made. */
  readonly unmade: readonly Step[];
  /** The number of changes that commits without a review made. */
  readonly notCompared: number;
}

/** Traces steps back to the commits that made them, newest first, and judges them by the reviews of these. */
export async function traceBack(plan: Plan, offline: Plan, steps: readonly Step[], accounts: Accounts, trace: Trace): Promise<Origins> {
  const effects = new Map(steps.map(step => [step, describeEffects(plan, [step])]));
  const own = offline.changes.filter(change => isCarriedOut(change) && !isOfLeftover(change));
  const made = new KnownEffects(describeEffects(offline, [...own, ...listSteps({changes: [], bookkeeping: offline.bookkeeping})]));
  const all = [...effects.values()].flat();
  const walk = new Walk(plan, steps, accounts, trace);
  const verdicts = await walk.run(all, made);
  const busy = new Set(own.map(({key}) => key));
  const refused: Origins['refused'][number][] = [];
  const unmade: Step[] = [];
  const pushed: Step[] = [];
  const shown: Step[] = [];
  for (const step of steps) {
    const parts = (effects.get(step) ?? []).map(effect => verdicts.get(effect) ?? ({kind: 'of-service'} as const));
    const isOfService = parts.some(({kind}) => kind === 'of-service');
    const worst = findWorst(parts.filter(verdict => verdict.kind !== 'of-service'));
    // A change that a commit made is kept, whatever the service holds.
    const canStay = step.action !== 'unprotect';
    if (canStay && isOfService && worst.kind !== 'not-shown' && !busy.has(step.key)) unmade.push(step);
    else if (!isOfService && (await isMadeAgain(step, worst, walk.oldest, trace))) unmade.push(step);
    else if (worst.kind === 'not-shown') refused.push({step, by: worst.review});
    else if (isOfService || worst.kind === 'too-old') refused.push({step, by: isOfService ? 'service' : 'older-commit'});
    else (worst.kind === 'not-compared' ? pushed : shown).push(step);
  }
  const hidden = await refuseUnseen(pushed, shown, accounts, trace);
  return {refused: [...refused, ...hidden], unmade, notCompared: pushed.length - hidden.length};
}

/** The steps of commits without a review that take what a review did not show. */
async function refuseUnseen(
  pushed: readonly Step[],
  shown: readonly Step[],
  accounts: Accounts,
  {place, inputs, readMonitors, records, ports}: Trace,
): Promise<Origins['refused']> {
  if (pushed.length === 0) return [];
  const {commit, settings} = place;
  const history = await place.histories.ofTip();
  const readOnce = onceEach(async (name: string) => (history === null ? '' : ((await readBlob(history, name))?.toString('utf8') ?? '')));
  // The plan is of files as git laid them out: attributes may make another text of one.
  const readText = async (at: string, path: string) => (at === commit ? readLaidOut(join(place.root, path)) : readOnce(`${at}:${path}`));
  const lines = {
    followLine: () => followLine(history, commit),
    followSide: (tip: string, first: string) => followOther(history, tip, first),
    listChanges: async (one: string, parent: string) => (await history?.listChanges(one, parent)) ?? new Map(),
  };
  const search = {...records, environment: settings.environment, commit, inputs, readText, readMonitors, ...lines};
  const account = onceEach(async (one: string) => {
    const isOver = ((await ports.github?.countRequests()) ?? 0) + REQUESTS_OF_COMMIT > MOST_REQUESTS;
    return isOver ? ('older-commit' as const) : accounts.of(one);
  });
  const findReview = openInputSearch(search, account, shown);
  const refused: Origins['refused'][number][] = [];
  // A rename sends nothing.
  for (const step of pushed.filter(({action}) => action !== 'rename')) {
    const by = await findReview(step);
    if (by !== null) refused.push({step, by});
  }
  return refused;
}

/** Whether something else than a commit makes a change of what was applied, such as another version of the tool. */
async function isMadeAgain(step: Step, verdict: TraceVerdict<Maker>, oldest: string, {wasRecordedSince}: Trace): Promise<boolean> {
  if (step.action !== 'update' && step.action !== 'replace') return false;
  if (verdict.kind === 'not-shown') return wasRecordedSince(step.key, verdict.review.commit);
  // Runs that refuse a change record nothing.
  return verdict.kind === 'too-old' && wasRecordedSince(null, oldest);
}

/** The walks down the branch of one plan. */
class Walk {
  readonly #verdicts = new Map<Effect, TraceVerdict<Maker>>();
  /** Effects of what the service holds: a review may show them, no commit makes them. */
  #ofService: readonly Traced<Maker>[] = [];
  /** The last commit that was looked at. */
  oldest = '';

  constructor(
    private readonly plan: Plan,
    private readonly steps: readonly Step[],
    private readonly accounts: Accounts,
    private readonly trace: Trace,
  ) {}

  /** Judges effects; `made` are those of the tip's specs. */
  async run(effects: readonly Effect[], made: KnownEffects): Promise<ReadonlyMap<Effect, TraceVerdict<Maker>>> {
    const {place, inputs} = this.trace;
    const traces = effects.map(effect => startTrace<Maker>(effect));
    this.#ofService = traces.filter(({of}) => !made.has(of.id));
    const ofSpecs = traces.filter(({of}) => made.has(of.id));
    await this.#follow(ofSpecs, place.commit, inputs);
    await this.#takeLeftGroups();
    return this.#verdicts;
  }

  /** Follows the first-parent line of a commit until no trace is left, or the history or the requests end. */
  async #follow(start: readonly Traced<Maker>[], tip: string, startInputs: SpecInputs): Promise<void> {
    const {place, request, ports} = this.trace;
    let traces = start;
    let inputs = startInputs;
    for await (const line of followLine(await place.histories.ofTip(), tip)) {
      if (traces.length + this.#ofService.length === 0) break;
      this.oldest = line.commit;
      const changes = changesInputs(line, inputs);
      if (!changes && line.commit !== request.event.sha) continue;
      if (((await ports.github?.countRequests()) ?? 0) + REQUESTS_OF_COMMIT > MOST_REQUESTS) break;
      const account = await this.accounts.of(line.commit);
      traces = await this.#takeShown(traces, account, line.commit);
      if (!changes || traces.length === 0) continue;
      const {before, inputs: earlier} = await this.#lookBefore(line.parent);
      if (account.kind === 'not-compared') traces = await this.#followOthers(traces, line, before);
      traces = this.#tracePast(traces, account, line.commit, {before, changesConfig: changesConfig(line, inputs)});
      inputs = earlier;
    }
    for (const {of} of traces) this.#settle(of, {kind: 'too-old'});
  }

  /** A merge without a review made nothing that one of its other parents has: there it came from. */
  async #followOthers(traces: readonly Traced<Maker>[], {others}: LineCommit, before: Before): Promise<readonly Traced<Maker>[]> {
    let left = traces;
    for (const other of before.kind === 'known' ? others : []) {
      const {effects, inputs} = await this.trace.planEarlier(other);
      const isFromThere = ({wanted: {id}}: Traced<Maker>) =>
        effects?.has(id) === true && !(before.kind === 'known' && before.effects.has(id));
      await this.#follow(left.filter(isFromThere), other, inputs);
      left = left.filter(trace => !isFromThere(trace));
    }
    return left;
  }

  async #lookBefore(parent: LineCommit['parent']): Promise<{readonly before: Before; readonly inputs: SpecInputs}> {
    if (parent === 'unknown') return {before: {kind: 'unknown'}, inputs: null};
    if (parent === null) return {before: {kind: 'known', effects: new KnownEffects([])}, inputs: null};
    const {effects, inputs} = await this.trace.planEarlier(parent);
    return {before: effects === null ? {kind: 'unreadable'} : {kind: 'known', effects}, inputs};
  }

  /** Settles what the review of a commit shows, and returns the rest. */
  async #takeShown(traces: readonly Traced<Maker>[], account: Account, commit: string): Promise<readonly Traced<Maker>[]> {
    if (account.kind === 'not-compared') return traces;
    const review = {shows: await this.accounts.findShown(account, this.plan, this.steps), review: {...account, commit}};
    const settle = (some: readonly Traced<Maker>[]) => {
      const left = takeShown(some, review);
      const kept = new Set(left);
      for (const trace of some) if (!kept.has(trace)) this.#settle(trace.of, {kind: 'shown'});
      return left;
    };
    this.#ofService = settle(this.#ofService);
    return settle(traces);
  }

  #tracePast(
    traces: readonly Traced<Maker>[],
    account: Account,
    commit: string,
    seen: Pick<TracedCommit<Maker>, 'before' | 'changesConfig'>,
  ): readonly Traced<Maker>[] {
    const review = account.kind === 'compared' ? {...account, commit} : null;
    return traces.flatMap(trace => {
      const next = tracePast(trace, {...seen, review, shows: () => false});
      if (!('kind' in next)) return next;
      this.#settle(trace.of, next);
      return [];
    });
  }

  #settle(effect: Effect, verdict: TraceVerdict<Maker>): void {
    const known = this.#verdicts.get(effect);
    this.#verdicts.set(effect, known === undefined ? verdict : findWorst([known, verdict]));
  }

  /** Without the changes that others account for, a group of a review may be whole. */
  async #takeLeftGroups(): Promise<void> {
    const unshown = [...this.#verdicts].flatMap(([effect, verdict]) => (verdict.kind === 'not-shown' ? [{effect, verdict}] : []));
    const ids = new Set(unshown.map(({effect}) => effect.id));
    const left = this.steps.filter(step => listEffects(this.plan, step).some(id => ids.has(id)));
    for (const {effect, verdict} of left.length < this.steps.length ? unshown : []) {
      const shows = await this.accounts.findShown(verdict.review, this.plan, left);
      if (shows(verdict.wanted.id)) this.#verdicts.set(effect, {kind: 'shown'});
    }
  }
}

/** The first-parent line of a commit. Without a history, such as of files that came another way than by git, no other commit is known. */
async function* followLine(history: BranchHistory | null, commit: string): AsyncGenerator<LineCommit> {
  if (history === null) yield {commit, parent: null, others: [], changes: new Map(), changesLinks: true};
  else yield* history.followLine(commit);
}

async function* followOther(history: BranchHistory | null, tip: string, first: string): AsyncGenerator<LineCommit> {
  if (history !== null) yield* followSide(history, tip, first);
}

function readLaidOut(path: string): string {
  return lstatSync(path, {throwIfNoEntry: false})?.isFile() === true ? readFileSync(path, 'utf8') : '';
}
