import {fromPointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import {explainChange} from '../plan/explanation';
import type {Change, FieldChange} from '../plan/model';
import type {CreditEstimate} from '../spec/credits';
import {displayWidth} from './display-width';
import {escapeTerminal} from './escape-terminal';
import type {RenderOptions} from './model';
import {countOf, formatNumber, pasteable} from './sentences';
import {dataLine, hangingLine, type Line, type Span, type Style, styled} from './text';
import {valueRows, valueText} from './value-text';

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
      return {glyph: '!', style: 'error'};
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
      return `${change.wanted} blocked`;
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
  const place = placeOf(change) ?? 'no spec';
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
      return [...fieldLines(change.fields, 'whole', options), ...costLines(change.after.estimate)];
    case 'update':
    case 'replace':
    case 'adopt':
      return [...fieldLines(change.fields, 'difference', options)];
    case 'delete':
      return [];
    case 'rename':
      return [hangingLine(4, 2, `was "${change.from}"; the same monitor, ${change.before.id}: no request is sent`)];
    case 'blocked':
      return [
        ...fieldLines(change.fields, change.wanted === 'create' ? 'whole' : 'difference', options),
        ...explanationLines(change, environment, options),
      ];
    case 'unresolved':
      return [...knownLines(change), ...explanationLines(change, environment, options)];
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

function costLines({creditsPerMonth, checksPerMonth, average}: CreditEstimate): Line[] {
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

/** Whether fields are those of a new monitor, or what differs from the recorded one. */
type FieldView = 'whole' | 'difference';

/** Fields as lines: `path: value`, `path: old -> new`, and below each other what does not fit on one. */
export function fieldLines(fields: readonly FieldChange[], view: FieldView, options: RenderOptions): Line[] {
  return fields.flatMap(field => oneFieldLines(field, view, options));
}

const FIELD_INDENT = 4;

function oneFieldLines(field: FieldChange, view: FieldView, options: RenderOptions): Line[] {
  const path = pathText(field.path);
  const room = options.width - FIELD_INDENT - 2;
  if (field.op === 'change') {
    const [before, after] = [valueText(field.before), valueText(field.after)];
    if (before === after) return [dataLine(FIELD_INDENT, changedSign(), `${path}: ${after} (another value)`)];
    const fits = displayWidth(escapeTerminal(`${path}: ${before} -> ${after}`)) <= room;
    if (fits) return [dataLine(FIELD_INDENT, changedSign(), `${path}: `, styled('removed', before), ' -> ', styled('added', after))];
    return [
      dataLine(FIELD_INDENT, changedSign(), `${path}:`),
      ...valueLines(FIELD_INDENT + 4, '', field.before, REMOVED, options),
      ...valueLines(FIELD_INDENT + 4, '', field.after, ADDED, options),
    ];
  }
  if (view === 'whole') return valueLines(FIELD_INDENT, `${path}: `, field.after, UNMARKED, options);
  if (field.op === 'add') return valueLines(FIELD_INDENT, `${path}: `, field.after, ADDED, options);
  return valueLines(FIELD_INDENT, `${path}: `, field.before, REMOVED, options);
}

function changedSign(): Span {
  return styled('changed', '~ ');
}

/** How the lines of one value are marked: with a sign and colour in a difference, not at all in a new monitor. */
interface Marking {
  readonly sign: '- ' | '+ ' | '';
  readonly style?: Style;
}

const ADDED: Marking = {sign: '+ ', style: 'added'};
const REMOVED: Marking = {sign: '- ', style: 'removed'};
const UNMARKED: Marking = {sign: ''};

function valueLines(indent: number, label: string, value: JsonValue | undefined, {sign, style}: Marking, options: RenderOptions): Line[] {
  const room = options.width - indent - displayWidth(escapeTerminal(sign + label));
  return valueRows(value, room, options.verbosity === 'verbose').map((row, index) => {
    const text = index === 0 ? `${sign}${label}${row}` : `${' '.repeat(sign.length)}${row}`;
    return dataLine(indent, style === undefined ? text : styled(style, text));
  });
}

/** A JSON pointer for people: `targets[0].urls`, names that are no plain words in quotes. */
export function pathText(pointer: string): string {
  return fromPointer(pointer)
    .map((step, index) => {
      if (/^\d+$/.test(step)) return `[${step}]`;
      if (/^[\w-]+$/.test(step)) return index === 0 ? step : `.${step}`;
      return `[${JSON.stringify(step)}]`;
    })
    .join('');
}
