import {mkdirSync, rmSync, symlinkSync} from 'node:fs';
import {hostileStrings} from '../world/hostile-strings';
import {startUserWorld, type UserWorld} from '../world/service';

/** Layers that lose, vanish, loop or go deep, and cells that attack what shows them, in the real tool against the emulator. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\n';
const WEBHOOK = 'webhook: {url: "https://hooks.example/x"}\n';
const DAILY = 'schedule: {text: daily}\n';
const page = (name: string, more = '') => `name: ${name}\ntargets: [{type: scrape, urls: ["https://${name}.example/"]}]\n${more}`;

const start = async (files: Readonly<Record<string, string>>): Promise<void> => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
};
const write = (files: Readonly<Record<string, string>>) => world.workspace.write(files);
const run = (...args: string[]) => world.runHere(args);
const path = (name: string) => world.workspace.path(name);
const ids = () => world.emulator.monitors().map(({id}) => id);
const actions = async (): Promise<Record<string, number>> => {
  const {changes} = JSON.parse((await run('plan', '--format', 'json')).stdout) as {changes: {action: string}[]};
  const counts: Record<string, number> = {};
  for (const {action} of changes) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
};
const pages = (count: number, folder = '') =>
  Object.fromEntries(Array.from({length: count}, (_, index) => [`monitors/${folder}s${index}.yaml`, page(`s${index}`, DAILY)]));

describe('I61: what a layer would replace or delete waits for --allow-deletes', () => {
  test.each([
    {name: 'a layer loses webhook for 300 monitors', count: 300, kept: 0, after: 'goal: x\n'},
    {name: 'a layer loses webhook for 3 of 300 monitors', count: 3, kept: 297, after: 'goal: x\n'},
    {name: 'a layer of 300 monitors vanishes', count: 300, kept: 0, after: null},
    {name: 'a layer of 3 monitors among 300 vanishes', count: 3, kept: 297, after: null},
    {name: 'the only layer of 2 monitors vanishes', count: 2, kept: 0, after: null},
  ])('$name', async ({count, kept, after}) => {
    await start({...pages(count, 'in/'), ...pages(kept, 'out/'), 'monitors/in/_defaults.yaml': WEBHOOK});
    expect(await run('apply', '--auto-approve', '-q', '--concurrency', '32')).toMatchObject({exitCode: 0});
    const before = ids();
    expect(before).toHaveLength(count + kept);
    if (after === null) rmSync(path('monitors/in/_defaults.yaml'));
    else write({'monitors/in/_defaults.yaml': after});
    expect(await actions()).toEqual({blocked: count});
    expect(await run('apply', '--auto-approve', '-q')).toMatchObject({exitCode: 1});
    expect(ids()).toEqual(before);
    const {changes} = JSON.parse((await run('plan', '--allow-deletes', '--format', 'json')).stdout) as {changes: {action: string}[]};
    expect(changes.filter(({action}) => action === 'replace')).toHaveLength(count);
  });

  test('protect is lost with a layer that vanishes: listed, and nothing is replaced in the same run', async () => {
    await start({...pages(3, 'in/'), 'monitors/in/_defaults.yaml': `${WEBHOOK}sync: {protect: true}\n`});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const before = ids();
    rmSync(path('monitors/in/_defaults.yaml'));
    const {stderr} = await run('plan', '--allow-deletes');
    expect(stderr).toContain('plan/protection-lost');
    await run('apply', '--auto-approve', '--allow-deletes');
    expect(ids()).toEqual(before);
  });

  test('a webhook that is removed from the spec itself replaces the monitor, as without layers', async () => {
    await start({'monitors/a.yaml': page('a', DAILY + WEBHOOK)});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    write({'monitors/a.yaml': page('a', DAILY)});
    expect(await actions()).toEqual({replace: 1});
  });
});

describe('I62: layers that loop or go deep', () => {
  test('no link is a layer or leads to one, and a loop of folders ends', async () => {
    await start({'monitors/in/a.yaml': page('a', DAILY), 'elsewhere/_defaults.yaml': 'goal: stolen\n'});
    symlinkSync('../../elsewhere/_defaults.yaml', path('monitors/in/_defaults.yaml'));
    symlinkSync('..', path('monitors/in/loop'));
    symlinkSync('_overlay.default.yaml', path('monitors/_overlay.default.yaml'));
    const {exitCode, stdout} = await run('validate', '--format', 'json');
    const {diagnostics} = JSON.parse(stdout) as {diagnostics: {code: string; file: string}[]};
    expect([exitCode, diagnostics.map(({code, file}) => `${file} ${code}`)]).toEqual([
      1,
      [
        'monitors/_overlay.default.yaml file/symlink',
        'monitors/in/_defaults.yaml file/symlink',
        'monitors/in/a.yaml risk/no-alert',
        'monitors/in/loop file/symlink',
      ],
    ]);
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toEqual([]);
  });

  test('64 folders with a layer in each make one spec, the innermost last; one more is refused', async () => {
    const folder = (depth: number) => `monitors/${'d/'.repeat(depth)}`;
    await start({'monitors/_defaults.yaml': DAILY});
    for (let depth = 1; depth <= 64; depth++) {
      mkdirSync(path(folder(depth)), {recursive: true});
      write({[`${folder(depth)}_defaults.yaml`]: `goal: level ${depth}\nsync: {labels: {l${depth % 18}: x}}\n`});
    }
    write({[`${folder(64)}a.yaml`]: page('a')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toEqual([expect.objectContaining({goal: 'level 64'})]);
    write({[`${folder(65)}b.yaml`]: page('b')});
    expect(await run('validate')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('file/too-many')});
  });

  test('nested mappings of layers are limited as those of specs are', async () => {
    const deep = `webhook: {url: "https://h.example/", metadata: {a: ${'{a: '.repeat(5000)}x${'}'.repeat(5000)}}}\n`;
    await start({'monitors/_defaults.yaml': DAILY + deep, 'monitors/a.yaml': page('a')});
    expect(await run('validate')).toMatchObject({exitCode: 1});
  });
});

describe('S31: cells that attack what shows them', () => {
  const ACTIVE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

  test.each(hostileStrings)('$name: shown escaped in every output, or refused', async ({text}) => {
    const list =
      'name: ${each:name}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://a.example/"]}]\nsync: {each: {file: _rows.csv}}\n';
    await start({'monitors/l.yaml': list, 'monitors/_rows.csv': `key,name,n\nx,${cell(text)},1\n`});
    for (const args of [
      ['validate', '--format', 'github'],
      ['validate'],
      ['plan'],
      ['plan', '--format', 'markdown'],
      ['render', '--origins'],
    ]) {
      const {stdout, stderr} = await run(...args);
      for (const line of `${stdout}\n${stderr}`.split('\n')) {
        expect([args, line]).toEqual([args, expect.not.stringMatching(ACTIVE)]);
        const allowed = args.includes('github') && /^::(?:error|warning|notice) file=/.test(line);
        expect([args, allowed || !/^\s*::|##\w*\[/.test(line)]).toEqual([args, true]);
      }
    }
    write({'monitors/_rows.csv': `key,name,${cell(text)}\n${cell(text)},ok,1\n`});
    const {stdout, stderr} = await run('validate');
    expect(stdout + stderr).not.toMatch(ACTIVE);
  });
});
