import {UserError} from '../../src/core/diagnostics/user-error';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {LockedSharedStore} from '../../src/core/state/remote/store';
import type {State, StateVersion} from '../../src/core/state/state';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {makeMemoryPlace} from '../world/s3-place';

const HEAD = 'monitors/acme-web/default/head.json';

/** Each process sees those before it as gone. */
let processes = 5000;
const nextProcess = () => {
  processes += 1;
  const pid = processes;
  return host({pid, startTime: String(pid)}, {[pid]: String(pid)});
};

/** Acknowledged creates, by key: an id, or null for a create that was being sent. */
type Told = Map<string, string | null>;

/** A bucket whose older heads are kept, with runs that tell what was acknowledged to them. */
class Course {
  readonly told: Told = new Map();
  readonly heads: Buffer[] = [];
  /** Called after each step of a run. */
  onStep: () => void = () => {};

  private constructor(readonly place: Awaited<ReturnType<typeof makeMemoryPlace>>) {}

  static async start(): Promise<Course> {
    const place = await makeMemoryPlace();
    const course = new Course(place);
    const {objects} = place.bucket;
    const keep = () => course.heads.push(objects.get(HEAD) as Buffer);
    keep();
    const set = objects.set.bind(objects);
    objects.set = (key, body) => {
      set(key, body);
      if (key === HEAD) keep();
      return objects;
    };
    return course;
  }

  putBack(version: number): void {
    Map.prototype.set.call(this.place.bucket.objects, HEAD, this.heads[version]);
  }

  /** An apply: `first` gets its id, `second` no answer. */
  async apply(first: string, second: string): Promise<void> {
    const locked = await this.place.open({host: nextProcess()}).lock();
    this.onStep();
    const opened = await openForChange(locked);
    this.onStep();
    const {version} = opened.stored ?? (await locked.write(stateWith({'pricing/acme': recorded()}), null));
    const journal = await locked.openJournal(version);
    journal.append([intent(first), intent(second)]);
    await journal.sync();
    this.onStep();
    journal.append([progress(first, 'sending'), progress(second, 'sending')]);
    await journal.sync();
    this.told.set(first, null).set(second, null);
    this.onStep();
    // So many segments that reading from the first one on does not meet the last one by chance.
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      journal.append([progress(second, 'sending', attempt)]);
      await journal.sync();
    }
    journal.append([done(first, `id-${first}`)]);
    await journal.close();
    this.told.set(first, `id-${first}`);
    this.onStep();
    await openForChange(locked);
    this.onStep();
    await locked.release();
  }

  /** A command that changes the state and creates nothing. */
  async edit(): Promise<void> {
    const locked = await this.place.open({host: nextProcess()}).lock();
    const {stored} = await openForChange(locked);
    const state = stored?.state as State;
    await locked.write({...state, origin: `https://api-${this.heads.length}.example.dev`}, stored?.version ?? null);
    await locked.release();
  }

  /** A run that is unlocked by a person while it sends these. */
  async cutShort(...keys: readonly string[]): Promise<void> {
    const store = this.place.open({host: nextProcess()});
    const locked = await store.lock();
    const {stored} = await openForChange(locked);
    const journal = await locked.openJournal(stored?.version as StateVersion);
    journal.append(keys.flatMap(key => [intent(key), progress(key, 'sending')]));
    await journal.close();
    for (const key of keys) this.told.set(key, null);
    await store.unlock((await store.readHolder())?.id ?? '');
  }

  /** Result of the next run: null where it knows all that was acknowledged, or creates nothing. */
  async judge(): Promise<string | null> {
    let locked: LockedSharedStore;
    try {
      const {store, held} = await this.lockNext();
      locked = held;
      const doubt = locked.doubt !== null;
      const opened = await openForChange(locked);
      const missing = [...this.told].filter(([key, id]) => {
        const found = opened.stored?.state.monitors.get(key)?.id;
        return !(found === `id-${key}` || (id === null && opened.unresolved.some(create => create.intent.key === key)));
      });
      await locked.release();
      await viewState(store);
      return doubt || missing.length === 0 ? null : `not known: ${missing.map(([key]) => key).join(', ')}`;
    } catch (error) {
      return error instanceof UserError && REFUSED.has(error.code) ? null : String((error as Error).stack);
    }
  }

  private async lockNext() {
    const store = this.place.open({host: nextProcess()});
    return {store, held: await store.lock()};
  }
}

const REFUSED = new Set(['state/malformed', 'state/journal-damaged', 'state/journal-ahead']);

async function playAll(course: Course): Promise<void> {
  await course.apply('a', 'b');
  await course.edit();
  await course.apply('c', 'd');
  await course.cutShort('e');
  await course.apply('f', 'g');
  await course.cutShort();
  await course.apply('h', 'i');
}

test('H10: between runs: whichever version of the head is put back, nothing that was acknowledged is taken for new', async () => {
  const versions = await Course.start().then(async course => {
    await playAll(course);
    return course.heads.length;
  });
  const problems: Record<number, string> = {};
  let doubts = 0;
  for (let version = 0; version < versions; version += 1) {
    const course = await Course.start();
    await playAll(course);
    course.putBack(version);
    const problem = await course.judge();
    if (problem !== null) problems[version] = problem;
    else doubts += 1;
  }
  expect({problems, doubts}).toEqual({problems: {}, doubts: versions});
});

test('H10: within a run: it notices before it changes the head again, and the next run knows or creates nothing', async () => {
  const problems: string[] = [];
  const count = {steps: 0, courses: 0, refused: 0};
  const play = async (at: number, back: number) => {
    const course = await Course.start();
    await course.apply('a', 'b');
    let step = 0;
    course.onStep = () => {
      step += 1;
      if (step === at) course.putBack(course.heads.length - 1 - back);
    };
    const end = await course.apply('c', 'd').catch((error: unknown) => error);
    count.steps = step;
    if (at === 0) return;
    count.courses += 1;
    // After the last step, only the lock is given back.
    if (!(end instanceof UserError && end.code === 'state/server-changed') && at < 6) problems.push(`${at}, ${back}: ${String(end)}`);
    const problem = await course.judge();
    if (problem !== null) problems.push(`${at}, ${back}: ${problem}`);
  };
  await play(0, 0);
  expect(count.steps).toBe(6);
  for (let at = 1; at <= 6; at += 1) for (let back = 1; back <= 3; back += 1) await play(at, back);
  expect(problems).toEqual([]);
});
