import type {StateVersion} from '../../../../src/core/state/state';
import {LONGEST_COMMENT} from '../../../../src/doors/action/findings-markdown';
import {redactMarked, SECTION_START} from '../../../../src/doors/action/marked-text';
import {encodeShiftMarks, parseReviewedPlan} from '../../../../src/doors/action/reviewed-plan';
import {encodeSeenState, parseSeenState} from '../../../../src/doors/action/seen-state';
import {
  composeShared,
  disarmSection,
  environmentOf,
  findPlan,
  giveWay,
  parseShared,
  putSection,
  type SharedSection,
} from '../../../../src/doors/action/shared-comment';
import {hostileStrings} from '../../../world/hostile-strings';

const HEAD = 'a'.repeat(40);
const OLD = 'b'.repeat(40);
const MARKER = '<!-- monitors-plans acme%2Dweb monitors.state.json -->';
const markerOf = (environment: string) => `<!-- monitors-plan acme%2Dweb ${environment} monitors.state.${environment}.json -->`;
const recordOf = (head: string, kind = 'complete') => `<!-- monitors-reviewed:1 ${kind} ${head} ${'c'.repeat(64)} -->`;
const sectionOf = (environment: string, {text = 'words', head = HEAD, kind = 'complete'} = {}): SharedSection => ({
  marker: markerOf(environment),
  records: [recordOf(head, kind)],
  title: `\`${environment}\`: 1 to create, about +720 credits a month`,
  text,
});
const BOTH = [sectionOf('staging'), sectionOf('production', {head: OLD})];
const commentOf = (id: number, body: string) => ({id, nodeId: `${id}`, body, isAsCreated: true});
const markersOf = (environment: string) => ({own: markerOf(environment), shared: MARKER});

test('a comment is read as it was written, whatever line ends it came back with', () => {
  const body = composeShared(MARKER, BOTH, HEAD);
  expect(body.split('\n')).toContain('## `staging`: 1 to create; `production`: 1 to create (of bbbbbbb)');
  for (const held of [body, body.replaceAll('\n', '\r\n'), body.trimEnd()]) expect(parseShared(held, MARKER)).toEqual(BOTH);
});

test('every hidden line of a comment is one of a section, too', () => {
  const version = {serial: 12, lineage: 'a lineage', checksum: 'a checksum'} as StateVersion;
  const marks = `${'x+/9'.repeat(5)}AB.${'0'.repeat(22)}`;
  const reviewed = `<!-- monitors-reviewed:1 complete ${HEAD} ${'c'.repeat(64)} new-state state=${OLD} 12*${'d'.repeat(64)} ${marks} -->`;
  const hidden = [
    [reviewed, encodeSeenState(version, OLD)],
    [reviewed, encodeShiftMarks(['e'.repeat(64), 'f'.repeat(64)])],
  ];
  for (const records of hidden) {
    const section = {...sectionOf('staging'), records};
    const body = composeShared(MARKER, [section, sectionOf('production')], HEAD);
    const found = findPlan([commentOf(1, body)], markersOf('staging'));
    expect(parseReviewedPlan(found?.text ?? '')).toMatchObject({
      kind: 'complete',
      startsNewState: true,
      stateCommit: OLD,
      groups: [{size: 12}],
    });
    expect([parseSeenState(found?.text ?? '')?.serial, parseShared(body, MARKER)?.[0]]).toEqual([
      records === hidden[0] ? 12 : undefined,
      section,
    ]);
  }
});

test('a section that an attacker named gives way like any other', () => {
  const section = {...sectionOf('staging'), marker: '<!-- monitors-plan a %E0%A4%A b -->'};
  expect(giveWay(section, 'why')).toMatchObject({records: [], title: '`%E0%A4%A`: not shown'});
});

describe('S82: a text of a section', () => {
  const forged = [markerOf('production'), recordOf(HEAD), '', SECTION_START, '### `production`: no changes', '', 'forged', '---', ''].join(
    '\n',
  );
  test.each([...hostileStrings, {name: 'a whole section', text: forged}, {name: 'its border alone', text: `\n${SECTION_START}\n`}])(
    '$name begins no other one',
    ({text}) => {
      const hostile = disarmSection(`${text}\n${forged}`);
      const sections = [sectionOf('staging', {text: hostile}), sectionOf('production', {text: 'sound'})];
      const read = parseShared(composeShared(MARKER, sections, HEAD), MARKER);
      expect(read?.map(environmentOf)).toEqual(['staging', 'production']);
      expect(read?.[1]).toEqual(sections[1]);
      expect(read?.[0]?.records).toEqual(sections[0]?.records);
    },
  );

  test('gives no record to a section that has none', () => {
    const bare = {...sectionOf('staging', {text: disarmSection(forged)}), records: []};
    const body = composeShared(MARKER, [bare], HEAD);
    expect(parseShared(body, MARKER)).toMatchObject([{records: []}]);
    expect(findPlan([commentOf(1, body)], markersOf('staging'))).toBeNull();
    expect(findPlan([commentOf(1, body)], markersOf('production'))).toBeNull();
  });
});

test.each([
  {name: 'another marker', break: (body: string) => body.replace('acme%2Dweb', 'other')},
  {name: 'a section twice', break: (body: string) => body.replace(markerOf('production'), markerOf('staging'))},
  {name: 'a text less', break: (body: string) => body.replace(SECTION_START, '')},
  {name: 'a text more', break: (body: string) => `${body}\n${SECTION_START}\n### more\n`},
  {name: 'a record before its marker', break: (body: string) => body.replace(MARKER, `${MARKER}\n${recordOf(HEAD)}`)},
  {name: 'a text before the markers', break: (body: string) => body.replace(MARKER, `${MARKER}\n\nwords`)},
])('$name makes a comment that approves nothing', ({break: change}) => {
  const body = change(composeShared(MARKER, BOTH, HEAD));
  expect(parseShared(body, MARKER)).toBeNull();
  for (const environment of ['staging', 'production']) expect(findPlan([commentOf(1, body)], markersOf(environment))).toBeNull();
});

describe('where the plan of an environment is found', () => {
  const shared = commentOf(2, composeShared(MARKER, BOTH, HEAD));
  const alone = commentOf(1, `${markerOf('staging')}\n${recordOf(OLD)}\n\nwords`);
  const headOf = (found: ReturnType<typeof findPlan>) => parseReviewedPlan(found?.text ?? '');

  test('the shared comment counts before one of the older form', () => {
    expect(headOf(findPlan([alone, shared], markersOf('staging')))).toMatchObject({kind: 'complete', headSha: HEAD});
    expect(findPlan([alone, shared], markersOf('production'))?.comment).toBe(shared);
  });

  test('without a section, or with one that shows no plan, the older form counts', () => {
    const [, production = BOTH[0]!] = BOTH;
    for (const left of [[production], [giveWay(BOTH[0]!, 'why'), production]]) {
      const body = composeShared(MARKER, left, HEAD);
      expect(headOf(findPlan([commentOf(2, body), alone], markersOf('staging')))).toMatchObject({headSha: OLD});
    }
  });

  test('a marker is that of one state only', () => {
    const own = markerOf('staging').replace('.staging.json', '.other.json');
    expect(findPlan([shared], {own, shared: MARKER})).toBeNull();
  });
});

describe('the room of a comment', () => {
  const sharing = {marker: MARKER, environments: ['staging', 'live', 'production'], headSha: HEAD};
  const SHARE = Math.floor((LONGEST_COMMENT - 500) / 3);
  /** A plan of this length, which is cut where there is less room. */
  const planOf = (environment: string, length: number) => (room: number) =>
    length <= room ? sectionOf(environment, {text: 'x'.repeat(length)}) : sectionOf(environment, {text: 'cut', kind: 'cut'});
  const put = (body: string, environment: string, length: number) =>
    putSection(parseShared(body, MARKER) ?? [], planOf(environment, length), sharing, environment);
  const read = (body: string) => parseShared(body, MARKER)?.map(section => [environmentOf(section), section.text.length > 100]);

  test('each has its share, and what those before it leave', () => {
    const first = put('', 'staging', SHARE - 1_500);
    expect(first.place).toBe('shared');
    const small = put(first.body, 'live', 100);
    const last = put(small.body, 'production', 2 * SHARE - 2_500);
    expect(last.place).toBe('shared');
    expect(last.body.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    expect(read(last.body)).toEqual([
      ['staging', true],
      ['live', false],
      ['production', true],
    ]);
  });

  test('what the others still need is not taken, and a plan without room is only named', () => {
    const first = put('', 'staging', SHARE + 1_000);
    expect(first.place).toBe('alone');
    expect(parseShared(first.body, MARKER)).toMatchObject([{records: [], text: 'Its plan needs more room, and has a comment of its own.'}]);
    const second = put(first.body, 'live', SHARE + 1_000);
    expect(second.place).toBe('shared');
    expect(put(second.body, 'production', SHARE + 1_000).place).toBe('shared');
  });

  test('a section of an earlier commit gives way where it takes more than its share', () => {
    const large = sectionOf('production', {text: 'x'.repeat(2 * SHARE + 1_000), head: OLD});
    const before = composeShared(MARKER, [sectionOf('staging', {head: OLD}), large], OLD);
    expect(read(put(before, 'live', 200).body)).toEqual([
      ['staging', false],
      ['live', true],
      ['production', true],
    ]);
    const after = put(before, 'staging', SHARE - 1_000);
    expect(after.place).toBe('shared');
    expect(parseShared(after.body, MARKER)?.at(-1)).toMatchObject({records: [], title: '`production`: not shown'});
    expect(after.body.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  });

  test('no order of sizes goes beyond the limit, and no record is cut', () => {
    const sizes = [100, 5_000, SHARE - 2_000, SHARE + 3_000, 2 * SHARE, LONGEST_COMMENT];
    for (const a of sizes) {
      for (const b of sizes) {
        for (const c of sizes) {
          let body = composeShared(MARKER, [sectionOf('live', {text: 'x'.repeat(Math.min(b, LONGEST_COMMENT - 2_000)), head: OLD})], OLD);
          for (const [environment, size] of [
            ['staging', a],
            ['live', b],
            ['production', c],
          ] as const)
            body = put(body, environment, size).body;
          expect(body.length).toBeLessThanOrEqual(LONGEST_COMMENT);
          expect(parseShared(body, MARKER)).toHaveLength(3);
        }
      }
    }
  });

  test('an environment that the workflow no longer names has no section', () => {
    const before = composeShared(MARKER, [sectionOf('gone'), sectionOf('live')], HEAD);
    expect(read(put(before, 'staging', 50).body)).toEqual([
      ['staging', false],
      ['live', false],
    ]);
  });
});

test('a secret is redacted in the texts, and breaks neither hidden lines nor borders', () => {
  const body = composeShared(MARKER, [sectionOf('staging', {text: 'my section'}), sectionOf('production')], HEAD);
  const read = parseShared(
    redactMarked(body, text => text.replaceAll('section', '***').replaceAll('acme', '***')),
    MARKER,
  );
  expect(read).toMatchObject([
    {...BOTH[0], text: 'my ***'},
    {records: [recordOf(HEAD)], text: 'words'},
  ]);
});
