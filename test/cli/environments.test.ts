import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Environments that the config declares: their settings, their specs, and the state that moves into one. */
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const words = (text: string) => text.replace(/\s+/g, ' ');
const inEnvironment = (name: string, ...args: string[]) => run(...args, '--environment', name);
const exists = (name: string) => existsSync(world.workspace.path(name));
const stateOf = (name: string) => JSON.parse(readFileSync(world.workspace.path(name), 'utf8'));
const MOVE = ['state', 'migrate', '--environment', 'default', '--to-environment', 'production'];

const PLAIN = 'project: acme\nservice: {operations: full}\n';
const DECLARED = `${PLAIN}environments:\n  staging: {budget: {creditsPerMonth: 1}}\n  production: {}\n`;

async function start(config = PLAIN, specs: Readonly<Record<string, string>> = {}): Promise<void> {
  const files = {'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), ...specs};
  world = await startUserWorld(files, {}, {operations: 'full'});
}

/** Monitors live in the environment `default`; then the config declares others. */
async function declareLater(config = DECLARED): Promise<void> {
  await start();
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors.config.yaml': config});
}

describe('declared environments', () => {
  test('C43: a misspelt one is refused, with the one that was meant', async () => {
    await start(DECLARED);
    const planned = await inEnvironment('prodution', 'plan');
    expect(planned).toMatchObject({exitCode: 3, stdout: ''});
    expect(words(planned.stderr)).toContain('the environment "prodution" given with --environment is not declared');
    expect(words(planned.stderr)).toContain('did you mean "production"?');
  });

  test('none chosen is an error that lists them', async () => {
    await start(DECLARED);
    const planned = await run('plan');
    expect(planned).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/no-environment')});
    expect(words(planned.stderr)).toContain('"staging" and "production"');
  });

  test('validate checks each, or the one that is chosen', async () => {
    await start(DECLARED);
    expect(await run('validate')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('2')});
    world.workspace.write({'monitors/b.yaml': `${bareSpecFor('b')}gaol: x\n`});
    const document = JSON.parse((await run('validate', '--format', 'json')).stdout);
    expect(document.diagnostics).toMatchObject([{code: 'schema/unknown-field', message: expect.not.stringContaining('environment')}]);
    expect(await inEnvironment('staging', 'validate')).toMatchObject({exitCode: 1});
    expect(await inEnvironment('prod', 'validate')).toMatchObject({exitCode: 3});
  });

  test('a finding of several counts the monitors of the one in which it concerns most', async () => {
    await start(DECLARED, {
      'monitors/_defaults.yaml': 'retentionDays: many\n',
      'monitors/_overlay.staging.yaml': 'retentionDays: 7\n',
      'monitors/x/_overlay.staging.yaml': 'retentionDays: null\n',
      'monitors/x/_defaults.yaml': 'goal: x\n',
      'monitors/x/c.yaml': specFor('c'),
    });
    const [finding] = JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics;
    expect(finding).toMatchObject({code: 'schema/type', file: 'monitors/_defaults.yaml', monitors: 3});
  });

  test('a variable that one of them lacks is said with its name once', async () => {
    await start(`${PLAIN}environments: {staging: {}, production: {vars: {HOOKS: "https://h.example"}}}\n`, {
      'monitors/_defaults.yaml': 'webhook: {url: "${var:HOOKS}/x"}\n',
    });
    expect(JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics).toMatchObject([
      {code: 'fleet/unknown-variable', message: 'the variable "HOOKS" has no value in the environment "staging"'},
    ]);
  });

  test('each has its own budget', async () => {
    await start(DECLARED);
    const {stdout} = await inEnvironment('staging', 'plan');
    expect(stdout).toContain('above the budget of 1');
    expect(stdout).toContain('raise environments.staging.budget.creditsPerMonth in monitors.config.yaml');
    expect((await inEnvironment('production', 'plan')).stdout).toContain('2 to create');
  });
});

describe('C44: declaring environments buys nothing again', () => {
  test('creates wait while the state of an environment that is not declared records their keys', async () => {
    await declareLater();
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    const planned = await inEnvironment('production', 'plan');
    expect(planned.stdout).toContain('0 to create');
    expect(words(planned.stdout)).toContain(
      '-> if "default" is "production" now, move its state, which keeps its monitors: monitors state migrate --environment default --to-environment production ->',
    );
    expect(words(planned.stdout)).toContain(
      'if it is another environment now, name that one: monitors state migrate --environment default --to-environment NAME ->',
    );
    // Nothing would be created: no warning says so.
    expect(planned.stderr).not.toContain('config/new-environment');
    expect(await inEnvironment('production', 'apply', '--auto-approve')).toMatchObject({exitCode: 1});
    expect(await inEnvironment('production', 'pull')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('plan/other-environment'),
    });
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(exists('monitors.state.production.json')).toBe(false);
    const document = JSON.parse((await inEnvironment('production', 'plan', '--format', 'json')).stdout);
    expect(document.diagnostics.map(({code}: {code: string}) => code)).toContain('plan/other-environment');
  });

  test('creates wait as well where every key was changed together with it', async () => {
    await declareLater();
    for (const name of ['a', 'b'])
      renameSync(world.workspace.path(`monitors/${name}.yaml`), world.workspace.path(`monitors/new-${name}.yaml`));
    const planned = await inEnvironment('production', 'plan');
    expect(planned.stdout).toContain('0 to create');
    expect(words(planned.stdout)).toContain('"default", which is not declared, records 2 monitors');
    expect(await inEnvironment('production', 'apply', '--auto-approve')).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('two declared environments each have their own monitors, with a warning at first', async () => {
    await declareLater(`${PLAIN}environments: {default: {}, staging: {}}\n`);
    const planned = await inEnvironment('staging', 'plan');
    expect(planned).toMatchObject({
      stdout: expect.stringContaining('2 to create'),
      stderr: expect.stringContaining('config/new-environment'),
    });
    expect(await run('plan')).toMatchObject({stdout: expect.stringContaining('No changes.')});
  });

  test('the state of a trial elsewhere holds nothing back', async () => {
    await declareLater();
    const path = world.workspace.path('monitors.state.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(world.emulator.url, 'http://127.0.0.1:1'));
    expect((await inEnvironment('production', 'plan')).stdout).toContain('2 to create');
  });

  test('the moved state has the same monitors, and nothing is to be done', async () => {
    await declareLater();
    const before = stateOf('monitors.state.json');
    const moved = await run(...MOVE);
    expect(moved).toMatchObject({exitCode: 0, stderr: ''});
    expect(words(moved.stdout)).toContain('The state of environment "default", with 2 monitors, is now that of "production".');
    const after = stateOf('monitors.state.production.json');
    expect(after).toMatchObject({
      lineage: before.lineage,
      environment: 'production',
      formerEnvironments: ['default'],
      monitors: before.monitors,
    });
    expect(exists('monitors.state.json')).toBe(false);
    for (const args of [['plan'], ['plan', '--refresh']]) {
      expect((await inEnvironment('production', ...args)).stdout).toMatch(/^No changes\./);
    }
    const again = await run(...MOVE, '--format', 'json');
    expect(again).toMatchObject({exitCode: 0, stdout: expect.stringContaining('"outcome": "unchanged"')});
  });

  test('an edit, a delete and a new spec go on from the recorded ids', async () => {
    await declareLater();
    await run(...MOVE);
    const [{targets}] = world.emulator.monitors() as unknown as [{targets: readonly {id: string}[]}];
    world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}goal: Tell me more\n`, 'monitors/c.yaml': specFor('c')});
    expect(await inEnvironment('production', 'apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const live = world.emulator.monitors();
    expect(live).toHaveLength(3);
    expect(live.find(({name}) => name === 'a')).toMatchObject({goal: 'Tell me more', targets: [{id: targets[0]?.id}]});
  });

  test('a lost state is rebuilt from what git or a backup still says', async () => {
    await declareLater();
    await run(...MOVE);
    const ids = Object.values(stateOf('monitors.state.production.json').monitors).map(record => (record as {id: string}).id);
    const path = world.workspace.path('monitors.state.production.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"checksum": "sha256:...../, '"checksum": "sha256:00000'));
    expect(await inEnvironment('production', 'recover', '--auto-approve', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
    const recovered = stateOf('monitors.state.production.json');
    expect(Object.values(recovered.monitors).map(record => (record as {id: string}).id)).toEqual(ids);
    expect(recovered.formerEnvironments).toEqual(['default']);
    expect((await inEnvironment('production', 'plan', '--refresh')).stdout).toMatch(/^No changes\./);
  });

  test('a state of which only the beginning is left is rebuilt by the target ids of the environment before', async () => {
    await declareLater();
    await run(...MOVE);
    const before = stateOf('monitors.state.production.json').monitors;
    const path = world.workspace.path('monitors.state.production.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, text.indexOf('"monitors":')));
    expect(await inEnvironment('production', 'recover', '--auto-approve', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
    const after = stateOf('monitors.state.production.json').monitors;
    for (const key of ['a', 'b']) expect(after[key].id).toBe(before[key].id);
    expect((await inEnvironment('production', 'plan', '--refresh')).stdout).toMatch(/^No changes\./);
  });

  test('a monitor that was removed from the moved state is not created again, whatever its name is now', async () => {
    await declareLater();
    await run(...MOVE);
    await inEnvironment('production', 'state', 'rm', 'a');
    world.workspace.write({'monitors/a.yaml': specFor('a').replace('name: a', 'name: renamed')});
    const planned = await inEnvironment('production', 'plan', '--refresh');
    expect(planned.stdout).toContain('0 to create');
    expect(words(planned.stdout)).toContain('"a" may already exist');
  });

  test('the environment that it came from begins again with ids of its own', async () => {
    await declareLater(`${PLAIN}environments: {default: {}, production: {}}\n`);
    await run(...MOVE);
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const live = world.emulator.monitors() as unknown as readonly {targets: readonly {id: string}[]}[];
    expect(live).toHaveLength(4);
    expect(new Set(live.flatMap(({targets}) => targets.map(({id}) => id))).size).toBe(4);
    for (const name of ['default', 'production']) expect((await inEnvironment(name, 'plan', '--refresh')).stdout).toMatch(/^No changes\./);
  });
});

describe('sync.environments', () => {
  const only = (name: string, ...environments: string[]) =>
    `${bareSpecFor(name)}sync: {alerts: none, environments: [${environments.join(', ')}]}\n`;
  const changesOf = async (name: string) => JSON.parse((await inEnvironment(name, 'plan', '--format', 'json')).stdout).changes;

  test('a spec is checked everywhere and planned where it lives', async () => {
    await start(DECLARED, {'monitors/b.yaml': only('b', 'production')});
    expect((await inEnvironment('production', 'plan')).stdout).toContain('2 to create');
    expect(await changesOf('staging')).toHaveLength(1);
    world.workspace.write({'monitors/b.yaml': `${only('b', 'production')}gaol: x\n`});
    expect(await inEnvironment('staging', 'plan')).toMatchObject({exitCode: 1, stderr: expect.stringContaining('schema/unknown-field')});
  });

  test('a row of a list says where its monitor lives', async () => {
    const rows = (environment: string) => `- {key: x, sync: {environments: [${environment}]}}\n- {key: y}\n`;
    const list = `${bareSpecFor('list').replace('list', '${each:key}')}sync: {alerts: none, each: {file: _rows.yaml}}\n`.replace(
      'https://list.example/',
      '"https://${each:key}.example/"',
    );
    await start(DECLARED, {'monitors/list.yaml': list, 'monitors/_rows.yaml': rows('production')});
    const keysIn = async (name: string) => (await changesOf(name)).map(({key}: {key: string}) => key);
    expect(await keysIn('production')).toEqual(['a', 'b', 'list/x', 'list/y']);
    expect(await keysIn('staging')).toEqual(['a', 'b', 'list/y']);
    await inEnvironment('production', 'apply', '--auto-approve');
    world.workspace.write({'monitors/_rows.yaml': rows('staging')});
    expect(await changesOf('production')).toMatchObject([{action: 'blocked', key: 'list/x', reason: 'plan/left-environment'}]);
    world.workspace.write({'monitors/_rows.yaml': rows('prodution')});
    expect(JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics).toMatchObject([
      {code: 'spec/unknown-environment', file: 'monitors/_rows.yaml', range: {start: {line: 1}}},
    ]);
  });

  test('a name that is not declared is an error at its place, with the one that was meant', async () => {
    await start(DECLARED, {'monitors/b.yaml': only('b', 'staging', 'prodution')});
    const validated = await inEnvironment('staging', 'validate', '--format', 'json');
    expect(validated.exitCode).toBe(1);
    expect(JSON.parse(validated.stdout).diagnostics).toMatchObject([
      {code: 'spec/unknown-environment', hint: 'did you mean "production"?', file: 'monitors/b.yaml', pointer: '/sync/environments/1'},
    ]);
  });

  test('rows that share a fault name each environment once', async () => {
    const rows = 'name: ${each:key}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: [https://x.example/]}]\nsync:\n';
    await start(DECLARED, {'monitors/c.yaml': `${rows}  each: [{key: x}, {key: y}]\n  environments: [prodution]\n`});
    const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
    const found = diagnostics.filter(({code}: {code: string}) => code === 'spec/unknown-environment');
    expect(found).toMatchObject([{message: expect.not.stringContaining('environments staging')}]);
  });

  test('without declared environments no name is known', async () => {
    await start(PLAIN, {'monitors/b.yaml': only('b', 'production')});
    expect(await run('validate')).toMatchObject({exitCode: 1, stdout: expect.stringContaining('environments: {production: {}}')});
  });

  test('a monitor whose spec left the environment is deleted only with --allow-deletes', async () => {
    await start(DECLARED);
    await inEnvironment('production', 'apply', '--auto-approve');
    world.workspace.write({'monitors/b.yaml': only('b', 'staging')});
    const planned = await inEnvironment('production', 'plan');
    expect(words(planned.stdout)).toContain('the spec of "b" lives in staging only');
    expect(words(planned.stdout)).toContain('monitors apply --allow-deletes --environment production');
    expect(await changesOf('production')).toMatchObject([{action: 'blocked', key: 'b', reason: 'plan/left-environment'}]);
    await inEnvironment('production', 'apply', '--auto-approve');
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(await inEnvironment('production', 'apply', '--auto-approve', '--allow-deletes')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(1);
  });

  test('a choice of specs that live elsewhere is refused with where they live', async () => {
    await start(DECLARED, {'monitors/x/c.yaml': only('c', 'production'), 'monitors/x/d.yaml': only('d', 'production')});
    for (const args of [
      ['plan', '--only', 'x/c'],
      ['render', 'x/*'],
      ['plan', '--exclude', 'x/c'],
    ]) {
      const refused = await inEnvironment('staging', ...args);
      expect(refused).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('config/unknown-key')});
      expect(words(refused.stderr)).toMatch(/the specs? of "x\/c"(?:, "x\/d")? lives? in production only/);
      expect(words(refused.stderr)).toContain('choose production with --environment');
    }
  });

  test('what another environment has is judged by the specs that live there', async () => {
    await start(DECLARED, {'monitors/c.yaml': only('c', 'production')});
    await inEnvironment('production', 'apply', '--auto-approve');
    await inEnvironment('production', 'state', 'rm', 'c');
    const unmanaged = JSON.parse((await inEnvironment('staging', 'plan', '--refresh', '--format', 'json')).stdout).service.unmanaged;
    expect(unmanaged).toContainEqual(expect.objectContaining({name: 'c', environment: 'production'}));
  });
});

describe('state migrate --to-environment refuses', () => {
  test('an environment that has a state', async () => {
    await declareLater(`${PLAIN}environments: {default: {}, production: {}}\n`);
    await inEnvironment('production', 'apply', '--auto-approve');
    const before = stateOf('monitors.state.json');
    expect(await run(...MOVE)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/environment-taken')});
    expect(stateOf('monitors.state.json')).toEqual(before);
  });

  test('an environment that is not declared, the same twice, and flags that name another state', async () => {
    await declareLater();
    for (const [code, from, to, ...others] of [
      ['config/unknown-environment', 'default', 'prod'],
      ['state/bad-repair', 'default', 'default'],
      ['config/usage', 'default', 'production', '--to', 'file'],
      ['config/usage', 'default', 'production', '--table', 'x'],
      ['config/usage', 'default', 'production', '--file', 'x.json'],
      ['config/usage', 'default', 'production', '--state', 'x.json'],
      ['config/bad-name', '../x', 'production'],
      ['state/nothing-stored', 'nothing', 'production'],
    ] as const) {
      const args = ['state', 'migrate', '--environment', from, '--to-environment', to, ...others];
      const refused = await run(...args);
      expect([args, refused.exitCode, refused.stderr]).toEqual([args, 3, expect.stringContaining(code)]);
    }
    expect(words((await run('state', 'migrate', '--to-environment', 'production')).stderr)).toContain('needs --environment');
    expect(words((await run('state', 'migrate', '--environment', 'default', '--to-environment', 'productoin')).stderr)).toContain(
      'the environment "productoin" given with --to-environment is not declared; the config file declares "staging" and "production" hint: did you mean',
    );
    expect(words((await run('state', 'migrate', '--environment', 'defalt', '--to-environment', 'production')).stderr)).toContain(
      'environment "defalt" has no state: monitors.state.defalt.json not found hint: check the name given with --environment',
    );
    expect(stateOf('monitors.state.json').environment).toBe('default');
  });

  test('a state with a create whose outcome is unknown', async () => {
    await start();
    world.emulator.setFaults({faults: [{when: {name: 'b'}, do: 'drop', work: 'done'}]});
    expect(await run('apply', '--auto-approve', '--on-ambiguous', 'stop')).toMatchObject({exitCode: 4});
    world.emulator.setFaults({});
    world.workspace.write({'monitors.config.yaml': DECLARED});
    expect(await run(...MOVE)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/unresolved')});
    expect((await inEnvironment('production', 'plan')).stdout).toContain('0 to create');
    expect(exists('monitors.state.json.journal')).toBe(true);
  });
});

describe('a state file that was renamed by hand', () => {
  test('is refused in both environments until it has its name again and is moved', async () => {
    await declareLater(`${PLAIN}environments: {default: {}, production: {}}\n`);
    renameSync(world.workspace.path('monitors.state.json'), world.workspace.path('monitors.state.production.json'));
    for (const [name, code] of [
      ['default', 'state/misplaced'],
      ['production', 'state/wrong-environment'],
    ] as const) {
      const planned = await inEnvironment(name, 'plan');
      expect([planned.exitCode, planned.stdout]).toEqual([3, '']);
      expect(planned.stderr).toContain(code);
      expect(words(planned.stderr)).toContain('monitors state migrate --environment default --to-environment production');
    }
    const move = [...MOVE, '--format', 'json'];
    expect(words((await run(...move)).stdout)).toContain('give the file its name back: monitors.state.json');
    renameSync(world.workspace.path('monitors.state.production.json'), world.workspace.path('monitors.state.json'));
    expect((await run(...move)).stdout).toContain('"outcome": "moved"');
    expect((await inEnvironment('production', 'plan', '--refresh')).stdout).toMatch(/^No changes\./);
  });

  test('git sees the move as a rename, and the command says what to commit', async () => {
    await declareLater();
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
      return execFileSync('git', [...identity, '-C', world.workspace.directory, ...args], {encoding: 'utf8', stdio: 'pipe'});
    };
    git('init', '--quiet');
    git('add', '-A', '--', 'monitors', 'monitors.config.yaml', 'monitors.state.json');
    git('commit', '--quiet', '--message', 'all');
    const moved = await run(...MOVE);
    expect(words(moved.stdout)).toContain('"git add -A -- monitors.state.json monitors.state.production.json"');
    git('add', '-A', '--', 'monitors.state.json', 'monitors.state.production.json');
    expect(git('diff', '--cached', '--name-status', '-M50%')).toMatch(/^R\d+\tmonitors\.state\.json\tmonitors\.state\.production\.json\n$/);
  });
});
