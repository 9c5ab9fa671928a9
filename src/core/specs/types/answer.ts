import type {MonitorNotification, MonitorWebhook} from './monitor';
import type {MonitorTarget} from './target';

/** A monitor in an answer of the service (Firecrawl API, "Monitor (response object)"). */
export interface Monitor {
  /** UUID of the monitor. */
  id: string;
  name: string;
  status: MonitorStatus;
  /** Always with `cron`; the service converts `text`. */
  schedule: {cron: string; timezone: string};
  /** ISO 8601 time. */
  nextRunAt: string | null;
  /** ISO 8601 time. */
  lastRunAt: string | null;
  /** UUID of the running check. */
  currentCheckId: string | null;
  targets: MonitorTarget[];
  /** Null for a monitor without a webhook, against the documentation. */
  webhook?: MonitorWebhook | null;
  notification?: MonitorNotification | null;
  /** Days. */
  retentionDays: number;
  /** Upper bound: judging is billed only for changed pages. */
  estimatedCreditsPerMonth: number | null;
  lastCheckSummary?: MonitorSummary | null;
  goal: string | null;
  judgeEnabled: boolean;
  /** ISO 8601 time. */
  createdAt: string;
  /** ISO 8601 time. */
  updatedAt: string;
}

/** Status of a monitor. */
export type MonitorStatus = 'active' | 'paused' | 'deleted';

/** Pages of the last check by result (Firecrawl API, "MonitorSummary"). */
export interface MonitorSummary {
  totalPages: number;
  same: number;
  changed: number;
  new: number;
  removed: number;
  error: number;
}

/** Answer to create-monitor with status 200. */
export interface MonitorResponse {
  success: boolean;
  data: Monitor;
}

/** Answer of the service with any status except 2xx (Firecrawl API, "Error body"). */
export interface ErrorBody {
  success: false;
  /** Text for people; matched together with the status. */
  error: string;
  /** Errors by field; its shape is not documented. */
  details?: unknown;
  /** Only from some endpoints, e.g. `SCRAPE_NO_CACHED_DATA`. */
  code?: string;
}
