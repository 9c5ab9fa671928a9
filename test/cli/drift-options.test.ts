import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Options of pages that someone sets in the dashboard to what a plain scrape would do: a check does otherwise. */
const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [TOKEN]}\n'};
const DAYS = 172_800_000;
const withOptions = (name: string, options: string) => specFor(name).replace(/(urls: .*\n)/, `$1    scrapeOptions: ${options}\n`);
const env = {TOKEN: 'token-of-twelve-characters'};

let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args, {env});
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const optionsOf = (name: string) => find(name).targets[0]?.['scrapeOptions'];

async function applied(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

/** Sets options of a monitor's only target in the dashboard; the others go. */
function set(name: string, scrapeOptions: Readonly<Record<string, number | boolean>>): void {
  const {id, targets} = find(name);
  world.emulator.dashboard.edit(id, {targets: targets.map(target => ({...target, scrapeOptions}))});
}

async function plan(...args: string[]) {
  const document = JSON.parse((await run('plan', '--refresh', '--format', 'json', ...args)).stdout);
  return {...document, codes: document.diagnostics.map(({code}: {code: string}) => code)};
}

const TWO = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

test.each([
  {name: 'maxAge', options: {maxAge: DAYS}},
  {
    name: 'skipTlsVerification beside headers',
    options: {skipTlsVerification: true, headers: {}},
    spec: '{headers: {X-Team: "${env:TOKEN}"}}',
  },
  {name: 'skipTlsVerification alone', options: {skipTlsVerification: false}},
])('W10: $name set in the dashboard is drift, and apply puts it back', async ({options, spec = '{}'}) => {
  await applied({...TWO, 'monitors/a.yaml': withOptions('a', spec)});
  const {headers: _any, ...mine} = options as Record<string, number>;
  set('a', {...(optionsOf('a') as object), ...mine});
  const [name = ''] = Object.keys(mine);
  expect(await plan()).toMatchObject({
    summary: {drift: 1, update: 1},
    changes: [{key: 'a', drift: [{path: `/targets/0/scrapeOptions/${name}`, op: 'remove', before: mine[name]}]}],
  });
  expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(optionsOf('a')).not.toHaveProperty(name);
  expect(await plan()).toMatchObject({summary: {drift: 0, update: 0}});
});

test.each([
  {name: 'maxAge 0', options: {maxAge: 0}, spec: '{}'},
  {name: 'skipTlsVerification true', options: {skipTlsVerification: true}, spec: '{}'},
  {name: 'other plain defaults', options: {timeout: 60_000, mobile: false}, spec: '{}'},
])('W10: $name, as a check does anyway, is the same as nothing', async ({options, spec}) => {
  await applied({...TWO, 'monitors/a.yaml': withOptions('a', spec)});
  set('a', options);
  expect(await plan()).toMatchObject({summary: {drift: 0}, codes: []});
});

test('W10: a default that a spec writes and the service does not answer is no drift', async () => {
  await applied({...TWO, 'monitors/a.yaml': withOptions('a', '{maxAge: 0}')});
  set('a', {});
  expect(await plan()).toMatchObject({summary: {drift: 0}});
});

test('W11: a value that every target without one answers is filled in: said once, recorded by the next apply, changed alone it is drift', async () => {
  await applied({...TWO, 'monitors/c.yaml': withOptions('c', '{maxAge: 5000}')});
  for (const name of ['a', 'b']) set(name, {maxAge: DAYS});
  expect(await plan()).toMatchObject({summary: {drift: 0}, codes: ['plan/filled-in']});
  const before = world.emulator.requests().length;
  expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(
    world.emulator
      .requests()
      .slice(before)
      .filter(({method}) => method !== 'GET'),
  ).toEqual([]);
  expect(await plan()).toMatchObject({summary: {drift: 0}, codes: []});
  // The record of one holds although another says something else now.
  set('b', {maxAge: 7000});
  expect(await plan()).toMatchObject({summary: {drift: 1}, changes: [{key: 'b'}]});
});

test('W11: what one monitor of several answers is not filled in', async () => {
  await applied({...TWO, 'monitors/c.yaml': specFor('c')});
  for (const name of ['a', 'b']) set(name, {maxAge: DAYS});
  expect(await plan()).toMatchObject({summary: {drift: 2}, codes: []});
});

test.each([{}, {timeout: 60_000, mobile: false, skipTlsVerification: true}])(
  'W12: pull, import and accept write such a value, beside %j',
  async plain => {
    await applied(TWO);
    set('a', {maxAge: DAYS, ...plain});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    const {stdout} = await run('render', 'a');
    expect(stdout).toContain(`maxAge: ${DAYS}`);
    expect(await plan()).toMatchObject({summary: {drift: 0, update: 0}});
    const {id} = world.emulator.dashboard.create({
      name: 'other',
      schedule: {text: 'hourly'},
      targets: [{type: 'scrape', urls: ['https://other.example/'], scrapeOptions: {maxAge: DAYS}}],
    });
    expect(await run('import', 'other', id)).toMatchObject({exitCode: 0});
    expect((await run('render', 'other')).stdout).toContain(`maxAge: ${DAYS}`);
    world.emulator.dashboard.create({
      name: 'third',
      schedule: {text: 'hourly'},
      targets: [{type: 'scrape', urls: ['https://third.example/'], scrapeOptions: {maxAge: DAYS, ...plain}}],
    });
    expect(await run('pull')).toMatchObject({exitCode: 0});
    expect((await run('render', 'third')).stdout).toContain(`maxAge: ${DAYS}`);
  },
);
