import {UserError} from '../../core/diagnostics/user-error';
import type {Key} from '../../core/specs/desired-monitor';
import type {MonitorStatusDocument, PageCountsDocument, StatusDocument} from './status-document';

/** Names that every series has, and the labels of a monitor. */
interface SeriesNames {
  readonly environment: string;
  readonly labelsOf: (key: Key) => Readonly<Record<string, string>>;
}

/** The text for a scraper, and what is not in it, in a sentence; null where all is. */
interface StatusMetrics {
  readonly text: string;
  readonly dropped: string | null;
}

/** Most series of one text: a server that scrapes keeps each of them for long. */
const MOST_SERIES = 10_000;

const PAGE_RESULTS = ['same', 'changed', 'new', 'removed', 'error'] as const satisfies readonly (keyof PageCountsDocument)[];

/**
 * The health of monitors as OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/): of the service only numbers are in
 * it. Above 10,000 series, pages are summed by folder; if that is not enough, only whether a monitor fails and its last run are left.
 * Throws `UserError` for two labels with one name there.
 */
export function renderStatusMetrics({monitors}: StatusDocument, names: SeriesNames): StatusMetrics {
  const labelled = new LabelNames();
  const own = new Map(monitors.map(({key}) => [key, labelled.write({key, environment: names.environment}, names.labelsOf(key))]));
  const each = (name: MetricName, read: (monitor: MonitorStatusDocument) => number | null): Metric => ({
    name,
    series: monitors.flatMap(monitor => {
      const value = read(monitor);
      return value === null ? [] : [{labels: own.get(monitor.key) ?? '', value}];
    }),
  });
  const kept = [each('monitors_failing', isFailing), each('monitors_last_run_timestamp_seconds', lastRun)];
  const small = [each('monitors_up', isUp), ...kept, each('monitors_credits_estimated', one => one.estimatedCreditsPerMonth)];
  const pages = (labelsOf: (monitor: MonitorStatusDocument) => string) => sumPages(monitors, labelsOf);
  const forms: readonly (readonly [metrics: readonly Metric[], dropped: string | null])[] = [
    [[...small, pages(({key}) => own.get(key) ?? '')], null],
    [
      [...small, pages(({key}) => labelled.write({folder: folderOf(key), environment: names.environment}, {}))],
      'pages are summed by folder',
    ],
    [kept, 'only monitors_failing and monitors_last_run_timestamp_seconds are here'],
  ];
  const fits = ([metrics]: (typeof forms)[number]) => metrics.reduce((sum, {series}) => sum + series.length, 0) <= MOST_SERIES;
  const [metrics, left] = forms.find(fits) ?? (forms[2] as (typeof forms)[number]);
  const dropped = left === null ? null : `more than 10,000 series: ${left}`;
  const note = dropped === null ? [] : [`# ${dropped}`];
  return {text: `${[...note, ...metrics.flatMap(writeMetric), '# EOF'].join('\n')}\n`, dropped};
}

/** Whether the text of a file is one of these, which a newer one may replace. */
export function isStatusMetrics(text: string): boolean {
  return /^(?:# more than 10,000 series: [^\n]*\n)?# TYPE monitors_(?:up|failing) gauge\n/.test(text);
}

const HELP = {
  monitors_up: 'Whether the service has the monitor and its last check worked.',
  monitors_failing: 'Whether the last check failed, with all its pages, or was skipped for lack of credits.',
  monitors_last_run_timestamp_seconds: 'End of the last check.',
  monitors_credits_estimated: 'Credits a month, as the service estimates.',
  monitors_pages: 'Pages of the last check by result.',
} as const;

type MetricName = keyof typeof HELP;

interface Metric {
  readonly name: MetricName;
  readonly series: readonly Series[];
}

interface Series {
  /** `a="b",c="d"`. */
  readonly labels: string;
  readonly value: number;
}

function writeMetric({name, series}: Metric): string[] {
  const unit = name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : [];
  return [
    `# TYPE ${name} gauge`,
    ...unit,
    `# HELP ${name} ${HELP[name]}`,
    ...series.map(({labels, value}) => `${name}{${labels}} ${value}`),
  ];
}

function isFailing({status, failing}: MonitorStatusDocument): number | null {
  return status === null || failing === null ? null : Number(failing);
}

function isUp({status, failing}: MonitorStatusDocument): number | null {
  return status === null ? 0 : failing === null ? null : Number(!failing);
}

function lastRun({lastRunAt}: MonitorStatusDocument): number | null {
  const at = lastRunAt === null ? Number.NaN : Date.parse(lastRunAt);
  return Number.isNaN(at) ? null : at / 1000;
}

/** Pages of the monitors that `labelsOf` gives the same labels. */
function sumPages(monitors: readonly MonitorStatusDocument[], labelsOf: (monitor: MonitorStatusDocument) => string): Metric {
  const sums = new Map<string, number>();
  for (const monitor of monitors) {
    const {pages} = monitor;
    if (pages === null) continue;
    const labels = labelsOf(monitor);
    for (const result of PAGE_RESULTS) {
      const one = `${labels},status="${result}"`;
      sums.set(one, (sums.get(one) ?? 0) + pages[result]);
    }
  }
  return {name: 'monitors_pages', series: [...sums].map(([labels, value]) => ({labels, value}))};
}

function folderOf(key: Key): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** Names of labels as OpenMetrics takes them, each for one label of the specs. */
class LabelNames {
  readonly #sources = new Map<string, string>();

  /** Writes what a series is of; `labels` are those of the specs, each as `label_NAME`. */
  write(identity: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): string {
    const own = Object.entries(labels).map(([label, value]) => [this.#nameOf(label), value] as const);
    return [...Object.entries(identity), ...own].map(([name, value]) => `${name}="${escapeValue(value)}"`).join(',');
  }

  #nameOf(label: string): string {
    const name = `label_${label.replace(/[^A-Za-z0-9_]/g, '_')}`;
    const before = this.#sources.get(name) ?? label;
    if (before !== label) {
      const hint = 'give one of them another name in `sync.labels`';
      throw new UserError('config/usage', `the labels "${before}" and "${label}" are both ${name} for Prometheus`, hint);
    }
    this.#sources.set(name, label);
    return name;
  }
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
