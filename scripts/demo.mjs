/**
 * The first five minutes with `monitors`, by itself: real commands, real HTTP to the emulator, real files in a
 * temporary directory that is removed at the end. Only the report stays, in the file named by the argument. Exits with 0
 * only if every step did what it says. In a terminal it waits for a key before each step, in CI and elsewhere never.
 */
import {spawn} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'bin/monitors.cjs');
const API_KEY = 'demo-key';
const waits = process.stdin.isTTY === true && process.stdout.isTTY === true && (process.env.CI ?? '') === '';
const workspace = mkdtempSync(join(tmpdir(), 'monitors-demo-'));
const page = resolve(process.argv[2] ?? join(root, 'demo-report.html'));
const project = join(workspace, 'quickstart');
const fleet = join(workspace, 'fleet');

const PRICES =
  '<h1>Acme pricing</h1><h2>Starter</h2><p>99.00 € a month, 5 projects</p><h2>Business</h2><p>79.00 € a month, 50 projects</p>';

/** Thrown by the key that ends the demo. */
class Stopped extends Error {}

let emulator;
try {
  cpSync(join(root, 'examples'), workspace, {recursive: true});
  emulator = await startEmulator();
  console.log(`An emulator of the service listens at ${emulator.url}.`);

  await step('Check the specs: without a network, without a key');
  await monitors(['validate'], {exitCode: 0, says: /no problems found/});
  for (const [example, says] of [
    ['team', /40 monitors in 40 files: no problems found/],
    ['fleet', /300 monitors in 3 files: no problems found/],
    ['every-field', /0 errors/],
  ]) {
    await monitors(['validate'], {in: join(workspace, example), exitCode: 0, says, last: 1});
  }

  await step('Plan: what would be created, and what it would cost');
  await monitors(['plan'], {exitCode: 0, says: /Plan: 3 to create/, first: 8, last: 5});

  await step('Apply it');
  await monitors(['apply', '--auto-approve'], {exitCode: 0, says: /Apply complete: 3 created/, last: 2});
  console.log('\nPlan again: nothing is left to do, so nothing can be created twice.');
  await monitors(['plan', '--detailed-exitcode'], {exitCode: 0, says: /No changes\./, first: 1});

  await step('Edit one spec, and look at the difference');
  const config = join(project, 'monitors.config.yaml');
  writeFileSync(config, `${readFileSync(config, 'utf8')}service:\n  operations: full\n`);
  const spec = join(project, 'monitors/pricing.yaml');
  const before = readFileSync(spec, 'utf8');
  writeFileSync(spec, before.replace('every 30 minutes', 'every 15 minutes'));
  console.log('(monitors/pricing.yaml: "every 30 minutes" is now "every 15 minutes")');
  await monitors(['plan', '--detailed-exitcode'], {exitCode: 2, says: /every 30 minutes.*every 15 minutes/s, first: 6});
  writeFileSync(spec, before);

  await step('Many monitors: 10 rows of a list make 30, and one default is for 10');
  const rows = join(fleet, 'monitors/_companies.csv');
  writeFileSync(rows, `${readFileSync(rows, 'utf8').split('\n').slice(0, 11).join('\n')}\n`);
  await monitors(['apply', '--auto-approve'], {in: fleet, exitCode: 0, says: /Apply complete: 30 created/, last: 3});
  const defaults = join(fleet, 'monitors/releases/_defaults.yaml');
  writeFileSync(defaults, readFileSync(defaults, 'utf8').replace('product@', 'news@'));
  console.log('\n(monitors/releases/_defaults.yaml: the mail goes to news@fleet.example)');
  await monitors(['plan', '--detailed-exitcode'], {in: fleet, exitCode: 2, says: /~ 10 monitors {2}update/, first: 5});

  await step('Where does each value of a monitor come from?');
  await monitors(['render', 'pricing/amber-cloud', '--origins'], {in: fleet, exitCode: 0, says: /_defaults\.yaml/, first: 12});

  await step('Three hours pass, then a price rises: check now');
  await letPass(3 + hoursUntilTenPast());
  await setPage({url: 'https://acme.example/pricing', title: 'Acme pricing', body: PRICES});
  await monitors(['run', 'pricing', '--wait', '--auto-approve'], {exitCode: 0, says: /1 changed.*meaningful.*^ +\+99\.00 €/ms, last: 16});

  await step('Everything on one page, for people who would rather look');
  await monitors(['report', '--out', page, '--refresh'], {exitCode: 0, says: /wrote .*: 3 monitors/, last: 1});

  await step('What did all of them find? The command for Monday morning');
  // What finished within the last minute may not show yet.
  await letPass(0.1);
  await monitors(['changes', '--since', '1d'], {exitCode: 0, says: /meaningful.*\{\+99\+\}/s});

  console.log(`\nThe demo is complete. Open ${page} in a browser. Next: docs/start.md`);
} catch (error) {
  if (error instanceof Stopped) console.log('\nThe demo was stopped.');
  else console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = error instanceof Stopped ? 130 : 1;
} finally {
  emulator?.stop();
  rmSync(workspace, {recursive: true, force: true});
}

/** Begins a step, in a terminal once a key was pressed. */
async function step(title) {
  if (waits) await waitForKey();
  console.log(`\n== ${title}`);
}

async function waitForKey() {
  const {stdin, stdout} = process;
  stdout.write('\n(press a key to go on, q to stop) ');
  stdin.setRawMode(true).resume();
  const key = await new Promise(pressed => stdin.once('data', pressed));
  stdin.setRawMode(false).pause();
  stdout.write('\r\u001b[K');
  if (['q', '\u0003', '\u0004'].includes(String(key))) throw new Stopped();
}

/** Runs one command as a user would, shows it and its output (all, or its first and last lines), and checks how it ended. */
async function monitors(words, expected) {
  const directory = expected.in ?? project;
  console.log(`${directory === project ? '' : `(in examples/${directory.slice(workspace.length + 1)}) `}$ monitors ${words.join(' ')}`);
  const {exitCode, output} = await run(words, directory);
  console.log(shorten(output.trimEnd(), expected));
  if (exitCode !== expected.exitCode)
    throw new Error(`"monitors ${words.join(' ')}" ended with exit code ${exitCode}, expected ${expected.exitCode}: ${output}`);
  if (!expected.says.test(output)) throw new Error(`"monitors ${words.join(' ')}" did not say ${expected.says}: ${output}`);
}

function shorten(text, {first = 0, last = 0}) {
  const lines = text.split('\n');
  const left = lines.length - first - last;
  if (first + last === 0 || left < 2) return text;
  const note = `    ... (${left} more lines)`;
  return [...lines.slice(0, first), note, ...(last === 0 ? [] : lines.slice(-last))].join('\n');
}

function run(words, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...words], {cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe']});
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('close', exitCode => resolve({exitCode, output}));
  });
}

/** Until ten minutes past the hour, when no check by schedule runs: one that runs would refuse another. */
function hoursUntilTenPast() {
  return ((70 - new Date().getUTCMinutes()) % 60) / 60;
}

/** Moves the clock of the emulator's checks ahead. */
function letPass(hours) {
  return control('clock', {advanceMs: hours * 3_600_000});
}

/** Lets an address show another page. */
function setPage(page) {
  return control('pages', page);
}

async function control(route, change) {
  const {ok, status} = await fetch(`${emulator.url}/__emulator/${route}`, {method: 'PUT', body: JSON.stringify(change)});
  if (!ok) throw new Error(`the emulator answered ${status} to PUT /${route}`);
}

function startEmulator() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, 'emulator', '--port', '0', '--operations', 'full', '--api-key', API_KEY], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
      const url = /https?:\/\/[^\s]+/.exec(output)?.[0];
      if (url !== undefined) resolve({url, stop: () => child.kill()});
    });
    child.on('error', reject);
    child.on('close', exitCode => reject(new Error(`the emulator ended with exit code ${exitCode}`)));
  });
}

/** The environment of the demo's commands: its own service and key, nothing of the machine's that could change what they say. */
function environment() {
  const {MONITORS_ENVIRONMENT: _ignored, CI: _ci, ...env} = process.env;
  return {
    ...env,
    MONITORS_BASE_URL: emulator?.url ?? '',
    MONITORS_API_KEY: API_KEY,
    HOOKS_TOKEN: 'demo-token',
    NO_COLOR: '1',
  };
}
