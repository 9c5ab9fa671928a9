import {readFileSync} from 'node:fs';
import type {CheckHistory} from '../../src/emulator/ports';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Pages that answer with an error status: to the service they changed once, and are the same from then on. */
const HOUR = 3_600_000;
const page = (status: string, statusCode: number, more: object = {}) => ({url: 'https://site.example/', status, statusCode, ...more});
const changed = (statusCode: number) => page('changed', statusCode, {diff: {text: '-1\n+2\n'}});

let world: UserWorld;
afterEach(() => world.close());

async function start(names: readonly string[]): Promise<(name: string, ...pages: object[]) => void> {
  const config = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  world = await startUserWorld({...config, ...specs}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const now = Date.now();
  return (name, ...pages) => {
    const checks = pages.map((one, index) => ({startedAt: now - (index + 1) * HOUR, pages: [one]}));
    const {id = ''} = world.emulator.monitors().find(monitor => monitor.name === name) ?? {};
    world.emulator.dashboard.setChecks(id, {checks: checks as unknown as NonNullable<CheckHistory['checks']>});
  };
}

test('changes and report name pages that are gone before all that was not judged', async () => {
  const play = await start(['busy', 'gone', 'back']);
  play('busy', changed(200), changed(200), changed(200));
  play('gone', page('same', 404), page('same', 404), changed(404));
  play('back', changed(200), changed(503));
  const {stdout} = await world.runHere(['changes', '--since', '1d']);
  expect(stdout.match(/^~ \w+/gm)).toEqual(['~ gone', '~ back', '~ busy']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('1 page answers with an error: gone (status 404). Correct its address, or remove it.');
  expect(await world.runHere(['report', '--out', 'r.html', '--refresh', '--since', '1d'])).toMatchObject({exitCode: 0});
  const text = readFileSync(world.workspace.path('r.html'), 'utf8').replace(/<[^>]+>/g, ' ');
  expect(text.replace(/\s+/g, ' ')).toMatch(/Last change What gone .{5,40} status 404, 1 not judged busy /);
});
