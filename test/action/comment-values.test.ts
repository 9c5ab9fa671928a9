import {listNodes, renderGithubMarkdown} from '../world/github-markdown';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** View of a reviewer of new rows of a list: where they go is always whole, their other values up to limits. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const LIST = [
  'name: "${each:name} pricing"',
  'schedule: {text: hourly}',
  'goal: "${each:goal}"',
  'targets:',
  '  - type: scrape',
  '    urls: ["${each:site}/pricing"]',
  'notification: {email: {enabled: true, recipients: ["${each:mail}"]}}',
  'sync: {key: pricing, each: {file: _rows.csv}}',
  '',
].join('\n');

function rows(count: number, own: (index: number) => Partial<Record<'site' | 'mail' | 'goal', string>> = () => ({})) {
  const lines = Array.from({length: count}, (_, index) => {
    const {site = `https://shop${index % 2}.example`, mail = 'team@acme.example', goal = `Prices of ${index}`} = own(index);
    return `c${index + 100},Company ${index},${goal},${site},${mail}`;
  });
  return {'monitors/pricing.yaml': LIST, 'monitors/_rows.csv': `key,name,goal,site,mail\n${lines.join('\n')}\n`};
}

let world: MergeWorld;
beforeEach(async () => {
  world = await startMergeWorld(CONFIG, {}, 'full');
});
afterEach(() => world.close());

/** The cells of the rows of all tables, as a reader sees them. */
const cellsOf = (markdown: string) =>
  listNodes(renderGithubMarkdown(markdown).sanitized)
    .filter(({node}) => node.tagName === 'tr')
    .map(({node}) =>
      listNodes(node)
        .filter(cell => cell.node.tagName === 'td')
        .map(cell =>
          listNodes(cell.node)
            .map(({node: inner}) => (inner.type === 'text' ? (inner.value ?? '') : ''))
            .join(''),
        ),
    );

const commentOf = () => world.github.comments[0]?.body ?? '';

test('of two new rows both hosts, both recipients and all values are shown', async () => {
  await world.openPullRequest(rows(2, index => (index === 1 ? {site: 'https://evil.example', mail: 'eve@evil.example'} : {})));
  const comment = commentOf();
  expect(comment).toContain('watches    https://evil.example (1 URL)');
  expect(comment).toContain('watches    https://shop0.example (1 URL)');
  expect(comment).toContain('mails      eve@evil.example (1 monitor)');
  expect(cellsOf(comment)).toContainEqual([
    'pricing/c101',
    '"Company 1 pricing"',
    '"Prices of 1"',
    '"https://evil.example/pricing"',
    '"eve@evil.example"',
    'monitors/_rows.csv:3',
  ]);
});

test('of forty new rows one open table shows each page, in place of a line for each; the merge applies them', async () => {
  const pull = await world.openPullRequest(rows(40, index => ({site: `https://shop${index}.example`})));
  const comment = commentOf();
  expect(cellsOf(comment).filter(([key]) => key?.startsWith('pricing/'))).toHaveLength(40);
  expect(comment).toContain('watches    40 origins (each in a table below)');
  expect(comment).not.toMatch(/watches {4}https:|where it differs/);
  expect(comment.match(/shop39\.example/g)).toHaveLength(1);
  expect(comment.indexOf('shop39.example')).toBeLessThan(comment.indexOf('<details'));
  expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '40'}});
});

test('texts of 1,900 characters and twenty rows are whole', async () => {
  const text = 'word '.repeat(380).trim();
  await world.openPullRequest(rows(20, index => ({goal: `${index} ${text}`})));
  const comment = commentOf();
  expect(comment.split('\n')[1]).toContain('monitors-reviewed:1 complete');
  expect(comment).not.toMatch(/more character|more line|not shown here:/);
  expect(comment.match(/\bword\b/g)).toHaveLength(20 * 380);
});

test('S60: of three hundred rows the hidden cells are counted and placed, the summary has them all, and the odd host is seen', async () => {
  const pull = await world.openPullRequest(
    rows(300, index => (index === 250 ? {site: 'https://evil.example', mail: 'eve@evil.example'} : {})),
  );
  const comment = commentOf();
  expect(comment).toContain('watches    https://evil.example (1 URL)');
  expect(comment).toContain('watches    https://shop1.example (150 URLs)');
  expect(comment).toContain('mails      eve@evil.example (1 monitor)');
  expect(comment).toMatch(
    /\n {2}not shown here: \d{3} cells of 280 monitors, in monitors\/_rows\.csv lines 22 to 301; the job summary has all\n/,
  );
  expect(comment).not.toContain('Prices of 250');
  const odd = cellsOf(pull.run.summary ?? '').find(([key]) => key === 'pricing/c350');
  expect(odd).toEqual(expect.arrayContaining(['"Prices of 250"', '"https://evil.example/pricing"', '"eve@evil.example"']));
  expect(pull.run.summary).not.toContain('not shown here:');
  expect(comment).not.toContain('--verbose');
  const applied = await world.apply(world.mergePullRequest(pull));
  expect(applied).toMatchObject({exitCode: 0, outputs: {created: '300'}});
  expect(applied.stdout).toContain('All changes of the plan were reviewed.');
});

test('S60: where the origins have no room the comment is cut and approves nothing', async () => {
  const host = (index: number) => `https://${String(index).padStart(60, 'x')}.example`;
  const pull = await world.openPullRequest(rows(700, index => ({site: host(index)})));
  expect(commentOf()).toMatch(/\*\*This plan is cut: \d+ addresses or losses not listed/);
  expect(commentOf().length).toBeLessThanOrEqual(65_536);
  const refused = await world.apply(world.mergePullRequest(pull));
  expect(refused).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  expect(world.monitors()).toEqual([]);
});

test('S60: deletes of a group and lost protection are listed one by one', async () => {
  await world.close();
  world = await startMergeWorld(
    {
      ...CONFIG,
      ...rows(70),
      'monitors/kept.yaml':
        'name: Kept\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://kept.example"]}]\nsync: {protect: true}\n',
    },
    {},
    'full',
  );
  expect(await world.apply({sha: world.repository.tipOf('main')})).toMatchObject({exitCode: 0});
  await world.openPullRequest(
    {
      'monitors/pricing.yaml': null,
      'monitors/_rows.csv': null,
      'monitors/kept.yaml': 'name: Kept\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://kept.example"]}]\n',
    },
    {inputs: {'allow-deletes': 'true'}},
  );
  const comment = commentOf();
  for (let index = 0; index < 70; index++) expect(comment).toContain(`deletes    pricing/c${index + 100}\n`);
  expect(comment).toContain('unprotects kept');
  expect(comment).not.toContain('https://kept.example');
});

test('owners are those of the base branch, are in code, and are told of rows, too', async () => {
  await world.close();
  const owners = '* @acme/all\n/monitors/*.csv @acme/pricing @ana\n';
  world = await startMergeWorld({...CONFIG, '.github/CODEOWNERS': owners}, {}, 'full');
  await world.openPullRequest({
    ...rows(2),
    'monitors/own.yaml': LIST.replace('key: pricing', 'key: own'),
    '.github/CODEOWNERS': '* @mallory\n',
  });
  expect(commentOf()).toContain('- Owners: `@acme/all` (4 changes), `@acme/pricing` (4 changes), `@ana` (4 changes).\n');
  expect(commentOf()).not.toContain('mallory');
});
