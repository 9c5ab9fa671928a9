import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import type {MonitorService} from '../../src/core/api/port';
import type {ApplyEvent, ApplyResult} from '../../src/core/apply/ports';
import {type HostFacts, readHostFacts} from '../../src/core/state/file/host';
import type {CrashOrder} from './crash-child';
import {makeMortalPorts} from './crash-ports';
import {applyPlace} from './crash-run';
import {NODE_FLAGS} from './node-flags';

/** End of one mortal run: killed, or at its end. */
export interface MortalRun {
  readonly isKilled: boolean;
  /** The steps of a run that came to its end. */
  readonly steps: readonly string[];
  /** Creates that it reported until then. */
  readonly said: readonly ApplyResult[];
}

/** The bundle of the mortal run, made once for all tests of a file. */
export interface CrashChild {
  readonly path: string;
  remove(): void;
}

const STARTER = join(__dirname, 'crash-start.cjs');

/** Bundles the mortal run. */
export function buildCrashChild(): CrashChild {
  const directory = mkdtempSync(join(tmpdir(), 'monitors-crash-child-'));
  const path = join(directory, 'child.cjs');
  const entry = join(__dirname, 'crash-child.ts');
  // Hundreds of these start: each with the parts of libraries that are shipped, which load in a third of the time.
  const dist = join(__dirname, '../../dist');
  const alias = {undici: join(dist, 'undici.cjs'), '@aws-sdk/client-s3': join(dist, 'aws-sdk-client-s3.cjs')};
  buildSync({entryPoints: [entry], bundle: true, platform: 'node', target: 'node20', outfile: path, logLevel: 'error', alias});
  return {path, remove: () => rmSync(directory, {recursive: true, force: true})};
}

/** A run in this process, which ends with it or is cut off from everything. */
export async function runHere({place, onAmbiguous, ...order}: CrashOrder): Promise<MortalRun> {
  const said: ApplyResult[] = [];
  const services: MonitorService[] = [];
  const say = (event: ApplyEvent) => void (event.type === 'finished' && said.push(event.result));
  const {fate, wrapService, ...ports} = makeMortalPorts(place.directory, {...order, dying: 'cut off', say});
  const ended = applyPlace(place, onAmbiguous, {
    ...ports,
    wrapService: service => {
      services.push(service);
      return wrapService?.(service) ?? service;
    },
    host: makeProcess(),
  });
  // Nobody hears the errors of a dead run.
  ended.catch(() => {});
  await Promise.race([fate.dead, ended]);
  if (fate.isDead) await Promise.all(services.map(service => service.close()));
  await fate.settled();
  return {isKilled: fate.isDead, steps: fate.isDead ? [] : fate.steps, said};
}

let processes = 0;

const OWN = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});

/** A process of its own as locks see it, by a number that no process of this machine can have: to the runs after it, it is gone. */
export function makeProcess(): HostFacts {
  return {...OWN, pid: BEYOND_PIDS + ++processes, startTime: '1'};
}

/** Linux gives no process a larger number. */
const BEYOND_PIDS = 2 ** 22;

/** A run in a process of its own, started from the bundle at `path`. */
export function runChild(path: string, order: CrashOrder): Promise<MortalRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, STARTER, path, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {},
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0) return reject(new Error(`the mortal run failed: ${stderr}`));
      const lines = stdout
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as {steps?: string[]; type?: string; result?: ApplyResult});
      resolve({
        isKilled: signal === 'SIGKILL',
        steps: lines.flatMap(({steps}) => steps ?? []),
        said: lines.flatMap(({type, result}) => (type === 'finished' && result !== undefined ? [result] : [])),
      });
    });
  });
}
