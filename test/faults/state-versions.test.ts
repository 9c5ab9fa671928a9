import {copyFileSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {openForChange} from '../../src/core/state/fold-open';
import {restoreFile} from '../../src/features/state/restore';
import {done, intent, recorded, usePlaces} from '../unit/core/state/world';

const place = usePlaces();
const golden = (name: string): string => join(__dirname, 'state-reading', `${name}.golden.json`);

describe('a state file of another version', () => {
  test('an indented file stays as it is until something changes; its backup and its journal go on', async () => {
    const here = place();
    copyFileSync(golden('indented/sound'), here.stateFile);
    const before = readFileSync(here.stateFile, 'utf8');
    const locked = await here.open().lock();
    const found = await locked.read();
    if (found.kind !== 'present') throw new Error('expected a state');
    const {state, version} = found.stored;
    expect((await locked.write({...state, monitors: new Map(state.monitors)}, version)).version).toEqual(version);
    expect(readFileSync(here.stateFile, 'utf8')).toBe(before);
    const journal = await locked.openJournal(version);
    journal.append([intent('new'), done('new', 'id-new')]);
    await journal.close();
    await locked.release();

    const again = await here.open().lock();
    const opened = await openForChange(again);
    await again.release();
    expect(opened).toMatchObject({folded: ['new'], before: version});
    expect(readFileSync(here.path('monitors.state.json.bak'), 'utf8')).toBe(before);
    const lines = readFileSync(golden('sound'), 'utf8').split('\n');
    const written = readFileSync(here.stateFile, 'utf8').split('\n');
    expect(written.filter(line => !lines.includes(line)).map(line => line.slice(0, 15))).toEqual([
      '  "checksum": "',
      '    "new": {"ap',
      '  "serial": 18,',
    ]);
    expect(await restoreFile(here.open(), here.path('monitors.state.json.bak'))).toMatchObject({
      kind: 'state',
      monitors: 5,
      unresolved: [],
    });
  });

  test('members that a newer minor version wrote are kept when something else changes', async () => {
    const here = place();
    copyFileSync(golden('newer-minor'), here.stateFile);
    const locked = await here.open().lock();
    const found = await locked.read();
    if (found.kind !== 'present') throw new Error('expected a state');
    const {state, version} = found.stored;
    await locked.write({...state, monitors: new Map(state.monitors).set('new', recorded({id: 'id-new'}))}, version);
    const written = JSON.parse(readFileSync(here.stateFile, 'utf8'));
    expect(written).toMatchObject({labels: {team: 'web'}, serial: 18, monitors: {'pricing/acme': {paused: true}, new: {id: 'id-new'}}});
  });
});
