/**
 * Builds what `bin/monitors.cjs`, the GitHub Action and programs run: validators compiled from the checked-in schemas, then
 * CommonJS bundles in dist/, of the sources and of large libraries. CommonJS with whole names, because that starts fastest on
 * Node 20; dynamic imports stay lazy inside a bundle. Beside them stand the licences of the packages that are in them. `--check` fails where dist/ is stale.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import swc from '@swc/core';
import {build, transform} from 'esbuild';
import {readAddress} from './address.mjs';
import {fastParser} from './fast-parser.mjs';
import {renderLicenses} from './licenses.mjs';
import {assignModules, checkOnce, connect, leaveToOthers, MAIN as MAIN_BUNDLE, renderEntry} from './split.mjs';
import {buildValidators} from './validators.mjs';

/** Stands in the bundle where its own hash goes. */
const BUILD_PLACE = '@build@';

/**
 * Large libraries that few runs need, each in a file of its own: as part of the main bundle they would be read at every
 * start, used or not. Of undici it is the part that we use: the rest (fetch, web sockets, caches) takes longer to load.
 */
const APART = {
  undici: `
    Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, {request: require('undici/lib/api/api-request')});
    exports.Pool = require('undici/lib/dispatcher/pool');
    exports.buildConnector = require('undici/lib/core/connect');
  `,
  yaml: `module.exports = require('yaml');`,
  diff: `export {formatPatch, structuredPatch} from 'diff';`,
  htmlparser2: `export {Parser} from 'htmlparser2';`,
  tldts: `export {getDomain} from 'tldts';`,
  'csv-parse/sync': `exports.parse = require('csv-parse/sync').parse;`,
  pg: `exports.Client = require('pg/lib/client');`,
  '@aws-sdk/client-s3': `
    export {
      DeleteObjectsCommand, GetBucketVersioningCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client,
    } from '@aws-sdk/client-s3';
  `,
  echarts: `
    import {init, use} from 'echarts/core';
    import {BarChart, CustomChart} from 'echarts/charts';
    import {GridComponent} from 'echarts/components';
    import {SVGRenderer} from 'echarts/renderers';
    use([BarChart, CustomChart, GridComponent, SVGRenderer]);
    export {init};
  `,
};

/** Of these libraries all names are shortened, and what is not used is left out: the package stays below 1.44 MB. */
const SMALLER = {
  undici: {minify: true},
  htmlparser2: {minify: true},
  tldts: {minify: true},
  yaml: {minify: true},
  diff: {minify: true},
  'csv-parse/sync': {minify: true},
  pg: {minify: true},
  echarts: {minify: true, define: {'process.env.NODE_ENV': '"production"'}},
  // As ES modules, so that the operations that are not used stay out. It would print a warning of its own on Node 20.
  '@aws-sdk/client-s3': {
    minify: true,
    mainFields: ['module', 'main'],
    define: {'process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED': '"true"'},
  },
};

/** The name of a library's file in dist/, without its ending. */
const fileOf = library => library.replace('@', '').replace('/', '-');

/** The endings of files that modules import as text. */
const TEMPLATES = {'.yml': 'text', '.bash': 'text', '.zsh': 'text', '.fish': 'text'};

const MAIN = `${MAIN_BUNDLE}.cjs`;

/** The module at which everything begins. */
const SOURCE = 'src/main.ts';

/** Exports for programs: the functions of the main bundle, by name, so that Node can name them to ES modules too. */
const API = `'use strict';
const {MonitorsError, alerts, apply, changes, checks, diff, importMonitors, loadSpecs, plan, pull, readState, run, status, tune, validate} = require('./${MAIN}');
module.exports = {MonitorsError, alerts, apply, changes, checks, diff, importMonitors, loadSpecs, plan, pull, readState, run, status, tune, validate};
`;

/** Program that action.yml runs. */
const ACTION = `'use strict';
require('./${MAIN}').startAction();
`;

/** Of which commit this build is, for `--version`; not checked in, since the next commit would make it stale. */
const NOTE = 'commit';

/** The declarations of the public API, made by scripts/types.mjs. */
const TYPES = 'index.d.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** Writes the bundles into `directory` (default: dist/) and returns the path of the main one. */
export async function buildBundle(directory = dist) {
  const files = await renderBundles();
  mkdirSync(directory, {recursive: true});
  for (const [name, text] of Object.entries(files)) replaceFile(join(directory, name), text);
  writeNote(directory, files[MAIN]);
  return join(directory, MAIN);
}

function writeNote(directory, main) {
  replaceFile(join(directory, NOTE), `${[readCommit(), readBuild(main), readTag()].join(' ').trimEnd()}\n`);
}

/** The code of every bundle and esbuild's metafile of it, by file name. */
export async function bundleAll() {
  await buildValidators();
  const files = {};
  const metafiles = {};
  for (const [name, contents] of Object.entries(APART)) {
    // Libraries are not read here; without its white space the package is a twentieth smaller.
    const {code, metafile} = await bundle({
      stdin: {contents, resolveDir: root, sourcefile: `${fileOf(name)}.cjs`},
      minifyWhitespace: true,
      plugins: [withoutPasswordFiles],
      ...SMALLER[name],
    });
    metafiles[`${fileOf(name)}.cjs`] = metafile;
    files[`${fileOf(name)}.cjs`] = code;
  }
  for (const [name, {code, metafile}] of await bundleSources()) {
    metafiles[`${name}.cjs`] = metafile;
    files[`${name}.cjs`] = await shorten(code);
  }
  return {files, metafiles};
}

/** The text of every file of dist/ that is built here, by name: the same bytes from the same sources, wherever they lie. */
async function renderBundles() {
  const {files, metafiles} = await bundleAll();
  for (const code of Object.values(files)) checkAscii(code);
  const hash = createHash('sha256').update(Object.values(files).join('')).digest('hex').slice(0, 16);
  for (const [name, code] of Object.entries(files)) files[name] = wrapForLauncher(code);
  // The first line names the build: the launcher keys its code cache by it without hashing the bundles at every start.
  const main = files[MAIN].replace(BUILD_PLACE, hash);
  // Last, so that no start meets it before the files that it loads.
  delete files[MAIN];
  files[MAIN] = `// build ${hash}\n${main}`;
  return {'THIRD-PARTY-LICENSES': renderLicenses(Object.values(metafiles), root), 'index.cjs': API, 'action.cjs': ACTION, ...files};
}

/** The bundles of the sources, by name: all are bundled as one first, which tells what needs what. */
async function bundleSources() {
  const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const define = {
    MONITORS_VERSION: JSON.stringify(version),
    MONITORS_REPOSITORY: JSON.stringify(readAddress()),
    MONITORS_BUILD: JSON.stringify(BUILD_PLACE),
  };
  const plugins = [apart, schemasApart, clipanionWithoutStreams, fastParser];
  const whole = await bundle({entryPoints: [SOURCE], plugins, define});
  const assigned = assignModules(whole.metafile, SOURCE);
  const bundles = [];
  for (const [name, modules] of assigned.shared) {
    const stdin = {contents: renderEntry(name, SOURCE, modules), resolveDir: root, sourcefile: `${name}.js`};
    const {code, metafile} = await bundle({stdin, minifySyntax: true, plugins: [leaveToOthers(name, assigned, root), ...plugins], define});
    checkApart(code);
    bundles.push([name, {code: connect(code, assigned), metafile}]);
  }
  checkOnce(bundles.map(([name, {metafile}]) => [name, metafile]));
  return bundles;
}

/** The names of the files in dist/ that are not what the sources make: the bundles are run from a checkout, unbuilt. */
function listStaleFiles(files) {
  const extra = existsSync(dist) ? readdirSync(dist).filter(name => !(name in files) && ![NOTE, TYPES].includes(name)) : [];
  return [...Object.keys(files).filter(name => readText(join(dist, name)) !== files[name]), ...extra];
}

/**
 * A module that is also a script whose value is the module's function: the launcher compiles it as it was read. To put such
 * a function around it there, V8 would copy the whole text at each start.
 */
function wrapForLauncher(code) {
  return `(main => typeof module === 'object' ? main(exports, require, module, __filename, __dirname) : main)(
function (exports, require, module, __filename, __dirname) {
${code}
});
`;
}

/** Short names by which bundles ask each other for modules, of which each stands in many places. */
function shortenModules(code) {
  return code.replace(/"src\/[a-z0-9/-]+\.ts"/g, name => `"${shortNameOf(name)}"`);
}

/** Modules by the names that they have in the bundles. */
const named = new Map();

function shortNameOf(module) {
  const short = createHash('sha256').update(module).digest('base64url').slice(0, 4);
  if ((named.get(short) ?? module) !== module) throw new Error(`${module} and ${named.get(short)} have one short name: take more of it`);
  named.set(short, module);
  return short;
}

/** Short names of the variables that hold imported modules: no stack trace shows them, and they stand at every use. */
function shortenImports(code) {
  if (code.includes('i$')) throw new Error('a bundle has names that begin with i$ already');
  const names = new Map([...new Set(code.match(/\bimport_\w+/g))].map((name, index) => [name, `i$${index.toString(36)}`]));
  return code.replace(/\bimport_\w+/g, name => names.get(name));
}

/**
 * Short names of parameters and local variables, short syntax, no indents and no comments: a fifth less to read at each start. The names
 * of functions, of classes and of what stands outside them stay, and so do lines, since a stack trace shows them.
 */
async function shorten(code) {
  const mangle = {keep_fnames: true, keep_classnames: true, toplevel: false};
  const short = await swc.minify(shortenImports(shortenModules(code)), {mangle, compress: false, module: false, ecma: 2022});
  return (await transform(short.code, {minifySyntax: true, minifyWhitespace: true, lineLimit: 16_000, target: 'node20.18'})).code;
}

async function bundle(options) {
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    // The launcher runs the bundle as a script, where only `require` leads out of it.
    supported: {'dynamic-import': false},
    write: false,
    metafile: true,
    outfile: 'dist/bundle.cjs',
    loader: TEMPLATES,
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  return {code: result.outputFiles[0].text, metafile: result.metafile};
}

/** Leaves the large libraries to files beside the bundle. */
const apart = {
  name: 'apart',
  setup({onResolve}) {
    onResolve({filter: new RegExp(`^(?:${Object.keys(APART).join('|')})$`)}, ({path}) => ({path: `./${fileOf(path)}.cjs`, external: true}));
  },
};

/** Leaves the schemas where they are checked in and packed: `schemas/`, beside dist/. */
const schemasApart = {
  name: 'schemas-apart',
  setup({onResolve}) {
    onResolve({filter: /\.schema\.json$/}, ({path}) => ({path: `../schemas/${basename(path)}`, external: true}));
  },
};

/**
 * clipanion opens all standard streams as soon as it is loaded, for a default context that the command line does not
 * use, and copies that context with each command line. Opening them takes longer than the rest of a start.
 */
const clipanionWithoutStreams = {
  name: 'clipanion-without-streams',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^\.\.\/platform$/}, ({resolveDir}) =>
      /clipanion[\\/]lib[\\/]advanced$/.test(resolveDir) ? {path: join(resolveDir, '../platform/browser.js')} : undefined,
    );
    onLoad({filter: /clipanion[\\/]lib[\\/]advanced[\\/]Cli\.js$/}, ({path}) => {
      const code = readFileSync(path, 'utf8');
      const without = code.replace(/^ *(stdin|stdout|stderr): process\.\1,\n/gm, '');
      if (code.split('\n').length - without.split('\n').length !== 3)
        throw new Error('clipanion makes its default context differently now');
      return {contents: without};
    });
  },
};

/** The client of PostgreSQL gets its password from us: it need not look for files, nor run on Cloudflare. */
const withoutPasswordFiles = {
  name: 'without-password-files',
  setup({onLoad, onResolve}) {
    onResolve({filter: /^(?:pgpass|pg-cloudflare)$/}, ({path}) => ({path, namespace: 'left-out'}));
    onLoad({filter: /.*/, namespace: 'left-out'}, () => ({contents: 'module.exports = {};'}));
  },
};

/** The launcher reads the bundle byte by byte, which is many times as fast as UTF-8; esbuild escapes all but comments. */
function checkAscii(code) {
  const line = code.split('\n').find(text => /[^\x00-\x7f]/.test(text));
  if (line !== undefined) throw new Error(`the bundle holds a character beyond ASCII: ${line.trim().slice(0, 200)}`);
}

/** Fails where the sources use more of a library than stands in its file. */
function checkApart(code) {
  for (const [, variable, file] of code.matchAll(/\b(import_\w+) = (?:__toESM\()?require\("\.\/([\w-]+)\.cjs"\)/g)) {
    const [library, contents] = Object.entries(APART).find(([name]) => fileOf(name) === file) ?? ['', ''];
    if (library === '' || contents.startsWith('module.exports =')) continue;
    const used = [...code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name]) => name);
    const missing = used.find(name => name !== 'default' && !new RegExp(`\\b${name}\\b`).test(contents));
    if (missing !== undefined) throw new Error(`"${missing}" of ${library} is not in dist/${file}.cjs: add it to APART`);
  }
}

/** At once, so that a command that starts meanwhile never reads half a bundle. */
function replaceFile(file, text) {
  writeFileSync(`${file}.tmp-${process.pid}`, text);
  renameSync(`${file}.tmp-${process.pid}`, file);
}

function readCommit() {
  return askGit('rev-parse', 'HEAD');
}

/** The tag of this version's release, where the commit carries it: `init` names it beside the commit. */
function readTag() {
  const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return askGit('tag', '--points-at', 'HEAD', '--list', `v${version}`);
}

function askGit(...args) {
  try {
    return execFileSync('git', args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
  } catch {
    return '';
  }
}

function readBuild(code) {
  return /^\/\/ build ([0-9a-f]{16})\n/.exec(code)[1];
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--check')) {
    const files = await renderBundles();
    const stale = listStaleFiles(files);
    // Only the note of the commit is missing then.
    if (stale.length === 0) writeNote(dist, files[MAIN]);
    else {
      console.error(`dist/ is not what the sources make (${stale.join(', ')}); run \`npm run bundle\` and commit it`);
      process.exitCode = 1;
    }
  } else {
    const file = await buildBundle();
    if (!process.argv.includes('--quiet')) console.log(`built ${file}`);
  }
}
