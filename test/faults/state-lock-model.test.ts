import {encodeLock} from '../../src/core/state/format/lock';
import {type Standing, type Step, type StepResult, standAfter, stateFile} from '../world/lock-model';

const lockPath = `${stateFile}.lock`;

/** Past of one process. Equal pasts are one object, so that moments can be told apart by their numbers. */
interface Past {
  readonly number: number;
  readonly results: readonly StepResult[];
  readonly standing: Standing;
}

/** One moment of all processes together. */
interface Moment {
  readonly files: ReadonlyMap<string, string>;
  readonly pasts: readonly Past[];
  readonly killed: readonly boolean[];
  readonly inside: readonly number[];
}

/** Moments that the walk has seen. */
interface Walk {
  readonly moments: number;
  /** Ends of all processes, each way once. */
  readonly endings: ReadonlySet<string>;
  /** Files that the last one left behind. */
  readonly leftovers: ReadonlySet<string>;
}

/** Steps whose order among those of others makes no difference: they are taken as soon as they can be. */
function isEarly({name, args}: Step): boolean {
  const isTemporary = name === 'unlink' && String(args[0]).includes('.tmp-');
  return ['create', 'fill', 'enter'].includes(name) || isTemporary || (name === 'lookUp' && args[0] === 99);
}

/** Remembers where each past leads to. */
class Pasts {
  readonly #known = new Map<string, Promise<Past>>();

  first(pid: number): Promise<Past> {
    return this.#find(pid, `${pid}`, []);
  }

  after(pid: number, past: Past, result: StepResult): Promise<Past> {
    return this.#find(pid, `${past.number} ${JSON.stringify(result)}`, [...past.results, result]);
  }

  #find(pid: number, key: string, results: readonly StepResult[]): Promise<Past> {
    const number = this.#known.size;
    const found = this.#known.get(key) ?? standAfter(pid, results).then(standing => ({number, results, standing}));
    this.#known.set(key, found);
    return found;
  }
}

/** Walks through every order in which the steps of `takers` processes can follow each other, with `kills` killed anywhere. */
async function walkAll(files: ReadonlyMap<string, string>, takers: number, kills: number): Promise<Walk> {
  const pids = Array.from({length: takers}, (_, index) => index + 1);
  const pasts = new Pasts();
  const seen = new Set<string>();
  const endings = new Set<string>();
  const leftovers = new Set<string>();
  const open: Moment[] = [{files, pasts: await Promise.all(pids.map(pid => pasts.first(pid))), killed: pids.map(() => false), inside: []}];
  for (let moment = open.pop(); moment !== undefined; moment = open.pop()) {
    const {killed, inside} = moment;
    const key = describeMoment(moment);
    if (seen.has(key)) continue;
    seen.add(key);
    if (inside.length > 1) throw new Error(`processes ${inside.join(' and ')} hold the lock at once`);
    const steps = moment.pasts.flatMap(({standing}, index) =>
      standing.kind === 'next' && killed[index] === false ? [{index, step: standing.step}] : [],
    );
    const early = steps.filter(({step}) => isEarly(step)).slice(0, 1);
    for (const {index, step} of early.length > 0 ? early : steps) open.push(await takeStep(moment, index, step, pasts));
    if (killed.filter(Boolean).length < kills) for (const {index} of early.length > 0 ? [] : steps) open.push(kill(moment, index));
    if (steps.length > 0) continue;
    endings.add(
      moment.pasts
        .map(({standing}, index) => (standing.kind === 'ended' && !killed[index] ? standing.how : 'killed'))
        .sort()
        .join(', '),
    );
    for (const path of moment.files.keys()) leftovers.add(path.replaceAll(/[0-9a-f-]{16,}/g, 'ID'));
  }
  return {moments: seen.size, endings, leftovers};
}

function describeMoment({files, pasts, killed}: Moment): string {
  const content = [...files].map(([path, text]) => `${path}=${/"id": "([^"]*)"/.exec(text)?.[1] ?? ''}`).sort();
  return [...content, ...pasts.map(past => past.number), ...killed].join(' ');
}

function kill(moment: Moment, index: number): Moment {
  return {...moment, killed: moment.killed.map((was, at) => was || at === index), inside: moment.inside.filter(at => at !== index)};
}

async function takeStep(moment: Moment, index: number, step: Step, pasts: Pasts): Promise<Moment> {
  const files = new Map(moment.files);
  const result = carryOut(files, step, pid => moment.killed[pid - 1] === false);
  const past = await pasts.after(index + 1, moment.pasts[index]!, result);
  const others = moment.inside.filter(at => at !== index);
  const isInside = step.name === 'enter' || (moment.inside.includes(index) && step.name !== 'leave');
  return {...moment, files, pasts: moment.pasts.with(index, past), inside: isInside ? [...others, index] : others};
}

/** Behaviour of a disk; process numbers that the model does not have belong to nobody. */
function carryOut(files: Map<string, string>, {name, args}: Step, isRunning: (pid: number) => boolean): StepResult {
  const [from, to] = args as readonly string[];
  switch (name) {
    case 'read':
      return files.has(from!) ? {value: files.get(from!)} : {error: 'ENOENT'};
    case 'create':
      if (files.has(from!)) return {error: 'EEXIST'};
      files.set(from!, '');
      return {value: null};
    case 'fill':
      files.set(from!, to!);
      return {value: null};
    case 'link':
      if (!files.has(from!)) return {error: 'ENOENT'};
      if (files.has(to!)) return {error: 'EEXIST'};
      files.set(to!, files.get(from!)!);
      return {value: null};
    case 'rename':
      if (!files.has(from!)) return {error: 'ENOENT'};
      files.set(to!, files.get(from!)!);
      files.delete(from!);
      return {value: null};
    case 'unlink':
      return files.delete(from!) ? {value: null} : {error: 'ENOENT'};
    case 'list':
      return {value: [...files.keys()].sort().map(path => path.slice('/model/'.length))};
    case 'lookUp':
      return {value: isRunning(args[0] as number)};
    case 'enter':
    case 'leave':
      return {value: null};
    default:
      throw new Error(`the model has no step ${name}`);
  }
}

const stale = encodeLock({
  id: 'dead',
  pid: 99,
  startTime: '1',
  host: 'build-1',
  bootId: 'boot-1',
  pidNamespace: 'pid:[1]',
  user: 'grace',
  command: 'apply',
  tool: '1.4.0',
  createdAt: '2026-11-20T11:30:00.000Z',
  ci: null,
});

describe('every order of the steps of processes that lock at once', () => {
  const nothing = new Map<string, string>();
  const staleLock = new Map([[lockPath, stale]]);
  const staleGuard = new Map([...staleLock, [`${lockPath}.takeover-dead`, stale.replace('"dead"', '"killed"')]]);
  const ended = ['released, released', 'released, state/locked'];
  const cases = [
    {row: 'K1: two, and no lock', files: nothing, takers: 2, kills: 0, ends: ended},
    {
      row: 'K1: three, and no lock',
      files: nothing,
      takers: 3,
      kills: 0,
      ends: ended.flatMap(end => [`released, ${end}`, `${end}, state/locked`]),
    },
    {
      row: 'K1: two, one of them killed anywhere',
      files: nothing,
      takers: 2,
      kills: 1,
      ends: [...ended, 'killed, released', 'killed, state/locked'],
    },
    {row: 'K2: two that see the same stale lock', files: staleLock, takers: 2, kills: 0, ends: ended},
    {row: 'K2: two, and the guard of a take-over that was killed', files: staleGuard, takers: 2, kills: 0, ends: ended},
    {
      row: 'K2: two that see the same stale lock, one of them killed anywhere',
      files: staleLock,
      takers: 2,
      kills: 1,
      ends: [...ended, 'killed, released', 'killed, state/locked'],
    },
  ];
  test.each(cases)('$row: never two hold it, and each ends in good order', async ({files, takers, kills, ends}) => {
    const {moments, endings, leftovers} = await walkAll(files, takers, kills);
    expect(moments).toBeGreaterThan(100);
    expect([...endings].sort()).toEqual([...new Set(ends)].sort());
    if (kills === 0) expect([...leftovers]).toEqual([]);
  });
});
