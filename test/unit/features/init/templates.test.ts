import {posix} from 'node:path';
import {parse} from 'yaml';
import type {ScaffoldFacts} from '../../../../src/core/writing/scaffold-step';
import {listScaffoldFiles} from '../../../../src/features/init/scaffold';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const FACTS: ScaffoldFacts = {
  project: 'acme-web',
  prefix: '',
  specs: 'monitors',
  state: 'monitors.state.json',
  branch: 'main',
  environment: null,
  environments: null,
  fleet: false,
  rows: null,
  list: 'pages',
  digest: false,
  agents: false,
  release: {commit: COMMIT, tag: 'v1.2.3', repository: null},
  schemas: {spec: '{}\n', layer: '{}\n', config: '{}\n'},
};
/** A directory whose name means something to YAML, to patterns and to shells. */
const ODD = 'ops (eu): "x" #1/[a]+*';

function scaffold(facts: Partial<ScaffoldFacts> = {}): Record<string, string> {
  return Object.fromEntries(
    listScaffoldFiles({...FACTS, ...facts}).map(file => [file.role, file.kind === 'lines' ? file.lines.join('\n') : file.text]),
  );
}

function pathOf(role: string, facts: Partial<ScaffoldFacts> = {}): string {
  const files = listScaffoldFiles({...FACTS, ...facts}).filter(file => file.role === role);
  expect(files).not.toEqual([]);
  return files[0]?.path ?? '';
}

interface Job {
  readonly permissions: object;
  readonly concurrency: object;
  readonly steps: readonly {readonly uses: string; readonly with: Record<string, unknown>}[];
}

const readJobs = (facts: Partial<ScaffoldFacts> = {}) => Object.values<Job>(parse(scaffold(facts)['workflow'] ?? '').jobs);

describe('the workflow', () => {
  test('gives each job the rights that it needs and no others', () => {
    const workflow = parse(scaffold()['workflow'] ?? '');
    expect(workflow.permissions).toEqual({});
    expect(workflow.jobs.plan).toMatchObject({if: "github.event_name == 'pull_request'"});
    expect(workflow.jobs.plan.permissions).toEqual({contents: 'read', 'pull-requests': 'write'});
    expect(workflow.jobs.apply).toMatchObject({if: "github.event_name == 'push'"});
    expect(workflow.jobs.apply.permissions).toEqual({contents: 'write', 'pull-requests': 'read'});
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
  });

  test('hands the key to the step that applies and to nothing else, and no text to a shell', () => {
    const [plan, apply] = readJobs();
    expect(JSON.stringify(plan)).not.toContain('secrets.');
    const mentions = JSON.stringify(apply).match(/secrets\.\w+/g);
    expect(mentions).toEqual(['secrets.MONITORS_API_KEY']);
    expect(apply?.steps.at(-1)?.with).toMatchObject({
      'api-key': '${{ secrets.MONITORS_API_KEY }}',
      'base-url': '${{ vars.MONITORS_BASE_URL }}',
    });
    expect(scaffold()['workflow']).not.toMatch(/\brun:/);
  });

  test('cancels no run, and keeps applies one after the other', () => {
    const groups = readJobs().map(({concurrency}) => concurrency);
    expect(groups).toEqual([
      {group: 'monitors-plan-${{ github.event.number }}', 'cancel-in-progress': false},
      {group: 'monitors-apply', 'cancel-in-progress': false},
    ]);
  });

  test('pins every action by a commit, with the version for readers', () => {
    const uses = [...(scaffold()['workflow'] ?? '').matchAll(/uses: (.*)/g)].map(([, reference]) => reference);
    expect(uses).toHaveLength(4);
    for (const reference of uses) expect(reference).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test.each([
    {name: 'the package does not say where it lives', release: FACTS.release, reference: `OWNER/monitors-as-code@${COMMIT} # v1.2.3`},
    {
      name: 'the package says where it lives',
      release: {...FACTS.release, repository: 'acme/tools'},
      reference: `acme/tools@${COMMIT} # v1.2.3`,
    },
    {
      name: 'run from source it names a commit that nothing can be',
      release: {...FACTS.release, commit: ''},
      reference: `OWNER/monitors-as-code@${'0'.repeat(40)} # v1.2.3`,
    },
    {
      name: 'a commit without a tag is not called a release',
      release: {...FACTS.release, tag: null},
      reference: `OWNER/monitors-as-code@${COMMIT} # not a release`,
    },
  ])('$name', ({release, reference}) => expect(scaffold({release})['workflow']).toContain(`- uses: ${reference}\n`));

  test.each([
    {branch: 'main', pattern: 'main'},
    {branch: 'release/1.x', pattern: 'release/1.x'},
    {branch: 'c++', pattern: 'c\\+\\+'},
    {branch: '!new', pattern: '\\!new'},
    {branch: '1.0', pattern: '1.0'},
  ])('listens to pushes to $branch alone', ({branch, pattern}) => {
    expect(parse(scaffold({branch})['workflow'] ?? '').on.push.branches).toEqual([pattern]);
  });

  test('of a project below the root works there, beside those of others', () => {
    expect(pathOf('workflow')).toBe('.github/workflows/monitors.yml');
    expect(pathOf('workflow', {prefix: 'ops/web'})).toBe('.github/workflows/monitors-ops-web.yml');
    const places = readJobs({prefix: ODD}).map(({steps}) => steps.at(-1)?.with['working-directory']);
    expect(places).toEqual([ODD, ODD]);
    expect(readJobs().map(({steps}) => steps.at(-1)?.with['working-directory'])).toEqual([undefined, undefined]);
    expect(readJobs({prefix: 'ops/web'}).map(({concurrency}) => concurrency)).toMatchObject([{}, {group: 'monitors-ops-web-apply'}]);
  });
});

describe('the workflow about drift', () => {
  const readDrift = (facts: Partial<ScaffoldFacts> = {}) => parse(scaffold(facts)['drift'] ?? '');

  test('runs once a day or by hand, one at a time, and only its job may write issues', () => {
    const workflow = readDrift();
    expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toEqual({group: 'drift-monitors', 'cancel-in-progress': false});
    expect(workflow.jobs.drift.permissions).toEqual({contents: 'read', issues: 'write'});
    expect(workflow.jobs.drift.if).toBe("vars.MONITORS_DRIFT == 'true'");
    expect(scaffold()['workflow']).not.toContain('issues:');
    expect(scaffold()['drift']).not.toMatch(/\brun:/);
  });

  test('looks at the environment and directory of the other workflow, under a name that no project gets', () => {
    const facts = {prefix: 'ops/web', environment: 'production'};
    expect(readDrift(facts).jobs.drift.steps.at(-1).with).toMatchObject({
      command: 'drift',
      environment: 'production',
      'working-directory': 'ops/web',
      'api-key': '${{ secrets.MONITORS_API_KEY }}',
    });
    expect(pathOf('drift', facts)).toBe('.github/workflows/drift-monitors-ops-web.yml');
    expect(pathOf('workflow', {prefix: 'drift'})).not.toBe(pathOf('drift'));
  });
});

describe('the workflow about changes', () => {
  const readDigest = (facts: Partial<ScaffoldFacts> = {}) => parse(scaffold({digest: true, ...facts})['digest'] ?? '');

  test('is written only where it is asked for; runs once a day or by hand, one at a time, and only its job may write issues', () => {
    expect(scaffold()).not.toHaveProperty('digest');
    const workflow = readDigest();
    expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toEqual({group: 'digest-monitors', 'cancel-in-progress': false});
    expect(workflow.jobs.digest.permissions).toEqual({contents: 'read', issues: 'write'});
    expect(workflow.jobs.digest.environment).toBe('monitors-drift');
    expect(scaffold({digest: true})['digest']).not.toMatch(/\brun:/);
    const uses = [...(scaffold({digest: true})['digest'] ?? '').matchAll(/uses: (.*)/g)].map(([, reference]) => reference);
    expect(uses).toHaveLength(2);
    for (const reference of uses) expect(reference).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('looks at the environment and directory of the other workflows, and makes nothing public', () => {
    const facts = {prefix: 'ops/web', environment: 'production', digest: true};
    const step = readDigest(facts).jobs.digest.steps.at(-1);
    expect(step.with).toMatchObject({
      command: 'digest',
      digest: 'issue',
      environment: 'production',
      'working-directory': 'ops/web',
      'api-key': '${{ secrets.MONITORS_API_KEY }}',
    });
    expect(step.with).not.toHaveProperty('digest-public');
    expect(pathOf('digest', facts)).toBe('.github/workflows/digest-monitors-ops-web.yml');
  });
});

describe('the hook', () => {
  const readHook = (facts: Partial<ScaffoldFacts> = {}) => parse(scaffold(facts)['hooks'] ?? '').repos[0];

  test('is the one of the package where that says where it lives, pinned; else the command on the PATH', () => {
    const release = {...FACTS.release, repository: 'acme/tools'};
    expect(readHook({release})).toMatchObject({repo: 'https://github.com/acme/tools', rev: COMMIT, hooks: [{id: 'monitors-validate'}]});
    expect(scaffold({release})['hooks']).toContain(`rev: ${COMMIT} # frozen: v1.2.3\n`);
    expect(readHook()).toMatchObject({
      repo: 'local',
      hooks: [{id: 'monitors-validate', entry: 'monitors validate --ignore-unknown', language: 'system'}],
    });
    expect(readHook({release: {...release, commit: ''}})).toMatchObject({repo: 'local'});
  });

  test.each([
    {path: 'monitors/a.yaml', facts: {}, isOurs: true},
    {path: 'monitors/pricing/acme.yml', facts: {}, isOurs: true},
    {path: 'monitors/pricing/_rows.csv', facts: {}, isOurs: true},
    {path: 'monitors.config.yaml', facts: {}, isOurs: true},
    {path: 'monitorsXconfig.yaml', facts: {}, isOurs: false},
    {path: 'monitors/a.yaml.txt', facts: {}, isOurs: false},
    {path: 'other/monitors/a.yaml', facts: {}, isOurs: false},
    {path: 'watches/a.yaml', facts: {specs: 'watches'}, isOurs: true},
    {path: `${ODD}/monitors/a.yaml`, facts: {prefix: ODD}, isOurs: true},
    {path: `${ODD}/monitors.config.yaml`, facts: {prefix: ODD}, isOurs: true},
    {path: 'ops/monitors/a.yaml', facts: {prefix: 'ops'}, isOurs: true},
    {path: 'opsXmonitors/a.yaml', facts: {prefix: 'ops'}, isOurs: false},
    {path: 'monitors/a.yaml', facts: {prefix: 'ops'}, isOurs: false},
  ])('looks at $path: $isOurs', ({path, facts, isOurs}) => {
    expect(new RegExp(readHook(facts).hooks[0].files).test(path)).toBe(isOurs);
  });

  test('of a project below the root names its config', () => {
    expect(readHook({prefix: ODD}).hooks[0].args).toEqual(['--config', `${ODD}/monitors.config.yaml`]);
    expect(readHook().hooks[0]).not.toHaveProperty('args');
  });
});

describe('what editors read', () => {
  test.each([{prefix: ''}, {prefix: 'ops/web'}, {prefix: ODD}])('leads from "$prefix" to schemas that are written', ({prefix}) => {
    const files = new Set(listScaffoldFiles({...FACTS, prefix}).map(({path}) => path));
    for (const role of ['config', 'spec'] as const) {
      const schema = /^# yaml-language-server: \$schema=(.+)$/m.exec(scaffold({prefix})[role] ?? '')?.[1] ?? '';
      expect(files).toContain(posix.join(posix.dirname(pathOf(role, {prefix})), schema));
    }
    const settings = JSON.parse(scaffold({prefix})['editor'] ?? '');
    for (const schema of Object.keys(settings['yaml.schemas'])) expect(files).toContain(schema);
  });
});

test.each(['acme-web', '1e3', 'true', 'Null', '0x1f', '1.0', 'a.b_c'])('the project %s is read back as that name', project => {
  expect(parse(scaffold({project})['config'] ?? '')).toEqual({project});
});

test('rules name what stands beside a state of another name, and nothing of them is read as a pattern', () => {
  const {ignored, attributes} = scaffold({state: './ops/my [state].json'});
  expect(ignored?.split('\n')).toContain('ops/my??state?*.bak');
  expect(attributes).toContain('ops/my??state?*.json -merge');
});
