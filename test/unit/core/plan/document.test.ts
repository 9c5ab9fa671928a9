import fc from 'fast-check';
import type {JsonObject} from '../../../../src/core/json/value';
import {listEffects} from '../../../../src/core/plan/change-facts';
import {listUnsaid} from '../../../../src/features/plan/approval';
import {toPlanDocument} from '../../../../src/features/plan/document';
import {listStaleReasons, type PlanFile, readPlanFile, toPlanFile} from '../../../../src/features/plan/file-document';
import {explainChange} from '../../../../src/rendering/held-changes';
import {bodyOf, desire, LINEAGE, lose, plan, record, type World} from './world';

const shop = bodyOf('shop');
const edited = bodyOf('shop', {goal: 'new'});
const everything: World = {
  specs: [desire('edited', edited), desire('new', bodyOf('fresh')), desire('renamed', bodyOf('moved'), {renamedFrom: 'old'})],
  recorded: {edited: record('edited', shop), old: record('old', bodyOf('moved')), gone: record('gone', bodyOf('gone'))},
  unresolved: [lose('lost', bodyOf('lost'))],
  budget: 1_000_000,
};
const PRICE = {key: 'edited', id: 'id-of-edited', creditsPerMonth: 2, serviceCreditsPerMonth: 4, reason: {kind: 'unknown'}} as const;
const hashes = new Map([
  ['b.yaml', 'b'.repeat(64)],
  ['a.yaml', 'a'.repeat(64)],
]);

describe('toPlanDocument', () => {
  const document = toPlanDocument(plan(everything));

  test('has the members that other programs rely on', () => {
    expect(Object.keys(document)).toEqual([
      'formatVersion',
      'command',
      'summary',
      'estimate',
      'changes',
      'requests',
      'digest',
      'diagnostics',
    ]);
    expect(document).toMatchObject({
      formatVersion: 1,
      command: 'plan',
      summary: {create: 1, update: 0, replace: 0, delete: 0, adopt: 0, unchanged: 0, blocked: 2, unresolved: 1},
      estimate: {creditsPerMonth: expect.any(Number), before: expect.any(Number), budget: 1_000_000, notIncluded: expect.any(Array)},
      requests: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('lists each change, sorted by key, with place, id and reason', () => {
    expect(document['changes']).toMatchObject([
      {
        action: 'blocked',
        wanted: 'update',
        key: 'edited',
        name: 'shop',
        file: 'monitors/edited.yaml',
        line: 1,
        id: 'id-of-edited',
        reason: 'plan/needs-update',
        fields: [{path: '/goal', op: 'change', sensitive: false}],
      },
      {
        action: 'blocked',
        wanted: 'delete',
        key: 'gone',
        name: 'gone',
        file: null,
        line: null,
        id: 'id-of-gone',
        reason: 'plan/needs-delete',
        fields: [],
      },
      {action: 'unresolved', wanted: 'create', key: 'lost', name: 'lost', file: null, id: null, reason: 'plan/unresolved'},
      {action: 'create', key: 'new', name: 'fresh', file: 'monitors/new.yaml', id: null, reason: null},
      {action: 'rename', key: 'renamed', from: 'old', id: 'id-of-old', reason: null, fields: []},
    ]);
  });

  test('says of each held change why, and what to do', () => {
    expect(document['diagnostics']).toMatchObject([
      {code: 'plan/needs-delete', severity: 'warning', hint: expect.stringContaining('state rm gone')},
      {code: 'plan/needs-update', hint: expect.stringContaining('sync.key')},
      {code: 'plan/unresolved', hint: expect.stringContaining('resolve lost --adopt ID')},
    ]);
  });

  test('holds no secret literal', () => {
    const secret = bodyOf('shop', {
      targets: [
        {
          type: 'scrape',
          urls: ['https://a.example/?k=CANARY'],
          scrapeOptions: {headers: {Cookie: 'CANARY'}, actions: [{type: 'write', text: 'CANARY'}]},
        },
      ],
      webhook: {url: 'https://hooks.example/CANARY', headers: {Authorization: 'Bearer CANARY'}},
    });
    const other = JSON.parse(JSON.stringify(secret).replaceAll('CANARY', 'CANARY2')) as JsonObject;
    const made = plan({
      specs: [desire('a', {...secret, name: 'new'}), desire('b', {...secret, webhook: other['webhook'] as JsonObject})],
      recorded: {b: record('b', secret)},
      unresolved: [lose('c', {...secret, name: 'lost', targets: [{type: 'scrape', urls: ['https://c.example/?k=CANARY']}]})],
    });
    expect(made.summary).toMatchObject({create: 1, blocked: 1, unresolved: 1});
    const text = toPlanFile(made, hashes);
    expect(text).not.toContain('CANARY');
    expect(text).toContain('(secret)');
  });
});

describe('explainChange', () => {
  test('quotes keys that a shell would take apart', () => {
    const [change] = plan({recorded: {"it's; rm -rf": record('x', shop)}}).changes;
    if (change?.action !== 'blocked') throw new Error('not blocked');
    expect(explainChange(change, 'default').waysOut.join('\n')).toContain(`state rm 'it'\\''s; rm -rf'`);
  });

  test('commands name the environment: run in another, they would change its state', () => {
    const [change] = plan({specs: [], recorded: {a: record('a', shop)}}).changes;
    if (change?.action !== 'blocked') throw new Error('not blocked');
    expect(explainChange(change, 'eu').waysOut.join('\n')).toContain('monitors state rm a --environment eu');
    expect(explainChange({...change, key: '--all'}, 'eu').waysOut.join('\n')).toContain('monitors state rm --environment eu -- --all');
  });

  test('a key that looks like a flag is quoted and set apart', () => {
    const [change] = plan({recorded: {'--all': record('x', shop)}}).changes;
    if (change?.action !== 'blocked') throw new Error('not blocked');
    expect(explainChange(change, 'default').waysOut.join('\n')).toContain('state rm -- --all');
  });
});

describe('a plan file', () => {
  const made = plan(everything);
  const read = (text: string): PlanFile => {
    const result = readPlanFile(text);
    if (result.kind !== 'read') throw new Error(result.finding.message);
    return result.file;
  };

  test('gives back what it was made from', () => {
    expect(read(toPlanFile(made, hashes))).toEqual({
      project: 'acme',
      environment: 'default',
      state: {lineage: LINEAGE, serial: 7},
      checks: 0,
      specs: hashes,
      only: null,
      choice: null,
      isRefreshed: false,
      hasCheckedSecrets: false,
      allowsDeletes: false,
      allowFields: [],
      digest: made.digest,
      shown: expect.stringMatching(/^[0-9a-f]{64}$/),
      effects: new Set(made.changes.flatMap(change => listEffects(made, change))),
      changes: JSON.parse(JSON.stringify(toPlanDocument(made).changes)),
    });
    const first = plan({specs: [desire('a', shop)], recorded: null, only: ['a']});
    expect(read(toPlanFile(first, hashes))).toMatchObject({state: null, only: ['a']});
  });

  test('rewording a message changes no digest: a plan that another wording saved still fits', () => {
    const live = {...made, estimateDifferences: [PRICE], isRefreshed: true};
    const saved = JSON.parse(toPlanFile(live, hashes)) as Record<string, Record<string, unknown>>;
    const reword = (words: string) => ({
      ...saved,
      estimate: {...saved['estimate'], notIncluded: [words]},
      service: {...saved['service'], estimateDifferences: [{...PRICE, reason: words}]},
      diagnostics: [{severity: 'warning', code: 'plan/duplicates', message: words, hint: words}],
    });
    fc.assert(
      fc.property(fc.string(), words => {
        const file = read(JSON.stringify(reword(words)));
        const reworded = {...live, findings: [{code: 'plan/duplicates', severity: 'warning', message: words} as const]};
        expect(listStaleReasons(file, {plan: reworded, hashes})).toEqual([]);
        expect(listUnsaid(file, reworded)).toEqual([]);
      }),
    );
  });

  test('is the same text each time, and ends with a line feed', () => {
    expect(toPlanFile(plan(everything), new Map([...hashes].reverse()))).toBe(toPlanFile(made, hashes));
    expect(toPlanFile(made, hashes).endsWith('}\n')).toBe(true);
  });

  test('K7: fits as long as nothing moved', () => {
    expect(listStaleReasons(read(toPlanFile(made, hashes)), {plan: plan(everything), hashes})).toEqual([]);
  });

  const current = {plan: made, hashes};
  test.each<{name: string; file: Partial<PlanFile>; current?: Partial<typeof current>; reason: string}>([
    {name: 'the state moved on', file: {state: {lineage: LINEAGE, serial: 6}}, reason: 'its serial is 7, the plan was made at 6'},
    {name: 'another lineage', file: {state: {lineage: 'other', serial: 7}}, reason: 'another state'},
    {name: 'there was no state', file: {state: null}, reason: 'before the first apply'},
    {name: 'there is no state now', file: {}, current: {plan: {...made, base: null}}, reason: 'there is none now'},
    {name: 'a spec was edited', file: {specs: new Map([...hashes, ['a.yaml', 'c'.repeat(64)]])}, reason: 'a.yaml was edited'},
    {name: 'a spec was added', file: {specs: new Map([['a.yaml', 'a'.repeat(64)]])}, reason: 'b.yaml was added'},
    {name: 'a spec was removed', file: {specs: new Map([...hashes, ['c.yaml', 'c'.repeat(64)]])}, reason: 'c.yaml was removed'},
    {name: 'another project', file: {project: 'other'}, reason: 'made for the project "other"'},
    {name: 'another environment', file: {environment: 'staging'}, reason: 'made for the environment "staging"'},
    {
      name: 'what it shows was edited',
      file: {shown: read(toPlanFile(made, hashes).replace('"create": ', '"create": 1')).shown},
      reason: 'it was edited',
    },
    {name: 'other changes from the same files, as with another budget', file: {digest: '0'.repeat(64)}, reason: 'other changes'},
  ])('K7: is stale when $name', ({file, current: now, reason}) => {
    const saved = {...read(toPlanFile(made, hashes)), ...file};
    expect(listStaleReasons(saved, {...current, ...now}).join('\n')).toContain(reason);
  });

  test('names five changed specs and counts the rest', () => {
    const many = new Map(Array.from({length: 9}, (_, index) => [`s${index}.yaml`, 'd'.repeat(64)]));
    const reasons = listStaleReasons({...read(toPlanFile(made, hashes)), specs: new Map()}, {plan: made, hashes: many});
    expect(reasons).toHaveLength(6);
    expect(reasons.at(-1)).toBe('4 more specs changed');
  });

  test.each<{name: string; edit: (file: Record<string, unknown>) => unknown}>([
    {name: 'no object', edit: () => []},
    {name: 'of another command', edit: file => ({...file, command: 'apply'})},
    {name: 'of another format', edit: file => ({...file, formatVersion: 2})},
    {name: 'without a digest', edit: file => ({...file, digest: 'x'})},
    {name: 'without a state', edit: ({state: _, ...file}) => file},
    {name: 'with a fractional serial', edit: file => ({...file, state: {lineage: 'x', serial: 1.5}})},
    {name: 'with specs that are no hashes', edit: file => ({...file, specs: {a: 1}})},
    {name: 'with a damaged list of keys', edit: file => ({...file, only: [1]})},
    {name: 'without a project', edit: ({project: _, ...file}) => file},
  ])('is refused when it is $name', ({edit}) => {
    const text = JSON.stringify(edit(JSON.parse(toPlanFile(made, hashes)) as Record<string, unknown>));
    expect(readPlanFile(text)).toMatchObject({kind: 'refused', finding: {code: 'plan/unreadable-file', severity: 'error'}});
  });

  test('whatever a file holds, reading it gives a plan or a finding', () => {
    const valid = toPlanFile(made, hashes);
    const cut = fc.nat(valid.length).map(end => valid.slice(0, end));
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), cut), text => ['read', 'refused'].includes(readPlanFile(text).kind)));
    expect(readPlanFile('{"__proto__": {"command": "plan"}}').kind).toBe('refused');
    expect(readPlanFile('[').kind).toBe('refused');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(readPlanFile(valid.replace('"requests": ', `"requests": ${deep}, "x": `)).kind).toBe('refused');
  });
});
