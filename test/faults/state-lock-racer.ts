import {UserError} from '../../src/core/diagnostics/user-error';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';

/** A process that tries to take the lock of each state file that it is sent, and answers how that went. */
const host = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'race'});
const world = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: async () => {},
  random: Math.random,
  uuid: () => crypto.randomUUID(),
};

process.on('message', (stateFile: string) => {
  const store = openFileStore({stateFile, project: 'p', environment: 'default', tool: '1.4.0', world, host, env: {PATH: '/nonexistent'}});
  store.lock().then(
    () => process.send?.('won'),
    error => process.send?.(error instanceof UserError ? error.code : String(error)),
  );
});
process.send?.('ready');
