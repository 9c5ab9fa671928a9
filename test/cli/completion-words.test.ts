import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, writeFileSync} from 'node:fs';
import {monitorsBin} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';
import {completeIn, SHELLS, type Shell} from '../world/shells';

const spec = (name: string, sync = '') =>
  `name: ${JSON.stringify(name)}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://shop.example/${encodeURIComponent(name)}"]}]\n${sync}`;

/** Keys that a shell must not read as anything else than text. */
const HOSTILE = ['x$(touch pwned)', 'x;touch pwned', 'x`touch pwned`', "x'y", 'x"y', 'x y', 'x*', 'x:y', '-x'];

let world: UserWorld;
const isInstalled = (shell: Shell) => spawnSync(shell, ['-c', 'true']).status === 0;

beforeAll(async () => {
  const hostile = HOSTILE.map((key, at) => [`monitors/hostile/h${at}.yaml`, spec(`h${at}`, `sync: {key: ${JSON.stringify(key)}}\n`)]);
  world = await startUserWorld(
    {
      'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
      'monitors/pricing/a.yaml': spec('a', 'sync: {labels: {team: pricing}}\n'),
      'monitors/pricing/b.yaml': spec('b', 'sync: {labels: {team: docs, tier: "1"}}\n'),
      'monitors/given.yaml': spec('given', 'sync: {key: other/given}\n'),
      ...Object.fromEntries(hostile),
      'bin/monitors': '',
    },
    {},
    {operations: 'full'},
  );
  const cache = {HOME: world.workspace.directory, XDG_CACHE_HOME: ''};
  writeFileSync(world.workspace.path('bin/monitors'), `#!/bin/sh\nexec '${process.execPath}' '${monitorsBin}' "$@"\n`);
  chmodSync(world.workspace.path('bin/monitors'), 0o755);
  const applied = await world.run(['apply', '--auto-approve', '--only', 'pricing/*', '--only', 'x?*', '-q'], {env: cache});
  expect({exitCode: applied.exitCode, stderr: applied.stderr}).toEqual({exitCode: 0, stderr: ''});
  for (const shell of SHELLS) {
    const run = await world.run(['completion', shell], {env: cache});
    world.workspace.write({[`completion.${shell}`]: run.stdout});
  }
}, 60_000);

afterAll(() => world.close());

const CASES: readonly {readonly typed: string; readonly offers: readonly string[]}[] = [
  {typed: 'monitors plan --only p', offers: ['pricing/a', 'pricing/b']},
  {typed: 'monitors plan --exclude=pricing/', offers: ['pricing/a', 'pricing/b']},
  {typed: 'monitors apply --only other/', offers: ['other/given']},
  {typed: 'monitors state rm o', offers: []},
  {typed: 'monitors state rm pr', offers: ['pricing/a', 'pricing/b']},
  {typed: 'monitors state rm pricing/a pr', offers: []},
  {typed: 'monitors state mv pricing/a o', offers: ['other/given']},
  {typed: 'monitors import o', offers: ['other/given']},
  {typed: 'monitors import p', offers: []},
  {typed: 'monitors accept pricing/a p', offers: ['pricing/a', 'pricing/b']},
  {typed: 'monitors plan --label t', offers: ['team=docs', 'team=pricing', 'tier=1']},
  {typed: 'monitors plan --label team=p', offers: ['team=pricing']},
  {typed: 'monitors plan --environment staging --only p', offers: ['pricing/a', 'pricing/b']},
  {typed: 'monitors --environment staging state rm p', offers: []},
  {typed: 'monitors -C nowhere plan --only p', offers: []},
];

describe.each(SHELLS.filter(isInstalled))('in %s', shell => {
  test('keys and labels are offered where they can stand', () => {
    const answers = completeIn(
      shell,
      world.workspace,
      CASES.map(({typed}) => typed),
    );
    const plain = answers.map(words => words.map(word => word.replace(/^--[a-z]+=/, '')).filter(word => !word.startsWith('-')));
    // Bash replaces only what stands behind the last "=".
    const shown = (word: string, typed: string) => (shell === 'bash' && /=p$/.test(typed) ? word.replace(/^team=/, '') : word);
    expect(CASES.map(({typed}, at) => ({typed, offers: plain[at]}))).toEqual(
      CASES.map(({typed, offers}) => ({typed, offers: offers.map(word => shown(word, typed))})),
    );
  }, 60_000);

  test('I52: a key is one word and text only, whatever is in it', () => {
    const [words = []] = completeIn(shell, world.workspace, ['monitors state rm x']);
    expect(words).toHaveLength(8);
    if (shell === 'bash') {
      // Inserted text stands for the key itself.
      const echoed = spawnSync('bash', ['--norc', '-c', `printf '%s\\n' ${words.join(' ')}`], {
        encoding: 'utf8',
        cwd: world.workspace.directory,
      });
      expect(
        echoed.stdout
          .split('\n')
          .filter(word => word !== '')
          .sort(),
      ).toEqual(HOSTILE.filter(key => key !== '-x').sort());
    }
    expect(existsSync(world.workspace.path('pwned'))).toBe(false);
  }, 60_000);
});

test('nothing is written where nothing can be offered: no error, no file', async () => {
  const env = {HOME: world.workspace.directory, XDG_CACHE_HOME: ''};
  const silent = {exitCode: 0, stdout: '', stderr: ''};
  for (const args of [
    [],
    ['nonsense'],
    ['keys', 'zzz'],
    ['keys', '', '-C', 'nowhere'],
    ['keys', '', '--config', 'no.yaml'],
    ['keys', '', '--environment', '../x'],
  ]) {
    expect(await world.run(['__complete', ...args], {env})).toMatchObject(silent);
  }
  world.workspace.write({
    'broken/monitors.config.yaml': 'project: [\n',
    'torn/monitors.config.yaml': 'project: shop\n',
    'torn/monitors.state.json': '{"x',
  });
  expect(await world.run(['__complete', 'keys', '', '-C', 'broken'], {env})).toMatchObject(silent);
  expect(await world.run(['__complete', 'recorded', '', '-C', 'torn'], {env})).toMatchObject(silent);
  expect(existsSync(world.workspace.path('torn/monitors'))).toBe(false);
});

test('rows of lists are offered one by one, also before an environment is chosen', async () => {
  const env = {HOME: world.workspace.directory, XDG_CACHE_HOME: ''};
  world.workspace.write({
    'declared/monitors.config.yaml': 'project: shop\nenvironments: {staging: {}, production: {}}\n',
    'declared/monitors/list.yaml': spec('${each:key}', 'sync: {each: [{key: x}, {key: y}]}\n').replace(
      /shop.example.*"/,
      '${each:key}.example/"',
    ),
  });
  expect(await world.run(['validate', '-C', 'declared'], {env})).toMatchObject({exitCode: 0});
  expect(await world.run(['__complete', 'keys', 'list', '-C', 'declared'], {env})).toMatchObject({stdout: 'list/x\nlist/y\n'});
});
