import {EmulatedCaller, EmulatedService} from '../world/findings/emulated-caller';
import {PLAIN_CALL, play, playAll, printFailure} from '../world/findings/play';
import {type CheckStep, HOUR, MINUTE, SECOND, type Step} from '../world/findings/steps';

/**
 * Random courses of a service, and what `changes` reports of them, against the model of test/world/findings. A failure prints its
 * seed and the fewest steps that show it; FINDINGS_SEED and FINDINGS (a number of courses) repeat it.
 */
const COUNT = Number(process.env['FINDINGS'] ?? 60);
const SEED = Number(process.env['FINDINGS_SEED'] ?? 1);

let service: EmulatedService;
beforeAll(async () => {
  service = await EmulatedService.start();
});
afterAll(() => service.close());

const CHECK: CheckStep = {
  ...{
    do: 'check',
    slot: 1,
    queued: 0,
    length: MINUTE,
    ends: 'completed',
    stampSkew: 0,
    rowLag: SECOND,
    lastRunLag: SECOND,
    hasFinish: true,
  },
  pages: [{url: 'https://shop.example/', status: 'changed', judgment: 'meaningful'}],
};
const WAIT: Step = {do: 'wait', ms: 37 * HOUR};
const MAIN: Step = {...PLAIN_CALL, chain: 'main'};

test.each<{readonly name: string; readonly steps: readonly Step[]}>([
  {name: 'a monitor that the first call did not choose', steps: [CHECK, {...WAIT, ms: HOUR}, {...MAIN, select: [2]}]},
  {
    name: 'a monitor that went to another environment and came back',
    steps: [MAIN, CHECK, WAIT, {do: 'move', slot: 1, to: 'staging'}, MAIN, {do: 'move', slot: 1, to: 'main'}],
  },
  {
    name: 'the same, reported before it went',
    steps: [MAIN, CHECK, {...WAIT, ms: HOUR}, MAIN, {do: 'move', slot: 1, to: 'staging'}, MAIN, {do: 'move', slot: 1, to: 'main'}, MAIN],
  },
  {
    name: 'no monitor at all, on a machine whose clock is late',
    steps: [
      {do: 'clocks', machine: -40 * 24 * HOUR, service: 0},
      {do: 'delete', slot: 3},
    ],
  },
])('$name', async ({steps}) => {
  const course = {seed: 0, start: Date.parse('2026-06-01T00:00:00Z'), steps, cuts: [], localDays: false};
  expect(await play(course, async model => new EmulatedCaller(service, model))).toEqual([]);
});

test(`${COUNT} courses from seed ${SEED}: each check in one call of a chain and in one window`, async () => {
  const failure = await playAll(SEED, COUNT, async model => new EmulatedCaller(service, model));
  expect(failure === null ? null : printFailure(failure)).toBeNull();
}, 3_600_000);
