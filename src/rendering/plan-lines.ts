import {countOf, formatNumber, listWords} from '../core/base/words';
import type {Change, DeleteChange, Plan, ReplaceChange, ReplaceReason, UpdateChange} from '../core/plan/change';
import {type HeldChange, isOfLeftover, isProtectedLeftover} from '../core/plan/change-facts';
import {compareCosts} from '../core/plan/costs';
import type {FieldChange} from '../core/plan/diff';
import {totalPerMonth} from '../core/specs/credits';
import type {DesiredMonitor} from '../core/specs/desired-monitor';
import {
  explainBriefly,
  explainChange,
  FOLDER_REASON,
  type FolderGroup,
  groupFolders,
  type SharedExplanation,
  shareExplanations,
  showPairs,
} from './held-changes';
import {localizeTimes, showTime} from './local-time';
import {FIELD_INDENT, fieldLines, type ShowOrigin} from './plan-fields';
import {foreignOrigin, rowOrigin} from './plan-origins';
import type {RenderOptions} from './render-options';
import {describeParts, pasteable} from './sentences';
import {dataLine, hangingLine, type Line, type Style, styled} from './text';

/** Common facts of the blocks of a plan: its environment, and the reasons that are given once for several of them. */
export interface PlanView {
  readonly environment: string;
  readonly shared: readonly SharedExplanation[];
  /** The shared reason of a change that has one. */
  readonly reasonOf: ReadonlyMap<Change, SharedExplanation>;
  /** Moved folders; `listed` are the changes that no such group stands for. */
  readonly folders: readonly FolderGroup[];
  readonly listed: readonly Change[];
}

/** Finds the reasons that several changes of a plan have. */
export function viewPlan(plan: Plan): PlanView {
  const {environment} = plan;
  const {groups, grouped} = groupFolders(plan);
  const listed = grouped.size === 0 ? plan.changes : plan.changes.filter(change => !grouped.has(change));
  const shared = shareExplanations(listed, environment);
  const reasonOf = new Map(shared.flatMap(reason => reason.changes.map(change => [change, reason] as const)));
  return {environment, shared, reasonOf, folders: groups, listed};
}

/** A moved folder as one block, with the ways out for all of it. */
export function folderLines(group: FolderGroup, options: RenderOptions): Line[] {
  const title = dataLine(0, styled('error', '!'), ' ', styled('strong', group.title));
  if (options.verbosity === 'quiet') return [title];
  const pairs = showPairs(group, options.verbosity === 'verbose' ? 'all' : 'first');
  return [
    title,
    noteLine(FOLDER_REASON),
    ...pairs.map(pair => dataLine(FIELD_INDENT, styled('faint', pair))),
    ...wayLines(group.waysOut, FIELD_INDENT, options),
  ];
}

/** A change as one block: what happens to which monitor, the fields that matter, and why and how to continue where it is held. */
export function changeLines(change: Change, view: PlanView, options: RenderOptions): Line[] {
  return options.verbosity === 'quiet' ? [headline(change)] : [headline(change), ...bodyLines(change, view, options)];
}

/** A reason that several changes have, and the ways out. */
export function sharedLines({message, waysOut}: SharedExplanation, options: RenderOptions): Line[] {
  return [hangingLine(0, 2, styled('error', '!'), ` ${message}`), ...wayLines(waysOut, 2, options)];
}

/** The glyph of a change and the style that goes with it. */
export function glyphOf(change: Change): {readonly glyph: '+' | '~' | '-/+' | '-' | '!'; readonly style: Style} {
  return isProtectedLeftover(change) ? {glyph: '!', style: 'warning'} : GLYPHS[change.action];
}

const GLYPHS: Readonly<Record<Change['action'], ReturnType<typeof glyphOf>>> = {
  create: {glyph: '+', style: 'added'},
  update: {glyph: '~', style: 'changed'},
  adopt: {glyph: '~', style: 'changed'},
  rename: {glyph: '~', style: 'changed'},
  replace: {glyph: '-/+', style: 'removed'},
  delete: {glyph: '-', style: 'removed'},
  blocked: {glyph: '!', style: 'error'},
  unresolved: {glyph: '!', style: 'error'},
};

/** Names a change after its key: `create`, `update blocked`. */
export function labelOf(change: Change): string {
  if (change.action !== 'blocked') return change.action;
  return isProtectedLeftover(change) ? 'protected' : `${change.wanted} blocked`;
}

function headline(change: Change): Line {
  const {glyph, style} = glyphOf(change);
  const origin = rowOrigin(change);
  const place = origin !== null ? `${origin.file}:${origin.line}` : isOfLeftover(change) ? 'replaced' : 'no spec';
  const [sign, label] = [styled(style, glyph), styled(style, labelOf(change))];
  return dataLine(0, sign, ' ', styled('strong', change.key), '  ', label, '  ', styled('faint', place));
}

function bodyLines(change: Change, view: PlanView, options: RenderOptions): Line[] {
  const showOrigin: ShowOrigin = field => foreignOrigin(change, field);
  switch (change.action) {
    case 'create':
      return [...fieldLines(change.fields, 'whole', options), ...goneLines(change.gone), ...costLines(change.after)];
    case 'update':
    case 'replace': {
      const fields = fieldLines(change.fields, 'difference', options, showOrigin);
      return editLines([change], fields, `a new monitor is created, then ${change.before.id} is deleted, with its history`, options);
    }
    case 'delete':
      return [noteLine(describeDelete(change)), ...priceLines([change])];
    case 'adopt':
      return [
        ...goneLines(change.gone),
        noteLine(
          `the service already has it as ${change.id}, with exactly these target ids: it is adopted${change.patch === null ? ' as it is' : ' and changed'}`,
        ),
        ...fieldLines(change.fields, 'difference', options, showOrigin),
        ...priceLines([change]),
      ];
    case 'rename':
      return [noteLine(`was "${change.from}"; same monitor (${change.before.id}), no request is sent`)];
    case 'blocked':
      return [
        ...fieldLines(change.fields, change.wanted === 'create' ? 'whole' : 'difference', options, showOrigin),
        ...driftLines(change.drift ?? [], 'kept', options),
        ...(change.reason.kind === 'budget' ? priceLines([change]) : []),
        ...explanationLines(change, view, options),
      ];
    case 'unresolved':
      return [...knownLines(change, options), ...explanationLines(change, view, options)];
  }
}

/** A sentence below a headline. */
export function noteLine(text: string): Line {
  return hangingLine(FIELD_INDENT, 2, text);
}

function goneLines(gone: string | undefined): Line[] {
  return gone === undefined ? [] : [noteLine(`it was deleted in the service (id ${gone}): its history is lost`)];
}

/** Drift, apart from what the repository changed. */
export function driftLines(drift: readonly FieldChange[], fate: 'put-back' | 'kept', options: RenderOptions): Line[] {
  if (drift.length === 0) return [];
  const fields = fieldLines(drift, 'difference', {...options, width: options.width - 2});
  const what = fate === 'put-back' ? 'apply reverts this' : 'this stays as it is';
  return [noteLine(`changed outside the repository; ${what}:`), ...fields.map(line => ({...line, indent: line.indent + 2}))];
}

/** Lists what equal updates or replacements come to besides their `fields`; `replacing` says what a replacement does. */
export function editLines(
  [first, ...others]: readonly [UpdateChange | ReplaceChange, ...Change[]],
  fields: readonly Line[],
  replacing: string,
  options: RenderOptions,
): Line[] {
  const lost = 'and with settings that no spec can hold, such as a Slack channel';
  const effects = first.action === 'update' ? updateLines(first) : [noteLine(`${REPLACE_REASONS[first.why]}: ${replacing} ${lost}`)];
  return [...fields, ...driftLines(first.drift, 'put-back', options), ...effects, ...priceLines([first, ...others])];
}

/** Lists the effects of an update besides its fields. */
export function updateLines({fields, rotated, before}: UpdateChange): Line[] {
  const newIds = fields.some(isNewTargetId) ? [noteLine(NEW_TARGET_ID)] : [];
  const names = rotated.length === 0 ? [] : [noteLine(describeRotation(rotated))];
  const again = before.pending === undefined ? [] : [noteLine('the response to an earlier update was lost: the update is sent again')];
  return [...newIds, ...names, ...again];
}

const NEW_TARGET_ID = 'the service keeps page history by target id: under another id the history starts again';

/** Whether a target goes on under another id. */
function isNewTargetId({path, op}: FieldChange): boolean {
  return op === 'change' && /^\/targets\/[0-9]+\/id$/.test(path);
}

function describeRotation(names: readonly string[]): string {
  if (names.length === 1) return `the value of ${names[0]} has changed since it was sent: it is sent again`;
  return `the values of ${listWords(names)} have changed since they were sent: they are sent again`;
}

/** Why an update is not enough. */
const REPLACE_REASONS: Readonly<Record<ReplaceReason, string>> = {
  'webhook-removed': 'the service cannot remove a webhook from a monitor',
  'webhook-added-outside': 'a webhook was added in the service, which cannot remove it again',
};

function describeDelete({id, key, why, isGone}: DeleteChange): string {
  const fate = isGone === true ? 'the service no longer lists it: its record is removed' : 'it is deleted, with its history';
  switch (why.kind) {
    case 'spec-removed':
      return `the spec is gone; monitor ${id}: ${fate}`;
    case 'leftover':
      return `"${key}" has replaced monitor ${id}: ${fate}`;
  }
}

function explanationLines(change: HeldChange, {environment, reasonOf}: PlanView, options: RenderOptions): Line[] {
  const reason = reasonOf.get(change);
  if (reason !== undefined) {
    const brief = explainBriefly(change, reason, environment);
    const ways = brief?.command === undefined ? [] : [brief.command];
    return brief === null ? [] : [noteLine(brief.words), ...wayLines(ways, FIELD_INDENT, options)];
  }
  const {message, waysOut} = explainChange(change, environment);
  return [noteLine(localizeTimes(message, options)), ...wayLines(waysOut, FIELD_INDENT, options)];
}

function wayLines(waysOut: readonly string[], indent: number, options: RenderOptions): Line[] {
  return waysOut.map(way => dataLine(indent, styled('mark', '->'), ` ${pasteable(way, options)}`));
}

/** Shows the cost of new monitors. */
export function costLines({paused, estimate}: Pick<DesiredMonitor, 'paused' | 'estimate'>): Line[] {
  if (paused) return [dataLine(FIELD_INDENT, styled('faint', 'paused: no checks, no credits'))];
  const {creditsPerMonth, checksPerMonth, average, besides} = estimate;
  const credits =
    besides === undefined ? countOf(creditsPerMonth, 'credit') : `${describeParts(creditsPerMonth, besides.creditsPerMonth)}: credits`;
  const words = `${credits} a month for ${countOf(checksPerMonth, 'check')}${average ? ', on average' : ''}`;
  return [dataLine(FIELD_INDENT, styled('faint', words))];
}

/** Shows the effect of changes on the monthly credits; empty where there is none. */
export function priceLines(changes: readonly Change[]): Line[] {
  const costs = changes.map(compareCosts);
  const was = costs.reduce((sum, {before}) => sum + (before === null ? 0 : totalPerMonth(before)), 0);
  const will = costs.reduce((sum, {after}) => sum + (after === null ? 0 : totalPerMonth(after)), 0);
  if (was === will) return [];
  const more = will > was ? `+${formatNumber(will - was)}` : `-${formatNumber(was - will)}`;
  const average = costs.some(({before, after}) => before?.average || after?.average) ? ', on average' : '';
  return [dataLine(FIELD_INDENT, styled('faint', `credits a month: ${formatNumber(was)} -> ${formatNumber(will)} (${more}${average})`))];
}

/** The explanation of an unresolved create names this many target ids; more are listed. */
const NAMED_IDS = 3;

/** Shows the known facts of a create whose outcome is unknown. */
function knownLines({create}: Extract<Change, {action: 'unresolved'}>, options: RenderOptions): Line[] {
  const times = create.attempt === 1 ? 'once' : `${formatNumber(create.attempt)} times`;
  const [first, last] = [showTime(create.firstSentAt, options), showTime(create.lastSentAt, options)];
  const span = first === last ? last : `${first} to ${last}`;
  const sent = create.lastSentAt === '' ? [] : [hangingLine(4, 2, `sent ${times}, ${span}, to ${create.intent.origin}`)];
  const error = create.error === undefined ? [] : [hangingLine(4, 2, `last response: ${create.error.message}`)];
  const {targetIds} = create.intent;
  const ids = targetIds.length > NAMED_IDS ? targetIds.map(id => dataLine(FIELD_INDENT, `target id ${id}`)) : [];
  return [...sent, ...error, ...ids];
}
