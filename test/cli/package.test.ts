import {execFile} from 'node:child_process';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {type Emulator, startEmulator} from '../../src/emulator/emulator';
import {findFence} from '../docs/pages';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {realWorld} from '../world/real-world';

/** The tarball as users install it: packed from this checkout, installed without network, run as they run it. */
const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly {readonly path: string}[];
}

let workspace: Workspace;
let packed: Packed;

/** Runs npm or npx with a cache of its own, which is empty: what it needs, it must find in the tarball. */
function npm(command: 'npm' | 'npx', args: readonly string[], cwd: string) {
  const {PATH} = process.env;
  const env = {PATH, HOME: workspace.path('home'), npm_config_cache: workspace.path('cache'), npm_config_update_notifier: 'false'};
  return run(command, [...args], {cwd, env, timeout: 60_000});
}

/** Runs the installed command for a service that nobody runs. */
function runInstalled(...args: readonly string[]) {
  const service = {MONITORS_API_KEY: 'some-key', MONITORS_BASE_URL: 'http://127.0.0.1:1', MONITORS_RETRY_BASE_MS: '1'};
  const env = {PATH: process.env['PATH'], HOME: workspace.path('home'), ...service};
  return run(workspace.path('repository/node_modules/.bin/monitors'), [...args], {cwd: workspace.path('repository'), env});
}

/** As the page on releases says. */
function checkSums() {
  const [, command = ''] = /\|all files of the release\|`([^`]*)`\|/.exec(readFileSync(join(ROOT, 'docs/releasing.md'), 'utf8')) ?? [];
  return run('bash', ['-c', command], {cwd: workspace.directory});
}

beforeAll(async () => {
  workspace = makeWorkspace({'repository/package.json': '{}', 'repository/monitors/shop.yaml': specFor('shop')});
  mkdirSync(workspace.path('home'));
  const {stdout} = await npm('npm', ['pack', '--json', '--pack-destination', workspace.directory], ROOT);
  [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed];
  const tarball = workspace.path(packed.filename);
  const made = /\(cd build && (sha256sum [^)]*)\)/.exec(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'))?.[1] ?? '';
  writeFileSync(workspace.path('parts.cdx.json'), '{}');
  await run('bash', ['-c', made], {cwd: workspace.directory});
  await checkSums();
  await npm('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], workspace.path('repository'));
}, 120_000);

afterAll(() => workspace.remove());

test('it is at most 1.44 MB large', () => expect(packed.size).toBeLessThanOrEqual(1_440_000));

test('a byte that changed on its way is found by its checksum', async () => {
  expect((await checkSums()).stdout.split('\n')).toEqual([`${packed.filename}: OK`, 'parts.cdx.json: OK', '']);
  const tarball = readFileSync(workspace.path(packed.filename));
  tarball.writeUInt8(tarball.readUInt8(1000) ^ 1, 1000);
  writeFileSync(workspace.path(packed.filename), tarball);
  await expect(checkSums()).rejects.toMatchObject({code: 1, stdout: expect.stringContaining(`${packed.filename}: FAILED`)});
  tarball.writeUInt8(tarball.readUInt8(1000) ^ 1, 1000);
  writeFileSync(workspace.path(packed.filename), tarball);
  await checkSums();
});

test('it holds what runs, and what has to go along', () =>
  expect(packed.files.map(({path}) => path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin/monitors.cjs',
    'dist/THIRD-PARTY-LICENSES',
    'dist/aws-sdk-client-s3.cjs',
    'dist/change.cjs',
    'dist/check.cjs',
    'dist/cli.cjs',
    'dist/codes.cjs',
    'dist/commit',
    'dist/csv-parse-sync.cjs',
    'dist/diff.cjs',
    'dist/echarts.cjs',
    'dist/emulator.cjs',
    'dist/htmlparser2.cjs',
    'dist/index.cjs',
    'dist/index.d.ts',
    'dist/monitors.cjs',
    'dist/observe.cjs',
    'dist/pg.cjs',
    'dist/plan.cjs',
    'dist/shared-state.cjs',
    'dist/strict.cjs',
    'dist/tldts.cjs',
    'dist/undici.cjs',
    'dist/yaml.cjs',
    'package.json',
    ...readdirSync(join(ROOT, 'schemas'))
      .filter(name => name.endsWith('.json'))
      .map(name => `schemas/${name}`)
      .sort(),
  ]));

test('S16: it needs no other package and runs nothing when it is installed', () => {
  const installed = JSON.parse(readFileSync(workspace.path('repository/node_modules/monitors-as-code/package.json'), 'utf8'));
  expect(installed).not.toHaveProperty('dependencies');
  expect(installed).not.toHaveProperty('private');
  // `build`, `prepare` and `prepack` too: where npm finds one, it installs the development dependencies of a git checkout.
  expect(Object.keys(installed.scripts).filter(name => /install$|^(?:build|prepare|prepack)$/.test(name))).toEqual([]);
  expect(installed).not.toHaveProperty('workspaces');
});

test.each(['monitors', 'monitors-as-code'])('`npx %s` runs it', async name => {
  const {version} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const {stdout} = await npm('npx', ['--no-install', name, '--version'], workspace.path('repository'));
  expect(stdout).toMatch(new RegExp(`^monitors ${version.replaceAll('.', '\\.')} \\([0-9a-f]{7}\\)\n$`));
});

test('`npm exec` runs it straight from the tarball, by the one command that it has', async () => {
  mkdirSync(workspace.path('empty'));
  const args = ['exec', '--offline', '--yes', '--', `file:${workspace.path(packed.filename)}`, '--version'];
  const {stdout} = await npm('npm', args, workspace.path('empty'));
  expect(stdout).toMatch(/^monitors \d/);
});

test('what the Dockerfile copies runs by itself, without this repository or its packages', async () => {
  const image = workspace.path('image');
  const copies = [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^COPY (.+) (\S+)$/gm)];
  expect(copies.length).toBeGreaterThan(2);
  for (const [, sources = '', target = ''] of copies) {
    for (const source of sources.split(' ')) {
      cpSync(join(ROOT, source), join(image, target, target.endsWith('/') ? source : ''), {recursive: true});
    }
  }
  const bin = join(image, 'opt/monitors/bin/monitors.cjs');
  expect(await run(process.execPath, [bin, 'schema', 'plan'])).toMatchObject({stdout: expect.stringContaining('"title"')});
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const source of copies.flatMap(([, sources = '']) => sources.split(' '))) expect(ignored).toContain(`!${source}`);
});

test('where no commit is known, the version names the build', async () => {
  const copy = workspace.path('copy');
  cpSync(workspace.path('repository/node_modules/monitors-as-code'), copy, {recursive: true});
  const readVersion = async () => (await run(process.execPath, [join(copy, 'bin/monitors.cjs'), '--version'])).stdout;
  const [, build] = /^\/\/ build ([0-9a-f]{16})\n/.exec(readFileSync(join(copy, 'dist/monitors.cjs'), 'utf8')) ?? [];
  rmSync(join(copy, 'dist/commit'));
  expect(await readVersion()).toContain(` (build ${build})\n`);
  // A note about another build says nothing about this one.
  writeFileSync(join(copy, 'dist/commit'), `${'a'.repeat(40)} 0123456789abcdef\n`);
  expect(await readVersion()).toContain(` (build ${build})\n`);
  writeFileSync(join(copy, 'dist/commit'), `${'a'.repeat(40)} ${build}\n`);
  expect(await readVersion()).toContain(' (aaaaaaa)\n');
});

describe('the functions', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator({apiKeys: ['some-key'], faults: {}, world: realWorld});
    workspace.write({
      'repository/tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'node16',
          target: 'es2022',
          strict: true,
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
      }),
      'repository/program.mts': findFence('docs/api.md', 'import {apply'),
      'repository/watching/monitors/docs.yaml': specFor('docs'),
    });
  });

  afterAll(() => emulator.close());

  function runProgram(file: string) {
    const service = {MONITORS_API_KEY: 'some-key', MONITORS_BASE_URL: emulator.url, MONITORS_RETRY_BASE_MS: '1'};
    const env = {PATH: process.env['PATH'], HOME: workspace.path('home'), ...service};
    return run(process.execPath, [file], {cwd: workspace.path('repository'), env});
  }

  test('the program of the page compiles against the package alone and does what it says, each monitor only once', async () => {
    await run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc')], {cwd: workspace.path('repository')});
    const {stdout} = await runProgram('program.mjs');
    expect(stdout).toMatch(
      /^(create pricing\/shop-\d+: \d+ credits a month\n){50}\d+ credits a month in all\n50 created, exit code 0\nrecorded: 50\n$/,
    );
    expect((await runProgram('program.mjs')).stdout).toMatch(/^\d+ credits a month in all\n0 created, exit code 0\nrecorded: 50\n$/);
    expect(emulator.monitors()).toHaveLength(50);
  }, 120_000);

  test('CommonJS programs get the same, and an error that says what to do', async () => {
    workspace.write({
      'repository/program.cjs': `
        const {apply, validate, MonitorsError} = require('monitors-as-code');
        (async () => {
          const {errorCount} = await validate({directory: 'watching', specs: '../broken'});
          const error = await apply({directory: 'watching', env: {}, state: 'other.json', only: ['nobody']}).catch(error => error);
          console.log(errorCount, error instanceof MonitorsError, error.code, error.exitCode, error.hint !== undefined);
          const broken = await apply({directory: 'watching', specs: '../broken'}).catch(error => error);
          console.log(broken.code, broken.diagnostics.map(({file}) => file).join());
          const aborted = AbortSignal.abort();
          console.log((await apply({directory: 'watching', state: 'other.json', signal: aborted}).catch(error => error)).exitCode);
        })();
      `,
      'repository/broken/a.yaml': 'name: [\n',
    });
    const before = emulator.monitors();
    const {stdout, stderr} = await runProgram('program.cjs');
    expect({stdout, stderr}).toEqual({
      stdout: '1 true config/unknown-key 3 true\nspec/invalid ../broken/a.yaml\n143\n',
      stderr: '',
    });
    expect(emulator.monitors()).toEqual(before);
  });
});

test('it validates a repository and prints its schemas', async () => {
  const validated = await npm('npx', ['--no-install', 'monitors', 'validate', '--format', 'json'], workspace.path('repository'));
  expect(JSON.parse(validated.stdout)).toMatchObject({valid: true, monitors: 1});
  const schema = await runInstalled('schema', 'plan');
  const packed = readFileSync(workspace.path('repository/node_modules/monitors-as-code/schemas/plan.schema.json'), 'utf8');
  expect(JSON.parse(schema.stdout)).toEqual(JSON.parse(packed));
});

test('it explains itself where the words for broken YAML and the client are in files of their own', async () => {
  workspace.write({'repository/broken/a.yaml': 'name: [\n'});
  await expect(runInstalled('validate', '--specs', 'broken')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('yaml/syntax'),
  });
  await expect(runInstalled('apply', '--auto-approve')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Apply incomplete'),
  });
});

test('the licences of the packages in the bundles go along, with their texts', () => {
  const licenses = readFileSync(workspace.path('repository/node_modules/monitors-as-code/dist/THIRD-PARTY-LICENSES'), 'utf8');
  for (const name of ['ajv', 'clipanion', 'deep-diff', 'echarts', 'js-yaml', 'undici', 'yaml', 'zrender']) {
    const {version} = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    expect(licenses).toMatch(new RegExp(`^${name} ${version}\nLicence: \\S+\n\n[^]*?copyright`, 'im'));
  }
  // A part of echarts is of d3, under a licence that stands in a file of its own.
  expect(licenses).toContain('Copyright 2010-2016 Mike Bostock');
});

const RENDER = `
import {renderLicenses} from '${join(ROOT, 'scripts/licenses.mjs')}';
const inputs = {'node_modules/@some/one/index.js': {bytesInOutput: 9}, 'src/main.ts': {bytesInOutput: 9}, 'node_modules/unused/a.js': {bytesInOutput: 0}};
console.log(renderLicenses([{outputs: {'dist/a.cjs': {inputs}}}], process.cwd()));
`;

test.each([
  {
    what: 'a package with its licence in a file is listed',
    license: 'MIT',
    file: 'LICENSE.md',
    shows: '@some/one 1.0.0\nLicence: MIT\n\nCopyright Somebody',
  },
  {
    what: 'a licence of what a package took from others goes along',
    license: 'MIT',
    file: 'LICENSE',
    more: {'licenses/LICENSE-other': 'Copyright Another\n'},
    shows: 'Copyright Somebody\n\nCopyright Another',
  },
  {
    what: 'a package with its licence in the readme is listed',
    license: 'ISC',
    file: 'README.md',
    shows: 'Licence: ISC\n\nCopyright Somebody',
  },
  {what: 'a licence that asks for more stops the build', license: 'GPL-3.0', file: 'LICENSE', fails: '"GPL-3.0" is not one of MIT'},
  {
    what: 'a package that names no licence stops the build',
    license: undefined,
    file: 'LICENSE',
    fails: 'its licence undefined is not one of',
  },
  {what: 'a package without the text of its licence stops the build', license: 'MIT', file: 'NEWS', fails: 'has no text of its licence'},
])('$what', async ({license, file, more = {}, shows, fails}) => {
  const project = makeWorkspace({
    'node_modules/@some/one/package.json': JSON.stringify({name: '@some/one', version: '1.0.0', license}),
    [`node_modules/@some/one/${file}`]: `${file === 'README.md' ? '# One\n\n## Licence (ISC)\n\n' : ''}Copyright Somebody\n`,
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`node_modules/@some/one/${name}`, text])),
  });
  const rendered = run(process.execPath, ['--input-type=module', '--eval', RENDER], {cwd: project.directory});
  if (fails === undefined) expect((await rendered).stdout).toContain(shows);
  else await expect(rendered).rejects.toMatchObject({stderr: expect.stringContaining(fails)});
  project.remove();
});

test('docs/start.md has its figures', () => {
  const page = readFileSync(join(ROOT, 'docs/start.md'), 'utf8');
  const figure = (row: string) => Number(new RegExp(`^\\|${row}\\|([\\d.]+)(?: MB)?\\|$`, 'm').exec(page)?.[1]);
  expect(figure('files')).toBe(packed.files.length);
  expect(Math.abs(packed.size / 1e6 / figure('tarball') - 1)).toBeLessThan(0.1);
  expect(Math.abs(packed.unpackedSize / 1e6 / figure('installed') - 1)).toBeLessThan(0.1);
});
