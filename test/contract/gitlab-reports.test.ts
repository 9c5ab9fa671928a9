import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv} from 'ajv';
import type {Diagnostic} from '../../src/core/diagnostics/diagnostic';
import {renderPlan} from '../../src/features/plan/formats';
import {renderValidate} from '../../src/features/validate/formats';
import {refreshedPlan} from '../unit/rendering/full-samples';
import {findingIn, plain, reportOn} from '../unit/rendering/sample-values';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {hostileStrings} from '../world/hostile-strings';

/** The reports for GitLab are what its readers take: the schemas say what they are documented to read. */
const judge = (name: string) => new Ajv().compile(JSON.parse(readFileSync(join(__dirname, 'gitlab', `${name}.schema.json`), 'utf8')));
const [isQuality, isTerraform] = [judge('code-quality'), judge('terraform-report')];

const text = 'name: Shop\nschedul: every 45 minutes\n';
const quality = (findings: readonly Diagnostic[]) => JSON.parse(renderValidate(reportOn(text, findings), 'gitlab', plain));

let workspace: Workspace | undefined;
afterEach(() => workspace?.remove());

describe('validate --format gitlab', () => {
  test('is a Code Quality report: place, code and severity of each finding', () => {
    const report = quality([
      findingIn(text, 'schedul', {code: 'schema/unknown-field', hint: 'did you mean "schedule"?'}),
      findingIn(text, 'Shop', {code: 'spec/duplicate-name', severity: 'warning'}),
      {code: 'config/usage', severity: 'error', message: 'a finding without a place'},
    ]);
    expect({ok: isQuality(report), errors: isQuality.errors}).toEqual({ok: true, errors: null});
    expect(report).toMatchObject([
      {check_name: 'schema/unknown-field', severity: 'major', location: {lines: {begin: 2}}},
      {check_name: 'spec/duplicate-name', severity: 'minor', location: {lines: {begin: 1}}},
      {check_name: 'config/usage', location: {path: 'monitors.config.yaml', lines: {begin: 1}}},
    ]);
    expect(report[0].description).toContain('hint: did you mean');
  });

  test('without findings it is an empty list', () => expect(quality([])).toEqual([]));

  test('a fingerprint stays when lines move, and no two findings share one', () => {
    const finding = findingIn(text, 'schedul');
    const moved = findingIn(`\n\n${text}`, 'schedul');
    expect(quality([moved])[0].fingerprint).toBe(quality([finding])[0].fingerprint);
    const prints = quality([finding, finding, findingIn(text, 'Shop')]).map(({fingerprint}: {fingerprint: string}) => fingerprint);
    expect(new Set(prints).size).toBe(3);
  });

  test('S17: hostile names stay text', () => {
    for (const {text: hostile} of hostileStrings) {
      const report = quality([{...findingIn(text, 'Shop'), message: hostile || 'x', hint: hostile}]);
      expect(isQuality(report)).toBe(true);
    }
  });

  test('the command prints it and exits 1 for errors', async () => {
    workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a').replace('schedule', 'schedul')});
    const run = await runMonitorsHere(['validate', '--format', 'gitlab'], {cwd: workspace.directory});
    expect(run).toMatchObject({exitCode: 1, stderr: ''});
    expect(isQuality(JSON.parse(run.stdout))).toBe(true);
    expect(JSON.parse(run.stdout)[0]).toMatchObject({location: {path: 'monitors/a.yaml'}});
  });
});

describe('plan --format gitlab', () => {
  test("is GitLab's report of a plan: a replacement is made and deleted, what is held back is not counted", () => {
    const plan = refreshedPlan();
    const {create, update, replace, delete: deleted} = plan.summary;
    const report = JSON.parse(renderPlan(plan, 'gitlab', plain));
    expect({ok: isTerraform(report), errors: isTerraform.errors}).toEqual({ok: true, errors: null});
    const adopted = plan.changes.filter(change => change.action === 'adopt' && change.patch !== null).length;
    expect(report).toEqual({create: create + replace, update: update + adopted, delete: deleted + replace});
    expect(replace).toBeGreaterThan(0);
  });

  test('the command prints it, offline', async () => {
    workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a')});
    const run = await runMonitorsHere(['plan', '--format', 'gitlab'], {cwd: workspace.directory});
    expect(run).toMatchObject({exitCode: 0, stdout: '{"create":1,"update":0,"delete":0}\n'});
  });

  test.each([
    {name: 'invalid specs', files: {'monitors/a.yaml': 'nam: a\n'}, exitCode: 1, code: 'spec/invalid'},
    {name: 'an invalid config', files: {'monitors.config.yaml': 'project: [\n'}, exitCode: 3, code: 'config/invalid'},
  ])('S69: $name make a report that GitLab shows as failed, not an empty file', async ({files, exitCode, code}) => {
    workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a'), ...files});
    const run = await runMonitorsHere(['plan', '--format', 'gitlab'], {cwd: workspace.directory});
    expect(run.exitCode).toBe(exitCode);
    expect(JSON.parse(run.stdout)).toMatchObject({command: 'plan', error: {code}});
    expect(JSON.parse(run.stdout)).not.toHaveProperty('create');
  });
});
