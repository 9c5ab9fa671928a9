import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {patientDisk} from '../../src/core/state/file/disk';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {LockedStore} from '../../src/core/state/store';
import {type DiskCall, type Fault, faultyDisk, Killed} from '../unit/core/state/faulty-disk';
import {countingWorld, done, host, intent, type Place, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';

const place = usePlaces();

/** A place whose state holds one monitor, with serial 1. */
async function placeWithState(): Promise<Place> {
  const here = place();
  const locked = await here.open().lock();
  await locked.write(stateWith({old: recorded()}), null);
  await locked.release();
  return here;
}

/** One run as apply makes it: open, note the intents, send, note the answers, fold. */
async function run(locked: LockedStore, said: string[]): Promise<void> {
  const opened = await openForChange(locked);
  const stored = opened.stored ?? (await locked.write(stateWith(), null));
  const journal = await locked.openJournal(stored.version);
  for (const key of ['a', 'b']) {
    journal.append([intent(key), progress(key, 'sending')]);
    await journal.sync();
    said.push(`sent ${key}`);
    journal.append([done(key, `id-${key}`)]);
    await journal.sync();
    said.push(`done ${key}`);
  }
  await journal.close();
  await openForChange(locked);
  said.push('folded');
}

/** Opens the place as the next process does, which finds the lock of one that is gone. */
async function openNext(here: Place) {
  return here.open({host: host({pid: 4712, startTime: '2000'}, {4712: '2000'})});
}

describe('P1: the process is killed at every call to the disk', () => {
  test('what was said to be done is never lost, and nothing is ever unreadable', async () => {
    let index = 0;
    for (let survived = false; !survived; ) {
      index += 1;
      const here = place();
      const said: string[] = [];
      // A write is cut in half; every other call does not happen any more.
      const disk = faultyDisk((call, _args, count) => (count !== index ? 'none' : call === 'write' ? 'kill-after' : 'kill-before'));
      survived = await here
        .open({disk})
        .lock()
        .then(locked => run(locked, said).then(() => locked.release()))
        .then(
          () => true,
          error => {
            if (error instanceof Killed) return false;
            throw error;
          },
        );
      await checkAfterwards(here, said, `killed at call ${index}`);
    }
    expect(index).toBeGreaterThan(50);
  });

  async function checkAfterwards(here: Place, said: readonly string[], when: string): Promise<void> {
    const next = await (await openNext(here)).lock();
    const {stored, unresolved} = await openForChange(next);
    const keys = [...(stored?.state.monitors.keys() ?? [])];
    const waiting = unresolved.map(({intent: {key}}) => key);
    for (const key of ['a', 'b']) {
      const known = keys.includes(key) ? 'recorded' : waiting.includes(key) ? 'unresolved' : 'unknown to us';
      if (said.includes(`done ${key}`)) expect([when, key, known]).toEqual([when, key, 'recorded']);
      if (said.includes(`sent ${key}`)) expect([when, key, known]).not.toEqual([when, key, 'unknown to us']);
    }
    const again = await openForChange(next);
    expect([when, again.stored?.version]).toEqual([when, stored?.version]);
    await next.release();
    const left = readdirSync(here.directory).filter(name => !/^monitors\.state\.json(\.journal)?(\.bak)?$/.test(name));
    expect([when, left]).toEqual([when, []]);
  }
});

describe('P2: the disk fails while the state is written', () => {
  const CODES = ['ENOSPC', 'EIO', 'EROFS', 'EDQUOT'] as const;
  const CALLS: readonly DiskCall[] = ['open', 'write', 'fsync', 'close'];
  const cases = CODES.flatMap(code => CALLS.map(call => ({code, call})));

  test.each(cases)('$code at $call: refused, the old state is whole, and nothing is left behind', async ({code, call}) => {
    const here = await placeWithState();
    const before = readFileSync(here.stateFile, 'utf8');
    let armed = false;
    let isWriting = false;
    const disk = faultyDisk((name, args) => {
      if (name === 'open') isWriting = args[1] === 'create';
      return armed && name === call && isWriting ? {code} : 'none';
    });
    const locked = await here.open({disk}).lock();
    const read = await locked.read();
    if (read.kind !== 'present') throw new Error('expected a state');
    armed = true;
    const writing = locked.write(stateWith({old: recorded(), a: recorded({id: 'id-a'})}), read.stored.version);
    await expect(writing).rejects.toMatchObject({code: 'state/not-saved', message: expect.stringContaining(`(${code})`)});
    armed = false;
    expect(readFileSync(here.stateFile, 'utf8')).toBe(before);
    expect(readdirSync(here.directory).filter(name => name.includes('.tmp-'))).toEqual([]);
  });

  test('a disk that takes a few bytes at a time gets them all', async () => {
    const here = place();
    const {write} = faultyDisk(() => 'none');
    const disk = {
      ...faultyDisk(() => 'none'),
      write: (file: number, bytes: Uint8Array, offset: number) => write(file, bytes.subarray(0, offset + 7), offset),
    };
    const locked = await here.open({disk}).lock();
    await locked.write(stateWith({a: recorded()}), null);
    expect(await locked.read()).toMatchObject({kind: 'present', stored: {version: {serial: 1}}});
  });

  test('an id that was journaled survives a state that can not be written, and the next run records it', async () => {
    const here = await placeWithState();
    let full = false;
    const disk = faultyDisk(
      (call, args): Fault => (full && call === 'open' && String(args[0]).includes('state.json.tmp-') ? {code: 'ENOSPC'} : 'none'),
    );
    const locked = await here.open({disk}).lock();
    const {stored} = await openForChange(locked);
    const journal = await locked.openJournal(stored!.version);
    journal.append([intent('a'), progress('a', 'sending'), done('a', 'id-a')]);
    await journal.close();
    full = true;
    await expect(openForChange(locked)).rejects.toMatchObject({code: 'state/not-saved'});
    await locked.release();
    const view = await viewState(here.open());
    expect(view.stored?.state.monitors.get('a')?.id).toBe('id-a');
  });
});

describe('P3: the disk fails while the journal is written', () => {
  test.each(['write', 'fsync'] as const)('at %s: the run is told before anything is sent, and nothing more is written', async call => {
    const here = await placeWithState();
    let armed = false;
    const disk = faultyDisk(name => (armed && name === call ? {code: 'ENOSPC'} : 'none'));
    const locked = await here.open({disk}).lock();
    const {stored} = await openForChange(locked);
    const journal = await locked.openJournal(stored!.version);
    armed = true;
    journal.append([intent('a')]);
    await expect(journal.sync()).rejects.toMatchObject({
      code: 'state/not-saved',
      message: 'monitors.state.json.journal could not be written: the disk is full (ENOSPC)',
    });
    armed = false;
    expect(() => journal.append([intent('b')])).toThrow('the disk is full');
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/not-saved'});
    await journal.close();
  });
});

describe('P8: what can not be written later is refused before anything is sent', () => {
  const cases: readonly {row: string; prepare: (here: Place) => void; refused: object}[] = [
    {
      row: 'the state is a symlink',
      prepare: here => symlinkSync('elsewhere.json', here.stateFile),
      refused: {
        code: 'state/not-a-file',
        message: 'monitors.state.json is a symbolic link; state and journal must be regular files',
      },
    },
    {
      row: 'the state is a directory',
      prepare: here => mkdirSync(here.stateFile),
      refused: {code: 'state/not-a-file', message: 'monitors.state.json is a directory; state and journal must be regular files'},
    },
    {
      row: 'the journal is a symlink',
      prepare: here => symlinkSync('elsewhere', here.path('monitors.state.json.journal')),
      refused: {
        code: 'state/not-a-file',
        message: 'monitors.state.json.journal is a symbolic link; state and journal must be regular files',
      },
    },
    {
      row: 'the state has mode 0444',
      prepare: here => {
        writeFileSync(here.stateFile, '');
        chmodSync(here.stateFile, 0o444);
      },
      refused: {
        code: 'state/not-writable',
        message: 'monitors.state.json is write-protected (mode 0444)',
        hint: expect.stringMatching(/^allow writing: chmod u\+w \/.*\/monitors\.state\.json$/),
      },
    },
  ];
  test.each(cases)('$row', async ({prepare, refused}) => {
    const here = place();
    prepare(here);
    await expect(here.open().lock()).rejects.toMatchObject(refused);
    expect(existsSync(here.path('monitors.state.json.lock'))).toBe(false);
  });

  test('the directory takes no files', async () => {
    const here = await placeWithState();
    const disk = faultyDisk((call, args) => (call === 'open' && args[1] === 'create' ? {code: 'EACCES'} : 'none'));
    await expect(here.open({disk}).lock()).rejects.toMatchObject({
      code: 'state/not-writable',
      message: 'monitors.state.json.lock could not be written: permission denied (EACCES)',
      hint: 'give yourself write permission on its directory, then run the command again',
    });
  });

  test('the directory is not there', async () => {
    const here = place();
    const store = here.open({stateFile: join(here.directory, 'deploy/monitors.state.json'), shown: 'deploy/monitors.state.json'});
    await expect(store.lock()).rejects.toMatchObject({
      code: 'state/not-writable',
      message: 'the directory of deploy/monitors.state.json does not exist',
      hint: `create it: mkdir -p ${join(here.directory, 'deploy')}`,
    });
  });
});

describe('P9: temporary files', () => {
  test('those of a run that crashed are removed by the next one that holds the lock; other files stay', async () => {
    const here = await placeWithState();
    const orphan = here.path('monitors.state.json.tmp-0123456789abcdef');
    const mine = here.path('monitors.state.json.tmp-notes');
    for (const path of [orphan, mine]) writeFileSync(path, 'left over');
    await here.open().read();
    expect(existsSync(orphan)).toBe(true);
    await (await here.open().lock()).release();
    expect([existsSync(orphan), existsSync(mine)]).toEqual([false, true]);
  });

  test('a symlink that waits under the name of the next temporary file is not followed', async () => {
    const here = place();
    const victim = here.path('victim.txt');
    writeFileSync(victim, 'precious');
    const world = countingWorld();
    const locked = await here.open({world}).lock();
    for (let next = 1; next <= 9; next += 1) symlinkSync(victim, `${here.stateFile}.tmp-800000000000000${next}`);
    await locked.write(stateWith({a: recorded()}), null);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(await locked.read()).toMatchObject({kind: 'present'});
  });
});

describe('P10: odd file systems', () => {
  test.each(['EINVAL', 'EPERM', 'ENOTSUP'])('fsync of a directory that answers %s is left at that', async code => {
    const here = place();
    let directory = -1;
    const disk = faultyDisk((call, args): Fault => (call === 'fsync' && args[0] === directory ? {code} : 'none'));
    const watching = {
      ...disk,
      open: (...args: Parameters<typeof disk.open>) => {
        const file = disk.open(...args);
        directory = args[1] === 'directory' ? file : -1;
        return file;
      },
    };
    const locked = await here.open({disk: watching}).lock();
    await locked.write(stateWith(), null);
    expect(disk.calls.filter(call => call === 'fsync').length).toBeGreaterThan(1);
  });

  test('without hard links the backup is a copy and the lock an exclusive create', async () => {
    const here = await placeWithState();
    const disk = faultyDisk(call => (call === 'link' ? {code: 'EPERM'} : 'none'));
    const locked = await here.open({disk}).lock();
    const {stored} = await openForChange(locked);
    const before = readFileSync(here.stateFile, 'utf8');
    await locked.write(stateWith({}), stored!.version);
    expect(readFileSync(here.path('monitors.state.json.bak'), 'utf8')).toBe(before);
    await expect(here.open({disk}).lock()).rejects.toMatchObject({code: 'state/locked'});
    await locked.release();
  });

  test.each(['EXDEV', 'EPERM', 'EBUSY'])('a rename that fails with %s is a refusal that names it', async code => {
    const here = await placeWithState();
    const disk = faultyDisk((call, args) => (call === 'rename' && args[1] === here.stateFile ? {code} : 'none'));
    const locked = await here.open({disk}).lock();
    const {stored} = await openForChange(locked);
    await expect(locked.write(stateWith({}), stored!.version)).rejects.toMatchObject({message: expect.stringContaining(`(${code})`)});
  });

  test('on Windows a rename waits for whoever holds the file open, up to 2 s', async () => {
    const here = await placeWithState();
    let refusals = 5;
    const waited: number[] = [];
    const disk = faultyDisk((call, args) => {
      if (call !== 'rename' || args[1] !== here.stateFile || refusals === 0) return 'none';
      refusals -= 1;
      return {code: 'EPERM'};
    });
    const patient = patientDisk(disk, ms => void waited.push(ms));
    const locked = await here.open({disk: patient, world: countingWorld(), host: host({platform: 'win32'})}).lock();
    const {stored} = await openForChange(locked);
    expect((await locked.write(stateWith({}), stored!.version)).version.serial).toBe(2);
    expect(waited).toEqual([10, 20, 40, 80, 150]);
    refusals = 1000;
    await expect(locked.write(stateWith({a: recorded()}), (await openForChange(locked)).before)).rejects.toMatchObject({
      code: 'state/not-saved',
    });
    expect(waited.slice(5).reduce((sum, ms) => sum + ms, 0)).toBe(2000);
  });
});

describe('P15: permissions', () => {
  test('with umask 000 the state has mode 0644 and the lock 0600', async () => {
    const umask = process.umask(0);
    try {
      const here = place();
      const locked = await here.open().lock();
      const {version} = await locked.write(stateWith(), null);
      await (await locked.openJournal(version)).close();
      const mode = (name: string) => (statSync(here.path(name)).mode & 0o777).toString(8);
      expect([mode('monitors.state.json'), mode('monitors.state.json.journal'), mode('monitors.state.json.lock')]).toEqual([
        '644',
        '644',
        '600',
      ]);
    } finally {
      process.umask(umask);
    }
  });

  test('a state that people made private stays private', async () => {
    const here = await placeWithState();
    chmodSync(here.stateFile, 0o600);
    const locked = await here.open().lock();
    const {stored} = await openForChange(locked);
    await locked.write(stateWith({}), stored!.version);
    expect(statSync(here.stateFile).mode & 0o777).toBe(0o600);
  });

  test('nothing is written outside of the directory of the state, even without HOME and TMPDIR', async () => {
    const here = await placeWithState();
    const opened: string[] = [];
    const disk = faultyDisk((call, args) => {
      if (call === 'open' && args[1] === 'create') opened.push(String(args[0]));
      return 'none';
    });
    const locked = await here.open({disk, env: {TMPDIR: '/nonexistent'}}).lock();
    const {stored} = await openForChange(locked);
    await locked.write(stateWith({}), stored!.version);
    await locked.release();
    expect(opened.length).toBeGreaterThan(1);
    expect(opened.filter(path => !path.startsWith(`${here.directory}/`))).toEqual([]);
  });
});

describe('K6: the state is changed by somebody else between reading and writing', () => {
  test('before the write, and in the middle of it: refused, and their content stays', async () => {
    for (const when of ['before', 'during'] as const) {
      const here = await placeWithState();
      const theirs = await place();
      const other = await theirs.open().lock();
      await other.write(stateWith({theirs: recorded({id: 'id-theirs'})}), null);
      const swap = () => writeFileSync(here.stateFile, readFileSync(theirs.stateFile));
      let armed = false;
      const disk = faultyDisk((call, args) => {
        if (armed && when === 'during' && call === 'open' && args[1] === 'create') swap();
        return 'none';
      });
      const locked = await here.open({disk}).lock();
      const {stored} = await openForChange(locked);
      armed = true;
      if (when === 'before') swap();
      await expect(locked.write(stateWith({}), stored!.version)).rejects.toMatchObject({code: 'state/changed'});
      expect(readFileSync(here.stateFile)).toEqual(readFileSync(theirs.stateFile));
    }
  });
});
