import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type MergeWorld, PROJECT, RECORDING, startMergeWorld} from '../world/merge-world';

/** Making of the commits that record a state, and what an apply costs in processes. */
let world: MergeWorld;
afterEach(() => world.close());

/**
 * The most git processes that an apply with changes may start: each is a part of a second on a busy runner. Three of them read which states
 * earlier configs named, three which servers, and only where something is created with create-only operations.
 */
const MOST_PROCESSES = 37;

test('the commits change state and journal only, under any name, and no reference of the checkout', async () => {
  const state = 'records/my "odd" \\ stäte.json';
  const config = `project: acme-web\nstate: '${state}'\n`;
  world = await startMergeWorld({'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a'), 'records/kept.txt': 'Kept\n'});
  const {directory, sha} = world.repository.checkOut({branch: 'main'});
  // A push moves what the checkout knows of the remote.
  const references = () => git(directory, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags', 'refs/monitors');
  const [before, index] = [references(), git(directory, 'ls-files', '--stage')];
  const inputs = {'commit-author': 'Bob. <bob@example.com>'};
  expect(await world.apply({sha}, {checkout: directory, inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect([references(), git(directory, 'ls-files', '--stage')]).toEqual([before, index]);
  const {remote} = world.repository;
  const names = ['-c', 'core.quotePath=false', 'log', '--name-only', '--format='];
  expect(new Set(git(remote, ...names, `${sha}..main`).split('\n'))).toEqual(new Set([state, `${state}.journal`].map(quoteName)));
  const [author, committer, at, committed] = git(remote, 'log', '--format=%an <%ae>|%cn <%ce>|%at|%ct', '-1', 'main').split('|');
  expect([author, committer, committed]).toEqual(['Bob <bob@example.com>', 'Bob <bob@example.com>', at]);
  expect(Number(at)).toBeGreaterThan(1_700_000_000);
  expect(git(remote, 'log', '--format=%B', '-1', 'main')).toBe(`${RECORDING}\n\nMonitors-State: main`);
  expect(world.repository.readFile('main', 'records/kept.txt')).toBe('Kept\n');
  expect(JSON.parse(world.repository.readFile('main', state) ?? '')).toMatchObject({project: 'acme-web'});
});

/** A path as git lists one with quotes or backslashes. */
function quoteName(path: string): string {
  return /["\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}

test('an apply reads objects with one process for each repository, and fetches the history once', async () => {
  world = await startMergeWorld({...PROJECT, 'monitors/a.yaml': specFor('a')});
  await world.apply({sha: world.repository.tipOf('main')});
  const place = mkdtempSync(join(tmpdir(), 'monitors-processes-'));
  try {
    const program = git(place, '--exec-path');
    writeFileSync(
      join(place, 'git'),
      `#!/bin/sh\necho "$*" | tr '\\n' ' ' >> ${place}/log\necho >> ${place}/log\nexec ${program}/git "$@"\n`,
    );
    chmodSync(join(place, 'git'), 0o755);
    const sha = world.repository.commit('main', {'monitors/b.yaml': specFor('b')});
    const run = await world.apply({sha}, {env: {PATH: `${place}:${process.env['PATH']}`}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    const started = readFileSync(join(place, 'log'), 'utf8').trim().split('\n');
    const count = (words: string) => started.filter(line => line.includes(words)).length;
    expect([count(' cat-file blob '), count(' cat-file commit '), count('--filter=blob:none')]).toEqual([0, 0, 1]);
    expect(started.length).toBeLessThanOrEqual(MOST_PROCESSES);
  } finally {
    rmSync(place, {recursive: true, force: true});
  }
});
