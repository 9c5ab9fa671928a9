/**
 * Counts what two runs do that does not depend on the load of the machine: `validate` of 1,000 files, cold, and `plan` of 2,000 monitors
 * of which nothing changed. Fails where a count has grown by more than a tenth over scripts/counts.json: growth is a decision. A count
 * on which two runs do not agree is shown, and not held. `--publish` writes the counts as they are. Needs the built bundles.
 */
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {writeRepository} from '../bench/specs.mjs';

/** Factor by which a published count may grow. */
const ALARM = 1.1;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'bin/monitors.cjs');
const published = join(root, 'scripts/counts.json');

/** Each count of two equal runs, null where they do not agree; and whether it has grown too much. */
export function judgeCounts(before, [first, second]) {
  return [...new Set([...Object.keys(before), ...Object.keys(first)])].map(name => {
    const now = first[name] === second[name] ? (first[name] ?? null) : null;
    const was = before[name] ?? null;
    return {name, now, was, isMissed: was !== null && now !== null && now > was * ALARM};
  });
}

/** The counts of one run of a program of dist/. */
export function countRun(program, args, {cwd, env, file}) {
  const preload = ['--require', join(root, 'scripts/count-run.cjs')];
  const stdio = ['ignore', 'pipe', 'inherit'];
  execFileSync(process.execPath, [...preload, program, ...args], {cwd, env: {...env, COUNTS_FILE: file}, stdio});
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function applyAll(cwd, env) {
  const emulator = spawn(process.execPath, [bin, 'emulator', '--port', '0'], {env, stdio: ['ignore', 'pipe', 'ignore']});
  try {
    const [words] = await once(emulator.stdout, 'data');
    const [url] = /http:\/\/[^\s"]+/.exec(String(words));
    const args = ['apply', '--auto-approve', '--quiet', '--concurrency', '64', '--base-url', url];
    const apply = spawn(process.execPath, [bin, ...args], {cwd, env, stdio: ['ignore', 'ignore', 'inherit']});
    const [code] = await once(apply, 'exit');
    if (code !== 0) throw new Error(`apply ended with exit code ${code}`);
  } finally {
    emulator.kill();
  }
}

/** The counts of both runs, made twice. */
async function countTwice(place) {
  const env = {PATH: process.env.PATH, HOME: place, NO_COLOR: '1', HOOK_TOKEN: 'bench-token', MONITORS_API_KEY: 'bench-key'};
  const [cold, applied] = [1000, 2000].map(size => join(place, String(size)));
  writeRepository(cold, 1000);
  writeRepository(applied, 2000);
  await applyAll(applied, env);
  const count = (args, cwd) => countRun(bin, args, {cwd, env, file: join(place, 'counts.json')});
  // The first one finds out what the others know.
  count(['plan'], applied);
  const name = (run, counts) => Object.entries(counts).map(([what, value]) => [`${run}: ${what}`, value]);
  return [1, 2].map(() =>
    Object.fromEntries([
      ...name('validate of 1,000', count(['validate', '--no-cache'], cold)),
      ...name('plan of 2,000 again', count(['plan'], applied)),
    ]),
  );
}

async function main() {
  const place = mkdtempSync(join(tmpdir(), 'monitors-counts-'));
  try {
    const runs = await countTwice(place);
    if (process.argv.includes('--publish')) {
      const held = judgeCounts({}, runs).flatMap(({name, now}) => (now === null ? [] : [[name, now]]));
      writeFileSync(published, `${JSON.stringify(Object.fromEntries(held), null, 2)}\n`);
    }
    const judged = judgeCounts(JSON.parse(readFileSync(published, 'utf8')), runs);
    for (const {name, now, was, isMissed} of judged) {
      const columns = [name.padEnd(44), String(now ?? 'differs').padStart(12), String(was ?? 'not held').padStart(12)];
      console.log([...columns, isMissed ? 'missed' : ''].join('  ').trimEnd());
    }
    if (!judged.some(({isMissed}) => isMissed)) return;
    console.error('\nA count that grew on purpose is published with: node scripts/counts.mjs --publish. Say in the commit why.');
    process.exitCode = 1;
  } finally {
    rmSync(place, {recursive: true, force: true});
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
