import {existsSync, readFileSync, rmSync} from 'node:fs';
import {PutBucketPolicyCommand} from '@aws-sdk/client-s3';
import {findFence} from '../docs/pages';
import {specFor} from '../world/cli';
import {expectPromised, schemaOf} from '../world/json-schemas';
import {usePostgres} from '../world/postgres-server';
import {describeServers} from '../world/programs';
import {startRawServer} from '../world/raw-server';
import {type S3Keys, useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** A state on a server as a user of the command line meets it: real commands, real servers. */
const postgres = usePostgres();
const s3 = useS3();
const onPostgres = postgres.isHere ? describe : describe.skip;
const onBoth = postgres.isHere && s3.isHere ? describe : describe.skip;

/** A server that keeps states, each in a place of its own. */
interface Engine {
  readonly kind: 'postgres' | 's3';
  readonly isHere: boolean;
  readonly makePlace: () => Promise<string>;
  /** The line of the config, what names the place in options, and in messages. */
  readonly setting: (place: string) => string;
  readonly options: (place: string) => string;
  readonly shown: (place: string) => string;
  readonly env: () => Readonly<Record<string, string>>;
  /** Addresses that name no server, and one where nothing listens. */
  readonly nowhere: Readonly<Record<string, string | undefined>>;
  readonly broken: Readonly<Record<string, string>>;
  readonly missing: string;
  /** Prepares a place and grants what docs/state.md says: who plans, and who applies. */
  readonly grantAsInDocs: (place: string) => Promise<Record<'planner' | 'applier', Readonly<Record<string, string>>>>;
}

let tables = 0;
const POSTGRES: Engine = {
  kind: 'postgres',
  isHere: postgres.isHere,
  makePlace: async () => `cli_${++tables}`,
  setting: place => `state: {backend: postgres, table: ${place}}`,
  options: place => `--table ${place}`,
  shown: place => `the PostgreSQL table "${place}"`,
  env: () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}),
  nowhere: {MONITORS_STATE_POSTGRES_URL: undefined},
  broken: {MONITORS_STATE_POSTGRES_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none'},
  missing: 'MONITORS_STATE_POSTGRES_URL',
  grantAsInDocs: async () => {
    config(`${PROJECT}state: {backend: postgres}\n`);
    await run('state init');
    const server = postgres.server();
    for (const role of ['planner', 'applier']) await server.query(`CREATE ROLE ${role} LOGIN`, [], 'app');
    const grants = findFence('docs/state.md', 'GRANT SELECT ON').split(';');
    for (const grant of grants) if (grant.trim() !== '') await server.query(grant, [], 'app');
    const as = (role: string) => ({MONITORS_STATE_POSTGRES_URL: server.url(role)});
    return {planner: as('planner'), applier: as('applier')};
  },
};
const S3: Engine = {
  kind: 's3',
  isHere: s3.isHere,
  makePlace: () => s3.server().makeBucket(),
  setting: place => `state: {backend: s3, bucket: ${place}}`,
  options: place => `--bucket ${place}`,
  shown: place => `s3://${place}/monitors`,
  env: () => s3.server().env(),
  nowhere: {AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined},
  broken: {AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_SECRET_ACCESS_KEY: 'hidden-word'},
  missing: 'AWS_ACCESS_KEY_ID',
  grantAsInDocs: async place => {
    await run('state init');
    const server = s3.server();
    const planner = await server.makeUser(place, ['s3:GetObject']);
    const applier = await server.makeUser(place, ['s3:GetObject']);
    const policy = findFence('docs/state.md', '{"Version"').replaceAll('acme-monitors', place);
    const all = (JSON.parse(policy) as {Statement: object[]}).Statement;
    const grant = (statements: readonly object[], {AWS_ACCESS_KEY_ID: user}: S3Keys) =>
      statements.map(statement => ({...statement, Principal: {AWS: [user]}}));
    const Statement = [...grant(all.slice(0, 2), planner), ...grant(all, applier)];
    await server.keeper.send(new PutBucketPolicyCommand({Bucket: place, Policy: JSON.stringify({Version: '2012-10-17', Statement})}));
    return {planner: server.env(planner), applier: server.env(applier)};
  },
};

const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const PROJECT = 'project: acme\nservice: {operations: full}\n';
let world: UserWorld;
afterEach(() => world.close());
afterEach(() => postgres.isHere && postgres.server().query('DROP TABLE IF EXISTS monitors_state, monitors_state_replaced', [], 'app'));

/** These repositories are not in git, so that an apply with a server has to be told that its specs are not old. */
function run(line: string, more = {}) {
  const isShared = readFileSync(world.workspace.path('monitors.config.yaml'), 'utf8').includes('backend');
  const told = isShared && line.startsWith('apply') ? ['--allow-old-checkout'] : [];
  const servers = [POSTGRES, S3].filter(({isHere}) => isHere).map(({env}) => env());
  return world.runHere([...line.split(' '), ...told], {env: {HOME: world.workspace.directory, ...Object.assign({}, ...servers), ...more}});
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

const start = async (text: string) => {
  world = await startUserWorld({...SPECS, 'monitors.config.yaml': text}, {}, {operations: 'full'});
};

describeServers('a state in', [POSTGRES, S3], engine => {
  const {makePlace, setting, shown} = engine;
  let place: string;
  const shared = (name = place) => `${PROJECT}${setting(name)}\n`;
  const startShared = async (more = '') => {
    place = await makePlace();
    await start(`${shared()}${more}`);
  };

  test('apply never begins one; state init does, and plan, apply and all state commands go on from there', async () => {
    await startShared();
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
    await startShared();
    await run('state init');
    await run('apply --auto-approve');
    place = await makePlace();
    config(shared());
    await run('state init');
    const recovered = await run('recover --auto-approve');
    expect(recovered).toMatchObject({exitCode: 0, stdout: expect.stringContaining(`Recorded 2 monitors in ${shown(place)}`)});
    expect(await createsIn()).toBe(0);
  });

  test('each environment has a state of its own in one place', async () => {
    await startShared('environments: {staging: {}, production: {}}\n');
    await run('state init --environment staging');
    expect(await run('apply --auto-approve --environment staging')).toMatchObject({exitCode: 0});
    expect(await run('plan --environment production')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('state/not-initialized'),
    });
  });

  test('environments that are declared later: nothing is created again, and the state moves to one of them', async () => {
    await startShared();
    await run('state init');
    await run('apply --auto-approve');
    config(`${shared()}environments: {staging: {}, production: {}}\n`);
    await run('state init --environment production');
    const refused = await run('apply --auto-approve --environment production');
    expect(refused.exitCode).not.toBe(0);
    const move = 'state migrate --environment default --to-environment production';
    expect(unwrap(refused.stdout + refused.stderr)).toContain(`monitors ${move}`);
    expect(world.emulator.monitors()).toHaveLength(2);

    expect(await run(move)).toMatchObject({exitCode: 0});
    expect(await print(move)).toMatchObject({outcome: 'unchanged', monitors: 2});
    expect(await run('plan --environment production')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes')});
    config(shared());
    const old = await run('apply --auto-approve');
    expect(old).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    expect(unwrap(old.stderr)).toContain('use --environment production');
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('what only checks specs needs no address and opens no connection', async () => {
    await startShared();
    const {nowhere, broken, missing} = engine;
    expect(await run('validate', nowhere)).toMatchObject({exitCode: 0});
    expect(await run('render a', nowhere)).toMatchObject({exitCode: 0});
    expect(await run('validate', broken)).toMatchObject({exitCode: 0});
    const plan = await run('plan', broken);
    expect(plan).toMatchObject({exitCode: 3, stderr: expect.stringContaining('127.0.0.1:1')});
    expect(plan.stderr + plan.stdout).not.toContain('hidden-word');
    expect(await run('plan', nowhere)).toMatchObject({exitCode: 3, stderr: expect.stringContaining(missing)});
  });

  test('hooks, completion and what only checks specs open no connection', async () => {
    await startShared();
    const counting = await startRawServer(socket => socket.destroy());
    const {port} = counting;
    const env = {
      ...{AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, MONITORS_STATE_POSTGRES_URL: `postgres://a:b@127.0.0.1:${port}/app`},
      ...{AWS_ACCESS_KEY_ID: 'someone', AWS_SECRET_ACCESS_KEY: 'something', AWS_REGION: 'eu-central-1'},
    };
    const hook = 'validate --ignore-unknown monitors/a.yaml monitors.config.yaml';
    for (const line of ['validate', hook, 'render a', 'schema']) expect(await run(line, env)).toMatchObject({exitCode: 0});
    for (const list of ['keys', 'recorded', 'new', 'labels']) {
      const {exitCode} = await world.run(['__complete', list, '', 'monitors', 'state', 'rm'], {env});
      expect(exitCode).toBe(0);
    }
    expect(counting.connections).toBe(0);
    await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
    expect(counting.connections).toBe(1);
    await counting.close();
  });

  test('a state file beside it is refused', async () => {
    await startShared();
    await run('state init');
    const given = await run('plan --state other.json');
    expect(given).toMatchObject({exitCode: 3});
    expect(unwrap(given.stderr)).toContain(
      `the state file other.json is given, but the config file says "state: {backend: ${engine.kind}}"`,
    );
  });

  test('H4: the rights of docs/state.md are enough: plan reads, apply writes', async () => {
    await startShared();
    const {planner, applier} = await engine.grantAsInDocs(place);
    expect(await run('plan', planner)).toMatchObject({exitCode: 0});
    const refused = await run('apply --auto-approve', planner);
    expect(refused).toMatchObject({exitCode: 3, stdout: expect.not.stringContaining('created')});
    expect(unwrap(refused.stderr)).toMatch(/state\/not-writable.*can't be written: .* may not do that.*"monitors plan" only needs to read/);
    expect(world.emulator.monitors()).toHaveLength(0);
    expect(await run('apply --auto-approve', applier)).toMatchObject({exitCode: 0});
    expect(await run('state mv a c', applier)).toMatchObject({exitCode: 0});
    for (const line of ['plan', 'state list', 'state history', 'state verify'])
      expect(await run(line, planner)).toMatchObject({exitCode: 0});
  });

  test('unlock removes the lock of a dead run by its id', async () => {
    await startShared();
    await run('state init');
    expect(await run('state unlock nobody')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-locked')});
  });

  test('goes from the file to a place, to another one, and back', async () => {
    place = await makePlace();
    await start(PROJECT);
    await run('apply --auto-approve');
    const before = JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8')) as {lineage: string};
    const there = await run(`state migrate --to ${engine.kind} ${engine.options(place)}`);
    expect(there).toMatchObject({exitCode: 0});
    expect(unwrap(there.stdout)).toContain(`Write "${setting(place)}" into monitors.config.yaml`);
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 3});
    expect(await run('state restore monitors.state.json.bak')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(shared());
    expect(await createsIn()).toBe(0);
    const again = await print(`state migrate --to ${engine.kind}`);
    expect(again).toMatchObject({outcome: 'unchanged', monitors: 2, state: {lineage: before.lineage}});

    const second = await makePlace();
    expect(await run(`state migrate --to ${engine.kind} ${engine.options(second)}`)).toMatchObject({exitCode: 0});
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(shared(second));
    expect(await createsIn()).toBe(0);

    const back = await run('state migrate --to file');
    expect(back).toMatchObject({exitCode: 0});
    expect(unwrap(back.stdout)).toContain('Write "state: monitors.state.json" into monitors.config.yaml');
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(PROJECT);
    expect(await createsIn()).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('the state of an environment goes to a place and back, and each printed command and setting names it', async () => {
    place = await makePlace();
    const environments = `${PROJECT}environments: {staging: {}}\n`;
    await start(environments);
    await run('apply --auto-approve --environment staging');
    const there = await run(`state migrate --to ${engine.kind} ${engine.options(place)} --environment staging`);
    expect(there).toMatchObject({exitCode: 0});
    config(`${environments}${setting(place)}\n`);
    const back = unwrap((await run('state migrate --to file --environment staging')).stdout);
    expect(back).toContain('is now in monitors.state.staging.json');
    config(`${environments}${/Write "(.*?)"/.exec(back)?.[1]}\n`);
    expect((await run('plan --environment staging')).stdout).toContain('No changes.');
  });

  test("the config can't name an empty place while the file holds the state, and another state is not overwritten", async () => {
    place = await makePlace();
    await start(PROJECT);
    await run('apply --auto-approve');
    const kept = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
    config(shared());
    const refused = await run('state init');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*monitors\.state\.json holds one with 2 monitors/);
    expect(unwrap(refused.stderr)).toContain(`monitors state migrate --to ${engine.kind} ${engine.options(place)}`);
    rmSync(world.workspace.path('monitors.state.json'));
    await run('state init');
    world.workspace.write({'monitors.state.json': kept});
    const apply = await run('apply --auto-approve');
    expect(apply).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/other-place')});
    rmSync(world.workspace.path('monitors.state.json'));
    await run('recover --auto-approve');
    world.workspace.write({'monitors.state.json': kept});
    config(PROJECT);
    const onto = await run(`state migrate --to ${engine.kind} ${engine.options(place)}`);
    expect(onto).toMatchObject({exitCode: 3});
    expect(unwrap(onto.stderr)).toMatch(/state\/place-taken.*holds a state with 2 monitors already; nothing was moved/);
    expect(await createsIn()).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('with nothing to move, nothing is made', async () => {
    place = await makePlace();
    await start(PROJECT);
    const nothing = await run(`state migrate --to ${engine.kind} ${engine.options(place)}`);
    expect(nothing).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/nothing-stored')});
    config(shared());
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-initialized')});
  });
});

test('state migrate needs a target, and one that there is', async () => {
  await start(PROJECT);
  for (const [to, words] of Object.entries({'': 'needs --to', ' --to gcs': 'use file, postgres or s3', ' --to s3': 'needs --bucket'}))
    expect(await run(`state migrate${to}`)).toMatchObject({exitCode: 3, stderr: expect.stringContaining(words)});
});

onBoth('a state that goes from engine to engine', () => {
  test.each([
    [POSTGRES, S3],
    [S3, POSTGRES],
  ])('is found where the config names it, also when that was changed first', async (first, second) => {
    const [one, other] = [await first.makePlace(), await second.makePlace()];
    await start(`${PROJECT}${first.setting(one)}\n`);
    await run('state init');
    await run('apply --auto-approve');
    const moved = await run(`state migrate --to ${second.kind} ${second.options(other)}`);
    expect(moved).toMatchObject({exitCode: 0});
    expect(unwrap(moved.stdout)).toContain(`is now in ${second.shown(other)}. Nothing was sent. Write "${second.setting(other)}"`);
    const old = await run('plan');
    expect(unwrap(old.stderr)).toContain(
      `state/moved the state of environment "default" was moved from ${first.shown(one)} to ${second.shown(other)}`,
    );
    config(`${PROJECT}${second.setting(other)}\n`);
    expect(await createsIn()).toBe(0);
    expect(await run('state mv a c')).toMatchObject({exitCode: 0});
    // The config names the target already: the options say where the state comes from.
    config(`${PROJECT}${first.setting(one)}\n`);
    expect(await run(`state migrate --to ${first.kind} ${second.options(other)}`)).toMatchObject({exitCode: 0});
    expect((await run('state list')).stdout).toMatch(/b .*\n.*c /);
    expect(world.emulator.monitors()).toHaveLength(2);
  });
});

(s3.isHere ? test : test.skip)('state init says where a bucket keeps no versions, and nothing where it may not ask', async () => {
  const server = s3.server();
  const [bare, versioned] = [await server.makeBucket(), await server.makeBucket({keepsVersions: true})];
  await start(`${PROJECT}${S3.setting(bare)}\n`);
  expect(unwrap((await run('state init')).stdout)).toContain(`Note: the bucket ${bare} keeps no versions, so that nothing puts back`);
  const user = server.env(await server.makeUser(bare, ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject']));
  expect(await run('state init', user)).toMatchObject({exitCode: 0, stdout: expect.not.stringContaining('Note')});
  config(`${PROJECT}${S3.setting(versioned)}\n`);
  for (const command of ['state init', 'apply --auto-approve']) expect((await run(command)).stdout).not.toContain('Note');
  expect(unwrap((await run(`state migrate --to s3 ${S3.options(bare)}`)).stdout)).toMatch(/is now in .*Note: .* keeps no versions/);
});

onPostgres('the address of a state in PostgreSQL', () => {
  test('alone says where to look: other variables of PostgreSQL change nothing', async () => {
    await start(`${PROJECT}${POSTGRES.setting(await POSTGRES.makePlace())}\n`);
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
});
