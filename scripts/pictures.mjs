/**
 * Makes the pictures of docs/pictures/ from real runs: the commands as people run them, against an emulator on this machine.
 * Needs a Chromium, whose path `MONITORS_TEST_CHROMIUM` gives. The argument is another directory to write to.
 */
import {execFileSync, spawn} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';
import {drawEditor} from './picture-editor.mjs';
import {renderComment, takePicture} from './picture-page.mjs';
import {drawTerminal} from './picture-terminal.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'bin/monitors.cjs');
const API_KEY = 'picture-key';
/** Larger files make pages slow. */
const MOST_BYTES = 60_000;
const BUDGET = 'budget: {creditsPerMonth: 12000, keys: {"pricing/**": 9000, "terms/**": 500}}';
const target = resolve(process.argv[2] ?? join(root, 'docs/pictures'));
const workspace = mkdtempSync(join(tmpdir(), 'monitors-pictures-'));
const project = join(workspace, 'acme-web');
const fleet = join(workspace, 'fleet');
const adopted = join(workspace, 'adopted');

if ((process.env.MONITORS_TEST_CHROMIUM ?? '') === '') throw new Error('set MONITORS_TEST_CHROMIUM to the path of a Chromium');
let emulator;
let browser;
try {
  mkdirSync(target, {recursive: true});
  for (const directory of [project, adopted]) {
    mkdirSync(directory, {recursive: true});
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], {cwd: directory});
  }
  cpSync(join(root, 'examples/fleet'), fleet, {recursive: true});
  edit(join(fleet, 'monitors/_companies.csv'), text => text.split('\n').slice(0, 13).join('\n').concat('\n'));
  edit(join(fleet, 'monitors.config.yaml'), text => text.replace('budget: {creditsPerMonth: 50000}', BUDGET));
  emulator = await startEmulator();
  browser = await chromium.launch({executablePath: process.env.MONITORS_TEST_CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage']});
  await drawFirstDay();
  keep('editor.svg', await drawEditor());
  await drawAdopting();
  await drawReview();
  await drawMonday();
  await drawDrift();
} finally {
  emulator?.stop();
  await browser?.close();
  rmSync(workspace, {recursive: true, force: true});
}

async function drawFirstDay() {
  const started = await monitors(['init', '--project', 'acme-web']);
  keep('init.svg', drawTerminal([{...started, output: started.output.replace(/\n+Note: .*\n.*$/, '')}]));
  const planned = await monitors(['plan']);
  const applied = await monitors(['apply', '--auto-approve']);
  keep('plan.svg', drawTerminal([planned]));
  keep('apply.svg', drawTerminal([{...applied, output: lastLines(applied.output, 4)}]));
}

/** Monitors that were made by hand become a list. */
async function drawAdopting() {
  await send('DELETE', '');
  for (const name of ['Bluefin', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite']) {
    await send('POST', 'monitors', {
      name: `${name} pricing`,
      schedule: {cron: '0 6 * * *', timezone: 'Europe/Berlin'},
      goal: 'Tell me when a price changes',
      targets: [{type: 'scrape', urls: [`https://${name.toLowerCase()}.example/pricing`]}],
      notification: {email: {enabled: true, recipients: ['prices@acme.example']}},
    });
  }
  writeFileSync(join(adopted, 'monitors.config.yaml'), 'project: acme-legal\nservice: {operations: full}\n');
  const [pulled, factored, planned] = [
    await monitors(['pull'], {cwd: adopted}),
    await monitors(['factor', 'monitors', '--list', 'pages'], {cwd: adopted}),
    await monitors(['plan', '--refresh'], {cwd: adopted}),
  ];
  keep(
    'adopt.svg',
    drawTerminal([{...pulled, output: firstLines(pulled.output, 8)}, {...factored, output: lastLines(factored.output, 10)}, planned]),
  );
}

/** One default and a row change in a fleet of 300: the comment of a pull request, at which the reviewers look. */
async function drawReview() {
  await monitors(['apply', '--auto-approve', '--environment', 'production'], {cwd: fleet});
  edit(join(fleet, 'monitors/pricing/_defaults.yaml'), text => text.replace('every 6 hours', 'every 4 hours'));
  edit(join(fleet, 'monitors/_companies.csv'), text =>
    text
      .replace('/pricing,', '/plans,')
      .replace('amber-cloud.example,', 'amber-cloud.test,')
      .replace(/^key.*\n/, line => `${line}zephyr,Zephyr,https://zephyr.example,releases,,,eu,\n`),
  );
  const {output} = await monitors(['plan', '--environment', 'production', '--format', 'markdown'], {cwd: fleet});
  keep('comment.png', await takePicture(browser, {html: renderComment(output), width: 860, height: 900}));
  await monitors(['apply', '--auto-approve', '--environment', 'production'], {cwd: fleet});
}

/** Three days of checks: one page rises in price, one changes its footer alone, one is gone. */
async function drawMonday() {
  await letPass(4);
  const body =
    '<h1>Cobalt pricing</h1><h2>Starter</h2><p>99.00 € a month, 5 projects</p><h2>Business</h2><p>79.00 € a month, 50 projects</p>';
  await send('PUT', 'pages', {url: 'https://cobalt.example/pricing', title: 'Cobalt pricing', body});
  await send('PUT', 'pages', {url: 'https://ember.example/pricing', shows: 'noise'});
  await send('PUT', 'pages', {url: 'https://fjord.example/pricing', shows: 'error'});
  const live = (await listLive()).filter(({targets}) => targets[0].urls !== undefined);
  for (const [index, shows] of ['changes', 'changes', 'noise', 'error', 'changes', 'missing'].entries()) {
    const {targets} = live[index * 4];
    await send('PUT', 'pages', {url: targets[0].urls[0], shows});
  }
  await letPass(2);
  const changed = await monitors(['changes', '--since', '1d'], {cwd: adopted});
  keep('changes.svg', drawTerminal([{...changed, output: firstLines(changed.output.replace(/^reading .*\n/gm, ''), 24)}]));
  const page = join(workspace, 'report.html');
  await monitors(['report', '--environment', 'production', '--refresh', '--since', '7d', '--out', page], {cwd: fleet});
  keep('report.png', await takePicture(browser, {url: pathToFileURL(page).href, width: 960, height: 1100}));
}

/** Someone edits a monitor in the dashboard. */
async function drawDrift() {
  const {id} = (await listLive()).find(({name}) => name === 'Cobalt pricing');
  await send('PATCH', `monitors/${id}`, {schedule: {cron: '0 * * * *', timezone: 'Europe/Berlin'}});
  const planned = await monitors(['plan', '--refresh'], {cwd: adopted});
  keep('drift.svg', drawTerminal([planned]));
}

async function listLive() {
  const answer = await fetch(`${emulator.url}/__emulator/monitors`);
  return (await answer.json()).data;
}

function letPass(days) {
  return send('PUT', 'clock', {advanceMs: days * 24 * 3_600_000});
}

function keep(name, content) {
  const bytes = Buffer.from(content);
  if (bytes.length > MOST_BYTES) throw new Error(`${name} has ${bytes.length} bytes, more than ${MOST_BYTES}`);
  writeFileSync(join(target, name), bytes);
  console.log(`${name}: ${bytes.length.toLocaleString('en')} bytes`);
}

function edit(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function firstLines(text, count) {
  const lines = text.trimEnd().split('\n');
  return lines.length <= count ? text : [...lines.slice(0, count), '\u001b[2m...\u001b[0m'].join('\n');
}

function lastLines(text, count) {
  const lines = text.trimEnd().split('\n');
  return lines.length <= count ? text : ['\u001b[2m...\u001b[0m', ...lines.slice(-count)].join('\n');
}

/** Runs one command in colour. */
function monitors(words, {cwd = project} = {}) {
  const color = words.includes('markdown') ? 'never' : 'always';
  const {CI: _ci, NO_COLOR: _plain, MONITORS_ENVIRONMENT: _other, ...env} = process.env;
  const set = {
    MONITORS_BASE_URL: emulator.url,
    MONITORS_API_KEY: API_KEY,
    HOOKS_TOKEN: 'token',
    COLUMNS: '100',
    XDG_CACHE_HOME: workspace,
    XDG_STATE_HOME: workspace,
  };
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [bin, ...words, '--color', color], {
      cwd,
      env: {...env, ...set},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('close', exitCode => {
      const command = `monitors ${words.join(' ')}`;
      if (exitCode === 0)
        done({command, output: output.replaceAll(new URL(emulator.url).host, '127.0.0.1:4010').replaceAll(`${workspace}/`, '')});
      else reject(new Error(`${command} ended with ${exitCode}: ${output}`));
    });
  });
}

async function send(method, route, body) {
  const {ok, status} = await fetch(`${emulator.url}/__emulator${route === '' ? '' : `/${route}`}`, {method, body: JSON.stringify(body)});
  if (!ok) throw new Error(`the emulator answered ${status} to ${method} ${route}`);
}

function startEmulator() {
  return new Promise((done, reject) => {
    const words = ['emulator', '--port', '0', '--operations', 'full', '--api-key', API_KEY];
    const child = spawn(process.execPath, [bin, ...words], {stdio: ['ignore', 'pipe', 'ignore']});
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
      const url = /https?:\/\/[^\s]+/.exec(output)?.[0];
      if (url !== undefined) done({url, stop: () => child.kill()});
    });
    child.on('error', reject);
    child.on('close', exitCode => reject(new Error(`the emulator ended with exit code ${exitCode}`)));
  });
}
