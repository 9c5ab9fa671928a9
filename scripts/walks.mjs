/**
 * Counts what a run walks through: the files of `src` of which a function ran, and the lines of these functions. The sources are
 * compiled file by file, everything in `src` is loaded, and only then V8 counts calls. These are no visits: loading a file, reading a
 * constant, and calling a getter that the compiler writes for an export. The emulator is the service, and not counted.
 *
 * `node scripts/walks.mjs DIRECTORY` runs the walks over sources that are compiled already. Each loads them anew: what another walk found
 * out and keeps would be missing.
 */
import {execFile} from 'node:child_process';
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {Session} from 'node:inspector/promises';
import {createRequire, SourceMap} from 'node:module';
import {join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {buildValidators} from './validators.mjs';

const script = fileURLToPath(import.meta.url);

/** The repository of each walk: one monitor that no state knows. */
const FILES = {
  'monitors.config.yaml': 'project: walk\n',
  'monitors/shop.yaml':
    'name: shop\nsync: {alerts: none}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: [https://shop.example/]}]\n',
};

/** The same monitor as a row of a list. */
const LIST = {
  'monitors.config.yaml': 'project: walk\n',
  'monitors/_rows.csv': 'key,site\nshop,https://shop.example/\n',
  'monitors/list.yaml':
    'name: ${each:key}\nsync: {alerts: none, each: {file: _rows.csv}}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["${each:site}"]}]\n',
};

/** The first one, with a service that is read by id. */
const FULL = {...FILES, 'monitors.config.yaml': 'project: walk\nservice: {operations: full}\n'};

/** The walks by name: the command that is counted, the files, the command before it, and what must have come of it. */
const WALKS = {
  validate: {files: FILES, args: ['validate', 'monitors/shop.yaml'], says: /0 errors|no problems/i},
  plan: {files: LIST, args: ['plan'], says: /1 to create/},
  apply: {files: FILES, args: ['apply', '--auto-approve'], says: /1 created/},
  status: {files: FULL, before: ['apply', '--auto-approve'], args: ['status'], says: /shop/},
  'state show': {files: FILES, before: ['apply', '--auto-approve'], args: ['state', 'show', 'shop'], says: /shop/},
};

/** Each walk by its name: its files, each with the functions that ran as `{name, line}`, and the lines of these functions. */
export async function walk(root) {
  await buildValidators();
  // Below the project: what is compiled finds node_modules.
  const directory = join(root, 'build', `walks-${process.pid}`);
  try {
    await compile(root, directory);
    const {stdout} = await promisify(execFile)(process.execPath, [script, directory], {maxBuffer: 1 << 26});
    return JSON.parse(stdout);
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
}

async function compile(root, directory) {
  const sources = ['src', 'test/world'].flatMap(room => listFiles(join(root, room)));
  const is = pattern => sources.filter(path => pattern.test(path));
  const options = {outdir: directory, outbase: root, logLevel: 'error'};
  await build({
    ...options,
    entryPoints: is(/(?<!\.d|\.test)\.ts$/),
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    sourcemap: true,
    sourcesContent: false,
    supported: {'dynamic-import': false},
  });
  await build({...options, entryPoints: is(/\.(json|js)$/), loader: {'.json': 'copy', '.js': 'copy'}});
  // As `x.yml.js`, which `require('./x.yml')` finds.
  const templates = is(/\.(yml|bash|zsh|fish)$/).map(path => ({in: path, out: relative(root, path)}));
  const loader = {'.yml': 'text', '.bash': 'text', '.zsh': 'text', '.fish': 'text'};
  await build({...options, entryPoints: templates, loader, format: 'cjs'});
}

function listFiles(directory) {
  return readdirSync(directory, {recursive: true, withFileTypes: true}).flatMap(entry =>
    entry.isFile() ? [join(entry.parentPath ?? entry.path, entry.name)] : [],
  );
}

async function runWalk(directory, name) {
  const {files, before, args, says} = WALKS[name];
  const load = createRequire(join(directory, 'walks.cjs'));
  for (const path of Object.keys(load.cache)) if (path.startsWith(directory)) delete load.cache[path];
  // Loading these would start the program.
  for (const path of listFiles(join(directory, 'src'))) if (/(?<!(?:main|process-context|action))\.js$/.test(path)) load(path);
  const {startUserWorld} = load('./test/world/service.js');
  const world = await startUserWorld(files, {}, {operations: files === FULL ? 'full' : 'create'});
  try {
    if (before !== undefined) await world.runHere(before);
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
    const run = await world.runHere(args);
    const {result} = await session.post('Profiler.takePreciseCoverage');
    if (!says.test(run.stdout)) throw new Error(`${args.join(' ')} did not do its work: ${run.stdout}${run.stderr}`);
    return countVisits(result, directory);
  } finally {
    await world.close();
  }
}

function countVisits(result, directory) {
  const files = result
    .filter(({url}) => url.startsWith(pathToFileURL(join(directory, 'src')).href) && !/\/(?:emulator|generated)\//.test(url))
    .map(({url, functions}) => readVisit(fileURLToPath(url), functions, directory))
    .filter(({functions}) => functions.length > 0)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return {files, lines: files.reduce((sum, {lines}) => sum + lines, 0)};
}

/** The functions of a file that ran, and their lines in its source: a function inside of another one counts for itself. */
function readVisit(file, functions, directory) {
  const code = readFileSync(file, 'utf8');
  const lineOf = mapLines(file, code);
  const begin = Math.max(code.indexOf('module.exports = __toCommonJS'), 0);
  const ran = new Set();
  const visited = [];
  // The outer ones first.
  const own = functions.map(({functionName, ranges: [range]}) => ({functionName, ...range})).filter(({startOffset}) => startOffset > begin);
  for (const {functionName, startOffset, endOffset, count} of own.toSorted((one, other) => size(other) - size(one))) {
    const [first, last] = [lineOf(startOffset), lineOf(endOffset - 1)];
    if (count > 0) visited.push({name: functionName, line: first});
    // The inner lines of a function that did not run do not count for the function around it.
    for (let line = count > 0 ? first : first + 1; line <= (count > 0 ? last : last - 1); line++) {
      if (count > 0) ran.add(line);
      else ran.delete(line);
    }
  }
  return {path: relative(directory, file).replaceAll('\\', '/').replace(/\.js$/, '.ts'), functions: visited, lines: ran.size};
}

const size = ({startOffset, endOffset}) => endOffset - startOffset;

/** Answers which line of the source, from 1, an offset of the compiled text comes from. */
function mapLines(file, code) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return offset => {
    let line = starts.length - 1;
    for (let low = 0; low <= line; ) {
      const middle = (low + line) >> 1;
      if (starts[middle] <= offset) low = middle + 1;
      else line = middle - 1;
    }
    return map.findEntry(line, offset - starts[line]).originalLine + 1;
  };
}

if (process.argv[1] === script) {
  const walks = [];
  for (const name of Object.keys(WALKS)) walks.push([name, await runWalk(process.argv[2], name)]);
  console.log(JSON.stringify(Object.fromEntries(walks)));
}
