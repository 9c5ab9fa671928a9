import {EmulatedCaller, EmulatedService} from '../world/findings/emulated-caller';
import {playAll, printFailure} from '../world/findings/play';

/**
 * Random courses of a service, and what `changes` reports of them, against the model of test/world/findings. A failure prints its
 * seed and the fewest steps that show it; FINDINGS_SEED and FINDINGS (a number of courses) repeat it.
 */
const COUNT = Number(process.env['FINDINGS'] ?? 40);
const SEED = Number(process.env['FINDINGS_SEED'] ?? 1);

let service: EmulatedService;
beforeAll(async () => {
  service = await EmulatedService.start();
});
afterAll(() => service.close());

test(`${COUNT} courses from seed ${SEED}: each check in one call of a chain and in one window`, async () => {
  const failure = await playAll(SEED, COUNT, async model => new EmulatedCaller(service, model));
  expect(failure === null ? null : printFailure(failure)).toBeNull();
}, 3_600_000);
