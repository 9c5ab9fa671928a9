import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {encodeState} from '../../src/core/state/format/state';
import {newState} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {startPlainService} from '../world/header-proxy';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** A config that is in no commit names another place for the state: this machine remembers what it saw in the former one. */
const postgres = usePostgres();
let world: UserWorld;
let service: Awaited<ReturnType<typeof startPlainService>>;
afterEach(async () => {
  await service.close();
  await world.close();
});

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';
const FILE = '';
let tables = 0;
const table = () => `state: {backend: postgres, table: cli_uncommitted_${++tables}}\n`;
const at = (path: string) => world.workspace.path(path);
const write = (name: string, text: string) => world.workspace.write({[`work/${name}`]: text});
const say = (state: string) => write('monitors.config.yaml', `project: acme\n${state}`);
const live = () => world.emulator.monitors().map(({name}) => String(name));

async function run(line: string) {
  const server = postgres.isHere ? {MONITORS_STATE_POSTGRES_URL: postgres.server().url()} : {};
  const env = {PATH: process.env['PATH'], MONITORS_BASE_URL: service.url, XDG_STATE_HOME: at('memory'), ...server};
  const {exitCode, stdout, stderr} = await world.runHere(line.split(' '), {cwd: at('work'), env});
  return {exitCode, text: (stdout + stderr).replace(/\s+/g, ' ')};
}

async function succeed(...lines: readonly string[]): Promise<void> {
  for (const line of lines) expect(await run(line)).toMatchObject({exitCode: 0});
}

/** Specs are committed, and nothing else; without git where a file has the state. */
async function start(how: 'git' | 'no git'): Promise<void> {
  world = await startUserWorld({'work/monitors/a.yaml': specFor('a'), 'work/monitors/b.yaml': specFor('b')});
  service = await startPlainService(world.emulator.url);
  if (how === 'no git') return;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: at('work')});
  git('init', '-q');
  git('add', 'monitors');
  git('commit', '-q', '-m', 'specs');
}

/** A valid state without records. */
function writeEmpty(name = STATE): void {
  const owner = {project: 'acme', environment: 'default', origin: service.url};
  const state = {...newState({lineage: '6b7d1a1e-3c51-4b7e-9a39-000000000001', tool: '1.0.0', ...owner}), serial: 1};
  write(name, encodeState(state).text);
}

/** The config names a file with an empty state. */
function replaceState(name = STATE): void {
  removeState();
  say(`state: ${name}\n`);
  writeEmpty(name);
}

function removeState(): void {
  for (const name of [STATE, `${STATE}.bak`]) rmSync(at(`work/${name}`), {force: true});
}

async function expectHeld(): Promise<void> {
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await run(line);
    expect([exitCode, text]).toEqual([
      line === 'plan' ? 0 : 1,
      expect.stringMatching(/2 monitors exist: other versions of the state record them/),
    ]);
  }
  expect(live()).toEqual(['a', 'b']);
}

describe.each(['git', 'no git'] as const)('a state file; %s', how => {
  test.each([
    ['an empty state is in its place', () => replaceState()],
    ['the config names another one, which is empty', () => replaceState('x.json')],
  ])('C49cr: %s: nothing is created twice', async (_, change) => {
    await start(how);
    say(FILE);
    await succeed(RUN);
    change();
    await expectHeld();
    await succeed(`${RUN} --allow-old-checkout`);
    expect(live()).toHaveLength(4);
    await succeed(RUN);
    expect((await run('plan')).text).toContain('No changes');
  });

  test('what a person left by "state init --new-state" holds nothing', async () => {
    await start(how);
    say(FILE);
    await succeed(RUN);
    removeState();
    await succeed('state init --new-state acme/default', RUN);
    expect(live()).toHaveLength(4);
  });

  test('another project may have the same keys', async () => {
    await start(how);
    say(FILE);
    await succeed(RUN);
    removeState();
    write('monitors.config.yaml', 'project: beta\n');
    await succeed(`${RUN} --state beta.json`);
    expect(live()).toHaveLength(4);
  });
});

(postgres.isHere ? describe : describe.skip)('a state on a server', () => {
  const places: readonly (readonly [what: string, change: () => void, ...more: string[]])[] = [
    ['another table, made ready now', () => say(table()), 'state init'],
    ['a file, which is missing', () => say(FILE)],
    ['a file, which is empty', () => replaceState()],
  ];
  test.each(places.map(([what, ...then]) => ({what, then})))('C49cr: the config names $what: nothing is created twice', async ({then}) => {
    const [change, ...more] = then;
    await start('git');
    say(table());
    await succeed('state init', RUN);
    change();
    await succeed(...more);
    await expectHeld();
  });

  test('C49cr: the config names another table, made ready before: nothing is created twice', async () => {
    await start('git');
    const [one, other] = [table(), table()];
    say(other);
    await succeed('state init');
    say(one);
    await succeed('state init', RUN);
    say(other);
    await expectHeld();
  });

  test('C49cr: the state was in a file that is gone: nothing is created twice', async () => {
    await start('git');
    say(FILE);
    await succeed(RUN);
    removeState();
    say(table());
    await succeed('state init');
    await expectHeld();
  });

  test('what was moved there, and let go since, is created', async () => {
    await start('git');
    say(table());
    await succeed('state init', RUN, `state migrate --to postgres --table cli_uncommitted_${++tables}`);
    say(`state: {backend: postgres, table: cli_uncommitted_${tables}}\n`);
    expect((await run('plan')).text).toContain('No changes');
    await succeed('state rm a', RUN);
    expect(live()).toEqual(['a', 'b', 'a']);
  });
});
