import {appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {JournalRecord} from '../../src/core/state/journal';
import {faultyDisk} from '../unit/core/state/faulty-disk';
import {done, intent, type Place, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';

const place = usePlaces();
const journalOf = (here: Place) => here.path('monitors.state.json.journal');

/** A place whose state holds `old`, and whose journal holds the given records. */
async function placeWithJournal(...records: readonly JournalRecord[]): Promise<Place> {
  const here = place();
  const locked = await here.open().lock();
  const {version} = await locked.write(stateWith({old: recorded()}), null);
  const journal = await locked.openJournal(version);
  journal.append(records);
  await journal.close();
  await locked.release();
  return here;
}

async function phases(here: Place): Promise<unknown> {
  const {journal} = await here.open().read();
  return journal.creates.map(create => [create.intent.key, create.phase]);
}

describe('a torn journal', () => {
  test('C2: cut anywhere in its last line it is read without that line, and says so', async () => {
    const here = await placeWithJournal(intent('a'), progress('a', 'sending'));
    const whole = readFileSync(journalOf(here));
    const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let size = lastLine + 1; size < whole.length - 1; size += 13) {
      writeFileSync(journalOf(here), whole.subarray(0, size));
      const {journal} = await here.open().read();
      expect([size, journal.tornTail, journal.creates.map(create => create.phase)]).toEqual([size, true, ['intent']]);
    }
  });

  test('a last line that only lacks its end is whole, and the next record starts on a new line', async () => {
    const here = await placeWithJournal(intent('a'), progress('a', 'sending'));
    truncateSync(journalOf(here), readFileSync(journalOf(here)).length - 1);
    expect((await here.open().read()).journal).toMatchObject({tornTail: false, creates: [{phase: 'sending'}]});
    const locked = await here.open().lock();
    const read = await locked.read();
    const journal = await locked.openJournal(read.kind === 'present' ? read.stored.version : never());
    journal.append([progress('a', 'unknown')]);
    await journal.close();
    expect(await phases(here)).toEqual([['a', 'unknown']]);
  });

  test('a torn line is cut away before anything is appended', async () => {
    const here = await placeWithJournal(intent('a'));
    appendFileSync(journalOf(here), '{"checksum":"00ff');
    const locked = await here.open().lock();
    const read = await locked.read();
    const journal = await locked.openJournal(read.kind === 'present' ? read.stored.version : never());
    journal.append([progress('a', 'sending')]);
    await journal.close();
    expect(await phases(here)).toEqual([['a', 'sending']]);
  });

  test('zeros at the end, as after a power loss, are a torn line', async () => {
    const here = await placeWithJournal(intent('a'));
    appendFileSync(journalOf(here), Buffer.alloc(300));
    expect((await here.open().read()).journal).toMatchObject({tornTail: true, creates: [{phase: 'intent'}]});
  });

  test('torn in its header it is an empty journal', async () => {
    const here = await placeWithJournal(intent('a'));
    truncateSync(journalOf(here), 40);
    const view = await viewState(here.open());
    expect(view).toMatchObject({tornTail: true, unresolved: []});
    const opened = await openForChange(await here.open().lock());
    expect(opened).toMatchObject({tornTail: true});
    expect(existsSync(journalOf(here))).toBe(false);
  });
});

describe('a journal that can not be trusted is refused', () => {
  const lines = (here: Place) => readFileSync(journalOf(here), 'utf8').split('\n').slice(0, -1);
  const put = (here: Place, kept: readonly string[]) => writeFileSync(journalOf(here), `${kept.join('\n')}\n`);
  const cases: readonly {row: string; damage: (here: Place) => void; message: string}[] = [
    {
      row: 'a line was edited',
      damage: here =>
        put(
          here,
          lines(here).map(line => line.replace('"phase":"sending"', '"phase":"dropped"')),
        ),
      message: 'line 3 of monitors.state.json.journal is damaged: it does not match its checksum',
    },
    {
      row: 'the last line was edited',
      damage: here =>
        put(
          here,
          lines(here).map((line, index) => (index === 4 ? line.replace('id-b', 'id-x') : line)),
        ),
      message: 'line 5 of monitors.state.json.journal is damaged: it does not match its checksum',
    },
    {
      row: 'a line is missing',
      damage: here =>
        put(
          here,
          lines(here).filter((_line, index) => index !== 2),
        ),
      message: 'line 3 of monitors.state.json.journal is damaged: it does not match its checksum',
    },
    {
      row: 'two lines changed places',
      damage: here => {
        const [header, a, b, ...rest] = lines(here);
        put(here, [header!, b!, a!, ...rest]);
      },
      message: 'line 2 of monitors.state.json.journal is damaged: it does not match its checksum',
    },
    {
      row: 'the header is missing',
      damage: here => put(here, lines(here).slice(1)),
      message: 'line 1 of monitors.state.json.journal is damaged: it does not match its checksum',
    },
    {
      row: 'P5: git left conflict markers in it',
      damage: here => put(here, [...lines(here).slice(0, 2), '<<<<<<< HEAD', ...lines(here).slice(2)]),
      message: 'line 3 of monitors.state.json.journal is damaged: it is a git conflict marker',
    },
  ];
  test.each(cases)('$row', async ({damage, message}) => {
    const here = await placeWithJournal(intent('a'), progress('a', 'sending'), intent('b'), done('b', 'id-b'));
    damage(here);
    const before = readFileSync(journalOf(here));
    await expect(here.open().read()).rejects.toMatchObject({code: 'state/journal-damaged', message});
    await expect(openForChange(await here.open().lock())).rejects.toMatchObject({code: 'state/journal-damaged'});
    expect(readFileSync(journalOf(here))).toEqual(before);
  });

  test('it continues another state', async () => {
    const here = await placeWithJournal(intent('a'));
    const other = place();
    await (await other.open().lock()).write(stateWith({}, {lineage: '99999999-2222-4333-8444-555555555555'}), null);
    writeFileSync(here.stateFile, readFileSync(other.stateFile));
    await expect(here.open().read()).rejects.toMatchObject({code: 'state/journal-mismatch'});
  });

  test('it continues a newer serial: the state is an older copy', async () => {
    const here = place();
    const locked = await here.open().lock();
    const first = await locked.write(stateWith({old: recorded()}), null);
    const older = readFileSync(here.stateFile);
    const second = await locked.write(stateWith({}), first.version);
    const journal = await locked.openJournal(second.version);
    journal.append([intent('a'), intent('b'), progress('b', 'sending'), intent('c'), progress('c', 'sending'), progress('c', 'unknown')]);
    await journal.close();
    writeFileSync(here.stateFile, older);
    await expect(here.open().read()).rejects.toMatchObject({
      code: 'state/journal-ahead',
      message:
        'monitors.state.json.journal was written for serial 2, but monitors.state.json has serial 1: the state is an older copy; created or not, nothing says: "b", "c"',
    });
  });

  test('P7: a newer tool wrote it', async () => {
    const here = await placeWithJournal();
    const {sha256} = await import('../../src/core/json/canonical');
    const record = JSON.stringify({format: 'monitors-journal', version: 2, tool: '3.0.0'});
    writeFileSync(journalOf(here), `{"checksum":"${sha256(record)}","record":${record}}\n`);
    await expect(here.open().read()).rejects.toMatchObject({
      code: 'state/newer-version',
      hint: 'install monitors 3.0.0 or newer; nothing was written',
    });
  });
});

describe('reading without the lock while another process writes', () => {
  test('a state that is folded between two reads is neither old, nor lost, nor ahead', async () => {
    const here = await placeWithJournal(intent('a'), progress('a', 'sending'), done('a', 'id-a'), intent('b'), progress('b', 'unknown'));
    const paths = [here.stateFile, journalOf(here)];
    const put = (contents: readonly Buffer[]) => {
      for (const [index, path] of paths.entries()) writeFileSync(path, contents[index] as Buffer);
    };
    const before = paths.map(path => readFileSync(path));
    const {stored} = await openForChange(await here.open().lock());
    const after = paths.map(path => readFileSync(path));
    for (const turn of [1, 2, 3]) {
      put(before);
      let opened = 0;
      const disk = faultyDisk(call => {
        if (call === 'open') opened += 1;
        if (call === 'open' && opened === turn) put(after);
        return 'none';
      });
      const view = await viewState(here.open({disk}));
      expect([turn, view.stored?.state.monitors.get('a')?.id, view.unresolved.map(create => create.intent.key)]).toEqual([
        turn,
        'id-a',
        ['b'],
      ]);
      expect(view.stored?.version.serial).toBe(stored?.version.serial);
    }
  });
});

describe('writing the journal', () => {
  test('creates that run side by side share one fsync', async () => {
    const here = await placeWithJournal();
    const disk = faultyDisk(() => 'none');
    const locked = await here.open({disk}).lock();
    const {stored} = await openForChange(locked);
    const journal = await locked.openJournal(stored!.version);
    const count = () => disk.calls.filter(call => call === 'fsync').length;
    const before = count();
    const create = async (key: string) => {
      journal.append([intent(key)]);
      await journal.sync();
    };
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(create));
    expect(count() - before).toBe(1);
    const first = create('i');
    await Promise.resolve();
    await Promise.all([first, create('j'), create('k')]);
    expect(count() - before).toBeLessThanOrEqual(3);
    await journal.close();
    expect((await here.open().read()).journal.creates).toHaveLength(11);
  });

  test('sync resolves only when what was appended before it is on disk', async () => {
    const here = await placeWithJournal();
    const locked = await here.open().lock();
    const {stored} = await openForChange(locked);
    const journal = await locked.openJournal(stored!.version);
    journal.append([intent('a')]);
    const first = journal.sync();
    await Promise.resolve();
    await Promise.resolve();
    journal.append([intent('b')]);
    await journal.sync();
    expect(readFileSync(journalOf(here), 'utf8')).toContain('"op-b"');
    await first;
    await journal.close();
  });

  test('the cost of a record does not depend on the size of the state', async () => {
    const written = async (monitors: number) => {
      const here = place();
      const bytes: number[] = [];
      const disk = faultyDisk((call, args) => {
        if (call === 'write') bytes.push((args[1] as Uint8Array).length);
        return 'none';
      });
      const locked = await here.open({disk}).lock();
      const records = Object.fromEntries(Array.from({length: monitors}, (_, n) => [`key-${n}`, recorded({id: `id-${n}`})]));
      const {version} = await locked.write(stateWith(records), null);
      const journal = await locked.openJournal(version);
      bytes.length = 0;
      const calls = disk.calls.length;
      journal.append([intent('a')]);
      await journal.sync();
      return {bytes: [...bytes], calls: disk.calls.slice(calls)};
    };
    expect(await written(2000)).toEqual(await written(1));
  });
});

function never(): never {
  throw new Error('expected a state');
}
