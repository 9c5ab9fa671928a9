import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A plan that is too long for a mark of every change: the comment holds one digest for all equal ones. */
const COUNT = 210;
const NAMES = Array.from({length: COUNT}, (_, index) => `site-${index + 1000}`);
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};

/** All monitors in one file: a part that they have in common, and what is their own. */
function sites(shared: readonly string[], own: (name: string) => string = () => ''): Record<string, string> {
  const documents = NAMES.map(name =>
    [
      `name: ${name}${own(name)}`,
      'targets:',
      '  - type: scrape',
      `    urls: [https://${name}.example/]`,
      ...shared,
      `sync: {key: ${name}}`,
      '',
    ].join('\n'),
  );
  return {'monitors/sites.yaml': documents.join('---\n')};
}

const BEFORE = sites(['schedule: {text: hourly}']);
const SHARED = [
  'schedule: {text: daily}',
  'goal: Tell me when a price changes',
  'retentionDays: 14',
  'webhook: {url: https://hooks.example.com/x}',
  'notification: {email: {enabled: true, recipients: [team@acme.example]}}',
];
const AFTER = sites(SHARED);

let world: MergeWorld;
afterEach(() => world.close());

/** The monitors exist, and a pull request changes all of them in the same way; the service refuses the first few once. */
async function startReviewed() {
  const refused = {when: {operation: 'update', name: NAMES.slice(0, 5)}, times: 5, do: 'answer', status: 400} as const;
  world = await startMergeWorld({...CONFIG, ...BEFORE}, {faults: [refused]}, 'full');
  expect(await world.apply({sha: world.repository.tipOf('main')})).toMatchObject({exitCode: 0});
  const pull = await world.openPullRequest(AFTER);
  return {pull, comment: world.github.comments[0]?.body ?? ''};
}

test('is shown and reviewed as a whole, applied in parts, and a part that nobody saw is refused', async () => {
  const {pull, comment} = await startReviewed();
  expect(comment).toContain(`~ ${COUNT} monitors  update`);
  expect(comment.split('\n')[1]).toMatch(/^<!-- monitors-reviewed:1 complete \w{40} \w{64} state=\w{40} 210\*\w{64} -->$/);
  const merge = world.mergePullRequest(pull);
  const first = await world.apply(merge);
  expect(first).toMatchObject({exitCode: 1, outputs: {'to-update': String(COUNT), failed: '5'}});
  expect(first.stdout).toContain('All changes of the plan were reviewed.');

  // One of those that are left is changed by a push that nobody has reviewed in that pull request.
  const {repository} = world;
  const other = await world.openPullRequest(sites(SHARED, name => (name === NAMES[0] ? ' edited' : '')));
  repository.commit(
    other.branch,
    sites(SHARED, name => (name === NAMES[1] ? ' edited' : '')),
  );
  const attacked = await world.apply(world.mergePullRequest(other));
  expect(attacked).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});

  repository.commit('main', AFTER);
  const event = {name: 'push', ref: 'refs/heads/main', payload: {after: repository.tipOf('main'), repository: {default_branch: 'main'}}};
  const second = await world.apply({sha: merge.sha}, {event: {...event, sha: merge.sha}, env: {GITHUB_RUN_ATTEMPT: '2'}});
  expect(second.stdout).toContain(`All changes of the plan were reviewed; ${COUNT - 5} reviewed changes are no longer needed.`);
  expect(second).toMatchObject({exitCode: 0, outputs: {'to-update': '5', failed: '0'}});
});
