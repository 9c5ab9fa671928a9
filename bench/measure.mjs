/** Times whole processes, each run next to a bare `node -e 0`, so that ratios hold when the machine's speed drifts. */
import {spawn, spawnSync} from 'node:child_process';
import {join} from 'node:path';

const peakMemory = join(import.meta.dirname, 'peak-memory.cjs');

/**
 * Runs `command` (a function that runs it once and returns its wall time in milliseconds) `runs` times, each beside a
 * bare Node; returns the median of the ratios, and the ratio of the fastest runs: on a busy machine, the less disturbed one.
 */
export function ratioToBareNode(command, {runs = 15, warmUps = 2, before = () => {}} = {}) {
  for (let run = 0; run < warmUps; run++) {
    before();
    command();
    bareNode();
  }
  const ratios = [];
  const times = [];
  const floors = [];
  for (let run = 0; run < runs; run++) {
    const floor = (bareNode() + bareNode()) / 2;
    before();
    const time = command();
    ratios.push(time / floor);
    times.push(time);
    floors.push(floor);
  }
  return {ratio: median(ratios), ofFastest: Math.min(...times) / Math.min(...floors), ms: Math.min(...times)};
}

/** Runs two commands alternately; returns the median and the fastest of the first as shares of those of the other. */
export function ratioToOther(command, other, {runs = 9, before = () => {}} = {}) {
  const times = [];
  const others = [];
  for (let run = 0; run < runs + 1; run++) {
    before();
    const time = command();
    before();
    const otherTime = other();
    // The first run finds out what the later ones know.
    if (run === 0) continue;
    times.push(time);
    others.push(otherTime);
  }
  return {ratio: median(times) / median(others), ofFastest: Math.min(...times) / Math.min(...others), ms: Math.min(...times)};
}

/** Runs a Node program once and returns its wall time in milliseconds; throws when it ends otherwise than expected. */
export function timeNode(args, {cwd, env, exitCode = 0}) {
  const start = performance.now();
  const run = spawnSync(process.execPath, args, {cwd, env, encoding: 'utf8', maxBuffer: 1 << 28});
  const time = performance.now() - start;
  if (run.status !== exitCode) throw new Error(`${args.join(' ')} ended with ${run.status}: ${(run.stderr || run.stdout).slice(0, 2000)}`);
  return time;
}

/** Like {@link timeNode}, while this process goes on listening to a server that the program talks to. */
export function timeNodeOver(args, {cwd, env}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {cwd, env, stdio: 'ignore'});
    child.on('error', reject);
    child.on('close', exitCode => {
      const time = performance.now() - start;
      if (exitCode === 0) resolve(time);
      else reject(new Error(`${args.join(' ')} ended with ${exitCode}`));
    });
  });
}

/** The largest resident memory of a Node program, in MB. */
export function peakMemoryOf(args, place) {
  return usageOf(args, place).peak;
}

/** Runs a Node program, and tells what it used: its largest resident memory in MB, and its time on processors, of all threads, in milliseconds. */
export function usageOf(args, {cwd, env}) {
  const run = spawnSync(process.execPath, ['--require', peakMemory, ...args], {cwd, env, encoding: 'utf8', maxBuffer: 1 << 28});
  const [, peak, cpu] = /peak-memory-kb (\d+) cpu-ms (\d+)/.exec(run.stderr) ?? [];
  return {exitCode: run.status, peak: Number(peak) / 1024, cpu: Number(cpu)};
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function bareNode() {
  return timeNode(['-e', '0'], {cwd: process.cwd(), env: process.env});
}
