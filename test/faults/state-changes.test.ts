import {execFileSync} from 'node:child_process';
import {copyFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {openForChange} from '../../src/core/state/fold-open';
import {encodeState} from '../../src/core/state/format/state';
import type {JournalRecord} from '../../src/core/state/journal';
import type {State} from '../../src/core/state/state';
import {moveKeys} from '../../src/features/state/keys';
import {setOrigin} from '../../src/features/state/repair';
import {verifyState} from '../../src/features/state/restore';
import {describeChanges} from '../../src/features/state/text';
import {done, intent, type Place, recorded, stateWith, usePlaces} from '../unit/core/state/world';

const place = usePlaces();
const KEYS = ['a', 'b', 'c'];
const THREE = stateWith(Object.fromEntries(KEYS.map(key => [key, recorded({id: `id-${key}`})])));

async function write(here: Place, state: State, ...records: readonly JournalRecord[]): Promise<void> {
  const locked = await here.open().lock();
  const read = await locked.read();
  const {version} = await locked.write(state, read.kind === 'present' ? read.stored.version : null);
  const journal = await locked.openJournal(version);
  journal.append(records);
  await journal.close();
  await openForChange(locked);
  await locked.release();
}

function commit(here: Place): void {
  const identity = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  for (const args of [
    ['init', '-q'],
    ['add', 'monitors.state.json'],
    ['commit', '-qm', 'state'],
  ]) {
    execFileSync('git', [...identity, '-C', here.directory, ...args], {stdio: 'pipe'});
  }
}

/** Changes the file as an editor does: `"c"` gets another key, `b` another member, the state another address. */
function editByHand(here: Place): void {
  const text = readFileSync(here.stateFile, 'utf8');
  const lines = text
    .replace('    "c": {', '    "d": {')
    .replace('"origin": "https://api.example.dev"', '"origin": "https://other.example"');
  writeFileSync(here.stateFile, lines.replace(/^( {4}"b".*)"protect":false/m, '$1"protect":true'));
}

const EDITED = {added: ['d'], removed: ['c'], changed: [{key: 'b', members: ['protect']}], members: ['origin']};

describe('verify says what was changed in a state whose checksum is wrong', () => {
  test('P6: against the commit that the checksum was made for', async () => {
    const here = place();
    await write(here, THREE);
    commit(here);
    editByHand(here);
    const {changes} = await verifyState(here.open(), 'show');
    expect(changes).toEqual({copy: 'git', serial: 1, isExact: true, ...EDITED});
    expect(describeChanges(changes)).toEqual([
      'Changed since it was signed, compared with the copy in git (serial 1):',
      ...['  ~ the state itself: origin', '  + d', '  - c: recorded there, missing here', '  ~ b: protect'],
    ]);
  });

  test('against the backup with what its journal adds, where git has an older one', async () => {
    const here = place();
    await write(here, stateWith({a: recorded({id: 'id-a'})}));
    commit(here);
    await write(here, stateWith({a: recorded({id: 'id-a'}), b: recorded({id: 'id-b'})}), intent('c'), done('c', 'id-c'));
    editByHand(here);
    expect((await verifyState(here.open(), 'show')).changes).toEqual({copy: 'backup', serial: 2, isExact: true, ...EDITED});
  });

  test('a merge by git: the serial that was raised is told where the rest is known', async () => {
    const here = place();
    await write(here, THREE);
    commit(here);
    writeFileSync(here.stateFile, readFileSync(here.stateFile, 'utf8').replace('"serial": 1', '"serial": 5'));
    const {changes} = await verifyState(here.open(), 'show');
    expect(changes).toMatchObject({isExact: true, added: [], removed: [], changed: [], members: ['serial']});
  });

  test('a copy that may be older is named as such', async () => {
    const here = place();
    await write(here, THREE);
    await moveKeys(here.open(), 'a', 'e');
    await setOrigin(here.open(), 'https://second.example');
    copyFileSync(here.stateFile, here.path('copy'));
    editByHand(here);
    writeFileSync(here.stateFile, readFileSync(here.stateFile, 'utf8').replace(/"checksum": "[^"]*"/, '"checksum": "sha256:0"'));
    const {changes} = await verifyState(here.open(), 'show');
    expect(changes).toMatchObject({copy: 'backup', serial: 2, isExact: false, added: ['d'], removed: ['c'], members: ['origin']});
    expect(describeChanges(changes)[0]).toBe(
      'Compared with the backup and its journal (serial 2), which may be older than what was edited:',
    );

    copyFileSync(here.path('copy'), here.path('monitors.state.json.bak'));
    copyFileSync(here.path('copy'), here.stateFile);
    writeFileSync(here.stateFile, readFileSync(here.stateFile, 'utf8').replace(/ {2}"checksum": .*\n/, ''));
    const same = (await verifyState(here.open(), 'show')).changes;
    expect(describeChanges(same)).toEqual(['It holds the same as the backup and its journal (serial 3).']);
  });

  test('--fix tells the same as it signs, from the backup as it was before', async () => {
    const here = place();
    await write(here, THREE);
    await moveKeys(here.open(), 'a', 'e');
    editByHand(here);
    const shown = await verifyState(here.open(), 'show');
    expect(await verifyState(here.open(), 'sign')).toMatchObject({fixed: true, changes: shown.changes});
    expect((await verifyState(here.open(), 'show')).changes).toBeNull();
  });

  test.each([
    {what: 'is not there', spoil: (path: string) => rmSync(path)},
    {what: 'is damaged', spoil: (path: string) => writeFileSync(path, '{')},
    {what: 'is of another state', spoil: (path: string) => writeFileSync(path, encodeState(stateWith({}, {serial: 1, lineage: 'x'})).text)},
  ])('a backup that $what is not compared with', async ({spoil}) => {
    const here = place();
    await write(here, THREE);
    await moveKeys(here.open(), 'a', 'e');
    editByHand(here);
    spoil(here.path('monitors.state.json.bak'));
    const {changes} = await verifyState(here.open(), 'show');
    expect(changes).toBeNull();
    expect(describeChanges(changes)).toEqual(['Cannot tell what was changed: neither git nor the backup has a valid copy.']);
  });

  test('nothing is compared where the checksum is right', async () => {
    const here = place();
    await write(here, THREE);
    commit(here);
    await moveKeys(here.open(), 'a', 'e');
    expect(await verifyState(here.open(), 'show')).toMatchObject({signed: true, changes: null});
  });
});
