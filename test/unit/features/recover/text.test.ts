import {renderRecoveryText} from '../../../../src/features/recover/text';
import {everyFinding} from '../adopt/samples';

/** The text of `monitors recover`, before anything is recorded. */
const OPTIONS = {color: false, width: 100, verbosity: 'normal'} as const;
const NONE = {damage: null, orphans: [], ambiguous: [], missing: [], unfinished: [], leftOut: [], lostRecords: 0, unmanaged: []} as const;

/** So many monitors that are surely found by their target ids, and all that the sample found in other ways. */
function findings(count: number) {
  const sample = everyFinding();
  const [first] = sample.recovered;
  if (first === undefined) throw new Error('the sample has no monitor');
  const many = Array.from({length: count}, (_, index) => {
    return {...first, key: `m/${String(index).padStart(3, '0')}`, isChanged: false, found: {...first.found, others: []}};
  });
  const others = sample.recovered;
  return {findings: {...sample, ...NONE, recovered: [...many, ...others]}, others};
}

test('many that are surely found are one block; each other one is shown', () => {
  const {findings: found, others} = findings(300);
  const text = renderRecoveryText(found, OPTIONS);
  expect(text).toContain('= 300 monitors  found by their target ids');
  expect(text).toContain('    m/000, m/001, m/002, m/003, m/004 and 295 more (--verbose lists all)');
  expect(text.match(/^= m\//gm)).toBeNull();
  for (const {key} of others) expect(text).toMatch(new RegExp(`^[=?] ${key} `, 'm'));
  expect(renderRecoveryText(found, {...OPTIONS, verbosity: 'verbose'}).match(/^= m\//gm)).toHaveLength(300);
});

test('a few are shown each', () => {
  expect(renderRecoveryText(findings(10).findings, OPTIONS).match(/^= m\//gm)).toHaveLength(10);
});
