import type {Settings} from '../../src/config/config';
import {readOtherEnvironments} from '../../src/engine/other-environments';
import type {Project} from '../../src/engine/project';
import {realDisk} from '../../src/state/file/disk';
import type {StateStore} from '../../src/state/store';
import {realWorld} from './real-world';

/** A project with the parts that a test gives, on this machine's disk and clock, away from any service. */
export function projectIn(cwd: string, settings: Settings, store: StateStore, parts: Partial<Project> = {}): Project {
  const interruption = new AbortController().signal;
  return {
    ...{settings, cwd, store, monitors: null, cache: null, keyList: null},
    readNeighbours: async () => readOtherEnvironments(settings),
    ...{refusePlace: async () => {}, checkCheckout: async () => {}, checkout: null, checkOrigin: () => {}, givenOrigin: () => null},
    connect: () => Promise.reject(new Error('this test has no service')),
    observe: () => Promise.reject(new Error('this test has no service')),
    fetchPages: () => Promise.reject(new Error('this test has no service')),
    retryBaseMs: 1,
    runId: (parts.world ?? realWorld).uuid(),
    ...{tool: '1.0.0', env: {}, world: realWorld, platform: process.platform, disk: realDisk},
    watchInterruption: () => interruption,
    nameOption: flag => `--${flag}`,
    ...parts,
  };
}
