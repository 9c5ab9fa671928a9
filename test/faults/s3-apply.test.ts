import {runSideBySide} from '../world/crash-world';
import {type Aftermath, type Attack, attackApply, runSuccessor} from '../world/s3-attack';
import type {S3Fault} from '../world/s3-proxy';
import {useS3} from '../world/s3-server';
import {rollDice} from './crash-loop-trials';

// With `CRASH_ALL=1` minutes on a machine that is shared.
jest.setTimeout(300_000);

const s3 = useS3();
const testHere = s3.isHere ? test : test.skip;

/**
 * Attacks each second request of a run in turn, or each fourth and so on, beginning at any of the first of them; what is wrong is told
 * with the number of the request. `CRASH_ALL=1` attacks each.
 */
async function attackEach(attackAt: (at: number) => Attack, every = 2): Promise<{problems: string[]; stops: string[]}> {
  const {random} = rollDice();
  const stride = process.env['CRASH_ALL'] === '1' ? 1 : every;
  const first = 1 + Math.floor(random() * stride);
  const {requests, problems: before} = await attackApply(s3.server(), () => null);
  expect(before).toEqual([]);
  const numbers = Array.from({length: Math.ceil((requests - first + 1) / stride)}, (_, index) => first + index * stride);
  const ends = await runSideBySide(numbers, async (at): Promise<Aftermath> => {
    try {
      return await attackApply(s3.server(), attackAt(at));
    } catch (error) {
      return {problems: [String((error as Error).stack)], stoppedBy: 'a mistake', requests: 0};
    }
  });
  const problems = ends.flatMap((end, index) => end.problems.map(problem => `request ${numbers[index]} of ${requests}: ${problem}`));
  return {problems, stops: ends.map(({stoppedBy}) => stoppedBy)};
}

const once =
  (fault: S3Fault) =>
  (at: number): Attack =>
  number =>
    number === at ? fault : null;
const fromThere =
  (fault: S3Fault) =>
  (at: number): Attack =>
  number =>
    number >= at ? fault : null;
const answer = (status: number, code: string, when: 'before' | 'after' = 'before'): S3Fault => ({
  kind: 'answer',
  when,
  answer: {status, code},
});

describe('H6: an apply whose state is in a bucket creates each monitor once', () => {
  testHere.each<{name: string; fault: S3Fault}>([
    {name: 'is lost before it took effect', fault: {kind: 'cut', when: 'before'}},
    {name: 'is lost after it took effect', fault: {kind: 'cut', when: 'after'}},
    {name: 'arrives after the next run', fault: {kind: 'late'}},
  ])('and does not even stop where a request $name, whichever it is', async ({fault}) => {
    const {problems, stops} = await attackEach(once(fault));
    expect(problems).toEqual([]);
    expect(stops.filter(stop => stop !== '')).toEqual([]);
  });

  testHere.each<{name: string; fault: S3Fault; every: number; code: string}>([
    {name: 'nothing reaches the service', fault: {kind: 'cut', when: 'before'}, every: 4, code: 'state/not-saved'},
    {name: 'no answer comes back', fault: {kind: 'cut', when: 'after'}, every: 4, code: 'state/not-saved'},
    {name: 'everything arrives after the next run', fault: {kind: 'late'}, every: 4, code: 'state/not-saved'},
    {name: 'the disk of the service is full', fault: answer(507, 'XMinioStorageFull'), every: 8, code: 'state/not-saved'},
    {name: 'the service fails after the work', fault: answer(500, 'InternalError', 'after'), every: 8, code: 'state/not-saved'},
    {name: 'the rights are taken away', fault: answer(403, 'AccessDenied'), every: 8, code: 'state/not-writable'},
  ])('where $name from some request on', async ({fault, every, code}) => {
    const {problems, stops} = await attackEach(fromThere(fault), every);
    expect(problems).toEqual([]);
    expect(stops).toContain(code);
    expect(stops).not.toContain('');
  });

  testHere.each(['before', 'after'] as const)('where another run takes it for dead %s any of its requests', async when => {
    const {problems} = await attackEach(at => (number, _request, scene) => {
      if (number !== at) return null;
      return {kind: 'hold', when, until: runSuccessor(scene)};
    });
    expect(problems).toEqual([]);
  });
});
