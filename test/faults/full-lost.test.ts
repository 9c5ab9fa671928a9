import {FullWorld, specOf} from '../world/full-world';
import {seededRandom} from './crash-loop-trials';

/**
 * Random histories of edits, each applied; then the state is lost and the same specs are applied again: nothing is created, and
 * each monitor is taken over or held back by its id. `LOST=2000 LOST_SEED=1 npx jest full-lost` plays more.
 */
const histories = Number(process.env['LOST'] ?? 40);
const firstSeed = Number(process.env['LOST_SEED'] ?? Date.now() % 1_000_000);

const KEYS = ['a', 'b', 'c'];

/** A spec whose name, addresses and webhook are drawn: two keys may well ask for the same. */
function rollSpec(random: () => number): string {
  const pick = (count: number) => Math.floor(random() * count);
  const target = () => `  - {type: scrape, urls: ["https://u${pick(3)}.example/"]}\n`;
  const more = Array.from({length: pick(3)}, target).join('');
  const hook = random() < 0.5 ? 'webhook: {url: https://hooks.example.com/x}\n' : '';
  return specOf(`n${pick(2)}`, more + hook).replace(/https:\/\/n\d\.example\//, () => `https://u${pick(3)}.example/`);
}

async function play(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const world = await FullWorld.start({seed});
  try {
    const specs: Record<string, string> = {};
    for (let round = 1 + Math.floor(random() * 4); round > 0; round--) {
      for (const key of KEYS) if (specs[key] === undefined || random() < 0.6) specs[key] = rollSpec(random);
      world.write(specs);
      await world.apply();
      world.clock.advance(600_000);
    }
    const before = new Map([...(await world.recorded())].map(([key, {id}]) => [key, id]));
    expect([...before.keys()]).toEqual(KEYS);
    world.loseState();
    const {outcome} = await world.apply({refresh: random() < 0.3});
    expect(
      world.emulator
        .monitors()
        .map(({id}) => id)
        .sort(),
    ).toEqual([...before.values()].sort());
    const after = await world.recorded();
    const {changes} = await world.plan();
    for (const [key, id] of before) {
      const held = [...outcome.findings, ...changes].map(finding => JSON.stringify(finding)).filter(text => text.includes(id));
      expect({key, isKnown: after.get(key)?.id === id || held.length > 0}).toEqual({key, isKnown: true});
      // A find that nobody asked about is the key's own.
      expect([undefined, id]).toContain(after.get(key)?.id);
    }
  } finally {
    await world.close();
  }
}

test(
  `C40: ${histories} lost states make no second monitor`,
  async () => {
    console.info(`LOST_SEED=${firstSeed}`);
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      await play(seed).catch((error: unknown) => {
        throw new Error(`LOST_SEED=${seed} LOST=1: ${error instanceof Error ? error.message : String(error)}`, {cause: error});
      });
    }
  },
  Math.max(300_000, histories * 5000),
);
