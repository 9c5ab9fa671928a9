import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {findProgram} from '../world/programs';
import {findFence} from './pages';

/** The scripts of docs/adopting.md that read other tools' files, and what `init --from` makes of what they print. */
let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({});
});
afterEach(() => workspace.remove());

const run = (...args: string[]) => runMonitorsHere(args, {cwd: workspace.directory});

/** Runs a script of the page, makes a list of what it prints, and validates it. Returns the list, and the rows that were left out. */
async function comeOver(program: string, script: string, operand: string): Promise<{rows: string[]; leftOut: number; said: string}> {
  workspace.write({[script]: findFence('docs/adopting.md', `${script.endsWith('.py') ? '#' : '//'} ${script}`)});
  const made = spawnSync(program, [script, operand], {cwd: workspace.directory, encoding: 'utf8'});
  expect(made.status).toBe(0);
  workspace.write({'pages.csv': made.stdout});
  const {stdout, exitCode} = await run('init', '--from', 'pages.csv', '--format', 'json');
  expect(exitCode).toBe(0);
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0});
  const {from} = JSON.parse(stdout) as {from: {leftOut: unknown[]}};
  return {
    rows: readFileSync(workspace.path('monitors/_pages.csv'), 'utf8').trim().split('\n').slice(1),
    leftOut: from.leftOut.length,
    said: made.stderr,
  };
}

const FIRST = 'c0ffee00-7c1d-4e3a-9a53-5d2f6f0e8b11';
const SECOND = 'c0ffee01-7c1d-4e3a-9a53-5d2f6f0e8b12';
const NONE = {weeks: null, days: null, hours: null, minutes: null, seconds: null};
const SETTINGS = {requests: {time_between_check: {...NONE, hours: 3, seconds: 5}}};
const WATCHES = {
  [FIRST]: {
    url: 'https://acme.example/pricing',
    title: 'Acme "Pro", prices',
    time_between_check_use_default: false,
    time_between_check: {...NONE, hours: 2},
  },
  [SECOND]: {url: 'https://bluefin.example/', title: null, headers: {Cookie: 'sid=1'}, include_filters: [], subtractive_selectors: ['nav']},
  'c0ffee04-7c1d-4e3a-9a53-5d2f6f0e8b15': {
    url: 'https://empty.example/',
    title: null,
    time_between_check_use_default: false,
    time_between_check: NONE,
  },
  'c0ffee05-7c1d-4e3a-9a53-5d2f6f0e8b16': {url: 'https://older.example/', title: null, time_between_check: {days: 1, minutes: 0}},
  'c0ffee06-7c1d-4e3a-9a53-5d2f6f0e8b17': {url: 'https://rare.example/', title: null, time_between_check: {...NONE, weeks: 4}},
  'c0ffee02-7c1d-4e3a-9a53-5d2f6f0e8b13': {url: 'file:///etc/hosts', title: 'hosts'},
  'c0ffee03-7c1d-4e3a-9a53-5d2f6f0e8b14': {url: 'https://paused.example/', title: null, paused: true},
};
const FORMS = {
  'a file for each watch, and an old file': {
    'backup/changedetection.json': JSON.stringify({settings: SETTINGS}),
    'backup/url-watches.json': JSON.stringify({watching: {old: {url: 'https://old.example/'}}}),
    ...Object.fromEntries(Object.entries(WATCHES).map(([id, watch]) => [`backup/${id}/watch.json`, JSON.stringify(watch)])),
  },
  'one file': {'backup/url-watches.json': JSON.stringify({settings: SETTINGS, watching: WATCHES})},
};

test.each(Object.entries(FORMS))('a backup of changedetection.io (%s)', async (_name, files) => {
  workspace.write(files);
  const {rows, leftOut, said} = await comeOver(process.execPath, 'changedetection.mjs', 'backup');
  expect(rows.sort()).toEqual([
    'acme-pro-prices,"Acme ""Pro"", prices",https://acme.example/pricing,every 2 hours',
    'bluefin-example,https://bluefin.example/,https://bluefin.example/,every 4 hours',
    'empty-example,https://empty.example/,https://empty.example/,every 4 hours',
    'older-example,https://older.example/,https://older.example/,daily',
  ]);
  expect(leftOut).toBe(2);
  expect(said).toBe('https://bluefin.example/: without headers,subtractive_selectors\n');
});

test('a backup of Uptime Kuma 1', async () => {
  const monitorList = [
    {id: 1, name: 'Acme, prices', url: 'https://acme.example/', type: 'http', active: true, interval: 60},
    {id: 2, name: 'Database', url: 'https://', type: 'postgres', active: true},
    {id: 3, name: 'Off', url: 'https://off.example/', type: 'keyword', active: false},
  ];
  workspace.write({'backup.json': JSON.stringify({version: '1.23.16', notificationList: [], monitorList, proxyList: []})});
  expect(await comeOver(process.execPath, 'kuma.mjs', 'backup.json')).toEqual({
    rows: ['acme-prices,"Acme, prices",https://acme.example/'],
    leftOut: 0,
    said: '',
  });
});

const preCommit = findProgram({
  program: 'pre-commit',
  variable: 'MONITORS_TEST_PRE_COMMIT',
  untested: 'lists from urlwatch',
  install: 'pip install pre-commit',
});

/** pre-commit reads YAML with the library that urlwatch and webchanges use. */
(preCommit === undefined ? test.skip : test)('jobs of urlwatch and webchanges', async () => {
  const urlwatch =
    'name: "Acme, prices"\nurl: "https://acme.example/"\nfilter:\n  - html2text\n---\nname: "Rendered"\nnavigate: "https://app.example/"\n';
  const webchanges = '---\nname: Disk\ncommand: df -h\n---\nurl: https://bluefin.example/\nuse_browser: true\nnote: none\n---\n';
  workspace.write({'urls.yaml': `${urlwatch}${webchanges}`});
  const {rows, leftOut} = await comeOver(join(dirname(preCommit ?? ''), 'python'), 'jobs.py', 'urls.yaml');
  expect(rows).toEqual([
    'acme-prices,"Acme, prices",https://acme.example/',
    'rendered,Rendered,https://app.example/',
    'bluefin-example,https://bluefin.example/,https://bluefin.example/',
  ]);
  expect(leftOut).toBe(1);
});
