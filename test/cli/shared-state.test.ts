import {existsSync, readFileSync, rmSync} from 'node:fs';
import {findFence} from '../docs/pages';
import {specFor} from '../world/cli';
import {expectPromised, schemaOf} from '../world/json-schemas';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** A state in PostgreSQL as a user of the command line meets it: real commands, a real server. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? describe : describe.skip;

const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const PROJECT = 'project: acme\nservice: {operations: full}\n';
let tables = 0;
let table: string;
let world: UserWorld;
afterEach(() => world.close());

const shared = (name = table) => `${PROJECT}state: {backend: postgres, table: ${name}}\n`;
const env = (more: Readonly<Record<string, string | undefined>> = {}) => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url(), ...more});
/** These repositories are not in git, so that an apply with a server has to be told that its specs are not old. */
function run(line: string, more = {}) {
  const isShared = readFileSync(world.workspace.path('monitors.config.yaml'), 'utf8').includes('backend');
  const told = isShared && line.startsWith('apply') ? ['--allow-old-checkout'] : [];
  return world.runHere([...line.split(' '), ...told], {env: env(more)});
}
const unwrap = (text: string) => text.replace(/\s+/g, ' ');
/** The one document that a command prints, as its schema promises. */
async function print(line: string): Promise<Record<string, unknown>> {
  const {stdout} = await run(`${line} --format json`);
  const document = JSON.parse(stdout) as Record<string, unknown> & {command: string};
  expectPromised(schemaOf(document), stdout);
  return document;
}
const createsIn = async () => (JSON.parse((await run('plan --format json')).stdout) as {summary: {create: number}}).summary.create;
const config = (text: string) => world.workspace.write({'monitors.config.yaml': text});

async function start(text: (name: string) => string = shared): Promise<void> {
  tables += 1;
  table = `cli_${tables}`;
  world = await startUserWorld({...SPECS, 'monitors.config.yaml': text(table)}, {}, {operations: 'full'});
}

onPostgres('a state in PostgreSQL', () => {
  test('apply never begins one; state init does, and plan, apply and all state commands go on from there', async () => {
    await start();
    const refused = await run('apply --auto-approve');
    expect(refused).toMatchObject({exitCode: 3, stdout: ''});
    expect(unwrap(refused.stderr)).toMatch(/state\/not-initialized.*run "monitors state init" once/);
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-initialized')});
    expect(world.emulator.monitors()).toHaveLength(0);

    expect(await run('state init')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Ready')});
    expect(await run('state init')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Nothing to do')});
    expect(await print('state init')).toMatchObject({outcome: 'was-there', project: 'acme', environment: 'default'});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(existsSync(world.workspace.path('monitors.state.json'))).toBe(false);
    expect(await createsIn()).toBe(0);

    expect((await run('state list')).stdout).toMatch(/a .*\n.*b /);
    expect(await run('state show a')).toMatchObject({exitCode: 0});
    expect(await run('state verify')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('The checksum is valid.')});
    expect(await run('state mv a c')).toMatchObject({exitCode: 0});
    expect(await run('state rm c')).toMatchObject({exitCode: 0});
    const {states} = (await print('state history')) as {states: {serial: number; monitors: number}[]};
    const before = states.find(({monitors}) => monitors === 2)!;
    expect(await run(`state restore ${before.serial}`)).toMatchObject({exitCode: 0});
    expect((await run('state list')).stdout.trim().split('\n').length).toBeGreaterThan(1);
    expect(await run('state restore 999')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/no-backup')});
    expect(await run('state reset')).toMatchObject({exitCode: 0});
    expect(await createsIn()).toBe(2);
  });

  test('a state that is lost with its server is rebuilt from the service', async () => {
    await start();
    await run('state init');
    await run('apply --auto-approve');
    config(shared(`${table}_new`));
    await run('state init');
    const recovered = await run('recover --auto-approve');
    expect(recovered).toMatchObject({exitCode: 0, stdout: expect.stringContaining(`Recorded 2 monitors in the PostgreSQL table`)});
    expect(await createsIn()).toBe(0);
  });

  test('each environment has a state of its own in one table', async () => {
    await start(name => `${shared(name)}environments: {staging: {}, production: {}}\n`);
    await run('state init --environment staging');
    expect(await run('apply --auto-approve --environment staging')).toMatchObject({exitCode: 0});
    expect(await run('plan --environment production')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('state/not-initialized'),
    });
  });

  test('what only checks specs needs no address and opens no connection', async () => {
    await start();
    const nowhere = {MONITORS_STATE_POSTGRES_URL: undefined};
    expect(await run('validate', nowhere)).toMatchObject({exitCode: 0});
    expect(await run('render a', nowhere)).toMatchObject({exitCode: 0});
    const broken = {MONITORS_STATE_POSTGRES_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none'};
    expect(await run('validate', broken)).toMatchObject({exitCode: 0});
    const plan = await run('plan', broken);
    expect(plan).toMatchObject({exitCode: 3, stderr: expect.stringContaining('127.0.0.1:1/none')});
    expect(plan.stderr + plan.stdout).not.toContain('hidden-word');
    expect(await run('plan', nowhere)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('MONITORS_STATE_POSTGRES_URL')});
  });

  test('only the address says where to look: other variables of PostgreSQL change nothing', async () => {
    await start();
    await run('state init');
    await run('apply --auto-approve');
    const names = {PGOPTIONS: '-c search_path=elsewhere', PGREPLICATION: 'database', PGSSLNEGOTIATION: 'direct', PGHOST: 'evil.example'};
    const before = {...process.env};
    // The client looks into the process's own environment.
    Object.assign(process.env, names);
    try {
      expect(await createsIn()).toBe(0);
    } finally {
      for (const name of Object.keys(names)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  test('a state file beside it is refused, and what works only for a file says so', async () => {
    await start();
    await run('state init');
    const given = await run('plan --state other.json');
    expect(given).toMatchObject({exitCode: 3});
    expect(unwrap(given.stderr)).toContain('the state file other.json is given, but the config file says "state: {backend: postgres}"');
    const moved = await run('state mv-environment default staging');
    expect(moved).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/needs-file')});
  });

  test('the rights of docs/state.md are enough: plan reads, apply writes', async () => {
    await start();
    table = `monitors_state`;
    config(shared());
    await run('state init');
    const server = postgres.server();
    for (const role of ['planner', 'applier']) await server.query(`CREATE ROLE ${role} LOGIN`, [], 'app');
    for (const grant of findFence('docs/state.md', 'GRANT SELECT ON').split(';'))
      if (grant.trim() !== '') await server.query(grant, [], 'app');
    const as = (role: string) => ({MONITORS_STATE_POSTGRES_URL: server.url(role)});
    expect(await run('plan', as('planner'))).toMatchObject({exitCode: 0});
    const refused = await run('apply --auto-approve', as('planner'));
    expect(refused).toMatchObject({
      exitCode: 3,
      stdout: expect.not.stringContaining('created'),
      stderr: expect.stringContaining('this role may not do that'),
    });
    expect(world.emulator.monitors()).toHaveLength(0);
    expect(await run('apply --auto-approve', as('applier'))).toMatchObject({exitCode: 0});
    expect(await run('state mv a c', as('applier'))).toMatchObject({exitCode: 0});
    expect(await run('state list', as('planner'))).toMatchObject({exitCode: 0});
  });

  test('unlock removes the lock of a dead run by its id', async () => {
    await start();
    await run('state init');
    expect(await run('state unlock nobody')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-locked')});
  });
});

onPostgres('a move of the state', () => {
  test('goes from the file to PostgreSQL, to another table, and back', async () => {
    await start(() => PROJECT);
    await run('apply --auto-approve');
    const before = JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8')) as {lineage: string};
    const there = await run(`state migrate --to postgres --table ${table}`);
    expect(there).toMatchObject({exitCode: 0});
    expect(unwrap(there.stdout)).toContain(`Write "state: {backend: postgres, table: ${table}}" into monitors.config.yaml`);
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 3});
    expect(await run('state restore monitors.state.json.bak')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(shared());
    expect(await createsIn()).toBe(0);
    const again = await print('state migrate --to postgres');
    expect(again).toMatchObject({outcome: 'unchanged', monitors: 2, state: {lineage: before.lineage}});

    expect(await run(`state migrate --to postgres --table ${table}_b`)).toMatchObject({exitCode: 0});
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(shared(`${table}_b`));
    expect(await createsIn()).toBe(0);

    const back = await run('state migrate --to file');
    expect(back).toMatchObject({exitCode: 0});
    expect(unwrap(back.stdout)).toContain('Write "state: monitors.state.json" into monitors.config.yaml');
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(PROJECT);
    expect(await createsIn()).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test("the config can't name an empty place while the file holds the state, and another state is not overwritten", async () => {
    await start(() => PROJECT);
    await run('apply --auto-approve');
    const kept = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
    config(shared());
    const refused = await run('state init');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*monitors\.state\.json holds one with 2 monitors/);
    rmSync(world.workspace.path('monitors.state.json'));
    await run('state init');
    world.workspace.write({'monitors.state.json': kept});
    const apply = await run('apply --auto-approve');
    expect(apply).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/other-place')});
    rmSync(world.workspace.path('monitors.state.json'));
    await run('recover --auto-approve');
    world.workspace.write({'monitors.state.json': kept});
    config(PROJECT);
    const onto = await run(`state migrate --to postgres --table ${table}`);
    expect(onto).toMatchObject({exitCode: 3});
    expect(unwrap(onto.stderr)).toMatch(/state\/place-taken.*holds a state with 2 monitors already; nothing was moved/);
    expect(await createsIn()).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('with nothing to move, nothing is made', async () => {
    await start(() => PROJECT);
    expect(await run('state migrate --to postgres')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/nothing-stored')});
    expect(await run('state migrate')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('needs --to')});
    expect(await run('state migrate --to s3')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('needs --bucket')});
  });
});
