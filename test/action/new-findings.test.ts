import {bareSpecFor, specFor} from '../world/cli';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

let world: MergeWorld;
afterEach(() => world.close());

/** A pattern that Firecrawl drops: a finding of this version, which counts as an error only for monitors that change. */
const CRAWL = `name: crawl
schedule: {text: daily}
targets:
  - type: crawl
    url: https://docs.example/
    crawlOptions: {limit: 10, includePaths: ["*.pdf"]}
`;

test('I80: a new finding is an error for what a pull request or a merge creates, and a warning once it is recorded', async () => {
  world = await startMergeWorld();
  const {merge, apply, monitors, openPullRequest, emulator} = world;
  const creates = () => emulator.requests().filter(({method}) => method === 'POST').length;
  const {run: reviewed} = await openPullRequest({'monitors/crawl.yaml': CRAWL});
  expect(reviewed).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  expect(reviewed.commands).toContainEqual(
    expect.objectContaining({command: 'error', properties: expect.objectContaining({title: 'service/path-regex', line: '6'})}),
  );
  const before = creates();
  const refused = await apply(await merge({'monitors/crawl.yaml': CRAWL}));
  expect(refused).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  expect(creates()).toBe(before);
  // As a version without the finding recorded it.
  const lenient = {inputs: {strict: 'none'}};
  const merged = await world.mergePullRequest(await openPullRequest({'README.md': 'a\n'}, lenient));
  expect(await apply(merged, lenient)).toMatchObject({exitCode: 0});
  expect(monitors()).toContain('crawl');
  const {run: later} = await openPullRequest({'monitors/second.yaml': specFor('second')});
  expect(later).toMatchObject({exitCode: 0});
  expect(later.commands).toContainEqual(
    expect.objectContaining({command: 'warning', properties: expect.objectContaining({title: 'service/path-regex'})}),
  );
  const ended = await apply(await merge({'README.md': 'b\n'}));
  expect(ended).toMatchObject({exitCode: 0});
});

test('W32: with `strict: all` a monitor of which no one hears is refused, before anything is sent', async () => {
  world = await startMergeWorld();
  const {merge, apply, emulator} = world;
  const strict = {inputs: {strict: 'all'}};
  const {run: reviewed} = await world.openPullRequest({'monitors/silent.yaml': bareSpecFor('silent')}, strict);
  expect(reviewed).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  const refused = await apply(await merge({'monitors/silent.yaml': bareSpecFor('silent')}), strict);
  expect(refused).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  expect(emulator.requests().filter(({method}) => method === 'POST')).toEqual([]);
});
