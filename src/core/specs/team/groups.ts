import {countOf, formatNumber} from '../../base/words';
import {boundText} from '../../diagnostics/bounded-text';
import type {Diagnostic} from '../../diagnostics/diagnostic';
import type {Candidate} from '../candidate';
import type {Key} from '../desired-monitor';
import {shorten} from '../spot';
import {nameRule} from './rule-set';
import type {PlacedRule} from './team-rule';

/** Checks the rules about groups: the credits of all monitors that a rule selects. */
export function checkGroups(rules: readonly PlacedRule[], specs: readonly Pick<Candidate, 'key' | 'facts'>[]): Diagnostic[] {
  const groups = rules.map((): Costs => ({total: 0, count: 0, dearest: []}));
  for (const {key, facts} of specs) {
    const {creditsPerMonth, rules: counting} = facts.counted ?? NOTHING;
    for (const rule of counting) {
      const group = groups[rule];
      if (group === undefined) continue;
      group.total += creditsPerMonth;
      group.count++;
      addDearest(group.dearest, [key, creditsPerMonth]);
    }
  }
  return rules.flatMap((placed, index) => judgeGroup(placed, index, groups[index] as Costs));
}

const NOTHING = {creditsPerMonth: 0, rules: []};

interface Costs {
  total: number;
  count: number;
  /** The most expensive ones, these first. */
  readonly dearest: [key: Key, credits: number][];
}

function addDearest(dearest: Costs['dearest'], one: [key: Key, credits: number]): void {
  const at = dearest.findIndex(([, credits]) => credits < one[1]);
  if (at === -1 && dearest.length >= MOST_SHOWN) return;
  dearest.splice(at === -1 ? dearest.length : at, 0, one);
  if (dearest.length > MOST_SHOWN) dearest.pop();
}

function judgeGroup({rule, where}: PlacedRule, index: number, {total, count, dearest}: Costs): Diagnostic[] {
  const limit = rule.maxCreditsPerMonth;
  if (limit === undefined || total <= limit) return [];
  const reason = rule.message === undefined ? '' : `: ${rule.message.trim()}`;
  const monitors = countOf(count, 'monitor');
  return [
    {
      code: 'rule/credits',
      severity: rule.severity ?? 'error',
      message: boundText(
        `${monitors} of ${nameRule({index})} cost ${formatNumber(total)} credits a month; the limit is ${formatNumber(limit)}${reason}`,
      ),
      hint: `most expensive: ${dearest.map(([key, credits]) => `${shorten(key)} (${formatNumber(credits)})`).join(', ')}`,
      where,
    },
  ];
}

const MOST_SHOWN = 3;
