/** What monitors found: `changes`, `status --alerts` and `tune` over a service with checks. */
import {appendFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {loadavg} from 'node:os';
import {dirname, join} from 'node:path';
import {build} from 'esbuild';
import {median, peakMemoryOf, timeNodeOver} from './measure.mjs';

const LATENCY = 20;
const MB = 300;
/** Pairs of lines of a diff of 15 MB. */
const LONG = 220_000;
/** Four such answers as bytes, as text and as values, and the run beside them. */
const LONG_MB = 400;

/** 300 daily monitors over a week, a tenth of the checks changed. `tools` are those of run.mjs. */
export async function measureWeek(tools) {
  await overService(tools, tools.repository(300, 'week'), {hours: 24, share: 0.1}, async (directory, env) => {
    await measureOne(tools, directory, env, {
      args: ['changes', '--since', '7d'],
      name: 'changes, 300 monitors, 7 days',
      most: 600,
      runs: 9,
    });
    const sent = await countRequests(tools, directory, env, ['status', '--alerts']);
    tools.line('status --alerts, 300 monitors, requests', String(sent.length), '<= 304', sent.length <= 304);
  });
}

/** 10,000 hourly monitors over a day, 3 % of the checks changed. */
export async function measureDay(tools) {
  await overService(tools, tools.repository(10_000, 'day'), {hours: 1, share: 0.03}, (directory, env) =>
    measureOne(tools, directory, env, {args: ['changes'], name: 'changes, 10,000 monitors, 1 day', most: 17_400, runs: 3}),
  );
}

/** 300 daily monitors with 30 checks each, a tenth of them changed; then a few whose diffs are near the most that one answer may have. */
export async function measureTune(tools) {
  const {bin, baseEnv, line, repository} = tools;
  await overService(tools, repository(300, 'tune'), {hours: 24, share: 0.1}, async (directory, env) => {
    // Of parts of checks, whose diffs may be long, four are under way at once: half as many as the bare loop has.
    const tune = {args: ['tune'], name: 'tune, 300 monitors, 30 checks', most: 1_210, runs: 5, mostTime: 2.6};
    const paths = await measureOne(tools, directory, env, tune);
    const lists = paths.filter(path => path.includes('/checks?')).length;
    line('tune, 300 monitors, requests for their checks', String(lists), '<= 300', lists <= 300);
  });
  await overService(tools, repository(20, 'tune-long'), {hours: 24, share: 0.1, lines: LONG}, (directory, env) => {
    const peak = peakMemoryOf([bin, 'tune'], {cwd: directory, env: {...baseEnv, ...env}});
    line('tune, diffs of 15 MB, four at once, peak memory', `${peak.toFixed(0)} MB`, `<= ${LONG_MB} MB`, peak <= LONG_MB);
  });
}

/** Rows of nothing but numbers, which a careless pattern takes the square of their length for: twice as long, four times the time. */
export async function measureRows({bench, line}) {
  const outfile = join(dirname(bench), 'build/bench-lines.cjs');
  const entryPoints = [join(dirname(bench), 'src/features/tune/lines/line-pattern.ts')];
  await build({entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error'});
  const {foldPrices} = createRequire(import.meta.url)(outfile);
  // Makes each row another one, since rows are remembered; in place of their end, since longer rows are cut.
  let number = 1_000_000;
  for (const unit of ['1', '1 ', '1,000 ', '1.11 ']) {
    const time = length => {
      const row = unit.repeat(length).slice(0, length);
      const start = process.cpuUsage();
      for (let count = 0; count < 100; count++) foldPrices(`${row.slice(7)}${number++}`);
      const {user, system} = process.cpuUsage(start);
      return user + system;
    };
    time(2000);
    const ratio = median(Array.from({length: 5}, () => time(2000) / time(1000)));
    line(`tune, a row of 2,000 signs of "${unit}" against one of 1,000`, `${ratio.toFixed(2)} x`, '<= 3', ratio <= 3);
  }
}

async function overService({bench, monitorsOver, withServer}, directory, {hours, share, lines = 20}, act) {
  await withServer([join(bench, 'observed-service.mjs'), ...[LATENCY, hours, share, lines].map(String)], async env => {
    await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
    appendFileSync(join(directory, 'monitors.config.yaml'), 'service: {operations: full}\n');
    await act(directory, env);
  });
}

async function measureOne(tools, directory, env, {args, name, most, runs, mostTime = 1.3}) {
  const {bench, bin, baseEnv, line} = tools;
  const paths = await countRequests(tools, directory, env, args);
  line(`${name}, requests`, String(paths.length), `<= ${most}`, paths.length <= most);
  const file = join(directory, 'requests.json');
  writeFileSync(file, JSON.stringify(paths));
  const all = {cwd: directory, env: {...baseEnv, ...env}};
  const [times, bares] = [[], []];
  for (let run = 0; run < runs; run++) {
    bares.push(await timeNodeOver([join(bench, 'bare-requests.mjs'), env.MONITORS_BASE_URL, file], all));
    times.push(await timeNodeOver([bin, ...args], all));
  }
  const ratio = median(times.map((time, run) => time / bares[run]));
  const figure = `${ratio.toFixed(2)} x a bare loop (fastest ${(Math.min(...times) / Math.min(...bares)).toFixed(2)})`;
  line(`${name}, wall time, ${LATENCY} ms, load ${loadavg()[0].toFixed(1)}`, figure, `<= ${mostTime}`, ratio <= mostTime);
  const peak = peakMemoryOf([bin, ...args], all);
  line(`${name}, peak memory`, `${peak.toFixed(0)} MB`, `<= ${MB} MB`, peak <= MB);
  return paths;
}

/** Runs a command once; returns the paths that it read. */
async function countRequests({monitorsOver}, directory, env, args) {
  const taken = async () => (await fetch(`${env.MONITORS_BASE_URL}/requests`)).json();
  await taken();
  await monitorsOver(args, directory, env);
  return taken();
}
