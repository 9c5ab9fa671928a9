import type {ModelCheck, ServiceModel} from './service-model';
import {type CallStep, DAY, type Environment, SECOND} from './steps';

/** A call as seen from outside. */
export interface Told {
  /** Whether its output is there: all of it, marked as incomplete, or none that can be read. */
  readonly output: 'whole' | 'incomplete' | 'none';
  /** Whether the bookmark is another one than before the call. */
  readonly moved: boolean;
  /** Null: killed. */
  readonly exitCode: number | null;
  /** Why nothing was read, for the message of a failed test. */
  readonly error?: string | null;
  readonly mayRepeat: boolean;
  /** Checks of which the output shows something, with `status url` of the pages it shows. */
  readonly checks: ReadonlyMap<string, readonly string[]>;
  /** Finished checks that the output counts in all, by monitor id. */
  readonly counts: ReadonlyMap<string, number>;
  readonly unfinished: readonly string[];
  /** Entries that the limit cut. */
  readonly cut: number;
}

/** Largest distance of all clocks and replicas together, with the 60 s that a call stays behind. */
const MARGIN = 120 * SECOND;
export const REPORTED_PAGES = new Set(['changed', 'new', 'removed']);

interface Chain {
  /** Checks that finished before it are none of the chain's; null before the first call. */
  start: number | null;
  /** Checks that calls told which moved the bookmark: 1; 0 where that is not known. */
  readonly counted: Map<string, 0 | 1>;
  /** Told by calls that died before their bookmark, and not since, nor passed by a whole call of all monitors. */
  readonly told: Set<string>;
  /** Finished checks counted per monitor by calls that moved. */
  readonly sums: Map<string, number>;
  /** A call died: of a monitor that was not read since, even long after, a call says that it may repeat. */
  died: boolean;
}

/** Judges the calls of each chain against the model, and collects what does not hold. */
export class Verdict {
  readonly problems: string[] = [];
  private readonly chains = new Map<Environment, Chain>();

  constructor(private readonly model: ServiceModel) {}

  /** Judges a call that ran from `begun` until the model's present. */
  judge(step: CallStep, told: Told, begun: number): void {
    const chain = this.chain(step.chain);
    this.checkEnd(step, told, chain);
    this.checkContent(step, told, begun);
    // The chain begins with the first output, also where its call died afterwards.
    const hasDied = told.output === 'whole' && told.exitCode === null;
    if (hasDied) chain.start ??= begun - DAY;
    if (!told.moved) {
      if (told.output !== 'none') for (const id of told.checks.keys()) chain.told.add(id);
      if (hasDied) chain.died = true;
      return;
    }
    if (told.output !== 'whole' && step.maxRequests === null && step.fault === null) this.fail(step, 'a bookmark moved without an output');
    chain.start ??= begun - DAY;
    this.checkRepeats(step, told, chain);
    this.checkLosses(step, told, chain, begun);
    for (const id of told.checks.keys()) chain.told.delete(id);
    if (step.select === null && told.exitCode === 0) chain.told.clear();
  }

  /** Judges windows of which each begins where the one before ends; `moments` are their edges. */
  judgeWindows(environment: Environment, windows: readonly Told[], moments: readonly number[] | null): void {
    const {model} = this;
    const at = model.now;
    const name = `windows of ${environment}`;
    const seen = new Map<string, number>();
    for (const [index, {checks, exitCode, error}] of windows.entries()) {
      if (exitCode !== 0) this.problems.push(`${name}: window ${index} ended with ${exitCode}: ${error}`);
      for (const id of checks.keys()) {
        if (seen.has(id)) this.problems.push(`${name}: ${id} is in window ${seen.get(id)} and ${index}`);
        seen.set(id, index);
      }
    }
    for (const {monitor} of model.held(environment)) {
      if (monitor.deletedAt !== null) continue;
      const checks = model.checks(monitor, at);
      const finished = checks.filter(({visibleAt}) => visibleAt <= at);
      for (const check of finished) {
        const index = seen.get(check.id);
        if (isShown(check) && index === undefined && model.toldAt(check) <= at) this.problems.push(`${name}: ${check.id} is in none`);
        if (index === undefined || moments === null || check.stamp === null) continue;
        const [from, to] = [moments[index] as number, moments[index + 1] as number];
        if (check.stamp < from || check.stamp >= to) this.problems.push(`${name}: ${check.id} is not of window ${index}`);
      }
      const sum = windows.reduce((all, {counts}) => all + (counts.get(monitor.id) ?? 0), 0);
      const must = finished.filter(check => model.toldAt(check) <= at).length;
      if (sum < must || sum > finished.length)
        this.problems.push(`${name}: ${sum} checks of ${monitor.id}, not ${must} to ${finished.length}`);
    }
  }

  /** Judges what a chain counted in all; nothing happened for a day, and the last call saw it all. */
  judgeEnd(environment: Environment): void {
    const chain = this.chain(environment);
    if (chain.start === null) return;
    for (const {monitor} of this.model.held(environment)) {
      if (monitor.deletedAt !== null || monitor.retentionDays < 30) continue;
      const start = chain.start;
      const all = monitor.checks.filter(({finishedAt}) => finishedAt >= start - MARGIN);
      const isDue = (check: ModelCheck) =>
        check.finishedAt >= start + MARGIN &&
        this.model.wasHeld(environment, monitor.id, check.finishedAt) &&
        this.model.toldAt(check) < this.model.now;
      const must = all.filter(isDue).length;
      const sum = chain.sums.get(monitor.id) ?? 0;
      if (sum < must || sum > all.length)
        this.problems.push(`chain of ${environment}: ${sum} checks of ${monitor.id}, not ${must} to ${all.length}`);
    }
  }

  private chain(environment: Environment): Chain {
    const known = this.chains.get(environment);
    if (known !== undefined) return known;
    const chain: Chain = {start: null, counted: new Map(), told: new Set(), sums: new Map(), died: false};
    this.chains.set(environment, chain);
    return chain;
  }

  private checkEnd(step: CallStep, {exitCode, error, moved, output, mayRepeat}: Told, chain: Chain): void {
    const {fault} = step;
    const isQuiet = (fault === null || (!fault.held && fault.kind !== 'interrupt' && fault.kind !== 'kill')) && !step.diesAfterOutput;
    if (isQuiet && step.maxRequests === null && exitCode !== 0 && !this.hasLost(step.chain))
      this.fail(step, `ended with ${exitCode}: ${error}`);
    if (exitCode === 0 && !moved) this.fail(step, 'ended well and left the bookmark');
    if (exitCode === 0 && output !== 'whole') this.fail(step, 'ended well without its output');
    if ((exitCode === 130 || exitCode === 143) && moved) this.fail(step, 'was interrupted and moved the bookmark');
    if (output === 'whole' && mayRepeat && !chain.died) this.fail(step, 'says that it may repeat, though no call died');
  }

  private hasLost(environment: Environment): boolean {
    return this.model.held(environment).some(({monitor}) => monitor.deletedAt !== null);
  }

  /** Each check that is told is one that finished, of this environment, with just its pages. */
  private checkContent(step: CallStep, told: Told, begun: number): void {
    const held = this.model.held(step.chain).filter(({slot}) => step.select === null || step.select.includes(slot));
    const checks = new Map(held.flatMap(({monitor}) => monitor.checks.map(check => [check.id, check])));
    for (const [id, pages] of told.checks) {
      const check = checks.get(id);
      if (check === undefined || check.visibleAt > this.model.now) {
        this.fail(step, `tells ${id}, which ${check === undefined ? 'was not asked for' : 'has not finished'}`);
        continue;
      }
      const expected = check.pages.filter(({status}) => REPORTED_PAGES.has(status)).map(({status, url}) => `${status} ${url}`);
      const isWhole = step.limit === null && told.output === 'whole' && told.exitCode === 0;
      if (isWhole && `${[...expected].sort()}` !== `${[...pages].sort()}`) this.fail(step, `tells ${pages} of ${id}, not ${expected}`);
    }
    for (const id of told.unfinished) {
      const check = checks.get(id);
      if (check === undefined || check.visibleAt <= begun || check.createdAt > this.model.now) this.fail(step, `calls ${id} unfinished`);
    }
  }

  private checkRepeats(step: CallStep, told: Told, chain: Chain): void {
    for (const id of told.checks.keys()) {
      if (chain.counted.get(id) === 1) this.fail(step, `tells ${id} once more`);
      if (chain.told.has(id) && !told.mayRepeat) this.fail(step, `does not say that it may repeat ${id}`);
      chain.counted.set(id, 1);
    }
    for (const [id, count] of told.counts) chain.sums.set(id, (chain.sums.get(id) ?? 0) + count);
  }

  /** After a call that ended well nothing is untold that it could have seen. */
  private checkLosses(step: CallStep, told: Told, chain: Chain, begun: number): void {
    const {model} = this;
    const isWhole = told.exitCode === 0;
    const start = chain.start as number;
    const missed: string[] = [];
    for (const {slot, monitor} of model.held(step.chain)) {
      if (step.select !== null && !step.select.includes(slot)) continue;
      if (monitor.deletedAt !== null) continue;
      for (const check of model.checks(monitor, model.now)) {
        if (!isShown(check) || chain.counted.has(check.id)) continue;
        const isOurs = check.finishedAt >= start + MARGIN && model.wasHeld(step.chain, monitor.id, check.finishedAt);
        const isDue = isOurs && check.finishedAt + MARGIN <= begun && model.toldAt(check) <= begun;
        if (isDue) missed.push(check.id);
        // Cut, or for the next call: one that finished during this one, or whose monitor was left. It shows in the sum alone.
        if (step.limit !== null && told.cut > 0 && check.visibleAt <= model.now) chain.counted.set(check.id, isDue && isWhole ? 1 : 0);
      }
    }
    if (!isWhole) return;
    if (step.limit === null && missed.length > 0) this.fail(step, `does not tell ${missed.join(', ')}`);
    if (step.limit !== null && missed.length > 0 && told.cut === 0) this.fail(step, `cuts ${missed.join(', ')} without a word`);
  }

  private fail(step: CallStep, problem: string): void {
    const moment = new Date(this.model.now).toISOString();
    this.problems.push(`${moment} changes of ${step.chain} ${problem}`);
  }
}

/** Whether a report shows a check by itself, and not only in a count. */
export function isShown({pages}: ModelCheck): boolean {
  return pages.some(({status}) => REPORTED_PAGES.has(status));
}
