import {cpSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {idsOf, withoutRecords} from '../world/edited-state';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';
import {API_KEY} from '../world/service';

/** Specs and state are committed together, so that git puts both back. Nothing that runs may be forgotten without a word. */
let history: GitHistory;
afterEach(() => history.close());

const RUN = 'apply --auto-approve';

/** A later commit recorded "late". */
async function recordLate(operations: 'create' | 'full' = 'create'): Promise<string> {
  history = await startGitHistory(operations);
  history.write(['late']);
  await history.applyAndCommit('late');
  return history.recorded()['late'] ?? '';
}

const PUT_BACK: readonly {readonly name: string; readonly putBack: (commit: string) => void}[] = [
  {name: 'git revert', putBack: () => history.git(['revert', '--no-edit', 'HEAD'])},
  {name: 'git reset', putBack: () => history.git(['reset', '-q', '--hard', 'HEAD~1'])},
  {
    name: 'git rebase that drops the commit',
    putBack: () => {
      history.git(['commit', '-q', '--allow-empty', '-m', 'other']);
      history.git(['rebase', '-q', '--onto', 'HEAD~2', 'HEAD~1', 'main']);
    },
  },
  {
    name: 'a merge that took the other side',
    putBack: () => {
      history.git(['checkout', '-q', '-b', 'other', 'HEAD~1']);
      history.git(['commit', '-q', '--allow-empty', '-m', 'other']);
      history.git(['checkout', '-q', 'main']);
      history.git(['merge', '-q', '-s', 'ours', '--no-edit', 'other']);
      history.git(['checkout', '-q', 'other']);
      history.git(['merge', '-q', '-s', 'ours', '--no-edit', 'main']);
    },
  },
  {
    name: 'a revert in a fresh clone',
    putBack: () => {
      history.git(['revert', '--no-edit', 'HEAD']);
      history.git(['clone', '-q', 'work', 'clone'], '.');
      rmSync(history.world.workspace.path('work'), {recursive: true});
      cpSync(history.world.workspace.path('clone'), history.world.workspace.path('work'), {recursive: true});
    },
  },
];

describe.each(PUT_BACK)('$name', ({putBack}) => {
  test('C49a: plan, validate and apply name what runs and is recorded nowhere', async () => {
    const id = await recordLate();
    putBack(history.git(['rev-parse', 'HEAD']));
    for (const line of ['plan', 'validate']) {
      const {exitCode, stdout, stderr} = await history.run(line);
      expect(unwrap(stdout + stderr)).toMatch(new RegExp(`state/earlier-version.*records "late" \\(${id}\\).*not managed here`));
      expect(exitCode).toBe(0);
    }
    const applied = await history.run(RUN);
    expect(unwrap(applied.stderr)).toContain(`"late" (${id})`);
    expect(applied.exitCode).toBe(1);
    expect(history.live()).toEqual(['base', 'late']);
  });

  test('the spec written again makes no second monitor, and all else is applied', async () => {
    const id = await recordLate();
    putBack(history.git(['rev-parse', 'HEAD']));
    history.write(['late', 'new']);
    const applied = await history.run(RUN);
    expect(applied.exitCode).toBe(1);
    expect(unwrap(applied.stdout + applied.stderr)).toMatch(new RegExp(`"late" exists: commit [0-9a-f]{12} records it as ${id}`));
    expect(history.live()).toEqual(['base', 'late', 'new']);
  });

  test('state restore COMMIT takes the record in', async () => {
    const id = await recordLate();
    const commit = history.git(['rev-parse', '--short=12', 'HEAD']).trim();
    putBack(commit);
    history.write(['late']);
    expect(await history.run(`state restore ${commit}`)).toMatchObject({exitCode: 0});
    expect(history.recorded()['late']).toBe(id);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late']);
    expect((await history.run('plan')).stderr).not.toContain('state/earlier-version');
  });

  test('--allow-old-checkout creates it again, and nothing is said from then on', async () => {
    await recordLate();
    putBack(history.git(['rev-parse', 'HEAD']));
    history.write(['late']);
    expect(await history.run(`${RUN} --allow-old-checkout`)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late', 'late']);
    const {exitCode, stderr} = await history.run(RUN);
    expect({exitCode, stderr}).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
  });
});

describe('C49cu: --allow-old-checkout decides only for what the run is about', () => {
  async function loseTwo(): Promise<void> {
    await recordLate();
    history.write(['more']);
    await history.applyAndCommit('more');
    for (const commit of ['HEAD', 'HEAD~2']) history.git(['revert', '--no-edit', commit]);
    history.write(['late', 'more']);
  }
  const expectHeld = async () => {
    for (const _turn of [1, 2]) expect(unwrap((await history.run(RUN)).stdout)).toContain('! more create blocked');
    expect(history.live()).toEqual(['base', 'late', 'late', 'more']);
  };

  test.each(['--only late', '--exclude more', '--only l*'])('%s', async flags => {
    await loseTwo();
    expect(await history.run(`${RUN} --allow-old-checkout ${flags}`)).toMatchObject({exitCode: 0});
    await expectHeld();
  });

  test('in the library', async () => {
    await loseTwo();
    const {emulator, workspace} = history.world;
    const env = {PATH: process.env['PATH'], HOME: workspace.path('home')};
    const where = {directory: workspace.path('work'), env, apiKey: API_KEY, baseUrl: emulator.url};
    expect(await apply({...where, allowOldCheckout: true, only: ['late']})).toMatchObject({exitCode: 0});
    await expectHeld();
  });
});

describe('with full operations', () => {
  test('what lives is recorded again, and its spec makes no second one', async () => {
    const id = await recordLate('full');
    history.git(['revert', '--no-edit', 'HEAD']);
    history.write(['late']);
    const {exitCode, stderr} = await history.run(RUN);
    expect({exitCode, stderr: unwrap(stderr)}).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('missing here')});
    expect(unwrap(stderr)).toMatch(
      new RegExp(`lacked "late" \\(${id}\\), which commit [0-9a-f]{12} records: still there, and recorded again`),
    );
    expect(history.recorded()['late']).toBe(id);
    expect(history.live()).toEqual(['base', 'late']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
  });

  test('what has no spec any more is recorded again, and the next run deletes it', async () => {
    const id = await recordLate('full');
    history.git(['revert', '--no-edit', 'HEAD']);
    const first = await history.run(RUN);
    expect(first.exitCode).toBe(1);
    expect(history.recorded()['late']).toBe(id);
    expect(history.live()).toEqual(['base', 'late']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
  });

  test('what is gone is forgotten, and its spec creates it', async () => {
    const id = await recordLate('full');
    history.git(['revert', '--no-edit', 'HEAD']);
    await fetch(`${history.world.emulator.url}/v2/monitor/${id}`, {method: 'DELETE', headers: {authorization: `Bearer ${API_KEY}`}});
    expect(history.live()).toEqual(['base']);
    history.write(['late']);
    // A young one may be missing from a replica.
    await history.run(`${RUN} --lookup-timeout 0`);
    expect(history.live()).toEqual(['base', 'late']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
  });

  test('nor is what was recorded just before a state was put back, and a replica may lack', async () => {
    history = await startGitHistory('full');
    const {world} = history;
    history.write(['late']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    const id = history.recorded()['late'];
    history.git(['checkout', 'monitors.state.json']);
    await fetch(`${world.emulator.url}/v2/monitor/${id}`, {method: 'DELETE', headers: {authorization: `Bearer ${API_KEY}`}});
    expect(await history.run(RUN)).toMatchObject({exitCode: 1});
    expect(history.live()).toEqual(['base']);
    await history.run(`${RUN} --lookup-timeout 0`);
    expect(history.live()).toEqual(['base', 'late']);
  });

  test('the revert of a delete leaves a page unwatched, which is named', async () => {
    const id = await recordLate('full');
    rmSync(history.world.workspace.path('work/monitors/late.yaml'));
    await history.applyAndCommit('gone');
    expect(history.live()).toEqual(['base']);
    history.git(['revert', '--no-edit', 'HEAD']);
    const {exitCode, stderr} = await history.run('plan');
    expect(exitCode).toBe(0);
    expect(unwrap(stderr)).toContain(`removed "late" (${id}), recorded here: no page is watched`);
    expect((await history.run(RUN)).exitCode).toBe(1);
  });

  test('a line that says of a living monitor that it was removed holds nothing up', async () => {
    await recordLate('full');
    history.git(['commit', '-q', '--allow-empty', '-m', 'before']);
    const file = history.world.workspace.path('work/monitors.state.json');
    const text = readFileSync(file, 'utf8');
    const removed = [{key: 'late', id: idsOf(text)['late'] ?? '', serial: 9, at: '2026-11-20T00:00:00.000Z', by: 'apply'}];
    writeFileSync(file, withoutRecords(text, ['late'], {removed, serial: 9}));
    history.git(['commit', '-q', '-am', 'Remove by hand']);
    history.git(['revert', '--no-edit', 'HEAD']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late']);
  });
});

test.each(['create', 'full'] as const)('the revert of a `state rm` is named, and holds nothing up (%s)', async operations => {
  const id = await recordLate(operations);
  await history.run('state rm late');
  history.git(['commit', '-q', '-am', 'Take late out']);
  history.git(['revert', '--no-edit', 'HEAD']);
  const {exitCode, stderr} = await history.run('plan');
  expect([exitCode, unwrap(stderr)]).toEqual([0, expect.stringContaining(`took out "late" (${id}), recorded here`)]);
  expect((await history.run(RUN)).exitCode).toBe(0);
  expect(history.live()).toEqual(['base', 'late']);
});

test('C49o: many later versions do not hide the one before them', async () => {
  const id = await recordLate();
  const path = history.world.workspace.path('work/monitors.state.json');
  rmSync(history.world.workspace.path('home'), {recursive: true, force: true});
  for (let count = 0; count < 40; count += 1) {
    writeFileSync(path, withoutRecords(readFileSync(path, 'utf8'), ['late']));
    history.git(['commit', '-q', '-a', '-m', `change ${count}`]);
  }
  const {exitCode, stdout, stderr} = await history.run(RUN);
  expect(unwrap(stdout + stderr)).toMatch(new RegExp(`state/earlier-version.*records "late" \\(${id}\\)`));
  expect(exitCode).toBe(1);
  expect(history.live()).toEqual(['base', 'late']);
});
