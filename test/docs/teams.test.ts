import {readFileSync, rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {idsOf} from '../world/edited-state';
import {startUserWorld, type UserWorld} from '../world/service';

/** docs/teams.md: two projects with one service and one key, each in a directory of its own. */
let world: UserWorld;

beforeEach(async () => {
  const config = 'project: acme-web\nservice: {operations: full}\n';
  world = await startUserWorld({'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a')}, {}, {operations: 'full'});
  expect(await run('init', 'teams/legal', '--project', 'acme-legal')).toMatchObject({exitCode: 0});
  rmSync(at('teams/legal/monitors'), {recursive: true});
  world.workspace.write({
    'teams/legal/monitors.config.yaml': config.replace('acme-web', 'acme-legal'),
    'teams/legal/monitors/b.yaml': specFor('b'),
  });
  for (const apply of [run, inLegal]) expect(await apply('apply', '--auto-approve', '--quiet')).toMatchObject({exitCode: 0});
});
afterEach(() => world.close());

const at = (path: string) => world.workspace.path(path);
const run = (...args: string[]) => world.runHere(args);
const inLegal = (...args: string[]) => run('-C', 'teams/legal', ...args);
const state = (path: string) => idsOf(readFileSync(at(path), 'utf8'));
const named = (name: string) => world.emulator.monitors().filter(monitor => monitor.name === name);

test('each has a state of its own, and counts the monitors of the other as unmanaged', async () => {
  expect(Object.keys(state('monitors.state.json'))).toEqual(['a']);
  expect(Object.keys(state('teams/legal/monitors.state.json'))).toEqual(['b']);
  for (const [plan, other] of [
    [run, 'b'],
    [inLegal, 'a'],
  ] as const) {
    const {exitCode, stdout} = await plan('plan', '--refresh', '--show-unmanaged', '--detailed-exitcode');
    expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringContaining('Unmanaged monitors (never changed):')});
    expect(stdout).toContain(named(other)[0]?.id);
  }
});

test('a monitor of the same name and page waits for an answer; only copied target ids adopt that of the other project', async () => {
  const [theirs] = named('a');
  const spec = specFor('a');
  world.workspace.write({'teams/legal/monitors/a.yaml': spec});
  expect(await inLegal('apply', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining(theirs?.id ?? '')});
  expect(Object.keys(state('teams/legal/monitors.state.json'))).toEqual(['b']);
  const id = (theirs?.targets as readonly {readonly id: string}[] | undefined)?.[0]?.id;
  world.workspace.write({'teams/legal/monitors/a.yaml': spec.replace('  - type: scrape', `  - id: ${id}\n    type: scrape`)});
  expect(await inLegal('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(state('teams/legal/monitors.state.json')).toMatchObject({a: theirs?.id});
  expect(named('a')).toHaveLength(1);
});
