import {compileGlob} from '../../base/glob';
import type {Severity} from '../../diagnostics/diagnostic';
import {type JsonObject, type JsonValue, property} from '../../json/value';
import type {Key} from '../desired-monitor';
import {Effort} from './effort';
import {readSteps} from './member-path';
import type {PlacedRule, TeamRule} from './team-rule';

/** A member that a rule speaks of. Rules that speak of the same one share it, so that it is looked up once for a spec. */
export interface RuledMember {
  readonly steps: readonly string[];
}

/** The rules of a config, ready to be asked. */
export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  /** Effort of asking them, including their globs. */
  readonly effort: Effort;
}

/** A rule, ready to be asked. */
export interface CompiledRule {
  /** Its place in the config, from 0. */
  readonly index: number;
  readonly severity: Severity;
  /** Whether it is about a spec; `labels` are those of the spec, whatever stands there. */
  readonly selects: (key: Key, labels: JsonValue | undefined) => boolean;
  readonly required: readonly RuledMember[];
  readonly allowed: readonly {
    readonly member: RuledMember;
    readonly globs: readonly string[];
    readonly matches: (text: string) => boolean;
  }[];
  /** Minutes. */
  readonly minimumInterval: number | null;
  readonly limitsCredits: boolean;
  /** The team's reason, with a colon before it; empty where it gives none. */
  readonly reason: string;
}

/** Makes the rules of a config ready. They passed the checks of the config. */
export function compileRules(placed: readonly PlacedRule[]): RuleSet {
  const effort = new Effort();
  const members = new Map<string, RuledMember>();
  const matchers = new Map<string, (text: string) => boolean>();
  const share = <Value>(known: Map<string, Value>, text: string, make: (text: string) => Value): Value => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
  const find = (path: string) => share(members, readSteps(path).join('.'), () => ({steps: readSteps(path)}));
  const compile = (glob: string) =>
    share(matchers, glob, () =>
      rememberLast(
        compileGlob(glob, steps => effort.spend(steps)),
        effort,
      ),
    );
  const rules = placed.map(
    ({rule}, index): CompiledRule => ({
      index,
      severity: rule.severity ?? 'error',
      selects: compileSelector(rule, compile),
      required: (rule.require ?? []).map(find),
      allowed: Object.entries(rule.allow ?? {}).map(([path, globs]) => {
        const known = globs.map(compile);
        return {member: find(path), globs, matches: text => known.some(matches => matches(text))};
      }),
      minimumInterval: rule.minimumInterval === undefined ? null : readInterval(rule.minimumInterval),
      limitsCredits: rule.maxCreditsPerMonth !== undefined,
      reason: rule.message === undefined ? '' : `: ${rule.message.trim()}`,
    }),
  );
  return {rules, effort};
}

/** Many rules have the same glob for keys. What one spec was found to match says nothing of the work for another. */
function rememberLast(matches: (text: string) => boolean, effort: Effort): (text: string) => boolean {
  let [round, last, isMatch] = [0, '', false];
  return text => {
    if (round === effort.round && last === text) return isMatch;
    [round, last, isMatch] = [effort.round, text, matches(text)];
    return isMatch;
  };
}

function compileSelector({keys, labels}: TeamRule, compile: (glob: string) => (text: string) => boolean): CompiledRule['selects'] {
  const matches = keys === undefined ? null : compile(keys);
  const wanted = Object.entries((labels ?? {}) as JsonObject);
  return (key, given) => (matches === null || matches(key)) && wanted.every(([name, value]) => property(given, name) === value);
}

/** Reads a time between checks such as `15 minutes`, `2h` or `1 day`, in minutes; null where it is none. */
export function readInterval(text: string): number | null {
  const [, number, unit] = /^\s*(\d{1,6})\s*(m|min|minutes?|h|hours?|d|days?)\s*$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) return null;
  const minutes = {m: 1, h: 60, d: 1440}[unit.charAt(0).toLowerCase()] ?? 1;
  const interval = Number(number) * minutes;
  return interval === 0 ? null : interval;
}

/** Names a rule for messages. */
export function nameRule({index}: Pick<CompiledRule, 'index'>): string {
  return `rules[${index}]`;
}
