import type {Diagnostic} from '../../../../src/core/diagnostics/diagnostic';
import type {KnownVersion, LostRecord} from '../../../../src/core/state/earlier';
import {listHistoryFindings} from '../../../../src/project/history/findings';
import type {FoundHistory} from '../../../../src/project/history/look';

const version: KnownVersion = {
  source: {kind: 'commit', commits: ['0123456789abcdef']},
  lineage: 'lineage',
  serial: 3,
  tool: '0.2.0',
  removed: [],
  held: new Map(),
  record: () => undefined,
};

function lost(key: string, id: string): LostRecord {
  return {key, id, record: undefined, version};
}

/** The message about these lost records, where the keys have a spec. */
function messageAbout(records: readonly LostRecord[], ...specKeys: string[]): string {
  return findingAbout(records, ...specKeys)?.message ?? '';
}

function findingAbout(records: readonly LostRecord[], ...specKeys: string[]): Diagnostic | undefined {
  const found: FoundHistory = {
    serial: 2,
    later: version,
    lost: records,
    removedLater: [],
    changed: [],
    doubted: [],
    ofOthers: new Set<string>(),
    elsewhere: new Set(),
    recorded: {monitors: new Map()},
    sent: [],
    isWhole: true,
    shifts: [],
  };
  const words = {
    shown: 'monitors.state.json',
    environment: 'default',
    operations: 'full',
    specKeys: new Set(specKeys),
    severity: 'error',
  } as const;
  return listHistoryFindings(found, words)[0];
}

test('a second monitor of a key is named, however many others are lost', () => {
  const keys = Array.from({length: 21}, (_, index) => `k${index + 10}`);
  const message = messageAbout([...keys.map(key => lost(key, `id-${key}`)), lost('k30', 'id-second')], ...keys);
  expect(message).toContain('records 21 monitors ("k10", "k11"');
  expect(message).toContain('"k28", "k29" and 1 more), missing here');
  expect(message).toContain('records "k30" (id-second), made for a key that has another monitor: still paid, and not managed here');
});

test('what no spec wants is named, not counted', () => {
  const records = Array.from({length: 22}, (_, index) => lost(`key-${index}`, `id-${index}`));
  const message = messageAbout(records);
  expect(message).toContain('"key-19" and 2 more), which neither the state nor a spec has here');
});

test('a few are named with their ids; of many, the hint says where the ids are', () => {
  const few = findingAbout(['a', 'b'].map(key => lost(key, `id-${key}`)));
  expect(few?.message).toContain('records "a" (id-a), "b" (id-b), which neither');
  expect(few?.hint).not.toContain('git show');
  const many = findingAbout(Array.from({length: 6}, (_, index) => lost(`key-${index}`, `id-${index}`)));
  expect(many?.message).not.toContain('id-0');
  expect(many?.hint).toMatch(/; their ids: git show 0123456789ab:\.\/monitors\.state\.json$/);
});
