import type {BlockedChange, BlockedReason, Change, CreateChange, UpdateChange} from '../../../src/core/plan/change';
import type {FieldChange} from '../../../src/core/plan/diff';
import {groupChanges} from '../../../src/core/plan/groups';
import type {DesiredMonitor} from '../../../src/core/specs/desired-monitor';
import {toPlanDocument} from '../../../src/features/plan/document';
import {toPlanFile} from '../../../src/features/plan/file-document';
import {renderPlan} from '../../../src/features/plan/formats';
import {renderPlanMarkdown} from '../../../src/features/plan/markdown';
import {desired, newFields, plain, planOf, recorded} from './sample-values';

const LAYER = 'monitors/competitors/_defaults.yaml';
const webhook: FieldChange = {
  path: '/webhook/url',
  op: 'change',
  before: 'https://a.example',
  after: 'https://b.example',
  sensitive: false,
};
const goal: FieldChange = {path: '/goal', op: 'add', after: 'Tell me when a price changes', sensitive: false};

/** Where values stand: all in the layer, at this line. */
const writtenIn =
  (file: string, line: number): DesiredMonitor['writtenAt'] =>
  pointer => ({file, pointer, range: {start: {line, column: 1, offset: 0}, end: {line, column: 2, offset: 1}}});

function update(key: string, fields: readonly FieldChange[] = [webhook], spec: Partial<DesiredMonitor> = {}): UpdateChange {
  return {
    ...{
      action: 'update',
      key,
      id: `id-${key}`,
      before: recorded(),
      after: desired(key, {layers: [LAYER], writtenAt: writtenIn(LAYER, 4)!, ...spec}),
    },
    ...{targetIds: [], patch: {webhook: {}}, present: {}, alreadySet: [], fields, drift: [], rotated: [], seen: null},
  };
}

function create(key: string, spec: Partial<DesiredMonitor> = {}): CreateChange {
  const after = desired(key, {list: 'competitors/pricing', file: 'monitors/competitors/pricing.yaml', ...spec});
  return {action: 'create', key, after, targetIds: [], fields: newFields};
}

const keys = (count: number, start = 'competitors/site-') => Array.from({length: count}, (_, index) => `${start}${index + 10}`);
const text = (changes: readonly Change[], options: Partial<typeof plain> = {}) =>
  renderPlan(planOf(changes), 'text', {...plain, ...options});
const blockOf = (changes: readonly Change[], options: Partial<typeof plain> = {}) => text(changes, options).split('\n\n')[0]?.split('\n');

test('equal changes are one block with their number, the change, the place where it was written and the first keys', () => {
  expect(
    blockOf(
      keys(38).map(key => update(key)),
      {width: 120},
    ),
  ).toEqual([
    '~ 38 monitors  webhook.url: "https://a.example" -> "https://b.example"  monitors/competitors/_defaults.yaml:4',
    '    credits a month: 0 -> 54,720 (+54,720)',
    '    competitors/site-10, competitors/site-11, competitors/site-12, competitors/site-13, competitors/site-14 and 33 more',
    '      (--verbose lists all)',
  ]);
});

test.each([60, 80])('on %i columns the change stands below the headline, with its place', width => {
  const lines =
    blockOf(
      keys(38).map(key => update(key)),
      {width},
    ) ?? [];
  expect(lines[0]).toBe('~ 38 monitors  update');
  expect(lines[1]).toBe('    ~ webhook.url:  monitors/competitors/_defaults.yaml:4');
  expect(lines.slice(2, 4).map(line => line.trim())).toEqual(['- "https://a.example"', '+ "https://b.example"']);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
});

test('several fields stand below the headline, each with its place', () => {
  expect(
    blockOf(
      keys(2).map(key => update(key, [goal, webhook])),
      {width: 120},
    )?.slice(0, 3),
  ).toEqual([
    '~ 2 monitors  update',
    '    + goal: "Tell me when a price changes"  monitors/competitors/_defaults.yaml:4',
    '    ~ webhook.url: "https://a.example" -> "https://b.example"  monitors/competitors/_defaults.yaml:4',
  ]);
});

test('a place is left out where the values were written in several files', () => {
  const changes = keys(2).map((key, index) => update(key, [webhook], {writtenAt: writtenIn(`monitors/${key}.yaml`, index)!}));
  expect(blockOf(changes)?.[0]).toBe('~ 2 monitors  webhook.url: "https://a.example" -> "https://b.example"');
});

test('--verbose lists every key, --quiet each change on a line of its own', () => {
  const changes = keys(38).map(key => update(key));
  for (const key of keys(38)) expect(text(changes, {verbosity: 'verbose'})).toContain(key);
  expect(text(changes, {verbosity: 'quiet'})).toContain('~ competitors/site-47  update  monitors/competitors/site-47.yaml:1\n');
});

test('a single change looks as ever, but for a value that was written in another file', () => {
  const own = update('shop', [webhook], {writtenAt: writtenIn('monitors/shop.yaml', 9)!});
  expect(blockOf([own])).toEqual([
    '~ shop  update  monitors/shop.yaml:1',
    '    ~ webhook.url: "https://a.example" -> "https://b.example"',
    '    credits a month: 0 -> 1,440 (+1,440)',
  ]);
  expect(blockOf([update('shop')])?.[1]).toContain('"https://b.example"  monitors/competitors/_defaults.yaml:4');
});

test('the new rows of a list are one block with their cost, those of other specs are not', () => {
  const rows = keys(300, 'competitors/pricing/');
  expect(blockOf([...rows.map(key => create(key)), create('zoo', {list: 'elsewhere'})])).toEqual([
    '+ 300 monitors  competitors/pricing/*  create  monitors/competitors/pricing.yaml',
    '    432,000 credits a month for 432,000 checks',
    '    competitors/pricing/10, competitors/pricing/11, competitors/pricing/12, competitors/pricing/13,',
    '      competitors/pricing/14 and 295 more (--verbose lists all)',
  ]);
});

const deleted = (key: string): Change => ({
  ...{action: 'delete', key, id: `id-${key}`, before: recorded(), why: {kind: 'spec-removed'}, seen: null},
});

test.each([
  {name: 'another value', other: update('b', [{...webhook, after: 'https://c.example'}])},
  {name: 'another value before', other: update('b', [{...webhook, before: 'https://c.example'}])},
  {name: 'a field more', other: update('b', [goal, webhook])},
  {name: 'drift that is reverted', other: {...update('b'), drift: [webhook]}},
  {name: 'a secret that was rotated', other: {...update('b'), rotated: ['TOKEN']}},
  {name: 'an update whose answer was lost', other: {...update('b'), before: recorded({pending: {bodyHash: 'x', applied: {}}})}},
  {name: 'another action', other: deleted('b')},
])('a change with $name stands alone', ({other}) => {
  expect(groupChanges([update('a'), other, update('c')]).map(({changes}) => changes.map(({key}) => key))).toEqual([['a', 'c'], ['b']]);
});

test('deletes say what is lost and of how many, and name more of them', () => {
  expect(text(keys(30).map(deleted)).replaceAll(/\s+/g, ' ')).toContain('competitors/site-29 and 10 more (--verbose lists all)');
  expect(blockOf(keys(2).map(deleted))?.slice(0, 2)).toEqual([
    '- 2 monitors  delete',
    '    the specs are gone: the monitors are deleted, with their history',
  ]);
});

test('a pull request shows a group as one row, with its keys and of new ones the first twenty', () => {
  const {text: shown, complete} = renderPlanMarkdown(
    planOf([...keys(200).map(key => update(key)), ...keys(9800, 'x/').map(key => create(key, {list: 'x'}))]),
  );
  expect(complete).toBe(true);
  expect(shown).toContain(
    '<summary><code>&#126; 200 monitors  webhook.url&#58; &#34;https&#58;//a.example&#34; -&#62; &#34;https&#58;//b.example&#34;  monitors/competitors/&#95;defaults.yaml&#58;4</code></summary>',
  );
  expect(shown).toContain('<details><summary><code>+ 9,800 monitors  x/&#42;  create  ');
  expect(shown).toContain('x/10:\n+ name: "Acme pricing"');
  expect(shown).toContain('x/29, where it differs:');
  expect(shown).toContain('and 9,780 more monitors; monitors plan --verbose shows all');
  expect(shown).toContain('not shown here: 0 cells of 9,780 monitors; monitors plan --verbose shows all');
  expect(shown).toContain('and 150 more (monitors plan --verbose shows all)');
});

test('JSON stays per monitor, with the origin of each field', () => {
  const {changes} = toPlanDocument(planOf([update('a', [goal, webhook]), update('b'), create('c')]));
  expect(changes.map(({key}) => key)).toEqual(['a', 'b', 'c']);
  expect(changes[0]?.fields.map(({origin}) => origin)).toEqual([
    {file: LAYER, line: 4},
    {file: LAYER, line: 4},
  ]);
  const removed: FieldChange = {path: '/goal', op: 'remove', before: 'x', sensitive: false};
  expect(toPlanDocument(planOf([update('a', [removed])])).changes[0]?.fields[0]).not.toHaveProperty('origin');
});

test('a comment line in a layer moves the places in a saved plan, and not what it is compared by', async () => {
  const {readPlanFile} = await import('../../../src/features/plan/file-document');
  const shownOf = (line: number) => {
    const read = readPlanFile(toPlanFile(planOf([update('a', [webhook], {writtenAt: writtenIn(LAYER, line)!})]), new Map()));
    return read.kind === 'read' ? read.file.shown : null;
  };
  expect(shownOf(4)).toBe(shownOf(5));
});

test('ten thousand changes are grouped in time that grows with their number', () => {
  const many = (count: number) => keys(count).map(key => update(key, [{...webhook, after: key}]));
  expect(groupChanges(many(10_000))).toHaveLength(10_000);
  expect(groupChanges(keys(10_000).map(key => update(key)))).toHaveLength(1);
});

test('what a layer or another environment holds back is one block', () => {
  const held = (key: string, reason: BlockedReason, wanted: BlockedChange['wanted']): BlockedChange => ({
    ...{
      action: 'blocked',
      wanted,
      key,
      reason,
      before: recorded(),
      after: desired(key, {list: 'rows', file: 'rows.yaml', layers: [LAYER]}),
    },
    fields: [{path: '/webhook', op: 'remove', before: {url: 'https://a.example'}, sensitive: false}],
  });
  const changes = ['a', 'b'].flatMap(key => [
    held(`layer-${key}`, {kind: 'from-layer', layers: [LAYER]}, 'replace'),
    held(`other-${key}`, {kind: 'other-environment', environment: 'default', recorded: 2}, 'create'),
  ]);
  expect(groupChanges(changes).map(({changes: same}) => same.map(({key}) => key))).toEqual([
    ['layer-a', 'layer-b'],
    ['other-a', 'other-b'],
  ]);
  expect(text(changes)).toContain('2 monitors must be replaced');
});

describe('renames of one pattern are one block, of any number', () => {
  const rename = (from: string, key: string): Change => ({action: 'rename', key, from, after: desired(key), before: recorded()});
  const moved = keys(400, '').map(name => rename(`watches/old/${name}`, `watches/new/${name}`));

  test('a moved folder fits into a comment, whole', () => {
    const {text: comment, complete} = renderPlanMarkdown(planOf(moved));
    expect(complete).toBe(true);
    expect(comment).toContain('~ 400 monitors  rename  watches/old/* -> watches/new/*');
    expect(comment).toContain('and 350 more');
  });

  test('so do names of which a part stays', () => {
    const named = ['acme', 'bluefin', 'coral'].map(name => rename(`team/${name}-hr`, `team/people/${name}`));
    expect(blockOf(named)?.slice(0, 3)).toEqual([
      '~ 3 monitors  rename  team/*-hr -> team/people/*',
      '    the same monitors, no request is sent',
      '    team/people/acme, team/people/bluefin, team/people/coral',
    ]);
    expect(renderPlanMarkdown(planOf(named)).text).toContain('~ 3 monitors  rename  team/*-hr -> team/people/*');
  });

  test.each([
    ['hr-NAME', 'people/hr-NAME', '* -> people/*'],
    ['hr-NAME', 'people-NAME', 'hr* -> people*'],
    ['a/NAME', 'a/b-NAME', 'a/* -> a/b-*'],
  ])('%s becomes %s', (from, key, pattern) => {
    const changes = ['acme', 'bluefin', 'coral'].map(name => rename(from.replace('NAME', name), key.replace('NAME', name)));
    expect(blockOf(changes)?.[0]).toBe(`~ 3 monitors  rename  ${pattern}`);
  });

  test('others stand alone', () => {
    const others = [rename('a/x1', 'b/x2'), rename('a/y', 'b/z'), rename('top', 'b/top')];
    expect(text(others)).not.toContain('3 monitors');
    expect(text(others)).toContain('was "a/x1"; same monitor');
  });
});
