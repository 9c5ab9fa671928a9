import type {Settings} from '../../src/core/config/config';
import type {FileFacts} from '../../src/core/specs/examine';
import type {CheckCache} from '../../src/core/specs/file-facts';
import {realDisk} from '../../src/core/state/file/disk';
import type {StateStore} from '../../src/core/state/store';
import {readOtherEnvironments} from '../../src/project/other-environments';
import type {Project} from '../../src/project/project';
import {realWorld} from './real-world';

/** A project with the parts that a test gives, on this machine's disk and clock, away from any service. */
export function projectIn(cwd: string, settings: Settings, store: StateStore, parts: Partial<Project> = {}): Project {
  const interruption = new AbortController().signal;
  return {
    ...{settings, cwd, store, monitors: null, cache: cacheOf(settings), keyList: null, besideFile: settings.stateFile},
    readNeighbours: async () => readOtherEnvironments(settings),
    ...{
      refusePlace: async () => {},
      checkCheckout: async () => {},
      refuseUnmoved: async () => {},
      listLeftServers: async () => [],
      history: null,
      commits: null,
      listStates: () => [],
      shownState: 'monitors.state.json',
      checkout: null,
      checkOrigin: () => {},
      givenOrigin: () => null,
    },
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

const caches = new Map<string, CheckCache>();

/** Facts about files that earlier runs in this process found out, as the cache in a user's home directory keeps it. */
function cacheOf({allowedReferences, allowedFields, rules = []}: Settings): CheckCache {
  const validFor = JSON.stringify([allowedReferences, allowedFields.paths, rules.map(({rule}) => rule)]);
  const known = caches.get(validFor);
  if (known !== undefined) return known;
  const facts = new Map<string, FileFacts>();
  const cache: CheckCache = {find: id => facts.get(id), add: (id, found) => void facts.set(id, found), save: () => {}};
  caches.set(validFor, cache);
  return cache;
}
