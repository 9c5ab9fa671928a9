import type {
  CrawlTarget,
  EmailNotification,
  MonitorCreateRequest,
  MonitorNotification,
  MonitorSchedule,
  MonitorWebhook,
  ScrapeTarget,
  SearchTarget,
} from './types';

/**
 * How the service answers a member:
 * - `always`: also where it was not sent, with its default or null. Absent from an answer, it is not known.
 * - `when-set`: absent from an answer, it is not set.
 * - `never`: it is answered as something else, or not at all.
 */
export type Answering = 'always' | 'when-set' | 'never';

/** How the members of an object are answered, and its members that are such objects. */
export interface AnsweredObject {
  readonly members: Readonly<Record<string, Answering>>;
  readonly objects?: Readonly<Record<string, AnsweredObject>>;
}

/** One entry for each member of a type. */
type MembersOf<Type> = Readonly<Record<keyof Type & string, Answering>>;

const SCHEDULE = {
  members: {cron: 'always', text: 'never', timezone: 'always'} satisfies MembersOf<MonitorSchedule>,
};

const WEBHOOK = {
  members: {url: 'always', headers: 'always', metadata: 'always', events: 'always'} satisfies MembersOf<MonitorWebhook>,
};

const EMAIL = {
  members: {enabled: 'always', recipients: 'always', includeDiffs: 'always'} satisfies MembersOf<EmailNotification>,
};

const NOTIFICATION = {
  members: {email: 'when-set'} satisfies MembersOf<MonitorNotification>,
  objects: {email: EMAIL},
};

/** How the service answers the members of a monitor. Targets: see {@link TARGET_ANSWERS}. */
export const MONITOR_ANSWERS = {
  members: {
    name: 'always',
    schedule: 'always',
    targets: 'always',
    webhook: 'always',
    notification: 'always',
    retentionDays: 'always',
    goal: 'always',
    judgeEnabled: 'always',
  } satisfies MembersOf<MonitorCreateRequest>,
  objects: {schedule: SCHEDULE, webhook: WEBHOOK, notification: NOTIFICATION},
};

/**
 * How the service answers the members of a target, by its type; what a service calls one may be any text. Each member of
 * `scrapeOptions` and `crawlOptions` is `when-set`: they are kept as they were sent.
 */
export const TARGET_ANSWERS: ReadonlyMap<string, AnsweredObject> = new Map<string, AnsweredObject>([
  ['scrape', {members: {id: 'always', type: 'always', urls: 'always', scrapeOptions: 'always'} satisfies MembersOf<ScrapeTarget>}],
  [
    'crawl',
    {
      members: {
        id: 'always',
        type: 'always',
        url: 'always',
        crawlOptions: 'always',
        scrapeOptions: 'always',
      } satisfies MembersOf<CrawlTarget>,
    },
  ],
  [
    'search',
    {
      members: {
        id: 'always',
        type: 'always',
        queries: 'always',
        searchWindow: 'always',
        maxResults: 'always',
        includeDomains: 'when-set',
        excludeDomains: 'when-set',
      } satisfies MembersOf<SearchTarget>,
    },
  ],
]);
