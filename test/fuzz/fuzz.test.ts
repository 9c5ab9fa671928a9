import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {mutate} from './mutate';
import {openTargets, type Target} from './targets';

/**
 * Foreign bytes lead to an answer or to a refusal, never to a bug, a changed prototype or a run without end. The corpus holds good
 * inputs and each one that was a finding. Of them come as many changed ones as FUZZ_PLAYS says for each target, by the seeds from
 * FUZZ_FROM on; FUZZ_TARGET chooses one. The same numbers play the same inputs.
 */
const plays = Number(process.env['FUZZ_PLAYS'] ?? 150);
const from = Number(process.env['FUZZ_FROM'] ?? Math.floor(Date.now() / 86_400_000) * 1000);
const only = process.env['FUZZ_TARGET'];
const CORPUS = join(__dirname, 'corpus');
const NAMES = readdirSync(CORPUS).filter(name => only === undefined || name === only);

let targets: readonly Target[];
beforeAll(async () => {
  targets = await openTargets();
});
afterAll(async () => {
  for (const target of targets) await target.close();
});

const corpusOf = (name: string) => readdirSync(join(CORPUS, name)).map(file => readFileSync(join(CORPUS, name, file)));

/** What is wrong with what these bytes led to; null where nothing is. */
async function play(name: string, bytes: Buffer): Promise<string | null> {
  const target = targets.find(one => one.name === name);
  if (target === undefined) throw new Error(`the corpus has a folder without a target: ${name}`);
  try {
    const problem = await target.play(bytes);
    return problem ?? (Reflect.ownKeys(Object.prototype).includes('polluted') ? 'the prototype of objects has another member' : null);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

test('each target has a corpus', () => {
  if (only === undefined) expect(targets.map(({name}) => name).sort()).toEqual(NAMES.sort());
});

test.each(NAMES)('%s: the corpus', async name => {
  for (const bytes of corpusOf(name)) expect(await play(name, bytes)).toBeNull();
});

test.each(NAMES)(
  `%s: ${plays} inputs from seed ${from} on`,
  async name => {
    const corpus = corpusOf(name);
    for (let seed = from; seed < from + plays; seed++) {
      const bytes = mutate(seed, corpus);
      const problem = await play(name, bytes);
      if (problem === null) continue;
      const directory = join(__dirname, '../../build/fuzz');
      mkdirSync(directory, {recursive: true});
      writeFileSync(join(directory, `${name}-${seed}`), bytes);
      throw new Error(`FUZZ_TARGET=${name} FUZZ_FROM=${seed} FUZZ_PLAYS=1 npm run fuzz (input: build/fuzz/${name}-${seed})\n${problem}`);
    }
  },
  Math.max(120_000, plays * 1000),
);
