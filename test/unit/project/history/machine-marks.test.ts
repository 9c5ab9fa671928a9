import {chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type MarkedState, openMarks, openOtherMarks} from '../../../../src/core/state/marks';
import {realWorld} from '../../../world/real-world';

const home = mkdtempSync(join(tmpdir(), 'monitors-marks-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));

let count = 0;

/** This machine with a home directory of its own. */
function makeMachine(variable: 'XDG_STATE_HOME' | 'HOME' = 'XDG_STATE_HOME') {
  count += 1;
  const directory = join(home, `user-${count}`);
  const userId = process.getuid?.() ?? null;
  const context = {
    env: {[variable]: directory},
    process: {pid: 1, platform: process.platform, nodeVersion: process.versions.node, userId},
    world: realWorld,
  };
  const folder = variable === 'HOME' ? join(directory, '.local/state/monitors') : join(directory, 'monitors');
  const openOthers = (place: string) => openOtherMarks([place], context);
  return {open: (place: string) => openMarks(place, context), openOthers, folder};
}

const ORIGIN = 'https://api.example.dev';

function stateOf(serial: number, more: Partial<MarkedState> = {}): MarkedState {
  return {lineage: 'one', origin: ORIGIN, serial, ...more};
}

test('the newest version of a state that was seen is remembered for its user alone', () => {
  const {open, folder} = makeMachine();
  open('/repo/monitors.state.json').note(stateOf(3), 'sha256:3');
  open('/repo/monitors.state.json').note(stateOf(2), 'sha256:2');
  expect(open('/repo/monitors.state.json').find(stateOf(1))).toEqual({
    ...{lineage: 'one', origin: ORIGIN, serial: 3, checksum: 'sha256:3'},
    place: '/repo/monitors.state.json',
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
});

test('it is in the home directory where no other place is set', () => {
  const {open, folder} = makeMachine('HOME');
  open('/repo/monitors.state.json').note(stateOf(3), 'sha256:3');
  expect(readdirSync(folder)).toHaveLength(1);
});

test('lineages, addresses and places have a mark each', () => {
  const {open} = makeMachine();
  const marks = open('/repo/monitors.state.json');
  marks.note(stateOf(3), 'sha256:3');
  marks.note(stateOf(1, {lineage: 'two'}), 'sha256:1');
  expect(marks.find(stateOf(1))).toMatchObject({serial: 3});
  expect(marks.find(stateOf(1, {lineage: 'two'}))).toMatchObject({serial: 1});
  expect(marks.find(stateOf(1, {origin: 'https://elsewhere.example'}))).toBeNull();
  expect(marks.last()).toMatchObject({lineage: 'two'});
  expect(open('/other/monitors.state.json').last()).toBeNull();
});

test('the monitors of a version are kept with it', () => {
  const {open} = makeMachine();
  const marks = open('/repo/monitors.state.json');
  const content = {records: new Map([['shop', 'id-1']]), removed: [{key: 'blog', id: 'id-2', by: 'state rm'}], letGo: ['id-2']};
  marks.note(stateOf(3), 'sha256:3', () => content);
  expect(marks.readContent(stateOf(1))).toEqual(content);
  marks.note(stateOf(4), 'sha256:4');
  expect(marks.readContent(stateOf(1))).toBeNull();
});

test('a version that a person decided for counts, however old', () => {
  const {open} = makeMachine();
  const marks = open('postgres monitors_state shop default');
  marks.note(stateOf(9), 'sha256:9');
  marks.settle(stateOf(4), 'sha256:4');
  expect(marks.find(stateOf(1))).toMatchObject({serial: 4});
});

test("the emulator's states are not marked, and another service's at the same address are", () => {
  const {open, folder} = makeMachine();
  const marks = open('/repo/monitors.state.json');
  marks.note(stateOf(3, {origin: 'http://127.0.0.1:8787', emulator: true}), 'sha256:3');
  marks.note(stateOf(3, {origin: 'http://127.0.0.1:8787'}), 'sha256:3');
  expect(existsSync(folder)).toBe(false);
  marks.note(stateOf(3, {origin: 'http://127.0.0.1:8787', emulator: false}), 'sha256:3');
  expect(marks.last()).toMatchObject({serial: 3});
});

test.each([{text: 'no JSON'}, {text: '{"lineage": 1}\nnull\n'}, {text: '[]\n'}, {text: ''}])(
  'what can not be read is ignored: $text',
  ({text}) => {
    const {open, folder} = makeMachine();
    const marks = open('/repo/monitors.state.json');
    marks.note(stateOf(3), 'sha256:3');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
    expect(marks.last()).toBeNull();
    expect(marks.readContent(stateOf(3))).toBeNull();
    marks.note(stateOf(2), 'sha256:2');
    expect(marks.find(stateOf(2))).toMatchObject({serial: 2});
  },
);

test.each([
  {what: 'a directory that others can write to', spoil: (folder: string) => chmodSync(folder, 0o770)},
  {
    what: 'a file that others can write to',
    spoil: (folder: string) => readdirSync(folder).forEach(name => void chmodSync(join(folder, name), 0o620)),
  },
])('nothing is believed in $what, also of other places', ({spoil}) => {
  const {open, openOthers, folder} = makeMachine();
  open('/repo/monitors.state.json').note(stateOf(3), 'sha256:3');
  expect(openOthers('/copy/monitors.state.json').map(marks => marks.last()?.serial)).toEqual([3]);
  spoil(folder);
  expect(open('/repo/monitors.state.json').last()).toBeNull();
  expect(openOthers('/copy/monitors.state.json').map(marks => marks.last())).toEqual([null]);
});

test('without a home directory nothing is remembered, and nothing fails', () => {
  const world = {env: {}, process: {pid: 1, platform: 'linux' as const, nodeVersion: '', userId: null}, world: realWorld};
  const marks = openMarks('/repo/monitors.state.json', world);
  marks.note(stateOf(3), 'sha256:3');
  expect(marks.last()).toBeNull();
});
