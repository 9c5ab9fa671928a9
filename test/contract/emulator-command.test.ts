import {type CliRun, makeWorkspace, runMonitors, specFor, type Workspace} from '../world/cli';

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({'monitors/shop.yaml': specFor('shop')});
});
afterEach(() => workspace.remove());

/** Runs `monitors emulator` until `use` is done with its address. */
async function whileRunning(args: readonly string[], use: (url: string) => Promise<void>): Promise<CliRun> {
  let used: Promise<void> = Promise.resolve();
  const run = await runMonitors(['emulator', ...args], {
    cwd: workspace.directory,
    onStart: child => {
      child.stdout?.once('data', text => {
        const url = /listening at (\S+)/.exec(String(text))?.[1] ?? '';
        used = use(url).finally(() => child.kill('SIGINT'));
      });
    },
  });
  await used;
  return run;
}

const headers = {authorization: 'Bearer any-key'};

test.each([
  {name: 'without more it knows creating alone', args: [], status: 404},
  {name: 'so it does when told', args: ['--operations', 'create'], status: 404},
  {name: 'with full operations it lists', args: ['--operations', 'full'], status: 200},
])('$name', async ({args, status}) => {
  const {exitCode, stderr} = await whileRunning(args, async url => {
    expect((await fetch(`${url}/v2/monitor`, {headers})).status).toBe(status);
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`GET /v2/monitor -> ${status}`);
});

test('what was applied can be listed after a restart', async () => {
  const args = ['--operations', 'full', '--data', 'service.json'];
  await whileRunning(args, async url => {
    const applied = await runMonitors(['apply', '--auto-approve'], {
      cwd: workspace.directory,
      env: {MONITORS_BASE_URL: url, MONITORS_API_KEY: 'any-key'},
    });
    expect(applied).toMatchObject({exitCode: 0});
  });
  await whileRunning(args, async url => {
    const answer = await fetch(`${url}/v2/monitor`, {headers});
    expect(await answer.json()).toMatchObject({success: true, data: [{name: 'shop', status: 'active'}]});
  });
});

test('unknown operations are refused with those that there are', async () => {
  const {exitCode, stderr} = await runMonitors(['emulator', '--operations', 'all'], {cwd: workspace.directory});
  expect(exitCode).toBe(3);
  expect(stderr).toContain('--operations: unknown value "all"');
});
