import {writeSync} from 'node:fs';
import type {OnAmbiguous} from '../../src/core/apply/ports';
import {type MortalOrder, makeMortalPorts} from './crash-ports';
import {applyPlace, type CrashPlace} from './crash-run';

/** Command line of a mortal run, as JSON. */
export interface CrashOrder extends Omit<MortalOrder, 'dying' | 'say'> {
  readonly place: CrashPlace;
  readonly onAmbiguous: OnAmbiguous;
}

async function run({place, onAmbiguous, ...order}: CrashOrder): Promise<void> {
  const say = (event: unknown) => void writeSync(1, `${JSON.stringify(event)}\n`);
  const {fate, ...ports} = makeMortalPorts(place.directory, {...order, dying: 'killed', say});
  await applyPlace(place, onAmbiguous, ports);
  writeSync(1, `${JSON.stringify({steps: fate.steps})}\n`);
}

void run(JSON.parse(process.argv[2] ?? '') as CrashOrder);
