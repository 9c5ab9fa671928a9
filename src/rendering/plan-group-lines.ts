import {addToGroup} from '../core/base/grouping';
import {countOf, listFirst, listWords} from '../core/base/words';
import type {BlockedReason, Change} from '../core/plan/change';
import type {FieldChange} from '../core/plan/diff';
import {type ChangeGroup, groupChanges} from '../core/plan/groups';
import type {DesiredMonitor} from '../core/specs/desired-monitor';
import {escapeTerminal} from './escape-terminal';
import {FIELD_INDENT, fieldLine, fieldLines, type ShowOrigin} from './plan-fields';
import {changeLines, costLines, driftLines, editLines, glyphOf, labelOf, noteLine, type PlanView, priceLines} from './plan-lines';
import {commonOrigin, specOf} from './plan-origins';
import type {RenderOptions} from './render-options';
import {dataLine, displayWidth, hangingLine, type Line, type Span, styled} from './text';

/** Keys that are listed below a group; more of what is lost. */
const SHOWN_KEYS = 5;
const SHOWN_LOST = 20;

/** A group as one block: what is done to how many monitors, and which they are. A group of one looks like its change. */
export function groupLines(group: ChangeGroup, view: PlanView, options: RenderOptions): Line[] {
  const {first, changes} = group;
  if (changes.length === 1) return changeLines(first, view, options);
  if (options.verbosity === 'quiet') return changes.flatMap(change => changeLines(change, view, options));
  const head = headOf(group, options);
  const isLoss = first.action === 'delete' || first.action === 'replace';
  const shown = options.verbosity === 'verbose' ? changes.length : isLoss ? SHOWN_LOST : SHOWN_KEYS;
  return [dataLine(0, ...head.spans), ...groupBody(group, head.isWhole, options), keysLine(changes, shown)];
}

/** The headline of a group as plain text, where it is one line of a list. */
export function groupRow(group: ChangeGroup, options: RenderOptions): string {
  return headOf(group, options)
    .spans.map(span => (typeof span === 'string' ? span : span.text))
    .join('');
}

/** Lists the changes to the monitors of a group, without headline and keys; `isWhole`: the headline has the field already. */
export function groupBody({first, changes}: ChangeGroup, isWhole: boolean, options: RenderOptions): Line[] {
  const showOrigin: ShowOrigin = field => commonOrigin(changes, field);
  const differences = (fields: readonly FieldChange[]) => (isWhole ? [] : fieldLines(fields, 'difference', options, showOrigin));
  switch (first.action) {
    case 'create':
      return costLines(sumCosts(changes));
    case 'update':
    case 'replace': {
      const replacing = 'new monitors are created, then the old ones are deleted, with their history';
      return editLines([first, ...changes.slice(1)], differences(first.fields), replacing, options);
    }
    case 'delete': {
      const gone = 'the specs are gone, and the service no longer lists the monitors: their records are removed';
      const deleted = 'the specs are gone: the monitors are deleted, with their history';
      return [noteLine(first.isGone === true ? gone : deleted), ...priceLines(changes)];
    }
    case 'blocked':
      return [
        ...(first.wanted === 'create' ? costLines(sumCosts(changes)) : differences(first.fields)),
        ...driftLines(first.drift ?? [], 'kept', options),
        ...commonReason(first.reason),
        ...(first.reason.kind === 'budget' && first.wanted !== 'create' ? priceLines(changes) : []),
      ];
    case 'rename':
      return [noteLine('the same monitors, no request is sent')];
    case 'adopt':
    case 'unresolved':
      throw new Error(`changes of the kind "${first.action}" are not grouped`);
  }
}

/** Lists the details that the reason shared by the whole plan leaves out, and that all of a group have in common. */
function commonReason(reason: BlockedReason): Line[] {
  switch (reason.kind) {
    case 'became-list':
      return [noteLine(`${reason.file} is a list now`)];
    case 'from-layer':
      return [noteLine(`the layers are ${listFirst(reason.layers)}`)];
    case 'left-environment':
      return [noteLine(`the specs live in ${listWords(reason.environments)} only`)];
    default:
      return [];
  }
}

/** The keys of a group: so many, and how many more there are; `rest` says where all are. */
export function keysLine(changes: readonly Change[], shown: number, rest = '--verbose lists all'): Line {
  const keys = changes.map(({key}) => key);
  const more = keys.length > shown ? ` (${rest})` : '';
  return hangingLine(FIELD_INDENT, 2, `${listFirst(keys, shown)}${more}`);
}

interface GroupHead {
  readonly spans: readonly Span[];
  /** The headline says all of the group's fields. */
  readonly isWhole: boolean;
}

function headOf(group: ChangeGroup, options: RenderOptions): GroupHead {
  const {first, changes} = group;
  const {glyph, style} = glyphOf(first);
  const count = [styled(style, glyph), ' ', styled('strong', countOf(changes.length, 'monitor')), '  '];
  const list = specOf(first)?.list;
  if (list !== undefined && isCreate(first)) {
    const names = styled('strong', list === '' ? '*' : `${list}/*`);
    const place = styled('faint', specOf(first)?.file ?? '');
    return {spans: [...count, names, '  ', styled(style, labelOf(first)), '  ', place], isWhole: false};
  }
  const label = [...count, styled(style, labelOf(first))];
  if (first.action === 'rename') return {spans: [...label, `  ${renamePattern(first)}`], isWhole: false};
  const [field, ...more] = 'fields' in first ? first.fields : [];
  if (field === undefined || more.length > 0) return {spans: label, isWhole: false};
  const origin = commonOrigin(changes, field);
  const place = origin === null ? [] : ['  ', styled('faint', origin)];
  const line = fieldLine(field, {...options, width: Number.MAX_SAFE_INTEGER});
  // The glyph says that it is an update.
  const [, ...words] = line?.spans ?? [];
  const spans = first.action === 'update' ? [...count, ...words, ...place] : [...label, '  ', ...words, ...place];
  const isWhole = field.op === 'change' && words.length > 0 && widthOf(spans) <= options.width;
  return isWhole ? {spans, isWhole} : {spans: label, isWhole};
}

function isCreate(change: Change): boolean {
  return change.action === 'create' || (change.action === 'blocked' && change.wanted === 'create');
}

function widthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + displayWidth(escapeTerminal(typeof span === 'string' ? span : span.text)), 0);
}

/** The costs of all new monitors of a group, which are paused all or none. */
function sumCosts(changes: readonly Change[]): Parameters<typeof costLines>[0] {
  const specs = changes.flatMap(change => specOf(change) ?? []);
  const [first] = specs;
  if (first === undefined) throw new Error('a group of new monitors has no specs');
  const sum = (count: (spec: DesiredMonitor) => number) => specs.reduce((total, spec) => total + count(spec), 0);
  const creditsPerMonth = sum(spec => spec.estimate.creditsPerMonth);
  const checksPerMonth = sum(spec => spec.estimate.checksPerMonth);
  const average = specs.some(spec => spec.estimate.average);
  return {paused: first.paused, estimate: {...first.estimate, creditsPerMonth, checksPerMonth, average}};
}

type RenameChange = Extract<Change, {readonly action: 'rename'}>;

/** Renames from which on one block shows them. */
const LEAST_RENAMES = 3;

/** Puts equal changes together, and renames of one pattern. For people alone: each rename is approved by itself. Linear. */
export function groupForPeople(changes: readonly Change[]): ChangeGroup[] {
  const groups = groupChanges(changes);
  const patterns = new Map(
    groups.flatMap(({first}) => (first.action === 'rename' ? [[first as Change, renamePattern(first)] as const] : [])),
  );
  if (patterns.size < LEAST_RENAMES) return groups;
  const alike = new Map<string, Change[]>();
  for (const [change, pattern] of patterns) addToGroup(alike, pattern, change);
  return groups.flatMap(group => {
    const members = alike.get(patterns.get(group.first) ?? '');
    if (members === undefined || members.length < LEAST_RENAMES) return [group];
    return members[0] === group.first ? [{first: group.first, changes: members}] : [];
  });
}

/** Names old and new key with `*` for the part of the name that stays: `old/* -> new/*`, `*-pricing -> pricing/*`, `a-* -> b-*`. */
export function renamePattern({from, key}: Pick<RenameChange, 'from' | 'key'>): string {
  const [old, now] = [from, key].map(cutKey) as [CutKey, CutKey];
  const [short, long] = [old.name, now.name].sort((a, b) => a.length - b.length) as [string, string];
  let end = short.length;
  while (!long.endsWith(short.slice(short.length - end))) end -= 1;
  const stays = long.includes(short) ? short : short.slice(short.length - end);
  return [old, now].map(({folder, name}) => folder + (stays === '' ? name : name.replace(stays, () => '*'))).join(' -> ');
}

type CutKey = ReturnType<typeof cutKey>;

function cutKey(key: string): {readonly folder: string; readonly name: string} {
  const end = key.lastIndexOf('/') + 1;
  return {folder: key.slice(0, end), name: key.slice(end)};
}
