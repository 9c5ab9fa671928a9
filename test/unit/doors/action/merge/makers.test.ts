import {
  type Before,
  type Effect,
  findWorst,
  KnownEffects,
  startTrace,
  type Traced,
  type TracedCommit,
  type TraceVerdict,
  takeShown,
  tracePast,
} from '../../../../../src/doors/action/merge/makers';

/** An effect written as `key=body` or `key.member=body`, `-key` for a delete, with `~page` for what it watches. */
function effect(id: string): Effect {
  const [, minus, key = '', member = null, bodyHash = null, page] = /^(-?)(\w+)(?:\.(\w+))?(?:=(\w+))?(?:~(\w+))?$/.exec(id) ?? [];
  return {id, key, former: null, member, bodyHash: minus === '-' ? null : bodyHash, traits: page === undefined ? [] : [page]};
}

/** A commit: its review (null: none), what that shows, and what there was to do before it. */
interface Sample {
  readonly review: string | null;
  readonly shows?: readonly string[];
  readonly before: readonly string[] | 'same' | 'unreadable' | 'unknown';
  readonly changesConfig?: boolean;
}

function toCommit({review, shows = [], before, changesConfig = false}: Sample): TracedCommit<string> {
  const known: Before = typeof before === 'string' ? {kind: before} : {kind: 'known', effects: new KnownEffects(before.map(effect))};
  return {review, shows: id => shows.includes(id), changesConfig, before: known};
}

/** The verdict on one effect, by the commits of its branch from the newest on. */
function judge(wanted: string, commits: readonly Sample[]): TraceVerdict<string> {
  const verdicts: TraceVerdict<string>[] = [];
  let traces: readonly Traced<string>[] = [startTrace(effect(wanted))];
  for (const commit of commits.map(toCommit)) {
    traces = takeShown(traces, commit).flatMap(trace => {
      const next = tracePast(trace, commit);
      if (!('kind' in next)) return next;
      verdicts.push(next);
      return [];
    });
  }
  return findWorst([...verdicts, ...traces.map(() => ({kind: 'too-old'}) as const)]);
}

const NEW = 'a=2';

test.each<{name: string; wanted?: string; commits: readonly Sample[]; expected: string}>([
  {name: 'its own review shows it', commits: [{review: '#1', shows: [NEW], before: []}], expected: 'shown'},
  {name: 'its own review does not show it', commits: [{review: '#1', before: []}], expected: 'not-shown #1'},
  {name: 'a push made it', commits: [{review: null, before: []}], expected: 'not-compared'},
  {
    name: 'a review of a later commit shows it',
    commits: [
      {review: '#2', shows: [NEW], before: [NEW]},
      {review: '#1', before: []},
    ],
    expected: 'shown',
  },
  {
    name: 'a push came after the commit that made it',
    commits: [
      {review: null, before: [NEW]},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a run was halted, and a push came after it',
    commits: [
      {review: null, before: 'same'},
      {review: '#1', shows: [NEW], before: []},
    ],
    expected: 'shown',
  },
  {
    name: 'an earlier commit made and showed the same, which was undone since',
    commits: [
      {review: '#3', before: []},
      {review: '#2', before: [NEW]},
      {review: '#1', shows: [NEW], before: []},
    ],
    expected: 'not-shown #3',
  },
  {
    name: 'a push goes on from what a reviewed commit did not show',
    commits: [
      {review: null, before: ['a=1']},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push goes on from what a reviewed commit showed',
    commits: [
      {review: null, before: ['a=1']},
      {review: '#1', shows: ['a=1'], before: []},
    ],
    expected: 'shown',
  },
  {
    name: 'a push goes on from another push',
    commits: [
      {review: null, before: ['a=1']},
      {review: null, before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a push changes another member than a reviewed commit',
    wanted: 'a.goal=2',
    commits: [
      {review: null, before: ['a.schedule=1']},
      {review: '#1', before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a push moves what a reviewed commit did not show to another key',
    wanted: 'b=2',
    commits: [
      {review: null, before: ['a=2']},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push moves and edits what a reviewed commit did not show',
    wanted: 'b=3~page',
    commits: [
      {review: null, before: ['a=2~page']},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push moves and edits an update that a reviewed commit did not show',
    wanted: 'b=3~page',
    commits: [
      {review: null, before: ['a.webhook=2~page']},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push adds a monitor that is not like what a reviewed commit did not show',
    wanted: 'b=3~other',
    commits: [
      {review: null, before: ['a=2~page']},
      {review: '#1', before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a push moves and edits what another push made',
    wanted: 'b=3~page',
    commits: [
      {review: null, before: ['a=2~page']},
      {review: null, before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a push takes away what a reviewed commit did not show',
    wanted: '-a',
    commits: [
      {review: null, before: ['a=1']},
      {review: '#1', before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a push repairs specs that a reviewed commit broke',
    commits: [
      {review: null, before: 'unreadable'},
      {review: '#1', before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push repairs specs that were broken after it was made',
    commits: [
      {review: null, before: 'unreadable'},
      {review: '#2', before: [NEW]},
      {review: null, before: []},
    ],
    expected: 'not-compared',
  },
  {
    name: 'a reviewed commit changed the config after a push that made it',
    commits: [
      {review: '#1', before: [NEW], changesConfig: true},
      {review: null, before: []},
    ],
    expected: 'not-shown #1',
  },
  {
    name: 'a push changed the config after a push that made it',
    commits: [
      {review: null, before: [NEW], changesConfig: true},
      {review: null, before: []},
    ],
    expected: 'not-compared',
  },
  {name: 'the history ends before it', commits: [{review: null, before: [NEW]}], expected: 'too-old'},
  {name: 'the history ends at a push', commits: [{review: null, before: 'unknown'}], expected: 'too-old'},
  {name: 'the history ends at a review that does not show it', commits: [{review: '#1', before: 'unknown'}], expected: 'not-shown #1'},
])('$name: $expected', ({wanted = NEW, commits, expected}) => {
  const verdict = judge(wanted, commits);
  expect(verdict.kind === 'not-shown' ? `${verdict.kind} ${verdict.review}` : verdict.kind).toBe(expected);
});
