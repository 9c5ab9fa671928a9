import {randomUUID} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import type {World} from '../../src/core/base/context';

/** The clocks, sleep and randomness of this machine. */
export const realWorld: World = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : {signal}),
  random: () => Math.random(),
  uuid: () => randomUUID(),
};
