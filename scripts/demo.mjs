/**
 * The first five minutes with `monitors`, by itself: real commands, real HTTP to the emulator, real files in a
 * temporary directory that is removed at the end. Only the report stays, in the file named by the argument. Exits with 0
 * only if every step did what it says.
 */
import {spawn} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'bin/monitors.cjs');
const API_KEY = 'demo-key';
const workspace = mkdtempSync(join(tmpdir(), 'monitors-demo-'));
const page = resolve(process.argv[2] ?? join(root, 'demo-report.html'));
const project = join(workspace, 'quickstart');
const fleet = join(workspace, 'fleet');

let emulator;
try {
  cpSync(join(root, 'examples'), workspace, {recursive: true});

  heading('Start the service emulator on a free loopback port');
  emulator = await startEmulator();
  console.log(`listening at ${emulator.url}`);

  for (const example of ['quickstart', 'team', 'fleet', 'every-field']) {
    heading(`Check the specs of examples/${example}`);
    await monitors(['validate'], {in: join(workspace, example), exitCode: 0, says: /no problems found|0 errors/});
  }

  heading('Plan: what would be created, and what it would cost');
  await monitors(['plan'], {exitCode: 0, says: /Plan: 3 to create/});

  heading('Apply it');
  await monitors(['apply', '--auto-approve'], {exitCode: 0, says: /Apply complete: 3 created/});

  heading('Plan again: nothing is left to do, so nothing can be created twice');
  await monitors(['plan', '--detailed-exitcode'], {exitCode: 0, says: /No changes\./});

  heading('Edit one spec and look at the difference');
  const spec = join(project, 'monitors/pricing.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('every 30 minutes', 'every 15 minutes'));
  console.log('(monitors/pricing.yaml: "every 30 minutes" is now "every 15 minutes")');
  await monitors(['plan', '--detailed-exitcode'], {exitCode: 2, says: /every 30 minutes.*every 15 minutes/s});

  heading('Many monitors: a tenth of examples/fleet, 10 rows for three lists');
  const rows = join(fleet, 'monitors/_companies.csv');
  writeFileSync(rows, `${readFileSync(rows, 'utf8').split('\n').slice(0, 11).join('\n')}\n`);
  await monitors(['plan'], {in: fleet, exitCode: 0, says: /\+ 10 monitors.*Plan: 30 to create/s});
  await monitors(['apply', '--auto-approve'], {in: fleet, exitCode: 0, says: /Apply complete: 30 created/, lastLines: 1});

  heading('What is one of them, and where does each value come from?');
  await monitors(['render', 'pricing/amber-cloud', '--origins'], {in: fleet, exitCode: 0, says: /excludeTags.*_defaults\.yaml/s});

  heading('Edit one default, and look at the difference');
  const defaults = join(fleet, 'monitors/releases/_defaults.yaml');
  writeFileSync(defaults, readFileSync(defaults, 'utf8').replace('product@', 'news@'));
  console.log('(monitors/releases/_defaults.yaml: the mail goes to news@fleet.example)');
  await monitors(['plan', '--detailed-exitcode'], {in: fleet, exitCode: 2, says: /~ 10 monitors {2}update/});

  heading('Let three hours pass: the monitors check their pages, which the emulator serves');
  const config = join(project, 'monitors.config.yaml');
  writeFileSync(config, `${readFileSync(config, 'utf8')}service:\n  operations: full\n`);
  await letPass(3);
  await monitors(['checks', 'pricing', '--limit', '3'], {exitCode: 0, says: /2 pages: 1 changed/});

  heading('What changed, and does it matter?');
  await monitors(['diff', 'pricing'], {exitCode: 0, says: /meaningful.*^ +-\d+\.00 €.*^ +\+\d+\.00 €/ms});

  heading('A price rises: check now, instead of waiting for the next check');
  await setPage({url: 'https://acme.example/pricing', title: 'Acme pricing', body: '<h1>Acme pricing</h1><p>99.00 € a month</p>'});
  await monitors(['run', 'pricing', '--wait', '--auto-approve'], {exitCode: 0, says: /1 changed.*meaningful.*^ +\+99\.00 €/ms});

  heading('Everything on one page, for people who would rather look');
  await monitors(['report', '--out', page, '--refresh'], {exitCode: 0, says: /wrote .*: 3 monitors/});

  console.log(`\nThe demo is complete. Open ${page} in a browser. Next: docs/start.md`);
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  emulator?.stop();
  rmSync(workspace, {recursive: true, force: true});
}

function heading(text) {
  console.log(`\n== ${text}`);
}

/** Runs one command as a user would, shows it and its output (all, or its last lines), and checks how it ended. */
async function monitors(words, expected) {
  console.log(`$ monitors ${words.join(' ')}`);
  const {exitCode, output} = await run(words, expected.in ?? project);
  const {lastLines} = expected;
  process.stdout.write(lastLines === undefined ? output : `...\n${output.trimEnd().split('\n').slice(-lastLines).join('\n')}\n`);
  if (exitCode !== expected.exitCode)
    throw new Error(`"monitors ${words.join(' ')}" ended with exit code ${exitCode}, expected ${expected.exitCode}`);
  if (!expected.says.test(output)) throw new Error(`"monitors ${words.join(' ')}" did not say ${expected.says}`);
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
  return {...env, MONITORS_BASE_URL: emulator?.url ?? '', MONITORS_API_KEY: API_KEY, HOOKS_TOKEN: 'demo-token', NO_COLOR: '1'};
}
