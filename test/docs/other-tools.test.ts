import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {findFence} from './pages';

/** The scripts of docs/adopting.md that read other tools' files. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace({'changedetection.mjs': findFence('docs/adopting.md', '// changedetection.mjs')});
});
afterEach(() => workspace.remove());

const FIRST = 'c0ffee00-7c1d-4e3a-9a53-5d2f6f0e8b11';
const SECOND = 'c0ffee01-7c1d-4e3a-9a53-5d2f6f0e8b12';
const OTHER = 'c0ffee02-7c1d-4e3a-9a53-5d2f6f0e8b13';
const WATCHES = {
  [FIRST]: {url: 'https://acme.example/pricing', title: 'Acme "Pro", prices', time_between_check: {weeks: null, hours: 2}},
  [SECOND]: {url: 'https://bluefin.example/', title: null},
  [OTHER]: {url: 'file:///etc/hosts', title: 'hosts'},
  'c0ffee03-7c1d-4e3a-9a53-5d2f6f0e8b14': {url: 'https://paused.example/', title: null, paused: true},
};
const FORMS = {
  'a file for each watch, and an old file': {
    'backup/changedetection.json': '{"settings": {}}',
    'backup/url-watches.json': JSON.stringify({watching: {old: {url: 'https://old.example/'}}}),
    ...Object.fromEntries(Object.entries(WATCHES).map(([id, watch]) => [`backup/${id}/watch.json`, JSON.stringify(watch)])),
  },
  'one file': {'backup/url-watches.json': JSON.stringify({watching: WATCHES})},
};

test.each(Object.entries(FORMS))('a backup of changedetection.io (%s) becomes a valid list', async (_name, files) => {
  workspace.write(files);
  const run = (...args: string[]) => runMonitorsHere(args, {cwd: workspace.directory});
  expect(await run('init', '--fleet')).toMatchObject({exitCode: 0});
  const made = spawnSync(process.execPath, ['changedetection.mjs', 'backup'], {cwd: workspace.directory, encoding: 'utf8'});
  expect(made.status).toBe(0);
  expect(made.stderr.trimEnd().split('\n').sort()).toEqual(['left out: file:///etc/hosts', 'left out: https://paused.example/']);
  workspace.write({'monitors/_pages.csv': made.stdout});
  expect(readFileSync(workspace.path('monitors/_pages.csv'), 'utf8')).toContain('"Acme ""Pro"", prices"');
  const rendered = await run('render', '--format', 'json');
  for (const text of [`pages/${FIRST}`, `pages/${SECOND}`, 'https://bluefin.example/']) expect(rendered.stdout).toContain(text);
  expect(rendered.stdout).not.toMatch(/hosts|paused\.example|old\.example/);
  expect(await run('validate')).toMatchObject({exitCode: 0});
});
