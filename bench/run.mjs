/**
 * The figures of docs/benchmarks.md: whole processes, as ratios to a bare `node -e 0` taken in the same series, and the
 * rate of apply as a share of the ideal. `npm run bench` prints them with their targets; `-- --only NAME` runs one case.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {measureDay, measureRows, measureTune, measureWeek} from './findings.mjs';
import {touchLayer, writeLayers, writeList} from './list.mjs';
import {median, peakMemoryOf, ratioToBareNode, ratioToOther, timeNode, timeNodeOver} from './measure.mjs';
import {measureSharedStates, timeOneCreate} from './shared-states.mjs';
import {specText, writeRepository} from './specs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'bin/monitors.cjs');
const action = join(root, 'dist/action.cjs');
const service = join(root, 'bench/service.mjs');
const bareList = join(root, 'bench/bare-list.mjs');
const floor = join(root, 'bench/floor.mjs');
const place = mkdtempSync(join(tmpdir(), 'monitors-bench-'));
const {only} = parseArgs({options: {only: {type: 'string'}}}).values;
// NODE_EXTRA_CA_CERTS alone makes Node 20 start several times slower, for the bare one too: ratios would flatter.
const {NODE_EXTRA_CA_CERTS: _slow, CI: _ci, ...inherited} = process.env;
delete process.env.NODE_EXTRA_CA_CERTS;
const baseEnv = {
  ...inherited,
  NO_COLOR: '1',
  XDG_CACHE_HOME: join(place, 'cache'),
  HOOK_TOKEN: 'bench-token',
  MONITORS_API_KEY: 'bench-key',
};

const cases = {
  start,
  validateOne,
  validateThousand,
  actionForty,
  planTenThousand,
  listOfTenThousand,
  changedLayer,
  refreshTenThousand,
  reportTenThousand,
  applyThousand,
  costOfOneCreate,
  sharedStates,
  changesOfWeek,
  changesOfDay,
  tuneHistory,
  rowsOfNumbers,
};

try {
  if (only !== undefined && cases[only] === undefined) throw new Error(`no case is called "${only}": ${Object.keys(cases).join(', ')}`);
  console.log(`node ${process.version}, ${process.platform} ${process.arch}\n`);
  for (const [name, run] of Object.entries(cases)) if (only === undefined || only === name) await run();
} finally {
  rmSync(place, {recursive: true, force: true});
}

function start() {
  report(
    '--version',
    ratioToBareNode(() => monitors(['--version'], place)),
    1.8,
  );
  report(
    '--help',
    ratioToBareNode(() => monitors(['--help'], place)),
    1.7,
  );
  // What these commands need is loaded once they run: asking how to use them costs what it costs elsewhere.
  for (const command of ['try', 'run', 'status', 'report']) {
    const compare = ratioToOther(
      () => monitors([command, '--help'], place),
      () => monitors(['plan', '--help'], place),
    );
    report(`${command} --help, against plan --help`, compare, 1.05);
  }
}

function validateOne() {
  const one = repository(1);
  report(
    'validate, one file of one',
    ratioToBareNode(() => monitors(['validate', 'monitors/group-000/watch-00000.yaml'], one)),
    2.25,
  );
}

function validateThousand() {
  const thousand = repository(1000);
  report(
    'validate, 1,000 files, cold',
    ratioToBareNode(() => monitors(['validate'], thousand), {before: forgetSpecs}),
    9.8,
  );
  report(
    'validate, 1,000 files, nothing changed since',
    ratioToBareNode(() => monitors(['validate'], thousand)),
    3.1,
  );
  const changed = 'monitors/group-004/watch-00400.yaml';
  let edit = 0;
  report(
    'validate, one changed file of 1,000, as a hook',
    ratioToBareNode(() => monitors(['validate', '--ignore-unknown', changed], thousand), {
      before: () => writeFileSync(join(thousand, changed), `${specText(400)}# edit ${++edit}\n`),
    }),
    3.8,
  );
  reportFloor('one changed', thousand);
}

/** The GitHub Action as a runner starts it: no launcher, no cache. */
function actionForty() {
  const forty = repository(40);
  const event = join(place, 'push.json');
  writeFileSync(event, JSON.stringify({ref: 'refs/heads/main', after: '1'.repeat(40), repository: {default_branch: 'main'}}));
  const runner = {
    INPUT_COMMAND: 'validate',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_EVENT_PATH: event,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: '1'.repeat(40),
    GITHUB_REPOSITORY: 'acme/web',
    GITHUB_WORKSPACE: forty,
    RUNNER_TEMP: place,
  };
  report(
    'the Action, validate of 40 files',
    ratioToBareNode(() => timeNode([action], {cwd: forty, env: {...baseEnv, ...runner}})),
    5.2,
  );
}

async function planTenThousand() {
  const tenThousand = repository(10_000);
  await withEmulator([], async env => {
    await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], tenThousand, env);
  });
  const size = statSync(join(tenThousand, 'monitors.state.json')).size / 1e6;
  line('state of 10,000 on disk', `${size.toFixed(1)} MB`, '<= 17 MB', size <= 17);
  const runs = {runs: 7, warmUps: 1};
  report(
    'plan, 10,000 specs, state of 10,000, cold',
    ratioToBareNode(() => monitors(['plan'], tenThousand), {...runs, before: forgetSpecs}),
    58,
  );
  reportFloor('plan cold', tenThousand);
  report(
    'plan, 10,000 specs, nothing changed since',
    ratioToBareNode(() => monitors(['plan'], tenThousand), runs),
    13,
  );
  reportFloor('plan again', tenThousand);
  forgetSpecs();
  for (const [when, most] of [
    ['cold', 218],
    ['nothing changed since', 140],
  ]) {
    const peak = peakMemoryOf([bin, 'plan'], {cwd: tenThousand, env: baseEnv});
    line(`plan, 10,000 specs, ${when}, peak memory`, `${peak.toFixed(0)} MB`, `<= ${most} MB`, peak <= most);
  }
}

/** The same monitors out of one list with two layers, and as a file each. */
async function listOfTenThousand() {
  const files = repository(10_000, 'as-files');
  const list = join(place, 'as-list');
  writeList(list, 10_000);
  for (const directory of [files, list]) {
    await withEmulator([], async env => {
      await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
    });
  }
  for (const command of ['validate', 'plan']) {
    const compare = options =>
      ratioToOther(
        () => monitors([command], list),
        () => monitors([command], files),
        options,
      );
    report(`${command}, 10,000 rows against 10,000 files, cold`, compare({before: forgetSpecs}), 1.2);
    report(`${command}, 10,000 rows against 10,000 files, again`, compare(), 1);
  }
  const runs = {runs: 5, warmUps: 1};
  const plan = () => monitors(['plan'], list);
  report('plan, one list of 10,000 rows, cold', ratioToBareNode(plan, {...runs, before: forgetSpecs}), 58);
  reportFloor('list cold', list);
  report('plan, one list of 10,000 rows, nothing changed since', ratioToBareNode(plan, runs), 13);
  reportFloor('plan again', list);
}

function changedLayer() {
  const folders = 100;
  const same = repository(100 * folders, 'same-layers');
  const changing = repository(100 * folders, 'changing-layer');
  for (const directory of [same, changing]) writeLayers(directory, folders);
  let edit = 0;
  const compared = ratioToOther(
    () => {
      touchLayer(changing, 0, `edit ${++edit}`);
      return monitors(['validate'], changing);
    },
    () => monitors(['validate'], same),
  );
  report('validate, 10,000 files, 1 layer of 100 changed', compared, 1.65);
  reportFloor('a folder changed', changing);
}

/** Whole processes beside a bare loop over the same pages; everything but the service's list is known from a run before. */
async function refreshTenThousand() {
  const count = 10_000;
  const directory = repository(count, 'refresh');
  appendFileSync(join(directory, 'monitors.config.yaml'), 'service: {operations: full}\n');
  const latency = 20;
  const slowList = join(place, 'slow-list.yaml');
  writeFileSync(slowList, `faults:\n  - {when: {operation: list}, delayMs: ${latency}, do: pass}\n`);
  const requests = [];
  await withServer(
    [bin, 'emulator', '--port', '0', '--operations', 'full', '--faults', slowList],
    async env => {
      await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
      const all = {cwd: directory, env: {...baseEnv, ...env}};
      for (const [command, goal] of [
        [['plan', '--refresh'], 1.15],
        [['status'], 1.3],
      ]) {
        const ratios = [];
        for (let run = 0; run < 6; run++) {
          const bare = await timeNodeOver([bareList, env.MONITORS_BASE_URL], all);
          const before = requests.length;
          const time = await timeNodeOver([bin, ...command], all);
          // The first run finds out what the later ones know.
          if (run > 0) ratios.push(time / bare);
          if (run > 0) continue;
          const made = requests.length - before;
          const most = (count * 115) / 10_000;
          line(`${command.join(' ')}, ${count} monitors, requests`, String(made), `<= ${most}`, made <= most);
        }
        const ratio = median(ratios);
        line(
          `${command.join(' ')}, ${count} monitors, wall time, service of ${latency} ms`,
          `${ratio.toFixed(2)} x a bare loop`,
          `<= ${goal}`,
          ratio <= goal,
        );
      }
      const peak = peakMemoryOf([bin, 'plan', '--refresh'], all);
      line(`plan --refresh, ${count} monitors, peak memory`, `${peak.toFixed(0)} MB`, '<= 400 MB', peak <= 400);
    },
    text => requests.push(...(text.match(/^GET /gm) ?? [])),
  );
}

/** The page of a report, from specs and state. */
async function reportTenThousand() {
  const directory = repository(10_000, 'report');
  await withEmulator([], async env => {
    await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
  });
  const page = join(directory, 'report.html');
  for (const when of ['cold', 'again']) {
    if (when === 'cold') forgetSpecs();
    const seconds = timeNode([bin, 'report', '--out', page], {cwd: directory, env: baseEnv}) / 1000;
    line(`report, 10,000 monitors, ${when}`, `${seconds.toFixed(1)} s`, '<= 5 s', seconds <= 5);
  }
  const size = statSync(page).size / 1e6;
  line('report, 10,000 monitors, size', `${size.toFixed(1)} MB`, '<= 3 MB', size <= 3);
}

async function applyThousand() {
  const latency = 20;
  const concurrency = 8;
  const shares = [];
  for (let run = 0; run < 3; run++) {
    const directory = repository(1000, `apply-${run}`);
    await withServer([service, String(latency)], async env => {
      const events = await monitorsOver(
        ['apply', '--auto-approve', '--format', 'jsonl', '--concurrency', String(concurrency)],
        directory,
        env,
      );
      shares.push(shareOfIdeal(events, latency, concurrency));
    });
  }
  const share = median(shares);
  line(`apply, 1,000 creates, ${latency} ms service, concurrency ${concurrency}`, `${share.toFixed(2)} of ideal`, '>= 0.90', share >= 0.9);
  line('  one fsync of one journal line on this disk', `${fsyncCost().toFixed(2)} ms`, '', true);
}

async function costOfOneCreate() {
  const costs = {};
  for (const size of [10, 10_000]) {
    const directory = repository(size, `cost-${size}`);
    await withEmulator([], async env => {
      await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
      costs[size] = await timeOneCreate({monitorsOver}, directory, size, env);
    });
  }
  const ratio = costs[10_000] / costs[10];
  line('one create, state of 10,000 against state of 10', `${ratio.toFixed(2)} x`, '<= 1.2', ratio <= 1.2);
}

function sharedStates() {
  return measureSharedStates({place, baseEnv, withEmulator, monitorsOver, line});
}

function observing() {
  return {...{bench: join(root, 'bench'), bin, baseEnv, repository}, monitorsOver, withServer, line};
}

function changesOfWeek() {
  return measureWeek(observing());
}

function changesOfDay() {
  return measureDay(observing());
}

function tuneHistory() {
  return measureTune(observing());
}

function rowsOfNumbers() {
  return measureRows(observing());
}

/** The floor of the case before it, for which there is no target. */
function reportFloor(name, directory) {
  const kept = join(baseEnv.XDG_CACHE_HOME, 'monitors');
  const age = file => statSync(file).mtimeMs;
  const caches = readdirSync(kept).flatMap(file => (file.startsWith('checks-') ? [join(kept, file)] : []));
  const [newest = ''] = caches.sort((a, b) => age(b) - age(a));
  const run = () => timeNode([floor, directory, name, newest], {cwd: directory, env: baseEnv});
  line(`  its floor, ${name}`, `${ratioToBareNode(run, {runs: 7, warmUps: 1}).ratio.toFixed(2)} x`, '', true);
}

/** As on the first run in a checkout: nothing is known of specs and state, while the tool itself was used before. */
function forgetSpecs() {
  const directory = join(baseEnv.XDG_CACHE_HOME, 'monitors');
  for (const name of existsSync(directory) ? readdirSync(directory) : [])
    if (/^(?:checks|fleet|state)-/.test(name)) rmSync(join(directory, name));
}

/** What was reached between the first and last steady moment, against `concurrency` requests under way all the time. */
function shareOfIdeal(events, latency, concurrency) {
  const ends = events.filter(event => event.type === 'finished').map(event => event.at);
  // The first tenth is ramp-up: concurrency starts at 1 and grows with success.
  const steady = ends.slice(Math.floor(ends.length / 10));
  const perSecond = ((steady.length - 1) * 1000) / (steady.at(-1) - steady[0]);
  return perSecond / ((concurrency * 1000) / latency);
}

function fsyncCost() {
  const file = openSync(join(place, 'fsync'), 'a');
  const times = [];
  for (let run = 0; run < 200; run++) {
    const start = performance.now();
    writeSync(file, `${'x'.repeat(600)}\n`);
    fsyncSync(file);
    times.push(performance.now() - start);
  }
  closeSync(file);
  return median(times);
}

function repository(count, name = `repository-${count}`) {
  const directory = join(place, name);
  writeRepository(directory, count);
  return directory;
}

function monitors(args, cwd) {
  return timeNode([bin, ...args], {cwd, env: baseEnv});
}

/** Runs monitors beside a server of this process; returns the events of `--format jsonl`, each with the time it came. */
function monitorsOver(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {cwd, env: {...baseEnv, ...env}, stdio: ['ignore', 'pipe', 'pipe']});
    const events = [];
    let rest = '';
    let errors = '';
    child.stderr.on('data', chunk => {
      errors = `${errors}${chunk}`.slice(-2000);
    });
    child.stdout.setEncoding('utf8').on('data', chunk => {
      const at = performance.now();
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop();
      if (args.includes('jsonl')) events.push(...lines.map(text => ({...JSON.parse(text), at})));
    });
    child.on('error', reject);
    child.on('close', exitCode =>
      exitCode === 0 ? resolve(events) : reject(new Error(`monitors ${args.join(' ')} ended with ${exitCode}: ${errors}`)),
    );
  });
}

function withEmulator(args, act) {
  return withServer([bin, 'emulator', '--port', '0', '--quiet', ...args], act);
}

/** Runs a server in a process of its own while `act` runs; the server says its address first. `note` gets its notes. */
async function withServer(args, act, note = () => {}) {
  const child = spawn(process.execPath, args, {env: baseEnv, stdio: ['ignore', 'pipe', 'pipe']});
  child.stderr.setEncoding('utf8').on('data', note);
  try {
    const url = await new Promise((resolve, reject) => {
      child.stdout.on('data', chunk => resolve(/http:\S+/.exec(String(chunk))[0]));
      child.on('close', exitCode => reject(new Error(`${args.join(' ')} ended with ${exitCode}`)));
    });
    return await act({MONITORS_BASE_URL: url});
  } finally {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
    child.kill();
    // It writes its code cache as it ends.
    await ended;
  }
}

function report(name, {ratio, ofFastest, ms}, target) {
  line(name, `${ratio.toFixed(2)} x  (fastest ${ofFastest.toFixed(2)}, ${ms.toFixed(0)} ms)`, `<= ${target}`, ratio <= target);
}

function line(name, figure, target, isReached) {
  console.log(`${isReached ? 'ok  ' : 'MISS'} ${name.padEnd(52)} ${figure.padEnd(34)} ${target}`);
}
