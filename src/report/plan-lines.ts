import {explainChange} from '../plan/explanation';
import type {Change, DeleteChange, FieldChange, ReplaceReason, UpdateChange} from '../plan/model';
import {isOfLeftover, isProtectedLeftover} from '../plan/traits';
import type {DesiredMonitor} from '../spec/model';
import type {RenderOptions} from './model';
import {FIELD_INDENT, fieldLines} from './plan-fields';
import {countOf, formatNumber, listWords, pasteable} from './sentences';
import {dataLine, hangingLine, type Line, type Style, styled} from './text';

/** A change as one block: what happens to which monitor, the fields that matter, and why and how to go on where it is held. */
export function changeLines(change: Change, environment: string, options: RenderOptions): Line[] {
  return options.verbosity === 'quiet' ? [headline(change)] : [headline(change), ...bodyLines(change, environment, options)];
}

/** The glyph of a change and the style that goes with it. */
export function glyphOf(change: Change): {readonly glyph: '+' | '~' | '-/+' | '-' | '!'; readonly style: Style} {
  switch (change.action) {
    case 'create':
      return {glyph: '+', style: 'added'};
    case 'update':
    case 'adopt':
    case 'rename':
      return {glyph: '~', style: 'changed'};
    case 'replace':
      return {glyph: '-/+', style: 'removed'};
    case 'delete':
      return {glyph: '-', style: 'removed'};
    case 'blocked':
    case 'unresolved':
      return {glyph: '!', style: isProtectedLeftover(change) ? 'warning' : 'error'};
  }
}

/** What a change is called after its key: `create`, `update blocked`. */
export function labelOf(change: Change): string {
  switch (change.action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'delete':
    case 'adopt':
    case 'rename':
      return change.action;
    case 'blocked':
      return isProtectedLeftover(change) ? 'protected' : `${change.wanted} blocked`;
    case 'unresolved':
      return 'unresolved';
  }
}

/** Where the spec of a change stands; null where there is none any more. */
export function placeOf(change: Change): string | null {
  if (change.action === 'delete' || change.after === undefined) return null;
  return `${change.after.file}:${change.after.line}`;
}

function headline(change: Change): Line {
  const {glyph, style} = glyphOf(change);
  const place = placeOf(change) ?? (isOfLeftover(change) ? 'replaced' : 'no spec');
  return dataLine(
    0,
    styled(style, glyph),
    ' ',
    styled('strong', change.key),
    '  ',
    styled(style, labelOf(change)),
    '  ',
    styled('faint', place),
  );
}

function bodyLines(change: Change, environment: string, options: RenderOptions): Line[] {
  switch (change.action) {
    case 'create':
      return [...fieldLines(change.fields, 'whole', options), ...goneLines(change.gone), ...costLines(change.after)];
    case 'update':
      return [
        ...fieldLines(change.fields, 'difference', options),
        ...driftLines(change.drift, 'put-back', options),
        ...updateLines(change),
      ];
    case 'replace':
      return [
        ...fieldLines(change.fields, 'difference', options),
        ...driftLines(change.drift, 'put-back', options),
        noteLine(
          `${REPLACE_REASONS[change.why]}: a new monitor is made, then ${change.before.id} is deleted, with its history and what no spec can name, such as a Slack channel`,
        ),
      ];
    case 'delete':
      return [noteLine(describeDelete(change))];
    case 'adopt':
      return [
        ...goneLines(change.gone),
        noteLine(
          `the service holds it already, with exactly these target ids, as ${change.id}: it is taken over${change.patch === null ? ' as it is' : ' and changed'}`,
        ),
        ...fieldLines(change.fields, 'difference', options),
      ];
    case 'rename':
      return [noteLine(`was "${change.from}"; the same monitor, ${change.before.id}: no request is sent`)];
    case 'blocked':
      return [
        ...fieldLines(change.fields, change.wanted === 'create' ? 'whole' : 'difference', options),
        ...driftLines(change.drift ?? [], 'kept', options),
        ...explanationLines(change, environment, options),
      ];
    case 'unresolved':
      return [...knownLines(change), ...explanationLines(change, environment, options)];
  }
}

function noteLine(text: string): Line {
  return hangingLine(FIELD_INDENT, 2, text);
}

function goneLines(gone: string | undefined): Line[] {
  return gone === undefined ? [] : [noteLine(`somebody deleted it in the service, where it was ${gone}: its history is lost`)];
}

/** What somebody changed in the service, apart from what the repository changed. */
function driftLines(drift: readonly FieldChange[], fate: 'put-back' | 'kept', options: RenderOptions): Line[] {
  if (drift.length === 0) return [];
  const fields = fieldLines(drift, 'difference', {...options, width: options.width - 2});
  const what = fate === 'put-back' ? 'apply puts it back' : 'it stays so';
  return [noteLine(`changed outside of the repository; ${what}:`), ...fields.map(line => ({...line, indent: line.indent + 2}))];
}

function updateLines({fields, rotated, before}: UpdateChange): Line[] {
  const anew = fields.some(isNewTargetId) ? [noteLine(NEW_TARGET_ID)] : [];
  const names = rotated.length === 0 ? [] : [noteLine(describeRotation(rotated))];
  const again = before.pending === undefined ? [] : [noteLine('the answer to an earlier update was lost: it is sent again')];
  return [...anew, ...names, ...again];
}

const NEW_TARGET_ID = 'the service keeps the history of pages under the id of their target: under another id they start anew';

/** Whether a target goes on under another id. */
function isNewTargetId({path, op}: FieldChange): boolean {
  return op === 'change' && /^\/targets\/[0-9]+\/id$/.test(path);
}

function describeRotation(names: readonly string[]): string {
  if (names.length === 1) return `the value of ${names[0]} has changed since it was sent: it is sent anew`;
  return `the values of ${listWords(names)} have changed since they were sent: they are sent anew`;
}

const REPLACE_REASONS: Readonly<Record<ReplaceReason, string>> = {
  'webhook-removed': 'the service cannot take a webhook away from a monitor',
  'webhook-added-outside': 'somebody added a webhook in the service, which cannot take it away again',
};

function describeDelete({id, key, why, isGone}: DeleteChange): string {
  const fate = isGone === true ? 'the service does not list it any more: its record goes' : 'it is deleted, and its history with it';
  switch (why.kind) {
    case 'spec-removed':
      return `the spec is gone; the monitor is ${id}: ${fate}`;
    case 'leftover':
      return `"${key}" has replaced the monitor ${id}: ${fate}`;
  }
}

function explanationLines(
  change: Extract<Change, {action: 'blocked' | 'unresolved'}>,
  environment: string,
  options: RenderOptions,
): Line[] {
  const {message, waysOut} = explainChange(change, environment);
  return [hangingLine(4, 2, message), ...waysOut.map(way => dataLine(4, styled('mark', '->'), ` ${pasteable(way, options)}`))];
}

function costLines({paused, estimate}: DesiredMonitor): Line[] {
  if (paused) return [dataLine(FIELD_INDENT, styled('faint', 'paused: no checks, no credits'))];
  const {creditsPerMonth, checksPerMonth, average} = estimate;
  const words = `${countOf(creditsPerMonth, 'credit')} a month for ${countOf(checksPerMonth, 'check')}${average ? ', on average' : ''}`;
  return [dataLine(FIELD_INDENT, styled('faint', words))];
}

/** The explanation of an unresolved create names this many target ids; more are listed. */
const NAMED_IDS = 3;

/** What is known of a create whose outcome is not. */
function knownLines({create}: Extract<Change, {action: 'unresolved'}>): Line[] {
  const times = create.attempt === 1 ? 'once' : `${formatNumber(create.attempt)} times`;
  const span = create.firstSentAt === create.lastSentAt ? create.lastSentAt : `${create.firstSentAt} to ${create.lastSentAt}`;
  const sent = create.lastSentAt === '' ? [] : [hangingLine(4, 2, `sent ${times}, ${span}, to ${create.intent.origin}`)];
  const error = create.error === undefined ? [] : [hangingLine(4, 2, `last answer: ${create.error.message}`)];
  const {targetIds} = create.intent;
  const ids = targetIds.length > NAMED_IDS ? targetIds.map(id => dataLine(FIELD_INDENT, `target id ${id}`)) : [];
  return [...sent, ...error, ...ids];
}
