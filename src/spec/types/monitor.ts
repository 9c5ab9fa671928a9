import type {MonitorTarget} from './target';

/** The body of the create-monitor request (service document, "MonitorCreateRequest"). */
export interface MonitorCreateRequest {
  /**
   * What the monitor is called in the service.
   * @maxLength 256
   * @example "Acme pricing"
   */
  name: string;
  schedule: MonitorSchedule;
  /**
   * Plain-language goal by which changed pages are judged to be meaningful or not. Search targets need one, unless
   * `judgeEnabled` is false.
   * @maxLength 2000
   * @filledIn null
   * @kept trimmedOrNull
   * @example "Tell me when a price changes"
   */
  goal?: string | null;
  /**
   * Whether changed pages are judged against `goal`; needs a goal that is not empty. Left out, judging is on when there
   * is a goal.
   * @example false
   */
  judgeEnabled?: boolean;
  /**
   * What each check looks at.
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
   * How long results of checks are kept.
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
 * When checks run: exactly one of `cron` and `text` (service document, "MonitorSchedule").
 * @example {"text": "every 30 minutes"}
 */
export interface MonitorSchedule {
  /**
   * Five-field cron expression in the schedule's time zone: minute, hour, day of month, month, day of week. Runs are
   * at least 5 minutes apart. Quote it: a bare `*` means something else in YAML.
   * @example "0 6 * * 1-5"
   */
  cron?: string;
  /**
   * Schedule in words: `every 30 minutes`, `every 15 minutes starting at :07`, `hourly`, `every 2 hours`, `daily`,
   * `daily at 9:00`, `daily at 9am`, `daily at 5:30 PM`, `weekly`.
   * @answered never
   * @kept foldedSchedule
   * @example "every 30 minutes"
   */
  text?: string;
  /**
   * IANA name of the time zone in which the schedule is meant.
   * @default "UTC"
   * @filledIn
   * @example "Europe/Berlin"
   */
  timezone?: string;
}

/** Where the service sends events (service document, "MonitorWebhook"). */
export interface MonitorWebhook {
  /**
   * Address that events are sent to. May hold `${env:NAME}`. Its path and query are treated as a secret.
   * @kept trimmed
   * @secret allButHost
   * @references
   * @example "https://hooks.example.com/acme"
   */
  url: string;
  /**
   * HTTP headers sent along. Values may hold `${env:NAME}` and are treated as secrets.
   * @filledIn {}
   * @secret
   * @references inValues
   * @example {"Authorization": "Bearer ${env:WEBHOOK_TOKEN}"}
   */
  headers?: Record<string, string>;
  /**
   * Your own values, included in each payload. Values may hold `${env:NAME}`.
   * @filledIn {}
   * @references inValues
   * @example {"team": "pricing"}
   */
  metadata?: Record<string, unknown>;
  /**
   * Which events are sent; left out, all of them.
   * @list set
   * @filledIn ["monitor.page", "monitor.check.completed"]
   * @example ["monitor.check.completed"]
   */
  events?: MonitorEvent[];
}

/** `monitor.page`: what became of one page; `monitor.check.completed`: a check is through. */
export type MonitorEvent = 'monitor.page' | 'monitor.check.completed';

/** Who is notified (service document, "MonitorNotification"). */
export interface MonitorNotification {
  /**
   * @answered whenSet
   */
  email?: EmailNotification;
}

/** E-mail summaries of checks. */
export interface EmailNotification {
  /**
   * Whether e-mail is sent.
   * @default false
   * @filledIn
   * @example true
   */
  enabled?: boolean;
  /**
   * E-mail addresses of those who get it.
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
