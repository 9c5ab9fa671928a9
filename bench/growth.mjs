/**
 * Checks that what a run costs grows with the number of monitors, and no faster: `node bench/growth.mjs` compares a tenth of the most that a
 * project may have with all of it, as rows of lists and as files. Counts time on processors, which other programs hardly disturb, and
 * memory. Ends with 1 where something grows faster.
 */
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {writeList} from './list.mjs';
import {usageOf} from './measure.mjs';
import {buildStores} from './shared-states.mjs';
import {writeRepository} from './specs.mjs';

const bin = join(import.meta.dirname, '../bin/monitors.cjs');
/** The most that a project may have, and its tenth. */
const SIZES = {rows: [10_000, 100_000], files: [5_000, 50_000]};
/** Rows of one list. */
const MOST_ROWS = 10_000;
/** Time of ten times as many, at most: a third more than ten times. */
const MOST_TIME = 13;
/** Their memory, at most. */
const MOST_MEMORY = 10;
const ORIGIN = 'http://127.0.0.1:9';

const place = mkdtempSync(join(tmpdir(), 'monitors-growth-'));
const {NODE_EXTRA_CA_CERTS: _slow, CI: _ci, ...inherited} = process.env;
const baseEnv = {...inherited, NO_COLOR: '1', HOOK_TOKEN: 'bench-token', MONITORS_API_KEY: 'bench-key', MONITORS_BASE_URL: ORIGIN};
let failures = 0;

try {
  const stores = await buildStores();
  for (const [kind, sizes] of Object.entries(SIZES)) {
    const used = [];
    for (const size of sizes) used.push(await measure(kind, size, stores));
    for (const [index, {name, ...few}] of used[0].entries()) compare(`${name}, ${kind}`, sizes, few, used[1][index]);
  }
} finally {
  rmSync(place, {recursive: true, force: true});
}
process.exitCode = failures === 0 ? 0 : 1;

/** Uses of each command over `size` monitors: with nothing known, with everything known, and over a state. */
async function measure(kind, size, stores) {
  const directory = join(place, `${kind}-${size}`);
  const env = {...baseEnv, XDG_CACHE_HOME: join(place, `cache-${kind}-${size}`)};
  mkdirSync(env.XDG_CACHE_HOME);
  if (kind === 'files') writeRepository(directory, size);
  else for (let from = 0; from < size; from += MOST_ROWS) writeList(directory, MOST_ROWS, {folder: `sites-${from}`, from});
  const use = (name, args) => {
    const {exitCode, ...used} = usageOf([bin, ...args], {cwd: directory, env});
    if (exitCode !== 0) throw new Error(`${args.join(' ')} of ${size} ${kind} ended with ${exitCode}`);
    return {name, ...used};
  };
  const used = [use('validate, nothing known', ['validate']), use('validate again', ['validate'])];
  await stores.seedState(directory, ORIGIN, env);
  used.push(use('plan, state not known', ['plan']), use('plan again', ['plan']));
  rmSync(directory, {recursive: true, force: true});
  return used;
}

function compare(name, [few, many], before, after) {
  const time = after.cpu / before.cpu;
  const memory = after.peak / before.peak;
  const isLinear = time <= (MOST_TIME * many) / few / 10 && memory <= (MOST_MEMORY * many) / few / 10;
  failures += isLinear ? 0 : 1;
  const perMonitor = value => ((value * 1000) / many).toFixed(0);
  console.log(
    `${isLinear ? 'ok  ' : 'MISS'} ${name.padEnd(38)} time ${time.toFixed(1)} x of ${many / few} x  (${perMonitor(after.cpu)} us each)`.padEnd(
      90,
    ),
    `memory ${memory.toFixed(1)} x  (${after.peak.toFixed(0)} MB)`,
  );
}
