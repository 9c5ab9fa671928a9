import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {decodeRescue} from '../../src/core/state/format/rescue';
import type {ActionRun} from '../world/action-run';
import {runMonitors, specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type MergeWorld, PROJECT, pushAsSomebodyElse, startMergeWorld} from '../world/merge-world';

let world: MergeWorld;
const start = async (...args: Parameters<typeof startMergeWorld>) => {
  world = await startMergeWorld(...args);
  return world;
};
afterEach(() => world.close());

function lastError({commands}: ActionRun): {title: string; message: string} {
  const last = commands.filter(({command}) => command === 'error').at(-1);
  return {title: last?.properties['title'] ?? '', message: last?.message ?? ''};
}

function recordedKeys(branch = 'main'): string[] {
  return Object.keys((JSON.parse(world.repository.readFile(branch, 'monitors.state.json') ?? '{}') as {monitors: object}).monitors);
}

/** A clone as a person has it on their own machine. */
function cloneOnLaptop(): string {
  const {clone} = world.repository;
  git(clone, 'fetch', '-q', 'origin');
  git(clone, 'checkout', '-q', '-B', 'main', 'origin/main');
  return clone;
}

describe('somebody else pushes first', () => {
  test('before the first create: nothing was sent, so their tip is planned and applied, and their commit stays', async () => {
    const {merge, apply, onPush, monitors, repository, emulator} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush(`[ $COUNT -gt 1 ] || { ${pushAsSomebodyElse('main', 'README.md', 'Hello').replaceAll('\n', '; ')}; }`);
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('planning again');
    expect(monitors()).toEqual(['first', 'second']);
    expect(emulator.requests()).toHaveLength(2);
    expect(repository.listSubjects('main')).toContain('Somebody else');
    expect(recordedKeys()).toEqual(['first', 'second']);
  });

  test('a change of the specs: that one is planned too', async () => {
    const {merge, apply, onPush, monitors} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    const theirs = pushAsSomebodyElse('main', 'monitors/third.yaml', specFor('third').trim());
    onPush(`if [ $COUNT -eq 1 ]; then\n${theirs}\nfi`);
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '3'}});
    expect(monitors()).toEqual(['first', 'second', 'third']);
  });

  test('three times in a row: gives up with nothing sent', async () => {
    const {merge, apply, onPush, emulator, recordings} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush(pushAsSomebodyElse('main', 'README.md', 'Hello $COUNT'));
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'state-locked'}});
    expect(lastError(run)).toMatchObject({title: 'git/busy-branch', message: expect.stringContaining('nothing was sent')});
    expect([emulator.requests(), recordings()]).toEqual([[], []]);
  });

  test('between two batches: the first is recorded, the second planned again, each create sent once', async () => {
    const specs = Object.fromEntries(Array.from({length: 12}, (_, index) => [`monitors/m${index}.yaml`, specFor(`m${index}`)]));
    const {apply, onPush, monitors, repository, emulator} = await start({...PROJECT, ...specs});
    onPush(`if [ $COUNT -eq 2 ]; then\n${pushAsSomebodyElse('main', 'README.md', 'Hello')}\nfi`);
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0, outputs: {created: '12', failed: '0'}});
    expect([monitors().length, emulator.requests().length, recordedKeys().length]).toEqual([12, 12, 12]);
  });

  test.each([
    {name: 'specs', path: 'monitors/bad.yaml', exitCode: 1, says: '### 2 errors in the specs'},
    {name: 'a config', path: 'monitors.config.yaml', exitCode: 3, says: '### Nothing more was done'},
  ])(
    'between two batches, $name with errors: what was created by then is told, recorded and not denied',
    async ({path, exitCode, says}) => {
      const specs = Object.fromEntries(Array.from({length: 12}, (_, index) => [`monitors/m${index}.yaml`, specFor(`m${index}`)]));
      const {apply, onPush, monitors, repository} = await start({...PROJECT, ...specs});
      onPush(`if [ $COUNT -eq 2 ]; then\n${pushAsSomebodyElse('main', path, 'name: x')}\nfi`);
      const run = await apply({sha: repository.tipOf('main')});
      expect(run).toMatchObject({exitCode, outputs: {created: '10', failed: '2', 'failure-reason': 'invalid-specs'}});
      expect(run.summary).toMatch(/^### Apply incomplete: 10 created/);
      expect(run.summary).toContain(says);
      expect(run.summary).not.toContain('Nothing was done');
      expect(run.stdout).toContain('so nothing more of this plan was sent');
      expect([monitors().length, recordedKeys().length]).toEqual([10, 10]);
    },
  );

  test.each([
    {name: 'before our push begins', script: pushAsSomebodyElse('main', 'README.md', 'Hello'), count: 1, moment: 'after'},
    {name: 'while our push is under way', script: pushAsSomebodyElse('main', 'README.md', 'Hello'), count: 2, moment: 'before'},
  ] as const)('after the creates, to other files, $name: the state goes on top of what they pushed', async ({script, count, moment}) => {
    const {merge, apply, onPush, repository} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush(`if [ $COUNT -eq ${count} ]; then\n${script}\nfi`, moment);
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(recordedKeys()).toEqual(['first', 'second']);
    expect(repository.readFile('main', 'README.md')).toBe('Hello\n');
    expect(repository.readFile('main', 'monitors.state.json.journal')).toBeNull();
  });

  test('C17: after the creates, to state or journal: nothing is overwritten, and the rescue file settles it', async () => {
    const {merge, apply, onPush, monitors, repository} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush(`if [ $COUNT -eq 2 ]; then\n${pushAsSomebodyElse('main', 'monitors.state.json.journal', null)}\nfi`);
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: 5, outputs: {created: '2', 'failure-reason': 'apply-failed'}});
    expect(repository.listSubjects('main')[0]).toBe('Somebody else');
    const {title, message} = lastError(run);
    expect(title).toBe('git/state-changed');
    const rescue = /in (\S+\.json)\./.exec(message)?.[1] ?? '';
    expect(run.summary).toContain(rescue);
    expect(decodeRescue(readFileSync(rescue, 'utf8'))?.creates.map(({intent, phase}) => [intent.key, phase])).toEqual([
      ['first', 'done'],
      ['second', 'done'],
    ]);

    const cwd = cloneOnLaptop();
    expect(await runMonitors(['state', 'restore', rescue], {cwd})).toMatchObject({exitCode: 0});
    git(cwd, 'add', 'monitors.state.json');
    git(cwd, 'commit', '-qm', 'Restore what the run had learned');
    git(cwd, 'push', '-q', 'origin', 'main');
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    expect(monitors()).toEqual(['first', 'second']);
  });
});

describe('K15: a forced push takes commits away during the run', () => {
  test('after the creates were announced: they stay away, and the run keeps what it learned', async () => {
    const {merge, apply, onPush, monitors, repository} = await start();
    const before = repository.tipOf('main');
    repository.commit('main', {'leak.txt': 'token'});
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush(`if [ $COUNT -eq 1 ]; then git update-ref refs/heads/main ${before}; fi`, 'after');
    const run = await apply(merged);
    expect(repository.tipOf('main')).toBe(before);
    expect(run).toMatchObject({exitCode: 5, outputs: {created: '2'}});
    expect(lastError(run).title).toBe('git/state-changed');
    expect(monitors()).toEqual(['first', 'second']);
  });

  test('before anything was announced: nothing is sent', async () => {
    const {merge, apply, emulator, repository} = await start();
    const before = repository.tipOf('main');
    repository.commit('main', {'leak.txt': 'token'});
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    const slow = `git --git-dir='${repository.remote}' update-ref refs/heads/main ${before}`;
    const run = await apply(merged, {env: {PATH: gitThat('push', slow)}});
    expect(repository.tipOf('main')).toBe(before);
    expect(run.exitCode).toBe(3);
    expect(emulator.requests()).toEqual([]);
  });
});

/** PATH with a git that runs a command before the first one of a kind. */
function gitThat(word: string, command: string): string {
  const directory = join(world.repository.remote, '..', 'git-before');
  mkdirSync(directory);
  const once = `[ -e '${directory}/done' ] || { : > '${directory}/done'; ${command}; }`;
  const real = execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim();
  writeFileSync(join(directory, 'git'), `#!/bin/sh\ncase " $* " in *" ${word} "*) ${once} ;; esac\nexec '${real}' "$@"\n`, {mode: 0o755});
  return `${directory}:${process.env['PATH']}`;
}

describe('a branch that takes no push', () => {
  test('C6: nothing is sent, and the message says what to do', async () => {
    const {merge, apply, onPush, emulator} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush('echo "protected branch" >&2; exit 1');
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: expect.any(Number), outputs: {created: '0', 'failure-reason': 'apply-failed'}});
    expect(run.exitCode).not.toBe(0);
    expect(lastError(run)).toMatchObject({
      title: 'git/push-failed',
      message: expect.stringMatching(/protected branch[\s\S]*contents: write[\s\S]*state-branch/),
    });
    expect(emulator.requests()).toEqual([]);
  });

  test('from the end of the run on: what was learned is in a rescue file, and the next run sends nothing twice', async () => {
    const {merge, apply, onPush, monitors} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush('[ $COUNT -eq 1 ]');
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: 5, outputs: {created: '2'}});
    expect(lastError(run)).toMatchObject({title: 'git/push-failed', message: expect.stringContaining('.rescue-')});
    onPush('exit 0');
    expect(await apply(merged)).toMatchObject({exitCode: 1, outputs: {created: '0', 'failure-reason': 'outcome-unknown'}});
    expect(monitors()).toEqual(['first', 'second']);
  });

  test('once, for a moment: the push is tried again', async () => {
    const {merge, apply, onPush} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    onPush('[ $COUNT -ne 1 ]');
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  });
});

describe('a runner that dies', () => {
  const specs = Object.fromEntries(Array.from({length: 11}, (_, index) => [`monitors/m${10 + index}.yaml`, specFor(`m${10 + index}`)]));

  test('C15: between the create and the push of the state: the next run creates nothing twice and names the batch under way', async () => {
    const {apply, onPush, monitors, repository, emulator} = await start({...PROJECT, ...specs});
    // Two batches: the intents of each are pushed, then the state.
    onPush('[ $COUNT -lt 3 ] || { kill -9 $RUNNER; exit 1; }');
    const pushed = {sha: repository.tipOf('main')};
    expect(await apply(pushed)).toMatchObject({exitCode: null, signal: 'SIGKILL'});
    expect(monitors()).toHaveLength(11);

    onPush('exit 0');
    const next = await apply(pushed);
    expect(next).toMatchObject({exitCode: 1, outputs: {created: '0', 'failure-reason': 'outcome-unknown'}});
    expect(lastError(next).message).toContain('The outcome of 1 earlier create is unknown: "m20"');
    expect([monitors().length, emulator.requests().length]).toEqual([11, 11]);

    const cwd = cloneOnLaptop();
    const id = String(emulator.monitors().find(({name}) => name === 'm20')?.['id']);
    expect(await runMonitors(['resolve', 'm20', '--adopt', id], {cwd})).toMatchObject({exitCode: 0});
    git(cwd, 'add', '-A', '--', 'monitors.state.json', 'monitors.state.json.journal');
    git(cwd, 'commit', '-qm', 'Settle m20');
    git(cwd, 'push', '-q', 'origin', 'main');
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0, outputs: {created: '0', changes: 'false'}});
    expect([emulator.requests().length, recordedKeys().length]).toEqual([11, 11]);
  });

  test('C5: between the push of the intents and the first create: what was not created is created after one command', async () => {
    const {apply, onPush, monitors, repository} = await start({...PROJECT, 'monitors/only.yaml': specFor('only')});
    const sha = repository.tipOf('main');
    onPush('kill -9 $RUNNER', 'after');
    expect(await apply({sha})).toMatchObject({signal: 'SIGKILL'});
    onPush('exit 0', 'after');
    expect(await apply({sha})).toMatchObject({exitCode: 1, outputs: {created: '0', 'failure-reason': 'outcome-unknown'}});
    expect(monitors()).toEqual([]);

    const cwd = cloneOnLaptop();
    expect(await runMonitors(['resolve', 'only', '--not-created'], {cwd})).toMatchObject({exitCode: 0});
    git(cwd, 'add', '-A', '--', 'monitors.state.json', 'monitors.state.json.journal');
    git(cwd, 'commit', '-qm', 'Settle the create of only');
    git(cwd, 'push', '-q', 'origin', 'main');
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['only']);
  });

  test('by SIGTERM before its first create takes its intents back, so that the next run goes on by itself', async () => {
    const {apply, onPush, monitors, repository} = await start();
    const sha = repository.tipOf('main');
    onPush('[ $COUNT -ne 1 ] || kill -TERM $RUNNER', 'after');
    expect(await apply({sha})).toMatchObject({exitCode: 143});
    expect([monitors(), repository.readFile('main', 'monitors.state.json.journal')]).toEqual([[], null]);
    expect(await apply({sha})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});

test('K5: two runners at once create each monitor once', async () => {
  const {merge, apply, monitors} = await start();
  const merged = await merge({'monitors/second.yaml': specFor('second')});
  const runs = await Promise.all([apply(merged), apply(merged)]);
  expect(runs.map(({exitCode}) => exitCode)).toContain(0);
  expect(monitors()).toEqual(['first', 'second']);
  expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '0'}});
});
