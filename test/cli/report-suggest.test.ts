import {type CliRun, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';

/** `monitors report --suggest`: what would flatten the load. */
const SPEC = 'schedule: {cron: "0 9 * * 1-5", timezone: Europe/Berlin}';
const specs = Object.fromEntries(
  Array.from({length: 61}, (_, index) => {
    const key = `shop/k${String(index).padStart(2, '0')}`;
    return [`monitors/${key}.yaml`, specFor(key).replace(/schedule:.*/, SPEC)];
  }),
);

let workspace: Workspace;
afterEach(() => workspace.remove());

function start(files: Readonly<Record<string, string>>): void {
  workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\n', ...files});
}

const run = (...args: readonly string[]): Promise<CliRun> => runMonitorsHere(args, {cwd: workspace.directory});

test('I65: validate and plan warn once; the suggested schedules end it', async () => {
  start({...specs, 'monitors/other.yaml': specFor('other')});
  for (const command of ['validate', 'plan']) {
    const {stdout, stderr, exitCode} = await run(command);
    const shown = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    expect(exitCode).toBe(0);
    expect(shown.match(/risk\/same-minute/g)).toHaveLength(1);
    expect(shown).toContain('61 monitors run at the same minute, such as Monday 09:00 (Europe/Berlin); all of them by "0 9 * * 1-5"');
    expect(shown).toContain('monitors report --suggest');
  }
  const {stdout} = await run('report', '--suggest', '--format', 'json');
  expectPromised('report', stdout);
  const {before, after, groups} = JSON.parse(stdout);
  expect({before, after}).toMatchObject({before: {time: 'Monday 09:00', timezone: 'Europe/Berlin', monitors: 61}, after: {monitors: 2}});
  for (const {key, cron} of groups[0].monitors) {
    workspace.write({[`monitors/${key}.yaml`]: specs[`monitors/${key}.yaml`]?.replace('0 9 * * 1-5', cron) ?? ''});
  }
  expect((await run('validate')).stderr).not.toContain('same-minute');
  expect((await run('report', '--suggest')).stdout).toBe('Nothing to spread: at most 50 monitors run at the same minute.\n');
});

test('text names each schedule with the first keys, and with --verbose all of them', async () => {
  start({...specs, 'monitors/other.yaml': specFor('other')});
  const {stdout, exitCode} = await run('report', '--suggest');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    'cron: "0 9 * * 1-5"  Europe/Berlin, 61 monitors\n  cron: "0 9 * * 1-5"  shop/k00, shop/k01\n  cron: "1 9 * * 1-5"  shop/k02\n',
  );
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /61 monitors run at the same minute \(Monday 09:00, Europe\/Berlin\)\. With these schedules, the fullest minute \(.*\) has 2\. Nothing was changed\. $/,
  );
});

test('some monitors can be chosen; a key that is none is refused', async () => {
  start(specs);
  expect((await run('report', '--suggest', 'shop/k0*')).stdout).toContain('Nothing to spread');
  expect(await run('report', '--suggest', 'shopp/**')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
});

test('errors in specs are shown instead', async () => {
  start({...specs, 'monitors/bad.yaml': 'name: bad\n'});
  const {stdout, stderr, exitCode} = await run('report', '--suggest');
  expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 1});
  expect(stderr).toContain('schema/missing-field');
});
