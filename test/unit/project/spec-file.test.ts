import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Disk, machineDisk} from '../../../src/core/state/file/disk';
import {removeSpecFile, replaceSpecFile} from '../../../src/project/spec-file';
import {realWorld} from '../../world/real-world';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'monitors-spec-file-'));
  writeFileSync(join(directory, 'a.yaml'), 'name: a\n');
});
afterEach(() => rmSync(directory, {recursive: true}));

const real = machineDisk(process.platform);
const fail = (code: string) => () => {
  throw Object.assign(new Error(code), {code});
};
const replacement = () => ({path: join(directory, 'a.yaml'), shown: 'a.yaml', before: Buffer.from('name: a\n'), after: 'name: b\n'});

test.each([
  ['the disk is full', {write: fail('ENOSPC')}, replaceSpecFile],
  ['the disk is full', {rename: fail('ENOSPC')}, replaceSpecFile],
  ['the disk is read-only', {open: fail('EROFS')}, replaceSpecFile],
  ['permission denied', {unlink: fail('EACCES')}, removeSpecFile],
] as const)('P20: a spec that is edited, and %s: named, as it was', async (why, faults, act) => {
  const readOnly =
    'open' in faults ? {open: (...args: Parameters<Disk['open']>) => (args[1] === 'create' ? faults.open() : real.open(...args))} : faults;
  const io = {disk: {...real, ...readOnly} as Disk, world: realWorld};
  await expect(act(replacement(), io)).rejects.toMatchObject({code: 'config/cannot-write', message: `a.yaml could not be written: ${why}`});
  expect(readFileSync(join(directory, 'a.yaml'), 'utf8')).toBe('name: a\n');
  expect(readdirSync(directory)).toEqual(['a.yaml']);
});
