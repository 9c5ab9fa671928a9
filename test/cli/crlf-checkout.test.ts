import {readFileSync, writeFileSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

/** A checkout in which git has made each line end of a committed file CRLF, as it does on Windows. */
let world: UserWorld;
afterEach(() => world.close());

const FILES = {
  'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nvars: {DAYS: 30}\nrules:\n  - {keys: "**", require: [goal]}\n',
  'monitors/_defaults.yaml': 'schedule: {text: daily}\nsync: {alerts: none}\n',
  'monitors/terms.yaml': [
    '# The terms of a supplier.',
    'name: Terms',
    'goal: |',
    '  Tell me when the terms change.',
    '',
    '  Not the layout.',
    'retentionDays: ${var:DAYS}',
    'targets:',
    '  - type: scrape',
    '    urls: [https://supplier.example/terms]',
    '',
  ].join('\n'),
  'monitors/shops/list.yaml':
    'name: ${each:name}\ngoal: ${each:goal}\ntargets: [{type: scrape, urls: ["${each:site}"]}]\nsync: {each: {file: _shops.csv}}\n',
  'monitors/shops/_shops.csv': 'key,name,site,goal\na,Shop a,https://a.example/,"Prices\nand plans"\nb,Shop b,https://b.example/,Prices\n',
};
const MADE = ['monitors.state.json'];

const run = (...args: string[]) => world.runHere(args);

function toCrlf(files: readonly string[]): void {
  for (const file of files) {
    const path = world.workspace.path(file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\r?\n/g, '\r\n'));
  }
}

test('specs, layers, rows, config and state with CRLF are what they are with LF: no change, no finding, the same places', async () => {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  const before = JSON.parse((await run('render', '--format', 'json')).stdout);
  toCrlf([...Object.keys(FILES), ...MADE]);
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0});
  expect(JSON.parse((await run('render', '--format', 'json')).stdout)).toEqual(before);
  for (const flags of [[], ['--refresh']]) {
    expect(await run('plan', '--detailed-exitcode', ...flags)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  }
  expect(await run('state', 'verify')).toMatchObject({exitCode: 0});
});

test('a finding has the same line and column', async () => {
  world = await startUserWorld({...FILES, 'monitors/terms.yaml': FILES['monitors/terms.yaml'].replace('urls:', 'ulrs:')}, {});
  const places = async () =>
    JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics.map(
      ({code, file, range}: {code: string; file: string; range: {start: {line: number; column: number}}}) =>
        `${file}:${range.start.line}:${range.start.column} ${code}`,
    );
  const before = await places();
  expect(before).toContainEqual('monitors/terms.yaml:10:5 schema/unknown-field');
  toCrlf(Object.keys(FILES));
  expect(await places()).toEqual(before);
});

test('a journal with CRLF is read: a create that a killed run sent is found', async () => {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  world.emulator.setFaults({faults: [{when: {operation: 'create', name: 'Terms'}, do: 'answer', status: 500, work: 'done'}]});
  expect(await run('apply', '--auto-approve', '--on-ambiguous', 'stop')).toMatchObject({exitCode: 4});
  world.emulator.setFaults({faults: []});
  toCrlf([...MADE, 'monitors.state.json.journal']);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().filter(({name}) => name === 'Terms')).toHaveLength(1);
});
