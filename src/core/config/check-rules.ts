import type {Diagnostic} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import type {MemberPart} from '../specs/desired-monitor';
import type {SpecDocument} from '../specs/spec-document';
import {findPathFlaw} from '../specs/team/member-path';
import {readInterval} from '../specs/team/rule-set';

/**
 * Checks the parts of `rules` that the schema can't: paths that name no member, times that are none, rules that demand
 * nothing. All are errors.
 */
export function checkTeamRules(document: SpecDocument): Diagnostic[] {
  const flaws = itemsOf(property(document.data, 'rules')).flatMap((rule, index) =>
    isObject(rule) ? listFlaws(rule).map(flaw => ({...flaw, path: ['rules', index, ...flaw.path]})) : [],
  );
  return flaws.map(({path, part, message, hint}) => ({
    code: 'config/bad-rule',
    severity: 'error',
    message,
    hint,
    where: document.placeOf(toPointer(path), part),
  }));
}

interface Flaw {
  readonly path: Path;
  readonly part?: MemberPart;
  readonly message: string;
  readonly hint: string;
}

/** The schema limits all else. */
const MOST_ALLOWED = 50;

function listFlaws(rule: JsonValue): Flaw[] {
  const [required, allowed, interval] = ['require', 'allow', 'minimumInterval'].map(name => property(rule, name));
  const flaws = itemsOf(required).flatMap((path, index) => checkPath(path, 'any', {path: ['require', index]}));
  if (isObject(allowed)) {
    const paths = Object.keys(allowed);
    if (paths.length > MOST_ALLOWED) {
      flaws.push({path: ['allow'], message: `"allow" has ${paths.length} members; the maximum is ${MOST_ALLOWED}`, hint: 'remove some'});
    }
    for (const path of paths) flaws.push(...checkPath(path, 'value', {path: ['allow', path], part: 'key'}));
  }
  if (typeof interval === 'string' && readInterval(interval) === null) {
    const message = `${JSON.stringify(interval)} is not a time between checks`;
    flaws.push({path: ['minimumInterval'], message, hint: 'write e.g. 15 minutes, 2 hours or 1 day'});
  }
  if ([required, allowed, interval, property(rule, 'maxCreditsPerMonth')].every(isNothing)) {
    flaws.push({path: [], message: 'the rule demands nothing', hint: 'add require, allow, minimumInterval or maxCreditsPerMonth'});
  }
  return flaws;
}

function isNothing(demand: JsonValue | undefined): boolean {
  return demand === undefined || (isObject(demand) && Object.keys(demand).length === 0);
}

function checkPath(path: JsonValue, wanted: 'any' | 'value', at: Pick<Flaw, 'path' | 'part'>): Flaw[] {
  const flaw = typeof path === 'string' ? findPathFlaw(path, wanted) : null;
  return flaw === null ? [] : [{...at, ...flaw}];
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
