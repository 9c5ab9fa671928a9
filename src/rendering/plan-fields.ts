import {describePointer} from '../core/json/pointer';
import type {JsonValue} from '../core/json/value';
import type {FieldChange} from '../core/plan/diff';
import {escapeTerminal} from './escape-terminal';
import type {RenderOptions} from './render-options';
import {dataLine, displayWidth, type Line, type Span, type Style, styled} from './text';
import {limitsOf, valueRows, valueText} from './value-text';

/** Whether fields are those of a new monitor, or what differs from the recorded one. */
type FieldView = 'whole' | 'difference';

/** Describes where the value of a field was written, as far as it is worth to be shown. */
export type ShowOrigin = (field: FieldChange) => string | null;

/** Fields as lines: `path: value`, `path: old -> new`, and below each other what does not fit on one. Behind the first line of each the place where it was written. */
export function fieldLines(
  fields: readonly FieldChange[],
  view: FieldView,
  options: RenderOptions,
  showOrigin: ShowOrigin = () => null,
): Line[] {
  return fields.flatMap(field => {
    const origin = showOrigin(field);
    if (origin === null) return oneFieldLines(field, view, options);
    const [first, ...rest] = oneFieldLines(field, view, {...options, width: options.width - displayWidth(escapeTerminal(origin)) - 2});
    return first === undefined ? [] : [{...first, spans: [...first.spans, '  ', styled('faint', origin)]}, ...rest];
  });
}

/** A difference on one line, without its indent; null where it takes several. */
export function fieldLine(field: FieldChange, options: RenderOptions): Line | null {
  const [line, ...more] = oneFieldLines(field, 'difference', options);
  return line === undefined || more.length > 0 ? null : {...line, indent: 0};
}

/** Spaces before the lines of a change. */
export const FIELD_INDENT = 4;

function oneFieldLines(field: FieldChange, view: FieldView, options: RenderOptions): Line[] {
  const path = describePointer(field.path);
  const room = options.width - FIELD_INDENT - 2;
  const limits = options.limitsAt?.(field.path) ?? limitsOf(options.verbosity);
  const show = (indent: number, label: string, value: JsonValue | undefined, {sign, style}: Marking) => {
    const rows = valueRows(value, options.width - indent - displayWidth(escapeTerminal(sign + label)), limits);
    const texts = rows.map((row, index) => (index === 0 ? `${sign}${label}${row}` : `${' '.repeat(sign.length)}${row}`));
    return texts.map(text => dataLine(indent, style === undefined ? text : styled(style, text)));
  };
  if (field.op === 'change') {
    const [before, after] = [valueText(field.before), valueText(field.after)];
    if (before === after) return [dataLine(FIELD_INDENT, changedSign(), `${path}: ${after} (another value)`)];
    const fits = displayWidth(escapeTerminal(`${path}: ${before} -> ${after}`)) <= room;
    if (fits) return [dataLine(FIELD_INDENT, changedSign(), `${path}: `, styled('removed', before), ' -> ', styled('added', after))];
    const both = [...show(FIELD_INDENT + 4, '', field.before, REMOVED), ...show(FIELD_INDENT + 4, '', field.after, ADDED)];
    return [dataLine(FIELD_INDENT, changedSign(), `${path}:`), ...both];
  }
  if (view === 'whole') return show(FIELD_INDENT, `${path}: `, field.after, UNMARKED);
  if (field.op === 'add') return show(FIELD_INDENT, `${path}: `, field.after, ADDED);
  return show(FIELD_INDENT, `${path}: `, field.before, REMOVED);
}

function changedSign(): Span {
  return styled('changed', '~ ');
}

/** Marks on the lines of one value: a sign and colour in a difference, none in a new monitor. */
interface Marking {
  readonly sign: '- ' | '+ ' | '';
  readonly style?: Style;
}

const ADDED: Marking = {sign: '+ ', style: 'added'};
const REMOVED: Marking = {sign: '- ', style: 'removed'};
const UNMARKED: Marking = {sign: ''};
