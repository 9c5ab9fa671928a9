/**
 * The floors of the bench: the system calls, hashes and parsing that a case can't leave out, and nothing else. `node floor.mjs DIRECTORY CASE`,
 * with the cache of checked files as a third argument where a case needs it.
 */
import {createHash, hash} from 'node:crypto';
import {closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';

const [root, name = 'plan again', cache] = process.argv.slice(2);
const BLOCK = 512 * 1024;
const digest = createHash('sha256');
/** The bytes of each file, in blocks that they share. */
const files = [];
let block = Buffer.allocUnsafeSlow(BLOCK);
let used = 0;

function readSpec(path) {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const {size} = fstatSync(file);
  if (used + size > block.length) [block, used] = [Buffer.allocUnsafeSlow(Math.max(BLOCK, size)), 0];
  const length = readSync(file, block, used, size, null);
  closeSync(file);
  const bytes = block.subarray(used, used + length);
  digest.update(bytes);
  files.push(bytes);
  used += length;
}

function walk(directory) {
  for (const entry of readdirSync(directory, {withFileTypes: true})) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) walk(path);
    else readSpec(path);
  }
}

const hashState = () => hash('blake2b512', readFileSync(join(root, 'monitors.state.json')), 'hex');

function parseState() {
  const bytes = readFileSync(join(root, 'monitors.state.json'));
  hash('blake2b512', bytes, 'hex');
  return JSON.parse(bytes.toString());
}

const parseYaml = bytes => createRequire(import.meta.url)('js-yaml').load(bytes.toString());

/** Hashes what a spec says, as its record in the state does. */
const hashBody = body => hash('sha256', JSON.stringify(body), 'hex');

/** Fills the cells of each row into the text of the spec. */
function fillRows() {
  const rows = files
    .find(bytes => bytes.toString('latin1', 0, 4) === 'key,')
    .toString()
    .trimEnd()
    .split('\n');
  const columns = rows[0].split(',');
  const spec = files.map(bytes => bytes.toString()).find(text => text.includes('each:'));
  const text = JSON.stringify(parseYaml(Buffer.from(spec)));
  for (const row of rows.slice(1)) {
    const cells = row.split(',');
    const filled = text.replace(/\$\{each:(\w+)\}/g, (_reference, column) => cells[columns.indexOf(column)]);
    hashBody(JSON.parse(filled));
  }
}

/** Besides reading and hashing all files below the specs directory. */
const CASES = {
  'plan again': hashState,
  // Of the other files the facts are in the cache.
  'one changed': () => [JSON.parse(readFileSync(cache, 'utf8')), parseYaml(files[0])],
  'a folder changed': () => [JSON.parse(readFileSync(cache, 'utf8')), files.slice(0, 100).map(parseYaml)],
  'plan cold': () => [files.map(bytes => hashBody(parseYaml(bytes))), parseState()],
  'list cold': () => [fillRows(), parseState()],
};

walk(join(root, 'monitors'));
digest.digest('hex');
CASES[name]();
