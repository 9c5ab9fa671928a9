import {askPatiently} from '../../../../src/doors/action/github-patience';
import {GitHubError} from '../../../../src/doors/action/ports';

test.each([
  {name: 'a rate limit waits as long as it asks', error: new GitHubError(403, 'slow', 30_000), waits: [30_000, 30_000, 30_000]},
  {name: 'never longer than a minute at once', error: new GitHubError(403, 'slow', 3_600_000), waits: [60_000, 60_000, 60_000]},
  {name: 'one without a wait waits twice as long each time', error: new GitHubError(403, 'slow', 0), waits: [2000, 4000, 8000]},
  {name: 'a missing permission is not asked for again', error: new GitHubError(403, 'no'), waits: []},
])('S67: $name', async ({error, waits}) => {
  const slept: number[] = [];
  const world = {sleep: async (ms: number) => void slept.push(ms)};
  await expect(askPatiently(() => Promise.reject(error), {retryBaseMs: 1000, world})).rejects.toBe(error);
  expect(slept).toEqual(waits);
});
