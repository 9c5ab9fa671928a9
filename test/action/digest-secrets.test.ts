import {REPOSITORY} from '../world/action-run';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import type {MergeWorld} from '../world/merge-world';

/** The hidden line of a digest's comment is its bookmark: no secret, however short, may make it unreadable, nor stand in it. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\nsecrets: {allow: [PIN]}\n'};
const FILES = {...CONFIG, 'monitors/first.yaml': specFor('first')};
const MINUTE = 60_000;

let world: MergeWorld;
let sha: string;
afterEach(() => world.close());

async function start(): Promise<void> {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  sha = world.repository.tipOf('main');
  for (const {id} of world.emulator.monitors()) {
    const at = Date.now() - 20 * MINUTE;
    const pages = [{url: 'https://site.example/', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}}] as const;
    world.emulator.dashboard.setChecks(id, {checks: [{startedAt: at - MINUTE, finishedAt: at, pages}]});
  }
}

function digest(env: Readonly<Record<string, string>>) {
  const {owner, name, defaultBranch} = REPOSITORY;
  const payload = {repository: {full_name: `${owner}/${name}`, default_branch: defaultBranch}, schedule: '0 6 * * *'};
  const event = {name: 'schedule', sha, ref: 'refs/heads/main', payload};
  return world.apply({sha}, {event, inputs: {command: 'digest', digest: 'issue'}, env});
}

const lines = () => world.github.comments.map(({body}) => body.split('\n')[0] ?? '');

test.each([
  {name: 'time', secret: () => String(Date.now()).slice(0, 5), origin: '127\\.0\\.0\\.1'},
  {name: 'run', secret: () => '4711/1', origin: '127\\.0\\.0\\.1'},
  {name: 'service', secret: () => '127.0.0.1', origin: '\\(secret\\)'},
])('W6: a secret that is a part of its $name leaves it readable', async ({secret, origin}) => {
  await start();
  const env = {PIN: secret()};
  expect(await digest(env)).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
  expect(await digest(env)).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect(lines()).toEqual([
    expect.stringMatching(new RegExp(`^<!-- monitors-digest-until 4711/1 http%3A%2F%2F${origin}%3A\\d+ \\d{13} -->$`)),
  ]);
});

test('W6: an id of the service that repeats a secret is not in it, and what it stands for is reported later', async () => {
  await start();
  const [{id} = {id: ''}] = world.emulator.monitors();
  world.emulator.dashboard.setChecks(id, {checks: [{status: 'running', startedAt: Date.now() - MINUTE, finishedAt: null} as never]});
  expect(await digest({PIN: id.slice(0, 8)})).toMatchObject({exitCode: 0});
  expect(lines()).toEqual([expect.stringMatching(/ \d{13} lowered -->$/)]);
});
