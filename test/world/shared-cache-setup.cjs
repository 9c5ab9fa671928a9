const {execFileSync} = require('node:child_process');
const {chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync} = require('node:fs');
const {tmpdir} = require('node:os');
const {dirname, join} = require('node:path');

/** Enough for many times all that the tests put into temporary directories at once. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * One directory for everything that a run of the tests writes, in memory where the machine lets programs be run from there: waiting for
 * a disk to flush and to forget files would be a third of what the crash loops cost. What survives a machine that loses power is played
 * (crash-disk.ts), so that no test needs a real disk. `TMPDIR` chooses another place. In it, one cache for all commands that the tests
 * start: compiling the bundle anew would be most of what each costs.
 */
module.exports = () => {
  const place = mkdtempSync(join(process.env.TMPDIR === undefined ? (findMemory() ?? tmpdir()) : tmpdir(), 'monitors-tests-'));
  process.env.MONITORS_TEST_PLACE = place;
  process.env.MONITORS_TEST_CACHE = join(place, 'cache');
  process.env.XDG_STATE_HOME = join(place, 'state');
  process.env.TMPDIR = join(place, 'tmp');
  for (const directory of [process.env.MONITORS_TEST_CACHE, process.env.TMPDIR]) mkdirSync(directory);
};

/** Null where there is no file system in memory, or one that is small or runs no programs, as in containers. */
function findMemory() {
  try {
    const {bavail, bsize} = statfsSync('/dev/shm');
    if (bavail * bsize < ENOUGH_BYTES) return null;
    const program = join(mkdtempSync('/dev/shm/monitors-tests-'), 'program');
    try {
      writeFileSync(program, '#!/bin/sh\n');
      chmodSync(program, 0o700);
      execFileSync(program);
      return '/dev/shm';
    } finally {
      rmSync(dirname(program), {recursive: true, force: true});
    }
  } catch {
    return null;
  }
}
