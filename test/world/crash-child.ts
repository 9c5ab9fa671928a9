import {writeSync} from 'node:fs';
import type {OnAmbiguous} from '../../src/apply/model';
import {type Death, makeMortalPorts, type Sabotage} from './crash-ports';
import {applyPlace, type CrashPlace} from './crash-run';

/** What a mortal run is told on its command line, as JSON. */
export interface CrashOrder {
  readonly place: CrashPlace;
  readonly onAmbiguous: OnAmbiguous;
  readonly death: Death;
  readonly persistTo?: string;
  readonly sabotage?: Sabotage;
}

async function run({place, onAmbiguous, ...order}: CrashOrder): Promise<void> {
  const {fate, ...ports} = makeMortalPorts(place.directory, order);
  await applyPlace(place, onAmbiguous, ports);
  writeSync(1, `${JSON.stringify({steps: fate.steps})}\n`);
}

void run(JSON.parse(process.argv[2] ?? '') as CrashOrder);
