import type {Change, Plan} from '../../../../src/core/plan/change';
import {renderDriftMarkdown} from '../../../../src/features/drift/markdown';
import {refreshedPlan} from '../../rendering/full-samples';
import {desired, planOf, recorded} from '../../rendering/sample-values';

/** Drift as a table: each row one changed member, as text whatever it holds, and never longer than allowed. */
const same = (text: string) => text;

function edited(key: string, before: string, after = 'a'): Change {
  const drift = [{path: '/goal', op: 'change', before, after, sensitive: false}] as const;
  const rest = {
    targetIds: [],
    patch: {goal: after},
    present: {goal: before},
    alreadySet: [],
    fields: [],
    rotated: [],
    seen: null,
  };
  return {
    action: 'update',
    key,
    id: 'live-1',
    before: recorded(),
    after: desired(key),
    drift,
    ...rest,
  };
}

function planWith(changes: readonly Change[], members: Partial<Plan> = {}): Plan {
  const plan = planOf(changes, members);
  return {...plan, summary: {...plan.summary, drift: changes.length}};
}

const rowsOf = (text: string) => text.split('\n').filter(line => line.startsWith('| <code>'));

test('each kind of drift has its row, and changes that are none have none', () => {
  const text = renderDriftMarkdown(refreshedPlan(), {
    limit: 60_000,
    redact: same,
  });
  expect(text).toMatch(/^### Drift: 5 monitors were changed or deleted outside the repository\.\n/);
  expect(rowsOf(text)).toMatchInlineSnapshot(`
   [
     "| <code>docs/both</code> | <code>retentionDays</code> | <code>7</code> | <code>30</code> |",
     "| <code>docs/both</code> | <code>notification&#46;email&#46;recipients</code> | <code>&#34;boss&#64;acme&#46;example&#34;</code> | <code>(nothing)</code> |",
     "| <code>docs/drift</code> | <code>retentionDays</code> | <code>7</code> | <code>30</code> |",
     "| <code>hooks/theirs</code> | <code>webhook</code> | <code>{&#34;url&#34;&#58; &#34;https&#58;//hooks&#46;acme&#46;example/(secret)&#34;}</code> | <code>null</code> |",
     "| <code>old/gone</code> | | deleted | no spec |",
     "| <code>shop/again</code> | | deleted | in the specs |",
   ]
  `);
  expect(text).toContain('`monitors apply --refresh`');
});

test('another environment is named in the commands', () => {
  const text = renderDriftMarkdown(planWith([edited('a', 'b')], {environment: 'staging'}), {limit: 60_000, redact: same});
  expect(text).toContain('`monitors accept KEY --environment staging`');
});

test('what does not fit is counted, and a long value is cut', () => {
  const changes = Array.from({length: 2_000}, (_, index) => edited(`monitor-${index}`, '|'.repeat(5_000)));
  const text = renderDriftMarkdown(planWith(changes), {
    limit: 65_000,
    redact: same,
  });
  expect(text.length).toBeLessThanOrEqual(65_000);
  const shown = rowsOf(text);
  expect(shown.length).toBeGreaterThan(20);
  expect(text).toContain(`${(2_000 - shown.length).toLocaleString('en')} more rows: \`monitors plan --refresh\` shows all.`);
  expect(shown.filter(row => row.split('|').length !== 6)).toEqual([]);
});

test('a secret is hidden before it is escaped, also where the cut would halve it', () => {
  const redact = (text: string) => text.replaceAll('to_k*en', '(secret)');
  const text = renderDriftMarkdown(planWith([edited('a', `${'x'.repeat(196)}to_k*en`)]), {limit: 60_000, redact});
  expect(text).not.toMatch(/to(?:_|&#95;)/);
});

test('two secret values that look alike are told apart', () => {
  const text = renderDriftMarkdown(planWith([edited('a', '(secret)', '(secret)')]), {limit: 60_000, redact: same});
  expect(text).toContain('(another value) |');
});

test('without drift it says so', () => {
  expect(renderDriftMarkdown(planOf([]), {limit: 60_000, redact: same})).toMatch(/^### No drift\n/);
});

test('alerts that do not arrive are named, with and without drift', () => {
  const look = {limit: 60_000, redact: same, undelivered: ['a', 'b`|@c']};
  const lost =
    /\nAlerts do not arrive for 2 monitors: <code>a<\/code>, <code>b[^`|@]*c<\/code>\. `monitors alerts` shows where they go\.\n$/;
  expect(renderDriftMarkdown(planOf([]), look)).toMatch(/^### No drift\n/);
  expect(renderDriftMarkdown(planOf([]), look)).toMatch(lost);
  expect(renderDriftMarkdown(planWith([edited('a', 'b')]), look)).toMatch(lost);
});
