import type {MonitorTarget} from './target';

/** The body of the create-monitor request (Firecrawl API, "MonitorCreateRequest"). */
export interface MonitorCreateRequest {
  /**
   * Name in the service.
   * @maxLength 256
   * @example "Acme pricing"
   */
  name: string;
  schedule: MonitorSchedule;
  /**
   * Plain-language goal that changed pages are judged against. Required for search targets, unless `judgeEnabled` is
   * false.
   * @maxLength 2000
   * @filledIn null
   * @kept trimmedOrNull
   * @example "Tell me when a price changes"
   */
  goal?: string | null;
  /**
   * Judge changed pages against `goal`; default: true if there is a goal.
   * @example false
   */
  judgeEnabled?: boolean;
  /**
   * Pages, crawls and searches of each check.
   * @minItems 1
   * @maxItems 50
   * @example [{"type": "scrape", "urls": ["https://acme.example/pricing"]}]
   */
  targets: MonitorTarget[];
  /**
   * @filledIn null
   */
  webhook?: MonitorWebhook;
  /**
   * @filledIn {}
   */
  notification?: MonitorNotification;
  /**
   * Retention of check results.
   * @unit days
   * @asType integer
   * @minimum 1
   * @maximum 365
   * @default 30
   * @filledIn
   * @example 90
   */
  retentionDays?: number;
}

/**
 * When checks run: exactly one of `cron` and `text` (Firecrawl API, "MonitorSchedule").
 * @example {"text": "every 30 minutes"}
 */
export interface MonitorSchedule {
  /**
   * Cron expression with five fields, in quotes: minute, hour, day of month, month, day of week. Runs are at least 5
   * minutes apart.
   * @example "0 6 * * 1-5"
   */
  cron?: string;
  /**
   * One of `every 30 minutes`, `every 15 minutes starting at :07`, `hourly`, `every 2 hours`, `daily`,
   * `daily at 9:00`, `daily at 9am`, `daily at 5:30 PM`, `weekly`.
   * @answered never
   * @kept foldedSchedule
   * @offer ["every 30 minutes", "every 15 minutes starting at :07", "hourly", "every 2 hours", "daily", "daily at 9:00", "daily at 5:30 PM", "weekly"]
   * @example "every 30 minutes"
   */
  text?: string;
  /**
   * IANA time zone of the schedule.
   * @default "UTC"
   * @filledIn
   * @example "Europe/Berlin"
   */
  timezone?: string;
}

/** Where the service sends events (Firecrawl API, "MonitorWebhook"). */
export interface MonitorWebhook {
  /**
   * URL of the receiver; path and query are secret, may contain `${env:NAME}`.
   * @kept trimmed
   * @secret allButHost
   * @references
   * @example "https://hooks.example.com/acme"
   */
  url: string;
  /**
   * HTTP headers; values are secret, may contain `${env:NAME}`.
   * @filledIn {}
   * @secret
   * @references inValues
   * @example {"Authorization": "Bearer ${env:WEBHOOK_TOKEN}"}
   */
  headers?: Record<string, string>;
  /**
   * Your own values, added to each event; may contain `${env:NAME}`.
   * @filledIn {}
   * @references inValues
   * @example {"team": "pricing"}
   */
  metadata?: Record<string, unknown>;
  /**
   * Events to send; default: all.
   * @list set
   * @filledIn ["monitor.page", "monitor.check.completed"]
   * @example ["monitor.check.completed"]
   */
  events?: MonitorEvent[];
}

/** `monitor.page`: result of one page; `monitor.check.completed`: end of a check. */
export type MonitorEvent = 'monitor.page' | 'monitor.check.completed';

/** Notifications to people (Firecrawl API, "MonitorNotification"). */
export interface MonitorNotification {
  /**
   * @answered whenSet
   */
  email?: EmailNotification;
  /**
   * @foreign
   */
  slack?: SlackNotification;
}

/** Messages to Slack; the documentation calls them a setting of the dashboard. A spec without it leaves the service's alone. */
export interface SlackNotification {
  /**
   * Send messages.
   * @default false
   * @filledIn
   * @example true
   */
  enabled?: boolean;
  /**
   * Id of the channel.
   * @maxLength 64
   * @example "C0123456789"
   */
  channelId?: string;
  /**
   * Name of the channel.
   * @maxLength 128
   * @example "#pricing"
   */
  channelName?: string;
}

/** E-mail summaries of checks. */
export interface EmailNotification {
  /**
   * Send e-mail.
   * @default false
   * @filledIn
   * @example true
   */
  enabled?: boolean;
  /**
   * E-mail addresses.
   * @maxItems 25
   * @list set
   * @filledIn []
   * @example ["team@example.com"]
   */
  recipients?: EmailAddress[];
  /**
   * Include details of changed pages.
   * @default false
   * @filledIn
   * @example true
   */
  includeDiffs?: boolean;
}

/**
 * An e-mail address.
 * @format email
 */
export type EmailAddress = string;
