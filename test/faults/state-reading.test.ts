import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {UserError} from '../../src/core/diagnostics/user-error';
import {Refusals} from '../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../src/core/state/format/state';
import {recorded, stateWith, usePlaces} from '../unit/core/state/world';

const place = usePlaces();
const GOLDEN = join(__dirname, 'state-reading');

/** As the files are written, one line a monitor; and indented, as versions wrote them before. */
const FORMS = ['lines', 'indented'] as const;

const golden = (name: string, form: (typeof FORMS)[number] = 'lines'): string =>
  join(GOLDEN, form === 'lines' ? '' : form, `${name}.golden.json`);

type Path = (name: string) => string;

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Result of reading a directory once `prepare` put files there. */
async function read(prepare: (path: Path) => void): Promise<Refused | 'first use' | {serial: number; keys: string[]}> {
  const here = place();
  prepare(here.path);
  const before = snapshot(here.directory);
  try {
    const found = await here.open().read();
    return found.kind === 'first-use'
      ? 'first use'
      : {serial: found.stored.version.serial, keys: [...found.stored.state.monitors.keys()].sort()};
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {code: error.code, message: error.message, hint: error.hint ?? ''};
  } finally {
    expect(snapshot(here.directory)).toEqual(before);
  }
}

/** Names, kinds, sizes and the content of files of an ordinary size. */
function snapshot(directory: string): unknown {
  return readdirSync(directory).map(name => {
    const path = join(directory, name);
    const facts = lstatSync(path);
    return [name, facts.mode, facts.size, facts.isFile() && facts.size < 10_000 ? readFileSync(path, 'hex') : ''];
  });
}

const FROM_GIT_OR_BACKUP =
  'restore the file from git ("git checkout -- monitors.state.json"); if git does not have it, run "monitors state restore monitors.state.json.bak": that backup is older (serial 17) and may lack what the last run created';
const FROM_GIT = 'restore the file from git ("git log -- monitors.state.json" lists its versions), then run "monitors state verify"';
const REENCODE = `an editor saved it in another encoding: ${FROM_GIT}`;
const SIGN =
  'run "monitors state verify" to see its content, then "monitors state verify --fix" to accept it; or restore the file from git';

describe('a state file that would have to be guessed is refused, and its bytes stay as they are', () => {
  test.each([
    {
      row: 'P4: an empty file',
      file: 'empty',
      code: 'state/empty',
      message: 'monitors.state.json is empty (0 bytes): a write was cut off, or the file was emptied',
      hint: FROM_GIT,
    },
    {
      row: 'P4: only white space',
      file: 'blank',
      code: 'state/empty',
      message: 'monitors.state.json contains only white space or NUL bytes (3 bytes): a write was cut off, or the file was emptied',
      hint: FROM_GIT,
    },
    {
      row: 'P4: only NULs',
      file: 'nuls',
      code: 'state/empty',
      message: 'monitors.state.json contains only white space or NUL bytes (512 bytes): a write was cut off, or the file was emptied',
      hint: FROM_GIT,
    },
    {
      row: 'P4: NULs at the end',
      file: 'nul-tail',
      code: 'state/empty',
      message: 'monitors.state.json is damaged: 1,033 bytes of its 1,733 bytes are NUL, as after a power loss',
      indented: 'monitors.state.json is damaged: 1,599 bytes of its 2,299 bytes are NUL, as after a power loss',
      hint: FROM_GIT,
    },
    {
      row: 'P4: a truncated file',
      file: 'truncated',
      code: 'state/syntax',
      message: 'monitors.state.json is not valid JSON: it ends too early, after 900 bytes',
      hint: FROM_GIT,
    },
    {
      row: 'a comma too many',
      file: 'trailing-comma',
      code: 'state/syntax',
      message: 'monitors.state.json is not valid JSON: reading stopped at byte 1,732 of 1,734',
      indented: 'monitors.state.json is not valid JSON: reading stopped at byte 2,298 of 2,300',
      hint: FROM_GIT,
    },
    {
      row: 'P5: git conflict markers',
      file: 'conflict',
      code: 'state/conflict',
      message: 'monitors.state.json contains git conflict markers (ours has serial 17, theirs has serial 19)',
      hint: 'keep one side ("git checkout --theirs monitors.state.json" or "--ours"), add the records that only the other side has (those monitors exist too), then run "monitors state verify --fix"',
    },
    {
      row: 'P6: a merge that git made by itself',
      file: 'auto-merged',
      code: 'state/checksum',
      message: 'monitors.state.json does not match its checksum: it was edited by hand or merged by git',
      hint: SIGN,
    },
    {
      row: 'an edit by hand',
      file: 'edited',
      code: 'state/checksum',
      message: 'monitors.state.json does not match its checksum: it was edited by hand or merged by git',
      hint: SIGN,
    },
    {
      row: 'a checksum that was removed',
      file: 'no-checksum',
      code: 'state/checksum',
      message: 'monitors.state.json has no checksum: it was edited by hand or merged by git',
      hint: SIGN,
    },
    {
      row: 'P7: a newer tool wrote it',
      file: 'newer',
      code: 'state/newer-version',
      message: 'monitors.state.json was written by a newer version of this tool (3.0.0, state format 2); this one reads format 1',
      hint: 'install monitors 3.0.0 or newer; nothing was written',
    },
    {
      row: 'a byte order mark',
      file: 'bom',
      code: 'state/encoding',
      message: 'monitors.state.json starts with a byte order mark; a state file is UTF-8 without a byte order mark',
      hint: REENCODE,
    },
    {
      row: 'UTF-16',
      file: 'utf-16',
      code: 'state/encoding',
      message: 'monitors.state.json is UTF-16; a state file is UTF-8 without a byte order mark',
      hint: REENCODE,
    },
    {
      row: 'Latin-1',
      file: 'latin-1',
      code: 'state/encoding',
      message: 'monitors.state.json is not valid UTF-8; a state file is UTF-8 without a byte order mark',
      hint: REENCODE,
    },
    {
      row: 'I8: __proto__ as a key that somebody wrote in',
      file: 'proto-key',
      code: 'state/checksum',
      message: 'monitors.state.json does not match its checksum: it was edited by hand or merged by git',
      hint: SIGN,
    },
    {
      row: 'I8: __proto__ written with escapes',
      file: 'proto-escaped',
      code: 'state/checksum',
      message: 'monitors.state.json does not match its checksum: it was edited by hand or merged by git',
      hint: SIGN,
    },
    {
      row: 'two keys with one id',
      file: 'shared-id',
      code: 'state/shared-id',
      message: 'monitors.state.json records the monitor id 8c4a1f0e-0000-4000-8000-000000000001 under two keys, "a" and "b"',
      hint: 'restore the file from git, or delete one of the two records in it and run "monitors state verify --fix"',
    },
    {
      row: 'another project',
      file: 'other-project',
      code: 'state/wrong-project',
      message: 'monitors.state.json belongs to project "acme-shop", but the config says "acme-web"',
      hint: 'set "project: acme-shop" in the config, or choose another file with --state',
    },
    {
      row: 'another environment',
      file: 'other-environment',
      code: 'state/wrong-environment',
      message: 'monitors.state.json belongs to environment "staging", but this run is for "default"',
      hint: 'run with --environment staging, or choose another file with --state; to move it here, rename it to monitors.state.staging.json, then run "monitors state migrate --environment staging --to-environment default"',
    },
    {
      row: 'some other JSON file',
      file: 'not-a-state',
      code: 'state/malformed',
      message: 'monitors.state.json is not a valid state file: "format" is not "monitors-state"',
      hint: FROM_GIT,
    },
    {
      row: 'a list',
      file: 'array',
      code: 'state/malformed',
      message: 'monitors.state.json is not a valid state file: it is not a JSON object',
      hint: FROM_GIT,
    },
    {
      row: 'a record without an id',
      file: 'record-without-id',
      code: 'state/malformed',
      message: 'monitors.state.json is not a valid state file: the record of "docs/changes" has missing members or members of a wrong type',
      hint: FROM_GIT,
    },
  ])('$row', async ({file, code, message, hint, indented = message}) => {
    for (const form of FORMS.filter(name => existsSync(golden(file, name)))) {
      const refused = {code, message: form === 'indented' ? indented : message, hint};
      expect([form, await read(path => copyFileSync(golden(file, form), path('monitors.state.json')))]).toEqual([form, refused]);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  const LOST = 'applying without it would create duplicates';
  const startAgain = (left: string) => `if no monitor was ever created, delete ${left} and start again`;
  const NO_LINKS = 'replace it with a regular file, or choose another one with --state';
  test.each([
    {
      row: 'missing, with a backup: lost',
      prepare: (path: Path) => copyFileSync(golden('sound'), path('monitors.state.json.bak')),
      code: 'state/lost',
      message: `state file monitors.state.json is missing but monitors.state.json.bak exists; ${LOST}`,
      hint: `${FROM_GIT_OR_BACKUP}; ${startAgain('monitors.state.json.bak')}`,
    },
    {
      row: 'missing, with a journal: lost',
      prepare: (path: Path) => writeFileSync(path('monitors.state.json.journal'), 'anything'),
      code: 'state/lost',
      message: `state file monitors.state.json is missing but monitors.state.json.journal exists; ${LOST}`,
      hint: `${FROM_GIT}; ${startAgain('monitors.state.json.journal')}`,
    },
    {
      row: 'P4: an empty file with a sound backup offers it by its serial',
      prepare: (path: Path) => {
        writeFileSync(path('monitors.state.json'), '');
        copyFileSync(golden('sound'), path('monitors.state.json.bak'));
      },
      code: 'state/empty',
      message: 'monitors.state.json is empty (0 bytes): a write was cut off, or the file was emptied',
      hint: FROM_GIT_OR_BACKUP,
    },
    {
      row: 'P4: an empty file with a damaged backup does not offer it',
      prepare: (path: Path) => {
        writeFileSync(path('monitors.state.json'), '');
        copyFileSync(golden('edited'), path('monitors.state.json.bak'));
      },
      code: 'state/empty',
      message: 'monitors.state.json is empty (0 bytes): a write was cut off, or the file was emptied',
      hint: FROM_GIT,
    },
    {
      row: 'P8: a symlink to a sound state',
      prepare: (path: Path) => symlinkSync(golden('sound'), path('monitors.state.json')),
      code: 'state/not-a-file',
      message: 'monitors.state.json is a symbolic link; state and journal must be regular files',
      hint: NO_LINKS,
    },
    {
      row: 'P8: a symlink to nothing is not first use',
      prepare: (path: Path) => symlinkSync('nowhere', path('monitors.state.json')),
      code: 'state/not-a-file',
      message: 'monitors.state.json is a symbolic link; state and journal must be regular files',
      hint: NO_LINKS,
    },
    {
      row: 'P8: a directory',
      prepare: (path: Path) => mkdirSync(path('monitors.state.json')),
      code: 'state/not-a-file',
      message: 'monitors.state.json is a directory; state and journal must be regular files',
      hint: NO_LINKS,
    },
    {
      row: 'P8: a pipe does not make the run wait',
      prepare: (path: Path) => void execFileSync('mkfifo', [path('monitors.state.json')]),
      code: 'state/not-a-file',
      message: 'monitors.state.json is a pipe, socket or device; state and journal must be regular files',
      hint: NO_LINKS,
    },
    {
      row: 'a file beyond every real size is refused before it is read',
      prepare: (path: Path) => {
        writeFileSync(path('monitors.state.json'), '');
        truncateSync(path('monitors.state.json'), 513 * 1024 * 1024);
      },
      code: 'state/too-large',
      message: 'monitors.state.json is too large: 537,919,488 bytes, the limit is 536,870,912 bytes',
      hint: FROM_GIT,
    },
  ])('$row', async ({prepare, code, message, hint}) => {
    expect(await read(prepare)).toEqual({code, message, hint});
  });

  test('no file and nothing beside it is first use', async () => {
    expect(await read(() => {})).toBe('first use');
  });

  test('hints name the environment when it is not the default one', async () => {
    const here = place();
    copyFileSync(golden('conflict'), here.stateFile);
    const reading = here.open({environment: 'production'}).read();
    await expect(reading).rejects.toMatchObject({hint: expect.stringContaining('"monitors state verify --fix --environment production"')});
  });

  test('nesting that no stack holds ends in a refusal', async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const text = `{"format": "monitors-state", "version": 1, "minReader": 1, "checksum": "x", "monitors": ${deep}}`;
    expect(await read(path => writeFileSync(path('monitors.state.json'), text))).toMatchObject({code: 'state/malformed'});
  });
});

describe('a state file that is sound', () => {
  const refusals = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});

  test.each(['sound', 'newer-minor'])('%s: is read and written back byte for byte', name => {
    const bytes = readFileSync(golden(name));
    const {state, version} = decodeState(bytes, refusals);
    const encoded = encodeState(state);
    expect(encoded.text).toBe(bytes.toString('utf8'));
    expect(encoded.version).toEqual(version);
  });

  test.each(['sound', 'newer-minor'])('%s: an indented file is the same state, with the same checksum, and is written in lines', name => {
    const lines = readFileSync(golden(name), 'utf8');
    const {state, version} = decodeState(readFileSync(golden(name, 'indented')), refusals);
    expect({state, version}).toEqual(decodeState(Buffer.from(lines), refusals));
    expect(encodeState(state).text).toBe(lines);
  });

  test.each(['constructor', 'prototype', 'toString', 'hasOwnProperty'])('I8: "%s" is a key like any other', async key => {
    const {text} = encodeState(stateWith({[key]: recorded()}, {serial: 1}));
    const {state} = decodeState(Buffer.from(text), refusals);
    expect([...state.monitors]).toEqual([[key, recorded()]]);
    expect(state.monitors.get('valueOf')).toBeUndefined();
  });

  test('members stand in code-unit order whatever their names, as the checksum counts them', () => {
    const {text} = encodeState(
      stateWith({'9': recorded({id: 'a'}), '10': recorded({id: 'b'}), é: recorded({id: 'c'}), Z: recorded({id: 'd'})}, {serial: 1}),
    );
    expect([...text.matchAll(/^ {4}"([^"]+)": \{.*\},?$/gm)].map(([, key]) => key)).toEqual(['10', '9', 'Z', 'é']);
    expect(decodeState(Buffer.from(text), refusals).state.monitors.size).toBe(4);
  });

  test('a file whose members were only put in another order still is what was signed', () => {
    const {text} = encodeState(stateWith({a: recorded()}, {serial: 1}));
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()));
    expect(decodeState(Buffer.from(reordered), refusals).state.monitors.has('a')).toBe(true);
  });
});
