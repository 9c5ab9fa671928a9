import {type Holding, ServiceModel} from './service-model';
import {type CallStep, type Course, DAY, ENVIRONMENTS, type Environment, HOUR, makeCourse, type Step} from './steps';
import {type Told, Verdict} from './verdict';

/** Makes the calls: the command against the emulator, or a reader inside a test. */
export interface Caller {
  /** A call of `changes --bookmark`; the caller moves the model's time by the pace before each request. */
  call(step: CallStep): Promise<Told>;
  /** A call with `--since` and `--until`, as the command line takes them. */
  window(environment: Environment, since: string, until: string): Promise<Told>;
  close(): Promise<void>;
}

/** A call of a chain that nothing disturbs. */
export const PLAIN_CALL = {do: 'call', select: null, fault: null, diesAfterOutput: false, maxRequests: null, limit: null, pace: 0} as const;

/** Plays a course, and returns what does not hold. */
export async function play(course: Course, open: (model: ServiceModel) => Promise<Caller>): Promise<readonly string[]> {
  const model = new ServiceModel(course.start);
  const verdict = new Verdict(model);
  const caller = await open(model);
  const call = async (step: CallStep) => {
    const isChosen = ({slot}: Pick<Holding, 'slot'>) => step.select?.includes(slot) ?? true;
    // The command line refuses names that match nothing.
    if (!model.held(step.chain).some(isChosen)) return;
    const begun = model.now;
    verdict.judge(step, await caller.call(step), begun);
  };
  try {
    for (const step of course.steps) {
      if (step.do === 'call') await call(step);
      else model.take(step);
      if (verdict.problems.length > 0) return verdict.problems;
    }
    // Longer than the longest check and the latest write.
    const last = Math.max(model.now, ...model.monitors.flatMap(({checks}) => checks.map(({visibleAt}) => visibleAt)));
    model.now = last + 30 * HOUR;
    for (const chain of ENVIRONMENTS) {
      await call({...PLAIN_CALL, chain});
      verdict.judgeEnd(chain);
    }
    for (const environment of ENVIRONMENTS) await askWindows(course, model, environment, caller, verdict);
    return verdict.problems;
  } finally {
    await caller.close();
  }
}

async function askWindows(course: Course, model: ServiceModel, environment: Environment, caller: Caller, verdict: Verdict): Promise<void> {
  const first = course.start - DAY;
  const last = model.now - HOUR;
  // A course that was made smaller may end before its cuts.
  const moments = [first, ...course.cuts.map(cut => course.start + cut).filter(cut => cut < last), last];
  const texts = moments.map(moment => new Date(moment).toISOString());
  // Days of Berlin: one of 23 hours and one of 25 are among them. Only the outer edges have to be moments.
  const inner = course.localDays ? [...new Set(texts.slice(1, -1).map(text => text.slice(0, 10)))] : texts.slice(1, -1);
  const edges = [texts[0] as string, ...inner, texts.at(-1) as string];
  const windows: Told[] = [];
  for (let index = 0; index + 1 < edges.length; index++) {
    windows.push(await caller.window(environment, edges[index] as string, edges[index + 1] as string));
  }
  verdict.judgeWindows(environment, windows, course.localDays ? null : moments);
}

/** A course that fails, with what does not hold. */
export interface Failure {
  readonly course: Course;
  readonly problems: readonly string[];
}

/** Plays courses of consecutive seeds until one fails, and makes that one small. */
export async function playAll(seed: number, count: number, open: (model: ServiceModel) => Promise<Caller>): Promise<Failure | null> {
  for (let index = 0; index < count; index++) {
    const course = makeCourse(seed + index);
    const problems = await play(course, open);
    if (problems.length > 0) return shrink({course, problems}, smaller => play(smaller, open));
  }
  return null;
}

/** Drops steps, then what the remaining ones have of faults, for as long as the course fails. */
export async function shrink(failure: Failure, replay: (course: Course) => Promise<readonly string[]>): Promise<Failure> {
  let found = failure;
  const attempt = async (change: Partial<Course>): Promise<boolean> => {
    const course = {...found.course, ...change};
    const problems = await replay(course);
    if (problems.length === 0) return false;
    found = {course, problems};
    return true;
  };
  await attempt({cuts: []});
  for (let size = Math.ceil(found.course.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < found.course.steps.length; ) {
      const {steps} = found.course;
      if (!(await attempt({steps: [...steps.slice(0, at), ...steps.slice(at + size)]}))) at += size;
    }
  }
  for (let at = 0; at < found.course.steps.length; at++) {
    const step = found.course.steps[at] as Step;
    if (step.do !== 'call') continue;
    const {steps} = found.course;
    await attempt({steps: steps.with(at, {...PLAIN_CALL, chain: step.chain})});
  }
  return found;
}

/** One step a line, for the message of a failed test. */
export function printFailure({course, problems}: Failure): string {
  const lines = course.steps.map(step => `  ${JSON.stringify(step)}`);
  return [`seed ${course.seed} (FINDINGS_SEED=${course.seed} FINDINGS=1)`, ...lines, ...problems].join('\n');
}
