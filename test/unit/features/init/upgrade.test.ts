import {existsSync, readFileSync} from 'node:fs';
import {realDisk} from '../../../../src/core/state/file/disk';
import type {ScaffoldFacts} from '../../../../src/core/writing/scaffold-step';
import {upgradeProject} from '../../../../src/features/init/file-upgrade';
import {listScaffoldFiles} from '../../../../src/features/init/scaffold';
import {makeWorkspace} from '../../../world/cli';
import {realWorld} from '../../../world/real-world';

const SCHEMA = '{"$id":"urn:monitors-as-code:schema:spec"}\n';
const FACTS: ScaffoldFacts = {
  project: 'acme-web',
  prefix: '',
  specs: 'monitors',
  state: 'monitors.state.json',
  branch: 'main',
  environment: null,
  environments: null,
  fleet: true,
  rows: null,
  list: 'pages',
  digest: false,
  agents: false,
  release: {commit: 'b'.repeat(40), tag: null, repository: null},
  schemas: {spec: SCHEMA, layer: SCHEMA, config: SCHEMA},
};
const IO = {disk: realDisk, world: realWorld, platform: 'linux'} as const;
const released = (tag: string): ScaffoldFacts => ({...FACTS, release: {...FACTS.release, tag, repository: 'acme/tools'}});

function filesOf(facts: ScaffoldFacts): Record<string, string> {
  const files = listScaffoldFiles(facts).map(file => [file.path, file.kind === 'lines' ? file.lines.join('\n') : file.text]);
  return Object.fromEntries(files);
}

async function upgrade(files: Readonly<Record<string, string>>, facts: ScaffoldFacts) {
  const workspace = makeWorkspace(files);
  const outcome = await upgradeProject(workspace.directory, facts, listScaffoldFiles(facts), IO);
  const left = Object.fromEntries(
    [...Object.keys(files), ...Object.keys(filesOf(FACTS))].map(path => [
      path,
      existsSync(workspace.path(path)) ? readFileSync(workspace.path(path), 'utf8') : null,
    ]),
  );
  workspace.remove();
  return {outcomes: Object.fromEntries(outcome.files.map(({path, outcome}) => [path, outcome])), toChange: outcome.toChange, left};
}

test('with an address init writes addresses of the release and no schema', () => {
  const files = filesOf(released('v0.2.0'));
  expect(Object.keys(files).filter(path => path.startsWith('.vscode/'))).toEqual(['.vscode/settings.json']);
  const address = 'https://raw.githubusercontent.com/acme/tools/v0.2.0/schemas/';
  expect(files['monitors.config.yaml']).toContain(`$schema=${address}config.schema.json\n`);
  expect(files['monitors/_defaults.yaml']).toContain(`$schema=${address}layer.schema.json\n`);
  expect(Object.keys(JSON.parse(files['.vscode/settings.json'] ?? '')['yaml.schemas'])).toContain(`${address}spec.schema.json`);
});

test('an upgrade turns files into addresses, and these into those of a later release', async () => {
  const first = await upgrade(filesOf(FACTS), released('v0.2.0'));
  expect(first.outcomes).toEqual({
    '.vscode/settings.json': 'renewed',
    'monitors.config.yaml': 'renewed',
    'monitors/_defaults.yaml': 'renewed',
    'monitors/pages.yaml': 'renewed',
    '.vscode/monitors.schema.json': 'removed',
    '.vscode/monitors-layer.schema.json': 'removed',
    '.vscode/monitors-config.schema.json': 'removed',
  });
  const wanted = filesOf(released('v0.2.0'));
  for (const path of ['.vscode/settings.json', 'monitors.config.yaml', 'monitors/_defaults.yaml', 'monitors/pages.yaml'])
    expect(first.left[path]).toBe(wanted[path]);
  expect(first.left['.vscode/monitors.schema.json']).toBeNull();
  const second = await upgrade(wanted, released('v0.3.0'));
  expect(second.left['.vscode/settings.json']).toBe(filesOf(released('v0.3.0'))['.vscode/settings.json']);
});

test('names of other tools stay, and so does a text that is not ours', async () => {
  const mine = {
    '.vscode/settings.json':
      '{"yaml.schemas": {"https://raw.githubusercontent.com/other/tool/v1.0.0/schemas/config.schema.json": ["x.yaml"]}}\n',
    'monitors/a.yaml': '# yaml-language-server: $schema=../.vscode/other.schema.json\nname: a\n',
    '.vscode/monitors.schema.json': '{"title": "mine"}\n',
  };
  const {outcomes, left} = await upgrade(mine, released('v0.2.0'));
  expect(outcomes).toEqual({});
  expect(left).toMatchObject(mine);
});
