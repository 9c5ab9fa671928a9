/**
 * Counts the files of a room that one run walks through. The sources are compiled file by file, everything in `src` is loaded, and
 * only then V8 counts calls. A file is visited when one of its own functions ran. These are not visits: loading a file, reading a
 * constant, and calling a getter that the compiler writes for an export.
 *
 * Counted so, commit 9ade922 has 22 files for `makePlan` and 33 for a create.
 */
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {Session} from 'node:inspector/promises';
import {createRequire} from 'node:module';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

/** The files that each walk visits, by the name of the walk. Throws where a walk does not do its work. */
export async function walk(root) {
  // Below the project: what is compiled finds node_modules.
  const directory = join(root, 'build', `walks-${process.pid}`);
  try {
    await compile(root, directory);
    return await countVisits(directory);
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
}

async function compile(root, directory) {
  const sources = ['src', 'test/world', 'test/unit/plan'].flatMap(room => listFiles(join(root, room)));
  const is = pattern => sources.filter(path => pattern.test(path));
  const options = {outdir: directory, outbase: root, logLevel: 'error'};
  await build({
    ...options,
    entryPoints: is(/(?<!\.d|\.test)\.ts$/),
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    supported: {'dynamic-import': false},
  });
  await build({...options, entryPoints: is(/\.(json|js)$/), loader: {'.json': 'copy', '.js': 'copy'}});
}

function listFiles(directory) {
  return readdirSync(directory, {recursive: true, withFileTypes: true}).flatMap(entry =>
    entry.isFile() ? [join(entry.parentPath ?? entry.path, entry.name)] : [],
  );
}

async function countVisits(directory) {
  const load = createRequire(join(directory, 'walks.cjs'));
  // Loading these would start the program.
  for (const path of listFiles(join(directory, 'src'))) if (!/[\\/](main|process-context|action)\.js$/.test(path)) load(path);
  const watch = await startWatching(directory);
  return {makePlan: await walkPlan(load, watch), create: await walkCreate(load, watch)};
}

/** A plan with a new monitor, an edited one, one that stays and one whose spec is gone. */
async function walkPlan(load, watch) {
  const {plan, desire, record, bodyOf} = load('./test/unit/plan/world.js');
  const specs = [desire('new', bodyOf('new')), desire('edited', bodyOf('edited', {goal: 'Tell me more'})), desire('same', bodyOf('same'))];
  const recorded = Object.fromEntries(['edited', 'same', 'gone'].map(key => [key, record(key, bodyOf(key))]));
  return watch(() => plan({specs, recorded}), /^src\/plan\//);
}

/** One monitor, created by `monitors apply` in the emulator. */
async function walkCreate(load, watch) {
  const {startUserWorld} = load('./test/world/service.js');
  const world = await startUserWorld({
    'monitors.config.yaml': 'project: walk\n',
    'monitors/shop.yaml': 'name: shop\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: [https://shop.example/]}]\n',
  });
  try {
    let run;
    const files = await watch(async () => {
      run = await world.runHere(['apply', '--auto-approve']);
    }, /^src\/(apply|api)\//);
    if (run.exitCode !== 0 || world.emulator.monitors().length !== 1) throw new Error(`no monitor was created: ${run.stderr}`);
    return files;
  } finally {
    await world.close();
  }
}

/** Answers what runs something, and the files of a room that it visited, sorted. */
async function startWatching(directory) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  return async (run, room) => {
    await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
    await run();
    const {result} = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    return result
      .filter(({url}) => url.startsWith('file:'))
      .map(({url, functions}) => ({path: relative(directory, fileURLToPath(url)).replaceAll('\\', '/'), functions}))
      .filter(({path, functions}) => room.test(path) && functions.some(one => isVisit(one, readFileSync(join(directory, path), 'utf8'))))
      .map(({path}) => path.replace(/\.js$/, '.ts'))
      .sort();
  };
}

/** Whether a function that was compiled from the source was called: not the whole file, not the getter of an export. */
function isVisit({ranges: [{startOffset, count}]}, code) {
  const end = code.indexOf('module.exports = __toCommonJS');
  return count > 0 && startOffset > Math.max(end, 0);
}
