import {type Caller, type Failure, playAll, printFailure} from '../world/findings/play';
import type {ModelCheck, ServiceModel} from '../world/findings/service-model';
import {type CallStep, DAY, type Environment, SECOND} from '../world/findings/steps';
import {isShown, REPORTED_PAGES, type Told} from '../world/findings/verdict';

// The model proves itself: a reader that keeps the rules passes, and each that breaks one is found.
const RUNS = 150;

test('a reader that keeps the rules passes', async () => {
  const failure = await playAll(1, RUNS, async model => new Reader(model, null));
  expect(failure === null ? null : printFailure(failure)).toBeNull();
});

test.each<Flaw>([
  'skips by time',
  'forgets what is unfinished',
  'believes its own clock',
  'stays behind nothing',
  'goes on without its output',
  'repeats without a word',
  'takes windows as closed',
])('a reader that %s is found, with a course of few steps', async flaw => {
  const failure = (await playAll(1, RUNS, async model => new Reader(model, flaw))) as Failure;
  expect(failure).not.toBeNull();
  expect(failure.course.steps.length).toBeLessThanOrEqual(6);
});

type Flaw =
  | 'skips by time'
  | 'forgets what is unfinished'
  | 'believes its own clock'
  | 'stays behind nothing'
  | 'goes on without its output'
  | 'repeats without a word'
  | 'takes windows as closed';

interface Mark {
  readonly moment: number;
  /** By monitor id. */
  readonly lastRuns: ReadonlyMap<string, number | null>;
  readonly unfinished: ReadonlySet<string>;
  readonly told: ReadonlySet<string>;
  readonly start: number;
}

/** The plainest reader there is: it keeps every id that it has ever told. */
class Reader implements Caller {
  private readonly marks = new Map<Environment, Mark>();
  /** Calls that died after their output, with the beginning of their chain. */
  private readonly died = new Map<Environment, number>();

  constructor(
    private readonly model: ServiceModel,
    private readonly flaw: Flaw | null,
  ) {}

  async call(step: CallStep): Promise<Told> {
    const {model, flaw} = this;
    const before = this.marks.get(step.chain);
    const clock = flaw === 'believes its own clock' ? model.now + model.machineSkew : model.now + model.serviceSkew;
    const moment = clock - (flaw === 'stays behind nothing' ? 0 : 60 * SECOND);
    const start = before?.start ?? this.died.get(step.chain) ?? moment - DAY;
    const next = {lastRuns: new Map(before?.lastRuns), unfinished: new Set<string>(), told: new Set(before?.told)};
    const found: ModelCheck[] = [];
    for (const {slot, monitor} of model.held(step.chain)) {
      const wasUnfinished = monitor.checks.some(({id}) => before?.unfinished.has(id));
      if (wasUnfinished) for (const {id} of monitor.checks) if (before?.unfinished.has(id)) next.unfinished.add(id);
      if (step.select !== null && !step.select.includes(slot)) continue;
      if (monitor.deletedAt !== null) continue;
      const lastRun = model.lastRunAt(monitor, model.now);
      if (
        before?.lastRuns.has(monitor.id) &&
        !wasUnfinished &&
        this.isSame(lastRun, before.lastRuns.get(monitor.id) ?? null, before.moment)
      )
        continue;
      next.lastRuns.set(monitor.id, lastRun);
      for (const check of model.checks(monitor, model.now)) {
        const isDone = check.visibleAt <= model.now;
        const finish = check.stamp ?? check.finishedAt;
        if (next.told.has(check.id) || (isDone && finish < start)) continue;
        if (flaw === 'stays behind nothing' && before !== undefined && isDone && finish < before.moment) continue;
        if (flaw === 'believes its own clock' && before !== undefined && isDone && finish < before.moment) continue;
        if (isDone && finish <= moment) {
          found.push(check);
          next.unfinished.delete(check.id);
        } else if (flaw !== 'forgets what is unfinished') next.unfinished.add(check.id);
      }
    }
    for (const {id} of found) next.told.add(id);
    return this.end(step, found, {...next, moment, start});
  }

  async window(environment: Environment, since: string, until: string): Promise<Told> {
    const [from, to] = [since, until].map(text => (text.length === 10 ? berlinMidnight(text) : Date.parse(text))) as [number, number];
    const closed = this.flaw === 'takes windows as closed' ? 60 * SECOND : 0;
    const alive = this.model.held(environment).filter(({monitor}) => monitor.deletedAt === null);
    const checks = alive.flatMap(({monitor}) => this.model.checks(monitor, this.model.now));
    const found = checks.filter(({stamp, finishedAt}) => (stamp ?? finishedAt) >= from && (stamp ?? finishedAt) < to + closed);
    return this.tell(found, {output: 'whole', moved: false, exitCode: 0, mayRepeat: false});
  }

  async close(): Promise<void> {}

  private isSame(now: number | null, before: number | null, moment: number): boolean {
    return this.flaw === 'skips by time' ? now === null || now <= moment : now === before;
  }

  private end(step: CallStep, found: readonly ModelCheck[], mark: Mark): Told {
    const {flaw} = this;
    const fault = step.fault?.kind;
    const mayRepeat = this.died.has(step.chain) && flaw !== 'repeats without a word';
    const isCut = fault === 'kill' || fault === 'interrupt' || (fault !== undefined && step.fault?.held === true);
    if (isCut) {
      if (flaw === 'goes on without its output') this.marks.set(step.chain, mark);
      const moved = flaw === 'goes on without its output';
      return this.tell([], {output: 'none', moved, exitCode: fault === 'kill' ? null : fault === 'interrupt' ? 130 : 3, mayRepeat: false});
    }
    if (step.diesAfterOutput) {
      const told = this.tell(found, {output: 'whole', moved: false, exitCode: null, mayRepeat});
      this.died.set(step.chain, mark.start);
      return told;
    }
    this.marks.set(step.chain, mark);
    this.died.delete(step.chain);
    return this.tell(found, {output: 'whole', moved: true, exitCode: 0, mayRepeat});
  }

  private tell(found: readonly ModelCheck[], end: Pick<Told, 'output' | 'moved' | 'exitCode' | 'mayRepeat'>): Told {
    const counts = new Map<string, number>();
    for (const {monitor} of found) counts.set(monitor, (counts.get(monitor) ?? 0) + 1);
    const shown = found
      .filter(isShown)
      .map(({id, pages}): [string, readonly string[]] => [
        id,
        pages.filter(({status}) => REPORTED_PAGES.has(status)).map(({status, url}) => `${status} ${url}`),
      ]);
    return {...end, checks: new Map(shown), counts, unfinished: [], cut: 0};
  }
}

/** Berlin is two hours ahead of UTC in summer and one in winter. */
function berlinMidnight(date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const isSummer = date > '2026-03-29' && date <= '2026-10-25';
  return utc - (isSummer ? 2 : 1) * 60 * 60 * SECOND;
}
