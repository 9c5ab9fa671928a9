import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {collectWork} from '../../src/core/state/format/journal';
import type {JournalRecord} from '../../src/core/state/journal';
import type {State} from '../../src/core/state/state';
import {resolveCreates} from '../../src/features/resolve/resolve';
import {type KeyRepair, listState, moveKeys, removeKeys, unprotectKeys} from '../../src/features/state/keys';
import {resetState, setOrigin, showKey} from '../../src/features/state/repair';
import {restoreFile, verifyState} from '../../src/features/state/restore';
import {faultyDisk} from '../unit/core/state/faulty-disk';
import {done, intent, type Place, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';

const place = usePlaces();
/** An exact key is not asked about. */
const UNASKED: KeyRepair = {approve: () => Promise.reject(new Error('asked'))};
const LOST = [intent('lost'), progress('lost', 'sending')];

/** A place with a state (by default of one monitor, `old`) and a journal with the given records. */
async function prepared(state: State = stateWith({old: recorded()}), ...records: readonly JournalRecord[]): Promise<Place> {
  const here = place();
  const locked = await here.open().lock();
  const {version} = await locked.write(state, null);
  if (records.length > 0) {
    const journal = await locked.openJournal(version);
    journal.append(records);
    await journal.close();
  }
  await locked.release();
  return here;
}

const journalOf = (here: Place) => here.path('monitors.state.json.journal');
const keysOf = async (here: Place) => (await listState(here.open())).monitors.map(([key]) => key);
const unresolvedOf = async (here: Place) => (await listState(here.open())).unresolved.map(({intent: {key}}) => key);

function files(here: Place): unknown {
  return readdirSync(here.directory).map(name => [name, readFileSync(here.path(name), 'utf8')]);
}

describe('a repair that is refused changes nothing and gives the lock back', () => {
  const cases: readonly {
    row: string;
    act: (here: Place) => Promise<unknown>;
    code: string;
    records?: readonly JournalRecord[];
    state?: State;
  }[] = [
    {row: 'mv of an unknown key', act: here => moveKeys(here.open(), 'nope', 'new'), code: 'state/no-such-key'},
    {
      row: 'mv onto a key that is taken',
      act: here => moveKeys(here.open(), 'old', 'other'),
      code: 'state/key-taken',
      state: stateWith({old: recorded(), other: recorded({id: 'id-2'})}),
    },
    {row: 'mv onto the same key', act: here => moveKeys(here.open(), 'old', 'old'), code: 'state/bad-repair'},
    {row: 'I8: mv to __proto__', act: here => moveKeys(here.open(), 'old', '__proto__'), code: 'state/bad-repair'},
    {
      row: 'mv onto a key whose create is unresolved',
      act: here => moveKeys(here.open(), 'old', 'lost'),
      code: 'state/unresolved',
      records: LOST,
    },
    {row: 'rm of an unknown key', act: here => removeKeys(here.open(), 'constructor', UNASKED), code: 'state/no-such-key'},
    {
      row: 'rm of a protected monitor',
      act: here => removeKeys(here.open(), 'old', UNASKED),
      code: 'state/protected',
      state: stateWith({old: recorded({protect: true})}),
    },
    {
      row: 'C28: set-origin while a create is unresolved',
      act: here => setOrigin(here.open(), 'https://new.example'),
      code: 'state/unresolved',
      records: LOST,
    },
    {row: 'reset of a state of a real service', act: here => resetState(here.open()), code: 'state/reset-refused'},
    {
      row: 'resolve of a key that is settled',
      act: here => resolveCreates(here.open(), ['old'], {kind: 'not-created'}, 'r'),
      code: 'state/not-unresolved',
      records: LOST,
    },
    {
      row: 'resolve of several keys of which one is settled',
      act: here => resolveCreates(here.open(), ['lost', 'old'], {kind: 'not-created'}, 'r'),
      code: 'state/not-unresolved',
      records: LOST,
    },
    {
      row: 'adoption of an id that is recorded',
      act: here => resolveCreates(here.open(), ['lost'], {kind: 'adopt', id: recorded().id}, 'r'),
      code: 'state/key-taken',
      records: LOST,
    },
    {
      row: 'adoption of something that is no id',
      act: here => resolveCreates(here.open(), ['lost'], {kind: 'adopt', id: 'a b'}, 'r'),
      code: 'state/bad-repair',
      records: LOST,
    },
    {
      row: 'adoption of one id for several keys',
      act: here => resolveCreates(here.open(), ['lost', 'lost2'], {kind: 'adopt', id: 'id-x'}, 'r'),
      code: 'state/bad-repair',
      records: [...LOST, intent('lost2'), progress('lost2', 'unknown')],
    },
    {row: 'restore of a file that is not there', act: here => restoreFile(here.open(), here.path('nope')), code: 'state/bad-rescue'},
    {row: 'verify --fix of a truncated file', act: here => verifyState(here.open(), 'sign'), code: 'state/syntax'},
  ];
  test.each(cases)('$row', async ({row, act, code, records = [], state}) => {
    const here = await prepared(state, ...records);
    if (row.includes('truncated')) writeFileSync(here.stateFile, readFileSync(here.stateFile, 'utf8').slice(0, 300));
    const before = files(here);
    await expect(act(here)).rejects.toMatchObject({code});
    expect(files(here)).toEqual(before);
  });

  test('every repair says so where nothing was ever applied', async () => {
    const store = place().open();
    const acts = [
      () => moveKeys(store, 'a', 'b'),
      () => verifyState(store, 'show'),
      () => verifyState(place().open(), 'sign'),
      () => resetState(place().open()),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({code: 'state/nothing-stored'});
    await expect(showKey(store, 'a')).rejects.toMatchObject({code: 'state/no-such-key'});
  });
});

describe('small repairs', () => {
  test('mv keeps the monitor under its new key', async () => {
    const here = await prepared();
    await moveKeys(here.open(), 'old', 'new');
    expect((await listState(here.open())).monitors).toEqual([['new', recorded()]]);
  });

  test('rm forgets one monitor; unprotect lifts its protection first', async () => {
    const here = await prepared(stateWith({old: recorded({protect: true}), other: recorded({id: 'id-2'})}));
    expect(await unprotectKeys(here.open(), 'old', UNASKED)).toMatchObject([['old', {protect: true}]]);
    expect(await unprotectKeys(here.open(), 'old', UNASKED)).toMatchObject([['old', {protect: false}]]);
    expect(await removeKeys(here.open(), 'old', UNASKED)).toMatchObject([['old', {id: recorded().id}]]);
    expect(await keysOf(here)).toEqual(['other']);
  });

  test('set-origin notes the new address', async () => {
    const here = await prepared();
    expect(await setOrigin(here.open(), 'https://new.example')).toEqual({before: 'https://api.example.dev', after: 'https://new.example'});
    expect((await listState(here.open())).origin).toBe('https://new.example');
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:5/prefix'])(
    'reset forgets what a trial at %s left',
    async origin => {
      const here = await prepared(stateWith({old: recorded()}, {origin}), ...LOST);
      expect(await resetState(here.open())).toEqual({origin, forgotten: 1});
      expect(readdirSync(here.directory)).toEqual([]);
      expect(await here.open().read()).toMatchObject({kind: 'first-use'});
    },
  );

  test('a state at loopback that another service than the emulator answered for is not forgotten', async () => {
    const here = await prepared(stateWith({old: recorded()}, {origin: 'http://127.0.0.1:8080', emulator: false}));
    await expect(resetState(here.open())).rejects.toMatchObject({code: 'state/reset-refused'});
    expect(await keysOf(here)).toEqual(['old']);
  });

  test('an address that only begins like loopback is not', async () => {
    const here = await prepared(stateWith({old: recorded()}, {origin: 'https://127.0.0.1.example.com'}));
    await expect(resetState(here.open())).rejects.toMatchObject({code: 'state/reset-refused'});
  });

  test('a state with nothing in it may be forgotten wherever it points', async () => {
    const here = await prepared(stateWith({}, {origin: 'https://api.exmaple.com'}));
    expect(await resetState(here.open())).toMatchObject({forgotten: 0});
  });

  test('show finds monitors and unresolved creates', async () => {
    const here = await prepared(undefined, ...LOST);
    expect(await showKey(here.open(), 'old')).toMatchObject({monitor: recorded(), unresolved: []});
    expect(await showKey(here.open(), 'lost')).toMatchObject({monitor: null, unresolved: [{phase: 'sending'}]});
  });

  test('C28: the origin check says how to go on', async () => {
    const {refusals} = place().open();
    refusals.checkOrigin(stateWith(), 'https://api.example.dev');
    expect(() => refusals.checkOrigin(stateWith(), 'https://new.example')).toThrow(
      'the monitors in monitors.state.json are at https://api.example.dev, but this run is for https://new.example',
    );
    const emulated = stateWith({}, {origin: 'http://127.0.0.1:4010', emulator: true});
    expect(() => refusals.checkOrigin(emulated, 'https://api.example.dev')).toThrow(
      expect.objectContaining({
        hint: 'check MONITORS_BASE_URL (or --base-url): for these monitors it must be http://127.0.0.1:4010; this state is from the emulator: if that trial is over, run "monitors state reset"',
      }),
    );
  });
});

describe('resolve', () => {
  test('--adopt records the monitor that the person found', async () => {
    const here = await prepared(undefined, ...LOST, intent('lost2'), progress('lost2', 'unknown'));
    const report = await resolveCreates(here.open(), ['lost'], {kind: 'adopt', id: 'id-found'}, 'r2');
    expect(report).toMatchObject({resolved: [{key: 'lost', id: 'id-found'}], left: [{intent: {key: 'lost2'}}]});
    expect(await showKey(here.open(), 'lost')).toMatchObject({monitor: {id: 'id-found', specPath: 'lost.yaml', applied: {name: 'lost'}}});
  });

  test('--not-created lets the next plan create it', async () => {
    const here = await prepared(undefined, ...LOST);
    await resolveCreates(here.open(), ['lost', 'lost'], {kind: 'not-created'}, 'r2');
    expect([await unresolvedOf(here), existsSync(journalOf(here))]).toEqual([[], false]);
  });

  test('--all-unknown settles all of them', async () => {
    const here = await prepared(undefined, ...LOST, intent('lost2'), progress('lost2', 'unknown'));
    const report = await resolveCreates(here.open(), 'all-unknown', {kind: 'not-created'}, 'r2');
    expect(report.resolved.map(({key}) => key)).toEqual(['lost', 'lost2']);
    expect(await unresolvedOf(here)).toEqual([]);
  });
});

describe('verify', () => {
  test('P6: --fix signs what people edited, one serial up, and keeps the file that it replaces', async () => {
    const here = await prepared();
    const edited = readFileSync(here.stateFile, 'utf8').replace('"protect":false', '"protect":true');
    writeFileSync(here.stateFile, edited);
    expect(await verifyState(here.open(), 'show')).toMatchObject({signed: false, fixed: false, monitors: ['old']});
    expect(readFileSync(here.stateFile, 'utf8')).toBe(edited);
    expect(await verifyState(here.open(), 'sign')).toMatchObject({fixed: true, version: {serial: 2}});
    expect((await showKey(here.open(), 'old')).monitor?.protect).toBe(true);
    expect(readFileSync(here.path('monitors.state.json.bak'), 'utf8')).toBe(edited);
  });

  test('--fix of a sound state writes nothing', async () => {
    const here = await prepared(undefined, ...LOST);
    const before = files(here);
    expect(await verifyState(here.open(), 'sign')).toMatchObject({signed: true, journal: 'sound', fixed: false, unresolved: [{}]});
    expect(files(here)).toEqual(before);
  });

  test('--fix keeps what a damaged journal still says, and trusts no unfinished create in it', async () => {
    const here = await prepared(undefined, ...LOST, intent('a'), intent('b'), done('b', 'id-b'));
    const lines = readFileSync(journalOf(here), 'utf8').split('\n');
    lines[4] = 'garbage';
    lines.splice(3, 0, 'more garbage');
    writeFileSync(journalOf(here), lines.join('\n'));
    expect(await verifyState(here.open(), 'show')).toMatchObject({journal: 'damaged', unreadableLines: [4, 6, 7], fixed: false});
    const damaged = readFileSync(journalOf(here), 'utf8');
    await verifyState(here.open(), 'sign');
    expect(readFileSync(`${journalOf(here)}.bak`, 'utf8')).toBe(damaged);
    expect([await keysOf(here), await unresolvedOf(here)]).toEqual([['old'], ['lost', 'a']]);
  });

  test('a state that was lost is not one that never was', async () => {
    const here = await prepared();
    rmSync(here.stateFile);
    writeFileSync(journalOf(here), '');
    await expect(verifyState(here.open(), 'show')).rejects.toMatchObject({code: 'state/lost'});
  });
});

describe('restore of a state', () => {
  test('from the backup: with a serial above everything known, and the backup stays', async () => {
    const here = await prepared();
    await moveKeys(here.open(), 'old', 'new');
    const backup = readFileSync(here.path('monitors.state.json.bak'), 'utf8');
    rmSync(here.stateFile);
    const report = await restoreFile(here.open(), here.path('monitors.state.json.bak'));
    expect(report).toMatchObject({kind: 'state', from: {serial: 1}, version: {serial: 2}, monitors: 1});
    expect(await keysOf(here)).toEqual(['old']);
    expect(readFileSync(here.path('monitors.state.json.bak'), 'utf8')).toBe(backup);
  });

  test('folds the journal of the lost state and keeps what is unresolved', async () => {
    const here = await prepared(undefined, ...LOST, intent('b'), done('b', 'id-b'));
    writeFileSync(here.path('copy.json'), readFileSync(here.stateFile));
    writeFileSync(here.stateFile, '');
    await restoreFile(here.open(), here.path('copy.json'));
    expect([await keysOf(here), await unresolvedOf(here)]).toEqual([['b', 'old'], ['lost']]);
  });

  test.each([
    {what: 'is something else', name: 'monitors.config.yaml', bytes: () => 'project: shop\n', code: 'state/syntax'},
    {what: 'is another document', name: 'package.json', bytes: () => '{}\n', code: 'state/malformed'},
    {what: 'was edited', name: 'copy.json', bytes: (text: string) => text.replace('"old"', '"new"'), code: 'state/checksum'},
  ])('a file that $what is refused, and the hint says to give another: it never says to overwrite it', async ({name, bytes, code}) => {
    const here = await prepared();
    writeFileSync(here.path(name), bytes(readFileSync(here.stateFile, 'utf8')));
    const before = files(here);
    const refusal = restoreFile(here.open(), here.path(name));
    await expect(refusal).rejects.toMatchObject({code, hint: expect.stringMatching(/^give another file/)});
    await expect(refusal).rejects.toMatchObject({hint: expect.not.stringContaining('git checkout')});
    expect(files(here)).toEqual(before);
  });

  test('an older copy beside a newer journal goes on when a person says so', async () => {
    const here = await prepared();
    const older = readFileSync(here.stateFile);
    await moveKeys(here.open(), 'old', 'new');
    const locked = await here.open().lock();
    const read = await locked.read();
    if (read.kind !== 'present') throw new Error('expected a state');
    const journal = await locked.openJournal(read.stored.version);
    journal.append(LOST);
    await journal.close();
    await locked.release();
    writeFileSync(here.stateFile, older);
    await expect(here.open().read()).rejects.toMatchObject({code: 'state/journal-ahead'});
    await restoreFile(here.open(), here.stateFile);
    expect([await keysOf(here), await unresolvedOf(here)]).toEqual([['old'], ['lost']]);
  });

  test.each([
    {what: 'of another project', state: stateWith({}, {project: 'other'}), code: 'state/wrong-project'},
    {what: 'of another lineage beside a journal', state: stateWith({}, {lineage: 'another'}), code: 'state/journal-mismatch'},
  ])('a state $what is refused', async ({state, code}) => {
    const here = await prepared(undefined, ...LOST);
    const other = place();
    await (await other.open({project: state.project}).lock()).write(state, null);
    const before = files(here);
    await expect(restoreFile(here.open(), other.stateFile)).rejects.toMatchObject({code});
    expect(files(here)).toEqual(before);
  });
});

describe('P2: rescue', () => {
  const learned = collectWork([intent('a'), progress('a', 'sending'), done('a', 'id-a'), ...LOST])!;

  /** A rescue of `learned` for a state that was never told of it. */
  async function rescued(
    env: Record<string, string> = {},
    isFull: (path: string) => boolean = () => false,
  ): Promise<{here: Place; path: string | null}> {
    const here = await prepared();
    const disk = faultyDisk((call, args) =>
      call === 'open' && args[1] === 'create' && isFull(String(args[0])) ? {code: 'ENOSPC'} : 'none',
    );
    const locked = await here.open({env: {PATH: process.env['PATH'], ...env}, disk}).lock();
    const path = await locked.rescue(stateWith({old: recorded()}), learned, 'run-1');
    await locked.release();
    return {here, path};
  }

  test('C13: the file lies beside the state, says the ids, and the next run merges it', async () => {
    const {here, path} = await rescued();
    expect(path).toBe(here.path('monitors.state.rescue-run-1.json'));
    expect(JSON.parse(readFileSync(path!, 'utf8'))).toMatchObject({ids: {a: 'id-a'}, runId: 'run-1'});
    const report = await restoreFile(here.open(), path!);
    expect(report).toMatchObject({kind: 'rescue', runId: 'run-1', recorded: ['a'], unresolved: [{intent: {key: 'lost'}}]});
    expect([await keysOf(here), await unresolvedOf(here)]).toEqual([['a', 'old'], ['lost']]);
    await restoreFile(here.open(), path!);
    expect([await keysOf(here), await unresolvedOf(here)]).toEqual([['a', 'old'], ['lost']]);
  });

  test('on a full disk it goes to RUNNER_TEMP, and nowhere when that is full too', async () => {
    const temp = place();
    const onState = (path: string) => path.includes('rescue') && !path.startsWith(temp.directory);
    const {path} = await rescued({RUNNER_TEMP: temp.directory}, onState);
    expect(path).toBe(temp.path('monitors.state.rescue-run-1.json'));
    expect((await rescued({RUNNER_TEMP: temp.directory}, name => name.includes('rescue'))).path).toBeNull();
    expect((await rescued({}, onState)).path).toBeNull();
  });

  test('a run id can not lead out of the directory', async () => {
    const here = await prepared();
    const locked = await here.open().lock();
    const path = await locked.rescue(stateWith(), learned, '../../evil');
    expect(path).toBe(here.path('monitors.state.rescue-evil.json'));
    await locked.release();
  });

  test('a rescue file that git tracks, a damaged one, and one of another state are refused', async () => {
    const {here, path} = await rescued();
    const git = (...args: string[]) => execFileSync('git', ['-C', here.directory, ...args], {stdio: 'pipe'});
    git('init', '-q');
    git('add', '-f', path!);
    await expect(restoreFile(here.open(), path!)).rejects.toMatchObject({code: 'state/tracked-by-git'});
    git('rm', '-q', '--cached', path!);
    const text = readFileSync(path!, 'utf8');
    writeFileSync(path!, text.replaceAll('id-a', 'id-x'));
    await expect(restoreFile(here.open(), path!)).rejects.toMatchObject({code: 'state/bad-rescue'});
    const other = await prepared(stateWith({}, {lineage: 'another'}));
    mkdirSync(dirname(other.path('r/rescue.json')));
    writeFileSync(other.path('r/rescue.json'), text);
    await expect(restoreFile(other.open(), other.path('r/rescue.json'))).rejects.toMatchObject({code: 'state/bad-rescue'});
  });
});
