import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

const workspaces: Workspace[] = [];
afterEach(() => {
  for (const workspace of workspaces.splice(0)) workspace.remove();
});

const spec = (name: string, rest = '') =>
  `name: ${name}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://shop.example/${name}"]}]\n${rest}`;
/** A spec with one finding, which names it. */
const faulty = (name: string, rest = '') => `${spec(name, rest)}fault_${name}: 1\n`;

function start(): Workspace {
  const workspace = makeWorkspace({
    'monitors/prod/a.yaml': faulty('a', 'sync: {labels: {team: pricing}}\n'),
    'monitors/prod/deep/b.yaml': faulty('b'),
    'monitors/prod/broken.yaml': 'name: [\n',
    'monitors/test/c.yaml': faulty('c', 'sync: {key: given/key, labels: {team: pricing}}\n'),
    'monitors/prod.yaml': faulty('d'),
  });
  workspaces.push(workspace);
  return workspace;
}

async function listFaulty(workspace: Workspace, ...given: readonly string[]): Promise<string[]> {
  const run = await runMonitorsHere(['validate', '--format', 'json', ...given], {cwd: workspace.directory});
  expect({given, exitCode: run.exitCode, stderr: run.stderr}).toEqual({given, exitCode: 1, stderr: ''});
  const {diagnostics} = JSON.parse(run.stdout) as {diagnostics: {file: string}[]};
  return [...new Set(diagnostics.map(({file}) => file.replace(/^monitors\//, '')))];
}

describe('what validate is given', () => {
  test.each<{name: string; given: readonly string[]; files: readonly string[]}>([
    {
      name: 'a glob means the keys that match, and a file that cannot be parsed by its path',
      given: ['prod/**'],
      files: ['prod/a.yaml', 'prod/broken.yaml', 'prod/deep/b.yaml'],
    },
    {name: 'a key means its spec, wherever it stands', given: ['given/key'], files: ['test/c.yaml']},
    {name: 'a path means the path', given: ['monitors/prod/deep'], files: ['prod/deep/b.yaml']},
    {name: 'paths, keys and globs add up', given: ['monitors/prod.yaml', '*/key'], files: ['prod.yaml', 'test/c.yaml']},
    {name: 'a label means the specs that have it', given: ['--label', 'team=pricing'], files: ['prod/a.yaml', 'test/c.yaml']},
    {name: 'a label narrows what is given', given: ['--label', 'team=pricing', 'prod/**'], files: ['prod/a.yaml']},
  ])('$name', async ({given, files}) => expect(await listFaulty(start(), ...given)).toEqual(files));

  test('a directory with the name of a key means the directory', async () => {
    const workspace = start();
    workspace.write({'prod/README.md': ''});
    const run = await runMonitorsHere(['validate', 'prod'], {cwd: workspace.directory});
    expect(run).toMatchObject({exitCode: 3, stderr: expect.stringContaining('outside of the specs directory')});
    expect(await listFaulty(workspace, 'prod/*')).toEqual(['prod/a.yaml', 'prod/broken.yaml']);
  });

  test.each([
    {given: ['prdo/**'], words: 'did you mean "prod/**"?'},
    {given: ['monitors/prod/*.yaml'], words: 'did you mean "prod/*"?'},
    {given: ['monitors/prdo/**'], words: 'did you mean "prod/**"?'},
    {given: ['given/kex'], words: 'did you mean "given/key"?'},
    {given: ['zzz/**'], words: 'matches no key of a spec'},
    {given: ['--label', 'team=prices'], words: 'no monitor has the label "team=prices"'},
    {given: ['--label', 'team=pricing', 'prod/deep/b'], words: 'none of the given specs has the labels'},
    {given: ['--label', 'team'], words: 'is not a label'},
  ])('I53: $given matches nothing and is refused', async ({given, words}) => {
    const run = await runMonitorsHere(['validate', ...given], {cwd: start().directory});
    expect(run).toMatchObject({exitCode: 3, stdout: ''});
    expect(run.stderr.replace(/\s+/g, ' ')).toContain(words);
  });

  test('what a hook gives are paths, whatever they look like', async () => {
    const workspace = start();
    const run = await runMonitorsHere(['validate', '--ignore-unknown', 'given/key', 'prod/**'], {cwd: workspace.directory});
    expect(run).toMatchObject({exitCode: 0, stderr: expect.stringContaining('left out, not a spec')});
  });
});
