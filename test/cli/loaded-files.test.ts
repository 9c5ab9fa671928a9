import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describeOldNode} from '../../src/core/base/version';
import {actionBundle} from '../world/action-run';
import {makeWorkspace, monitorsBin, specFor, type Workspace} from '../world/cli';

/** Which files of dist/ a process reads: each costs time at every start, and each must be there only once. */
const ROOT = join(__dirname, '../..');

let workspace: Workspace;

/** Writes the names of the files of dist/ that were read, in order, when the process ends. */
const WATCH = `
  const fs = require('node:fs');
  const {readFileSync} = fs;
  const read = [];
  fs.readFileSync = (file, ...rest) => {
    const [, name] = /[/\\\\]dist[/\\\\]([\\w-]+\\.cjs)$/.exec(String(file)) ?? [];
    if (name !== undefined) read.push(name);
    return readFileSync(file, ...rest);
  };
  process.on('exit', () => fs.writeFileSync(process.env.READ_FILES, JSON.stringify(read)));
`;

beforeEach(() => {
  workspace = makeWorkspace({
    'monitors/a.yaml': specFor('a'),
    'monitors.config.yaml': 'project: acme-web\n',
    'broken/a.yaml': 'name: [\n',
    'watch.cjs': WATCH,
    'event.json': '{}',
  });
});
afterEach(() => workspace.remove());

function start(program: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: process.env['PATH'],
    XDG_CACHE_HOME: workspace.path('cache'),
    NODE_OPTIONS: `--require ${JSON.stringify(workspace.path('watch.cjs'))}`,
    READ_FILES: workspace.path('read.json'),
    ...more,
  };
  const {status, stderr} = spawnSync(process.execPath, program, {cwd: workspace.directory, env, encoding: 'utf8'});
  return {status, stderr, read: JSON.parse(readFileSync(workspace.path('read.json'), 'utf8')) as string[]};
}

test.each([
  {args: ['--version'], reads: []},
  {args: ['__complete', 'bash', '1', 'monitors', 'val'], reads: []},
  {args: ['--help'], reads: ['cli.cjs']},
  {args: ['try', '--help'], reads: ['cli.cjs']},
  {args: ['validate'], reads: ['cli.cjs', 'check.cjs']},
  {args: ['plan'], reads: ['cli.cjs', 'check.cjs', 'plan.cjs']},
])('monitors $args reads only what it runs, each file once', ({args, reads}) => {
  for (const when of ['first', 'with compiled code', '--no-cache']) {
    const more = when === '--no-cache' && !args.includes('__complete') ? ['--no-cache'] : [];
    const stderr = args[0] === '--version' ? (describeOldNode(process.version)?.replace(/.*/, 'note: $&\n') ?? '') : '';
    expect(start([monitorsBin, ...args, ...more])).toEqual({status: 0, stderr, read: ['monitors.cjs', ...reads]});
  }
});

test('the Action reads only what it runs, each file once', () => {
  const runner = {
    INPUT_COMMAND: 'validate',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_EVENT_PATH: workspace.path('event.json'),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: '1'.repeat(40),
    GITHUB_REPOSITORY: 'acme/web',
    GITHUB_WORKSPACE: workspace.directory,
    RUNNER_TEMP: workspace.path('.'),
  };
  const {status, read} = start([actionBundle], runner);
  expect({status, read}).toEqual({status: 0, read: ['action.cjs', 'monitors.cjs', 'github.cjs', 'check.cjs']});
});

test('a program that imports the functions reads the rest when it calls one', () => {
  const imports = `require(${JSON.stringify(join(ROOT, 'dist/index.cjs'))})`;
  expect(start(['-e', imports]).read).toEqual(['index.cjs', 'monitors.cjs']);
  const {read} = start(['-e', `${imports}.validate()`]);
  expect(read.toSorted()).toEqual([...new Set(read)].toSorted());
  expect(read).toContain('check.cjs');
});

test('compiled code of files that only some runs read is kept beside that of the others', () => {
  const codeFile = () => {
    const [name = ''] = readdirSync(workspace.path('cache/monitors')).filter(file => file.startsWith('code-'));
    return statSync(workspace.path('cache/monitors', name));
  };
  mkdirSync(workspace.path('cache'));
  start([monitorsBin, 'validate']);
  const small = codeFile();
  expect(start([monitorsBin, 'validate', '--specs', 'broken'])).toMatchObject({status: 1, read: expect.arrayContaining(['yaml.cjs'])});
  const both = codeFile();
  expect(both.size).toBeGreaterThan(small.size);
  start([monitorsBin, 'validate']);
  start([monitorsBin, 'validate', '--specs', 'broken']);
  expect(codeFile()).toMatchObject({ino: both.ino, mtimeMs: both.mtimeMs});
});

/** Asks the build's module about a bundle of these sources. */
function askSplit(code: string) {
  const module = JSON.stringify(join(ROOT, 'scripts/split.mjs'));
  const program = `import {assignModules, checkOnce, connect} from ${module};\n${code}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], {encoding: 'utf8'});
}

test('a module of several files is in the first that needs it, and given to the others', () => {
  const asked = askSplit(`
    const at = (path, kind = 'import-statement') => ({path, kind});
    const {owners, shared} = assignModules({inputs: {
      'src/main.ts': {imports: [at('src/doors/cli/a.ts', 'dynamic-import'), at('src/doors/action/validate.ts', 'dynamic-import')]},
      'src/doors/cli/a.ts': {imports: [at('src/core/apply/both.ts'), at('src/doors/cli/own.ts'), at('src/core/specs/c.ts', 'dynamic-import'), at('src/core/json/d.ts')]},
      'src/doors/cli/own.ts': {imports: []},
      'src/doors/action/validate.ts': {imports: [at('src/core/apply/both.ts'), at('src/core/specs/deep.ts')]},
      'src/core/apply/both.ts': {imports: []},
      'src/core/specs/c.ts': {imports: [at('src/core/specs/deep.ts')]},
      'src/core/specs/deep.ts': {imports: []},
      'src/core/json/d.ts': {imports: []},
    }}, 'src/main.ts');
    console.log(JSON.stringify([Object.fromEntries(owners), [...shared.get('check')]]));
  `);
  expect(JSON.parse(asked.stdout)).toEqual([
    {
      'src/main.ts': 'monitors',
      'src/doors/cli/a.ts': 'cli',
      'src/doors/cli/own.ts': 'cli',
      'src/doors/action/validate.ts': 'github',
      'src/core/apply/both.ts': 'change',
      'src/core/specs/c.ts': 'check',
      'src/core/specs/deep.ts': 'check',
      'src/core/json/d.ts': 'monitors',
    },
    ['src/core/specs/c.ts', 'src/core/specs/deep.ts'],
  ]);
});

test.each([
  {
    what: 'a module in two files',
    code: `
      const metafile = {outputs: {'dist/bundle.cjs': {inputs: {'src/core/diagnostics/user-error.ts': {}}}}};
      checkOnce([['monitors', metafile], ['check', metafile]]);
    `,
    message: 'src/core/diagnostics/user-error.ts is in dist/monitors.cjs and in dist/check.cjs',
  },
  {
    what: 'a module that its file does not give to others',
    code: `connect('var import_a = require("in-bundle:check/src/core/specs/a.ts");', {shared: new Map([['check', new Set()]])});`,
    message: 'dist/check.cjs does not give src/core/specs/a.ts to others',
  },
])('the build stops at $what', ({code, message}) => {
  expect(askSplit(code)).toMatchObject({status: 1, stderr: expect.stringContaining(message)});
});
