/** States on servers of the bench's own, where PostgreSQL and an S3 server are installed. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {build} from 'esbuild';
import {median, timeNode} from './measure.mjs';
import {configText, specText, writeRepository} from './specs.mjs';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/monitors.cjs');

/** How many are created, one after the other. */
const ADDED = 200;

/** The median time of one create among many, where `count` monitors are recorded already, milliseconds. */
export async function timeOneCreate({monitorsOver}, directory, count, env, flags = []) {
  addSpecs(directory, count, ADDED);
  const words = ['apply', '--auto-approve', '--format', 'jsonl', '--concurrency', '1', ...flags];
  const events = await monitorsOver(words, directory, env);
  const times = events.filter(event => event.type === 'finished').map(event => event.at);
  return median(times.slice(1).map((time, index) => time - times[index]));
}

/** `tools` are those of run.mjs. */
export async function measureSharedStates(tools) {
  const stores = await buildStores();
  await measurePostgres(tools, stores);
  await measureS3(tools, stores);
}

/** Builds what stores.ts exports. */
export async function buildStores() {
  const outfile = join(root, 'build/bench-stores.cjs');
  const entryPoints = [join(root, 'bench/stores.ts')];
  await build({entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', packages: 'external', logLevel: 'error'});
  return createRequire(import.meta.url)(outfile);
}

async function measurePostgres(tools, stores) {
  const programs = stores.findPostgres();
  if (programs === undefined) return;
  const server = await stores.PostgresServer.start(programs);
  try {
    const env = {MONITORS_STATE_POSTGRES_URL: server.url()};
    const config = 'state: {backend: postgres}\n';
    await measureStore(tools, {stores, name: 'PostgreSQL', config, env, most: 100_000});
  } finally {
    await server.close();
  }
}

/** The state is one object there, as it is one file. */
async function measureS3(tools, stores) {
  const program = stores.findS3Server();
  if (program === undefined) return;
  const server = await stores.S3Server.start(program);
  try {
    const config = `state: {backend: s3, bucket: ${await server.makeBucket()}, region: eu-central-1}\n`;
    await measureStore(tools, {stores, name: 'S3', config, env: server.env(), most: 10_000});
  } finally {
    await server.close();
  }
}

async function measureStore(tools, {stores, name, config, env, most}) {
  const {place, baseEnv, withEmulator, line} = tools;
  const count = most.toLocaleString('en');
  // With those that are created, no project has more than it may have.
  const size = most - 2 * ADDED;
  await withEmulator([], async service => {
    const all = {...baseEnv, ...service, ...env};
    const begin = async (project, specs, state) => {
      const directory = join(place, `${name}-${project}`);
      writeRepository(directory, specs);
      writeFileSync(join(directory, 'monitors.config.yaml'), `${configText.replace('bench', project)}${state}`);
      if (state !== '') timeNode([bin, 'state', 'init'], {cwd: directory, env: all});
      await stores.seedState(directory, service.MONITORS_BASE_URL, all);
      return directory;
    };
    const few = await begin('few', 10, config);
    const many = await begin('many', size, config);
    const inFile = await begin('in-file', size, '');
    const plan = cwd => timeNode([bin, 'plan'], {cwd, env: all});
    const times = [many, inFile].map(() => []);
    for (let run = 0; run < 3; run++) {
      // The first run finds out what the later ones know.
      for (const [index, directory] of [many, inFile].entries()) {
        const time = plan(directory);
        if (run > 0) times[index].push(time);
      }
    }
    const [onServer, ofFile] = times.map(median);
    const ratio = onServer / ofFile;
    const seconds = (onServer / 1000).toFixed(1);
    line(`plan, ${count} specs, state in ${name} against a file`, `${ratio.toFixed(2)} x  (${seconds} s)`, '<= 1.3', ratio <= 1.3);
    const overEnv = {...service, ...env};
    const costs = [[], []];
    for (const round of [0, 1]) {
      for (const [index, [directory, recorded]] of [
        [few, 10],
        [many, size],
      ].entries()) {
        costs[index].push(await timeOneCreate(tools, directory, recorded + round * ADDED, overEnv, ['--allow-old-checkout']));
      }
    }
    // The less disturbed round of each.
    const [ofFew, ofMany] = costs.map(times => Math.min(...times));
    const growth = ofMany / ofFew;
    const shown = `${growth.toFixed(2)} x  (${ofMany.toFixed(1)} ms)`;
    line(`one create, state of ${count} in ${name} against 10`, shown, '<= 1.2', growth <= 1.2);
  });
}

function addSpecs(directory, from, count) {
  const folder = join(directory, `monitors/added-${from}`);
  mkdirSync(folder);
  for (let index = from; index < from + count; index++) writeFileSync(join(folder, `watch-${index}.yaml`), specText(index));
}
