import type {MonitorNotification, MonitorWebhook} from './monitor';
import type {MonitorTarget} from './target';

/** A monitor as the service answers it (service document, "Monitor (response object)"). */
export interface Monitor {
  /** UUID of the monitor. */
  id: string;
  name: string;
  status: MonitorStatus;
  /** Always with `cron`: a schedule in words comes back as a cron expression. */
  schedule: {cron: string; timezone: string};
  /** ISO 8601 time. */
  nextRunAt: string | null;
  /** ISO 8601 time. */
  lastRunAt: string | null;
  /** UUID of the check that is running. */
  currentCheckId: string | null;
  targets: MonitorTarget[];
  /** Firecrawl answers null for a monitor without a webhook, where the document shows none. */
  webhook?: MonitorWebhook | null;
  notification?: MonitorNotification | null;
  /** Days. */
  retentionDays: number;
  /** Upper bound; less with judging, which is billed for changed pages that are judged only. */
  estimatedCreditsPerMonth: number | null;
  lastCheckSummary?: MonitorSummary | null;
  goal: string | null;
  judgeEnabled: boolean;
  /** ISO 8601 time. */
  createdAt: string;
  /** ISO 8601 time. */
  updatedAt: string;
}

/** Whether a monitor runs. */
export type MonitorStatus = 'active' | 'paused' | 'deleted';

/** How many pages the last check found in which state (service document, "MonitorSummary"). */
export interface MonitorSummary {
  totalPages: number;
  same: number;
  changed: number;
  new: number;
  removed: number;
  error: number;
}

/** What create-monitor answers with status 200. */
export interface MonitorResponse {
  success: boolean;
  data: Monitor;
}

/** What the service answers with every status but 2xx (service document, "Error body"). */
export interface ErrorBody {
  success: false;
  /** For people; matched on together with the status. */
  error: string;
  /** Faults by field, where there are any; its shape is not documented. */
  details?: unknown;
  /** Some endpoints add one, e.g. `SCRAPE_NO_CACHED_DATA`. */
  code?: string;
}
