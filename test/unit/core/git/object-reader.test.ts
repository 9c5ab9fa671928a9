import {spawn} from 'node:child_process';
import {type BatchProcess, ObjectReader, takeReply} from '../../../../src/core/git/object-reader';

/** A reader whose processes print one reply after another, and end after the last. */
function readerOf(...processes: readonly (readonly string[])[]): {readonly reader: ObjectReader; readonly started: () => number} {
  let started = 0;
  const start = (): BatchProcess => {
    const replies = processes[started++] ?? [];
    const lines = `let left = ${JSON.stringify(replies)};
      require('node:readline').createInterface({input: process.stdin}).on('line', () => {
        const reply = left.shift();
        if (reply === undefined) process.exit(1);
        process.stdout.write(reply);
      });`;
    return spawn(process.execPath, ['-e', lines], {stdio: ['pipe', 'pipe', 'pipe']});
  };
  return {reader: new ObjectReader(start, 20_000), started: () => started};
}

const textOf = async (read: ReturnType<ObjectReader['read']>) => (await read)?.bytes.toString('utf8') ?? null;

describe('objects that one process reads', () => {
  test('a reply is taken when it is whole, whatever its bytes are', () => {
    expect(takeReply(Buffer.from('ab12 blob 4'))).toBe(12);
    expect(takeReply(Buffer.from('ab12 blob 4\nx\ny'))).toBe(17);
    const reply = takeReply(Buffer.from('ab12 blob 4\nx\nyz\ncd34 missing\n'));
    expect(reply).toEqual({object: {id: 'ab12', type: 'blob', bytes: Buffer.from('x\nyz')}, length: 17});
    expect(takeReply(Buffer.from('a b missing\n'))).toEqual({object: null, length: 12});
  });

  test('names are answered in their order, and a missing one by null', async () => {
    const {reader, started} = readerOf(['a1 blob 1\nx\n', 'b missing\n', 'c1 tree 0\n\n']);
    const reads = ['a', 'b', 'c'].map(name => textOf(reader.read(name)));
    expect([await Promise.all(reads), started()]).toEqual([['x', null, ''], 1]);
    await reader.close();
  });

  test('what ends the process says nothing of the names behind', async () => {
    const {reader, started} = readerOf(['a1 blob 1\nx\n'], ['c1 blob 1\nz\n']);
    const reads = ['a', 'b', 'c'].map(name => textOf(reader.read(name)));
    expect([await Promise.all(reads), started()]).toEqual([['x', null, 'z'], 2]);
    await reader.close();
  });

  test('a name of several lines is refused, since it would be two', async () => {
    const {reader} = readerOf();
    await expect(reader.read('a\nb')).rejects.toThrow('several lines');
    await expect(reader.read('a\r')).rejects.toThrow('several lines');
  });

  test('it can be read from again after it was closed', async () => {
    const {reader, started} = readerOf(['a1 blob 1\nx\n'], ['a1 blob 1\ny\n']);
    expect(await textOf(reader.read('a'))).toBe('x');
    await reader.close();
    expect([await textOf(reader.read('a')), started()]).toEqual(['y', 2]);
    await reader.close();
  });

  test('a process of a process, which holds the output open, ends with it when an answer takes too long', async () => {
    const start = (): BatchProcess => spawn('sh', ['-c', 'sleep 600; true'], {stdio: ['pipe', 'pipe', 'pipe'], detached: true});
    const reader = new ObjectReader(start, 1);
    expect(await reader.read('a')).toBeNull();
    const patient = new ObjectReader(start, 600_000);
    const read = patient.read('a');
    await patient.close();
    expect(await read).toBeNull();
  });
});
