import {cpSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {readPlanFile} from '../../src/features/plan/file-document';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {startLenientService} from '../world/lenient-service';

/**
 * Repositories with states, a journal and saved plans that the build of commit b2ab23a3 wrote. They never change: each later build
 * reads them, and finds nothing to do.
 */
const REPOSITORIES = join(__dirname, 'written-before');

const SECRETS = {ALERTS_TOKEN: 'token-0123456789'};

let workspace: Workspace;
afterEach(() => workspace.remove());

function open(name: 'create' | 'full' | 'unfinished') {
  workspace = makeWorkspace({});
  cpSync(join(REPOSITORIES, name), workspace.directory, {recursive: true});
  return (args: readonly string[], env: Record<string, string> = {}) =>
    runMonitorsHere(args, {cwd: workspace.directory, env: {...SECRETS, ...env}});
}

function readPlan(path: string) {
  const read = readPlanFile(readFileSync(workspace.path(path), 'utf8'));
  if (read.kind === 'refused') throw new Error(read.finding.message);
  const {state, specs, digest, shown, effects} = read.file;
  return {state, specs, digest, shown, effects};
}

describe.each(['create', 'full'] as const)('a repository of an earlier build, operations %s', operations => {
  test('plans no change, and validates without an error', async () => {
    const run = open(operations);
    const before = readFileSync(workspace.path('monitors.state.json'), 'utf8');
    expect(await run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^No changes\.\n/)});
    expect(await run(['validate', '--strict', 'service'])).toMatchObject({exitCode: 0});
    expect(
      await run(['apply', '--auto-approve'], {MONITORS_BASE_URL: 'https://api.firecrawl.dev', MONITORS_API_KEY: 'fc-0'}),
    ).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(workspace.path('monitors.state.json'), 'utf8')).toBe(before);
  });

  test('a plan that was saved from its state is not stale', async () => {
    const run = open(operations);
    const plan = ['plan', '--specs', 'edited/monitors', '--out', 'again.json'];
    expect(await run(operations === 'full' ? [...plan, '--allow-deletes'] : plan)).toMatchObject({exitCode: 0});
    const [again, before] = [readPlan('again.json'), readPlan('plan-edited.json')];
    // The earlier build noted no checksum.
    expect({...again, state: {...again.state, checksum: undefined}}).toEqual(before);
    expect(again.state?.checksum).toMatch(/^sha256:/);
  });

  test('a plan that was saved before the first apply is applied', async () => {
    const run = open(operations);
    const service = await startLenientService();
    try {
      rmSync(workspace.path('monitors.state.json'));
      const address = {MONITORS_BASE_URL: service.url, MONITORS_API_KEY: 'fc-0'};
      const applied = await run(['apply', 'plan-first.json', '--format', 'json'], address);
      expect(JSON.parse(applied.stdout)).toMatchObject({summary: {created: 7, failed: 0}});
      expect(service.held).toHaveLength(7);
    } finally {
      service.close();
    }
  });
});

test('a create that an earlier build left in doubt is still in doubt, and never sent', async () => {
  const run = open('unfinished');
  const plan = JSON.parse((await run(['plan', '--format', 'json'])).stdout);
  expect(plan).toMatchObject({summary: {create: 0, unchanged: 2, unresolved: 1}, requests: 0});
  expect(await run(['resolve', 'b', '--not-created'])).toMatchObject({exitCode: 0});
  expect(JSON.parse((await run(['plan', '--format', 'json'])).stdout)).toMatchObject({summary: {create: 1, unchanged: 2, unresolved: 0}});
});
