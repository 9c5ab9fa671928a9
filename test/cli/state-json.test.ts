import {copyFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {expectPromised, schemaOf} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Every command that looks into the state, repairs it or fills it prints one document with `--format json`, as its schema promises. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), 'monitors/c.yaml': specFor('c')};

/** A document of which only the members that a test looks at are known. */
interface Document {
  readonly command: string;
  readonly state: {readonly lineage: string; readonly serial: number};
  readonly monitors: readonly object[];
  readonly unresolved: readonly object[];
  readonly changes: readonly object[];
}

/** Runs the command with `--format json`; stdout has to be one document that the command's schema promises. */
async function print(exitCode: number, ...args: readonly string[]): Promise<Document> {
  const run = await world.runHere([...args, '--format', 'json']);
  expect(run).toMatchObject({exitCode});
  const document = JSON.parse(run.stdout) as Document;
  expect(document).toMatchObject({formatVersion: 1, command: expect.any(String)});
  expectPromised(schemaOf(document), run.stdout);
  return document;
}

const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;

async function applied(): Promise<void> {
  world = await startUserWorld({...CONFIG, ...SPECS}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
}

/** A state in which nobody knows whether the create of `a` was carried out. */
async function inDoubt(work: 'none' | 'done'): Promise<void> {
  const lost = [{when: {operation: 'create', name: 'a'}, times: 1, do: 'drop', work}] as const;
  world = await startUserWorld({...CONFIG, ...SPECS}, {faults: lost}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--on-ambiguous', 'stop'])).toMatchObject({exitCode: 4});
}

test('state list, show and verify', async () => {
  await applied();
  world.workspace.write({'monitors/b.yaml': `${bareSpecFor('b')}sync: {alerts: none, paused: true, protect: true}\n`});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  const list = await print(0, 'state', 'list');
  expect(list).toMatchObject({
    command: 'state list',
    state: {project: 'acme', environment: 'default', origin: world.emulator.url, serial: expect.any(Number)},
    monitors: [
      {key: 'a', id: find('a').id, specPath: 'a.yaml', protected: false, paused: false},
      {key: 'b', id: find('b').id, specPath: 'b.yaml', protected: true, paused: true},
      {key: 'c'},
    ],
    unresolved: [],
  });
  const shown = await print(0, 'state', 'show', 'b');
  expect(shown).toMatchObject({
    key: 'b',
    monitor: {...list.monitors[1], applied: {name: 'b'}, observed: {schedule: {cron: '0 * * * *'}}},
    unresolved: [],
  });
  const {lineage, serial} = list.state;
  expect(await print(0, 'state', 'verify')).toMatchObject({
    ...{sound: true, signed: true, fixed: false, journal: 'absent', unreadableLines: []},
    ...{state: {lineage, serial}, monitors: ['a', 'b', 'c'], unresolved: []},
  });
});

test('state verify tells what was changed in a state whose checksum is wrong', async () => {
  await applied();
  world.workspace.write({'monitors/b.yaml': `${bareSpecFor('b')}sync: {alerts: none, paused: true}\n`});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  const file = world.workspace.path('monitors.state.json');
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(
    file,
    lines
      .filter(line => !line.startsWith('    "a": '))
      .join('\n')
      .replace('"paused":true,', ''),
  );
  // The backup and its journal make just what the last apply wrote.
  const changes = {comparedWith: 'backup', serial: 2, exact: true, added: [], removed: ['a'], changed: [{key: 'b', members: ['paused']}]};
  expect(await print(1, 'state', 'verify')).toMatchObject({sound: false, signed: false, changes: {...changes, members: []}});
  const {stdout} = await world.runHere(['state', 'verify']);
  expect(stdout).toContain('compared with the backup and its journal (serial 2):');
  expect(stdout).toContain('- a: recorded there, missing here');
  expect(await print(0, 'state', 'verify', '--fix')).toMatchObject({fixed: true, changes, monitors: ['b', 'c']});
  expect(await print(0, 'state', 'verify')).toMatchObject({changes: null});
});

test('state list before the first apply', async () => {
  world = await startUserWorld({...CONFIG, ...SPECS});
  expect(await print(0, 'state', 'list')).toEqual({formatVersion: 1, command: 'state list', state: null, monitors: [], unresolved: []});
});

test('what changes the state says what it did: mv, rm, unprotect, set-origin, restore, reset', async () => {
  await applied();
  const {id} = find('a');
  const {url} = world.emulator;
  copyFileSync(world.workspace.path('monitors.state.json'), world.workspace.path('saved.json'));
  expect(await print(0, 'state', 'mv', 'a', 'z')).toEqual({formatVersion: 1, command: 'state mv', key: 'z', from: 'a', id});
  expect(await print(0, 'state', 'unprotect', 'z')).toEqual({formatVersion: 1, command: 'state unprotect', key: 'z', wasProtected: false});
  expect(await print(0, 'state', 'rm', 'z')).toEqual({formatVersion: 1, command: 'state rm', key: 'z', id});
  expect(await print(0, 'state', 'set-origin', 'http://localhost:4010')).toMatchObject({origin: 'http://localhost:4010', before: url});
  expect(await print(0, 'state', 'restore', 'saved.json')).toMatchObject({source: 'state', monitors: 3, recorded: [], unresolved: []});
  expect(await print(0, 'state', 'reset')).toEqual({formatVersion: 1, command: 'state reset', origin: url, forgotten: 3});
});

test('what is in doubt: state show, plan, and resolve in each way', async () => {
  await inDoubt('done');
  const open = {key: 'a', targetIds: [expect.any(String)], origin: world.emulator.url, attempts: 1, firstSentAt: expect.any(String)};
  expect(await print(0, 'state', 'show', 'a')).toMatchObject({monitor: null, unresolved: [open]});
  expect((await print(0, 'state', 'list')).unresolved).toHaveLength(1);
  expect((await print(0, 'plan', '--refresh')).changes).toMatchObject([{action: 'unresolved', key: 'a', id: find('a').id}]);
  expect(await print(0, 'resolve', 'a', '--probe', '--lookup-timeout', '0')).toEqual({
    ...{formatVersion: 1, command: 'resolve', unresolved: [], diagnostics: []},
    settled: [{key: 'a', outcome: 'adopted', id: find('a').id}],
  });
  expect(await print(3, 'resolve', 'a', '--probe')).toMatchObject({command: 'resolve', error: {code: 'state/not-unresolved'}});
});

test('resolve by the word of a person, and a probe that finds nothing out', async () => {
  await inDoubt('none');
  world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 500}]});
  expect(await print(1, 'resolve', '--all-unknown', '--probe', '--lookup-timeout', '0')).toMatchObject({
    settled: [{key: 'a', outcome: 'unknown', id: null, reason: expect.stringContaining('500')}],
    unresolved: [{key: 'a'}],
  });
  expect(await print(0, 'resolve', 'a', '--not-created')).toMatchObject({settled: [{key: 'a', outcome: 'not-created', id: null}]});
});

test('resolve --prune-duplicates says what it deleted; what is asked stands on stderr', async () => {
  await applied();
  const {id, name, targets, schedule} = find('a');
  const double = world.emulator.dashboard.create({name, targets, schedule} as never);
  const asked = await world.runHere(['resolve', '--prune-duplicates', 'a', '--format', 'json']);
  expect(asked).toMatchObject({exitCode: 3, stderr: expect.stringContaining('To be deleted:')});
  expect(JSON.parse(asked.stdout)).toMatchObject({error: {code: 'config/confirmation-needed'}});
  expect(await print(0, 'resolve', '--prune-duplicates', 'a', 'b', '--auto-approve')).toMatchObject({
    duplicates: [{key: 'a', kept: id, others: [{name: 'a'}]}],
    deleted: [double.id],
    ...{failed: [], leftAlone: []},
  });
  expect(await print(0, 'resolve', '--prune-duplicates', 'a', '--auto-approve')).toMatchObject({duplicates: [], deleted: []});
});

test('recover, import and pull', async () => {
  await applied();
  rmSync(world.workspace.path('monitors.state.json'));
  world.workspace.write({'monitors/d.yaml': specFor('d')});
  expect(await print(3, 'pull', '--only', 'nope')).toMatchObject({command: 'pull', error: {}});
  expect(await print(0, 'recover')).toMatchObject({
    state: {serial: expect.any(Number)},
    monitors: [{key: 'a', id: find('a').id, basis: 'target-ids', certain: true, changed: false, others: []}, {key: 'b'}, {key: 'c'}],
    missing: [{key: 'd', file: 'monitors/d.yaml', line: 1}],
    unmanaged: [],
  });
  expect(await print(3, 'recover')).toMatchObject({command: 'recover', error: {code: 'state/sound'}});
  const [targets, schedule] = [[{type: 'scrape', urls: ['https://x.example/']}], {text: 'daily'}];
  const made = ['by hand', 'by hand too'].map(name => world.emulator.dashboard.create({name, targets, schedule} as never).id);
  expect(await print(0, 'import', 'mine', made[0]!)).toMatchObject({outcome: 'written', key: 'mine', id: made[0]});
  expect(await print(0, 'pull')).toMatchObject({pulled: [{id: made[1]}], refused: []});
});

test.each([
  ['an unknown flag', ['state', 'list', '--bogus'], 'state list'],
  ['too many words', ['state', 'show', 'a', 'b'], 'state show'],
  ['an unknown word', ['state', 'bogus'], 'state'],
  ['a flag before the command', ['--color', 'sometimes', 'state', 'list'], 'state list'],
  ['an unknown flag behind a global one', ['--no-cache', 'recover', '--bogus'], 'recover'],
  ['an unknown key', ['state', 'rm', 'nope'], 'state rm'],
  ['nothing to unlock', ['state', 'unlock', 'x'], 'state unlock'],
  ['no key given', ['resolve', '--adopt', 'some-id'], 'resolve'],
  ['no state', ['state', 'verify'], 'state verify'],
])('an error is one document, too, and names the command: %s', async (_name, args, command) => {
  world = await startUserWorld(CONFIG);
  const run = await world.runHere([...args, '--format', 'json']);
  expect(run.exitCode).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({formatVersion: 1, command, error: {code: expect.any(String), message: expect.any(String)}});
});

test('an unknown format is refused before anything is done', async () => {
  await applied();
  for (const args of [['state', 'rm', 'a'], ['state', 'reset'], ['resolve', 'a', '--not-created'], ['recover'], ['pull']]) {
    expect(await world.runHere([...args, '--format', 'yaml'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('use text or json'),
    });
  }
  expect((await print(0, 'state', 'list')).monitors).toHaveLength(3);
});
