/**
 * The floor of `plan` again: the system calls and hashes that no plan can leave out, and nothing else. Lists the specs below a directory,
 * reads and hashes each, and reads and hashes the state.
 */
import {createHash, hash} from 'node:crypto';
import {closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync} from 'node:fs';
import {join} from 'node:path';

const [root] = process.argv.slice(2);
const BLOCK = 512 * 1024;
const digest = createHash('sha256');
let block = Buffer.allocUnsafeSlow(BLOCK);
let used = 0;

function readSpec(path) {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const {size} = fstatSync(file);
  if (used + size > BLOCK) [block, used] = [Buffer.allocUnsafeSlow(BLOCK), 0];
  const length = readSync(file, block, used, size, null);
  closeSync(file);
  digest.update(block.subarray(used, used + length));
  used += length;
}

function walk(directory) {
  for (const entry of readdirSync(directory, {withFileTypes: true})) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) walk(path);
    else readSpec(path);
  }
}

walk(join(root, 'monitors'));
digest.digest('hex');
hash('blake2b512', readFileSync(join(root, 'monitors.state.json')), 'hex');
