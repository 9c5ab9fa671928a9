import type {LockedStore} from '../../../src/core/state/store';
import {withLock} from '../../../src/project/state-access';

const dying = {lock: async () => ({release: async () => Promise.reject(new Error('the server is gone'))}) as unknown as LockedStore};

test('P21: a server that dies after a run, so that its lock stays, takes no result and no failure away', async () => {
  expect(await withLock(dying, async () => 'saved in a rescue file')).toBe('saved in a rescue file');
  await expect(withLock(dying, () => Promise.reject(new Error('what went wrong')))).rejects.toThrow('what went wrong');
});
