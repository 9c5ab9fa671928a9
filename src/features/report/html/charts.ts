import type * as ECharts from 'echarts';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import {html, type Markup, trusted} from '../../../rendering/html/markup';
import {displayWidth} from '../../../rendering/text';
import type {DayFigures} from '../days';

/** A chart of the page: drawn for wide screens and paper, for tablets, and for narrow screens. */
interface Chart {
  readonly title: string;
  readonly wide: Drawing;
  readonly middle: Drawing;
  readonly narrow: Drawing;
}

/** One drawing, in units of its own that are pixels at full width. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly option: ECharts.EChartsOption;
}

/** Widths of drawings. */
export const WIDE = 960;
export const MIDDLE = 700;
export const NARROW = 340;

/** Draws a chart. Colours are the page's variables, so that dark screens and paper get their own. */
export function drawChart({title, wide, middle, narrow}: Chart): Markup {
  return html`<div class="chart">${draw(title, wide, 'wide')}${draw(title, middle, 'middle')}${draw(title, narrow, 'narrow')}</div>`;
}

function draw(title: string, {width, height, option}: Drawing, kind: 'wide' | 'middle' | 'narrow'): Markup {
  const chart = loadLibrary().init(null, null, {renderer: 'svg', ssr: true, width, height});
  try {
    chart.setOption({animation: false, ...option});
    const [, content = ''] = /^<svg[^>]*>([\s\S]*)<\/svg>\s*$/.exec(chart.renderToSVGString({useViewBox: true})) ?? [];
    const viewBox = `0 0 ${width} ${height}`;
    return html`<svg class="${kind}" viewBox="${viewBox}" role="img"><title>${title}</title>${trusted(strip(content))}</svg>`;
  } finally {
    chart.dispose();
  }
}

/** Within a tag of the library no quote stands for itself: texts are escaped. The page's policy allows no styles but its own. */
function strip(svg: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/, '')
    .replace(/<[a-z]+ [^>]*>/g, tag =>
      tag.replace(/ style="font-size:(\d+)px[^"]*"/, ' font-size="$1"').replace(/ (?:style|class|pointer-events|ecmeta_\w+)="[^"]*"/g, ''),
    )
    .replace(/\n+/g, '');
}

/** Loaded only here: it is large, and no other command draws. */
function loadLibrary(): Pick<typeof ECharts, 'init'> {
  return require('echarts') as typeof ECharts;
}

/** A name beside a bar, cut to what fits, without characters that are drawn as nothing. */
function label(text: string, widest: number): string {
  const visible = escapeTerminal(text);
  if (displayWidth(visible) <= widest) return visible;
  let cut = '';
  for (const character of visible) {
    if (displayWidth(cut + character) >= widest) break;
    cut += character;
  }
  return `${cut}…`;
}

/** A number for a narrow cell: `950`, `1.2k`, `13k`, `2M`. */
function compact(value: number): string {
  if (value < 1000) return String(value);
  const [unit, by] = value < 999_500 ? ['k', 1000] : ['M', 1_000_000];
  const scaled = value / (by as number);
  return `${scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)}${unit}`;
}

const AXIS = {axisLine: {show: false}, axisTick: {show: false}, splitLine: {show: false}};
const AXIS_LABEL = {color: 'var(--muted)', fontSize: 13, interval: 0} as const;

/** Shades from none to the most. */
export const SHADES = 5;

/** The shade of a value: 0 for none, else 1 to {@link SHADES}. */
export function shadeOf(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(1, Math.ceil((value / most) * SHADES));
}

/** One cell of a grid. */
interface GridCell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
}

/** A grid of shaded cells, each with its number. */
export function grid(
  columns: readonly string[],
  rows: readonly string[],
  cells: readonly GridCell[],
  size: {width: number; row: number},
): Drawing {
  const most = Math.max(1, ...cells.map(({value}) => value));
  const height = rows.length * size.row + 26;
  const category = (data: readonly string[]) => ({...AXIS, type: 'category' as const, data: [...data], axisLabel: AXIS_LABEL});
  const renderItem: ECharts.CustomSeriesRenderItem = ({dataIndex}, api) => {
    const {column = 0, row = 0, value = 0} = cells[dataIndex] ?? {};
    const [x = 0, y = 0] = api.coord([column, row]);
    const [width = 0, tall = 0] = (api.size?.([1, 1]) ?? []) as readonly number[];
    const shade = shadeOf(value, most);
    const shape = {x: x - width / 2 + 1, y: y - tall / 2 + 1, width: width - 2, height: tall - 2, r: 3};
    const text = {
      x,
      y,
      text: value === 0 ? '' : compact(value),
      fill: `var(--on-heat-${shade})`,
      fontSize: 11,
      align: 'center',
      verticalAlign: 'middle',
    };
    return {
      type: 'group',
      children: [
        {type: 'rect', shape, style: {fill: `var(--heat-${shade})`}},
        {type: 'text', style: text},
      ],
    } as ECharts.CustomSeriesRenderItemReturn;
  };
  return {
    width: size.width,
    height,
    option: {
      grid: {left: 40, right: 2, top: 24, bottom: 2},
      xAxis: {...category(columns), position: 'top'},
      yAxis: {...category(rows), inverse: true},
      series: [{type: 'custom', silent: true, renderItem, data: cells.map(({column, row, value}) => [column, row, value])}],
    },
  };
}

/** A row of bars. */
export interface BarRow {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** Lying bars, one for each value of a row, with the number at its end: the first series wide, the others narrow. */
export function lyingBars(rows: readonly BarRow[], width: number): Drawing {
  const isNarrow = width < MIDDLE;
  const [nameWidth, widest] = isNarrow ? [112, 12] : [220, 24];
  const count = rows[0]?.values.length ?? 1;
  const rowHeight = count > 1 ? 40 : 28;
  return {
    width,
    height: rows.length * rowHeight + 8,
    option: {
      grid: {left: nameWidth, right: isNarrow ? 56 : 90, top: 4, bottom: 4},
      xAxis: {type: 'value', show: false, min: 0},
      yAxis: {
        ...AXIS,
        type: 'category',
        inverse: true,
        data: rows.map(({name}) => label(name, widest)),
        axisLabel: {...AXIS_LABEL, color: 'var(--ink)', margin: 10},
      },
      series: Array.from({length: count}, (_, index) => ({
        type: 'bar' as const,
        silent: true,
        barWidth: index === 0 ? 14 : 8,
        barGap: '20%',
        itemStyle: {color: `var(--bar-${index})`, borderRadius: 2},
        label: {
          show: true,
          position: 'right' as const,
          color: 'var(--ink)',
          fontSize: 13,
          formatter: ({dataIndex}: {dataIndex: number}) => numberAt(rows, dataIndex, index),
        },
        data: rows.map(({values}) => values[index] ?? '-'),
      })),
    },
  };
}

function numberAt(rows: readonly BarRow[], row: number, index: number): string {
  const value = rows[row]?.values[index] ?? null;
  return value === null ? '' : value.toLocaleString('en-US');
}

/** Standing bars with names below; on narrow drawings every third name. */
export function standingBars(names: readonly string[], values: readonly number[], width: number): Drawing {
  const isNarrow = width < MIDDLE;
  const interval = isNarrow ? (index: number) => index % 3 === 0 : 0;
  return {
    width,
    height: isNarrow ? 150 : 190,
    option: {
      grid: {left: 4, right: 4, top: 20, bottom: 24},
      xAxis: {
        ...AXIS,
        type: 'category',
        data: [...names],
        axisLine: {show: true, lineStyle: {color: 'var(--line)'}},
        axisLabel: {...AXIS_LABEL, interval},
      },
      yAxis: {type: 'value', show: false, min: 0},
      series: [
        {
          type: 'bar',
          silent: true,
          barCategoryGap: '25%',
          itemStyle: {color: 'var(--bar-0)', borderRadius: [2, 2, 0, 0]},
          label: {
            show: !isNarrow,
            position: 'top',
            color: 'var(--ink)',
            fontSize: 11,
            formatter: ({dataIndex}: {dataIndex: number}) => compactOrNone(values[dataIndex] ?? 0),
          },
          data: [...values],
        },
      ],
    },
  };
}

function compactOrNone(value: number): string {
  return value === 0 ? '' : compact(value);
}

/** One kind of figures of days, and its colour. */
export interface DaySeries {
  /** A colour of the page, by name. */
  readonly color: string;
  readonly read: (day: DayFigures) => number;
}

/** Columns that a day's name takes. */
const DAY_WIDTH = 46;
/** Narrower bars have no number above them. */
const NUMBER_WIDTH = 26;

/** Standing bars by day, several kinds of figures one upon the other, with their sum above. */
export function dayBars(names: readonly string[], days: readonly DayFigures[], series: readonly DaySeries[], width: number): Drawing {
  const each = (width - 8) / Math.max(1, names.length);
  const every = Math.ceil(DAY_WIDTH / each);
  const sums = days.map(day => series.reduce((sum, {read}) => sum + read(day), 0));
  const last = series.length - 1;
  return {
    width,
    height: 150,
    option: {
      grid: {left: 4, right: 4, top: 20, bottom: 24},
      xAxis: {
        ...AXIS,
        type: 'category',
        data: [...names],
        axisLine: {show: true, lineStyle: {color: 'var(--line)'}},
        // Counted from the newest day on, which is the one that is looked for.
        axisLabel: {...AXIS_LABEL, interval: index => (names.length - 1 - index) % every === 0},
      },
      yAxis: {type: 'value', show: false, min: 0},
      series: series.map(({color, read}, index) => ({
        type: 'bar' as const,
        silent: true,
        stack: 'day',
        barCategoryGap: '25%',
        barMaxWidth: 72,
        itemStyle: {color: `var(--${color})`},
        label: {
          show: index === last && each >= NUMBER_WIDTH,
          position: 'top' as const,
          color: 'var(--ink)',
          fontSize: 11,
          formatter: ({dataIndex}: {dataIndex: number}) => compactOrNone(sums[dataIndex] ?? 0),
        },
        data: days.map(read),
      })),
    },
  };
}
