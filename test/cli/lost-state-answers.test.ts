import {existsSync} from 'node:fs';
import {specFor} from '../world/cli';
import {
  apply,
  applyElsewhere,
  closeAll,
  count,
  HOOK,
  liveIds,
  lose,
  makeByHand,
  recordedIds,
  run,
  STATE,
  start,
  URL_1,
  URL_2,
  world,
  write,
} from '../world/lost-state';
import {API_KEY} from '../world/service';

/** Ways of people and commands with a monitor that may be that of a spec whose record is lost. */
afterEach(closeAll);

describe('the answer to a create that is held back', () => {
  const held = async () => {
    await start();
    await apply(URL_1);
    await apply(URL_2);
    lose();
    const ended = await run('apply', '--auto-approve');
    expect(ended.exitCode).toBe(1);
    return {id: liveIds()[0] ?? '', output: (ended.stdout + ended.stderr).replace(/\s+/g, ' ')};
  };

  test('import records it; the next plan is empty', async () => {
    const {id, output} = await held();
    expect(output).toContain(`monitors import a ${id}`);
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
    expect(count()).toBe(1);
  });

  test('distinctFrom, which a review can approve, lets it be created', async () => {
    const {id, output} = await held();
    expect(output).toContain(`distinctFrom: [${id}]`);
    write(`${URL_2}sync: {distinctFrom: [${id.toUpperCase()}]}\n`);
    expect(await world.runHere(['apply', '--auto-approve'], {env: {CI: 'true'}})).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  });

  test('the command names the environment, and sets a key that begins with a dash apart', async () => {
    await start(`${URL_1}sync: {key: -a}\n`);
    const id = makeByHand();
    const {stdout} = await world.runHere(['apply', '--auto-approve', '--format', 'json'], {env: {MONITORS_ENVIRONMENT: 'staging'}});
    const {diagnostics} = JSON.parse(stdout) as {diagnostics: {code: string; hint: string}[]};
    expect(diagnostics.find(({code}) => code === 'apply/may-exist')?.hint).toContain(`"monitors import --environment staging -- -a ${id}"`);
    const elsewhere = await world.runHere(['pull', '--only', id], {env: {MONITORS_ENVIRONMENT: 'staging'}});
    expect(elsewhere.stderr.replaceAll(/\s+/g, ' ')).toContain(`import -- -a ${id}`);
  });

  test('the others of the run are created', async () => {
    await start();
    makeByHand();
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining('1 created')});
    expect(Object.keys(recordedIds())).toEqual(['b']);
  });

  test('a refreshed plan shows it as blocked, with both answers', async () => {
    const {id} = await held();
    const {stdout} = await run('plan', '--refresh', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      summary: {create: 0, blocked: 1},
      changes: [{action: 'blocked', wanted: 'create', key: 'a', reason: 'plan/may-exist'}],
    });
    const shown = (await run('plan', '--refresh')).stdout.replace(/\s+/g, ' ');
    expect(shown).toContain(`monitors import a ${id}`);
    expect(shown).toContain(`distinctFrom: [${id}]`);
  });
});

test('a monitor whose ids prove that it is this one is never created beside it, whatever distinctFrom says', async () => {
  await start();
  await apply(URL_1);
  lose();
  write(`${URL_1}sync: {distinctFrom: [${liveIds()[0]}]}\n`);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(count()).toBe(1);
});

test('distinctFrom ends the warnings of what has only the name, or only the pages', async () => {
  await start();
  const ids = [makeByHand('a', 'https://other.example/'), makeByHand('other', 'https://a.example/')];
  const warned = await run('plan', '--refresh');
  expect(warned.stderr).toContain('plan/same-name');
  expect(warned.stderr).toContain('plan/same-content');
  write(`${URL_1}sync: {distinctFrom: [${ids.join(', ')}]}\n`);
  expect((await run('plan', '--refresh')).stderr).not.toMatch(/plan\/same-(name|content)/);
  expect((await run('apply', '--auto-approve')).stdout).not.toContain('apply/similar');
});

test('the look before the first create is one list, and none where nothing is created', async () => {
  await start();
  const lists = () => world.emulator.requests().filter(({method}) => method === 'GET').length;
  world.workspace.write(Object.fromEntries(['b', 'c', 'd'].map(name => [`monitors/${name}.yaml`, specFor(name)])));
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(lists()).toBe(1);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(lists()).toBe(1);
});

describe('recover', () => {
  const expectNothingRecorded = () => expect(existsSync(world.workspace.path(STATE)) ? recordedIds() : {}).toEqual({});

  test.each([
    ['--auto-approve', () => run('recover', '--auto-approve')],
    ['somebody says yes', () => world.runHere(['recover'], {answer: 'yes'})],
  ] as const)('C41: never takes a monitor of another project by name and URL: %s', async (_mode, recover) => {
    await start();
    await applyElsewhere(URL_1);
    const ended = await recover();
    expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`monitors import a ${liveIds()[0]}`)});
    expectNothingRecorded();
    const account = {env: {MONITORS_API_KEY: API_KEY}};
    expect(await world.runHere(['apply', '--auto-approve'], account)).toMatchObject({exitCode: 1});
    expect(count()).toBe(1);
  });

  test('takes one that somebody made by hand when somebody says yes, and not on --auto-approve', async () => {
    await start();
    const id = makeByHand();
    expect(await run('recover', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`monitors import a ${id}`)});
    expectNothingRecorded();
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
  });

  test('takes no monitor that distinctFrom names', async () => {
    await start();
    const id = makeByHand();
    write(`${URL_1}sync: {distinctFrom: [${id}]}\n`);
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to recover'),
    });
    expectNothingRecorded();
  });

  test('knows the ids of another environment also where its record is gone', async () => {
    await start();
    expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
    expect(await run('state', 'rm', 'a', '--environment', 'staging')).toMatchObject({exitCode: 0});
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to recover'),
    });
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
  });
});

describe('what may be the monitor of a spec is not adopted for another one', () => {
  test('pull leaves it to the spec, and refuses to be told to take it', async () => {
    await start();
    const id = makeByHand();
    const other = makeByHand('x', 'https://x.example/');
    expect(await run('pull')).toMatchObject({exitCode: 0, stdout: expect.stringContaining(other)});
    expect(recordedIds()).toEqual({x: other});
    const refused = await run('pull', '--only', id);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining(`monitors import a ${id}`)});
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 0});
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
  });

  test('import and pull know a monitor that was replaced for that of its spec', async () => {
    await start();
    for (const spec of [URL_1 + HOOK, URL_1]) await apply(spec);
    const [id = ''] = liveIds();
    lose();
    expect(await run('import', 'other', id)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/claimed')});
    expect(await run('pull')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Nothing to pull')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
  });

  test('import refuses a monitor that the spec itself says it is not', async () => {
    await start();
    const id = makeByHand();
    write(`${URL_1}sync: {distinctFrom: [${id}]}\n`);
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('sync.distinctFrom')});
  });
});
