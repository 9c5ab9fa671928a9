/** What monitors found: `changes`, `status --alerts` and `tune` over a service with checks. */
import {appendFileSync, writeFileSync} from 'node:fs';
import {loadavg} from 'node:os';
import {join} from 'node:path';
import {median, peakMemoryOf, timeNodeOver} from './measure.mjs';

const LATENCY = 20;
const MB = 300;

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
    // A request for each monitor, and one for each check with a changed page.
    await measureOne(tools, directory, env, {args: ['tune'], name: 'tune, 300 monitors, 30 checks', most: 300 + 300 * 30 * 0.1, runs: 3});
  });
}

/** 10,000 hourly monitors over a day, 3 % of the checks changed. */
export async function measureDay(tools) {
  await overService(tools, tools.repository(10_000, 'day'), {hours: 1, share: 0.03}, (directory, env) =>
    measureOne(tools, directory, env, {args: ['changes'], name: 'changes, 10,000 monitors, 1 day', most: 17_400, runs: 3}),
  );
}

async function overService({bench, monitorsOver, withServer}, directory, {hours, share}, act) {
  await withServer([join(bench, 'observed-service.mjs'), String(LATENCY), String(hours), String(share)], async env => {
    await monitorsOver(['apply', '--auto-approve', '--quiet', '--concurrency', '64'], directory, env);
    appendFileSync(join(directory, 'monitors.config.yaml'), 'service: {operations: full}\n');
    await act(directory, env);
  });
}

async function measureOne(tools, directory, env, {args, name, most, runs}) {
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
  line(`${name}, wall time, ${LATENCY} ms, load ${loadavg()[0].toFixed(1)}`, figure, '<= 1.3', ratio <= 1.3);
  const peak = peakMemoryOf([bin, ...args], all);
  line(`${name}, peak memory`, `${peak.toFixed(0)} MB`, `<= ${MB} MB`, peak <= MB);
}

/** Runs a command once; returns the paths that it read. */
async function countRequests({monitorsOver}, directory, env, args) {
  const taken = async () => (await fetch(`${env.MONITORS_BASE_URL}/requests`)).json();
  await taken();
  await monitorsOver(args, directory, env);
  return taken();
}
