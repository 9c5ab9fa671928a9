import {isObject, type JsonObject, type JsonValue, member} from '../json/value';
import {hasGoal} from './credits';
import {foldScheduleText} from './schedule/text';

/**
 * The form in which bodies are compared: the defaults of the service document filled in, white space and case that the
 * service does not keep taken away, so that writing a default out is no change. What is sent is never this form. Keeps
 * unknown members and values of a wrong type as they are; never throws. Normalizing twice is the same as once.
 */
export function normalizeBody(body: JsonObject): JsonObject {
  const {schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled} = body;
  return {
    ...body,
    ...(schedule === undefined ? {} : {schedule: normalizeSchedule(schedule)}),
    ...(targets === undefined ? {} : {targets: isList(targets) ? targets.map(normalizeTarget) : targets}),
    webhook: webhook === undefined ? null : normalizeWebhook(webhook),
    notification: notification === undefined ? {} : normalizeNotification(notification),
    retentionDays: retentionDays ?? 30,
    goal: typeof goal === 'string' ? goal.trim() || null : (goal ?? null),
    judgeEnabled: judgeEnabled ?? hasGoal(body),
  };
}

function normalizeSchedule(schedule: JsonValue): JsonValue {
  if (!isObject(schedule)) return schedule;
  const text = member(schedule, 'text');
  return {
    ...schedule,
    ...(typeof text === 'string' ? {text: foldScheduleText(text)} : {}),
    timezone: member(schedule, 'timezone') ?? 'UTC',
  };
}

function normalizeWebhook(webhook: JsonValue): JsonValue {
  if (!isObject(webhook)) return webhook;
  return {headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed'], ...webhook, ...trimMember(webhook, 'url')};
}

function normalizeNotification(notification: JsonValue): JsonValue {
  const email = member(notification, 'email');
  if (!isObject(notification) || !isObject(email)) return notification;
  return {...notification, email: {enabled: false, recipients: [], includeDiffs: false, ...email}};
}

function normalizeTarget(target: JsonValue): JsonValue {
  if (!isObject(target)) return target;
  switch (member(target, 'type')) {
    case 'scrape':
      return {scrapeOptions: {}, ...target, ...mapTexts(target, 'urls', text => text.trim())};
    case 'crawl':
      return {
        scrapeOptions: {},
        ...target,
        ...trimMember(target, 'url'),
        crawlOptions: normalizeCrawlOptions(member(target, 'crawlOptions')),
      };
    case 'search':
      return dropNoDomains({
        maxResults: 10,
        searchWindow: '24h',
        ...target,
        ...mapTexts(target, 'includeDomains', foldDomain),
        ...mapTexts(target, 'excludeDomains', foldDomain),
      });
    default:
      return target;
  }
}

/** What a known service fills in where a crawl has options; one without any crawls by the same. */
const CRAWL_DEFAULTS: JsonObject = {
  limit: 10_000,
  sitemap: 'include',
  includePaths: [],
  excludePaths: [],
  allowSubdomains: false,
  allowExternalLinks: false,
  ignoreRobotsTxt: false,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  regexOnFullURL: false,
};

function normalizeCrawlOptions(options: JsonValue | undefined): JsonValue {
  if (options === undefined) return CRAWL_DEFAULTS;
  return isObject(options) ? {...CRAWL_DEFAULTS, ...options} : options;
}

/** No domains are the same as none given. */
function dropNoDomains(target: JsonObject): JsonObject {
  const isNone = (name: string, value: JsonValue) => name.endsWith('Domains') && isList(value) && value.length === 0;
  return Object.fromEntries(Object.entries(target).filter(([name, value]) => !isNone(name, value)));
}

function foldDomain(domain: string): string {
  return domain.trim().toLowerCase();
}

function trimMember(object: JsonObject, name: string): JsonObject {
  const text = member(object, name);
  return typeof text === 'string' ? {[name]: text.trim()} : {};
}

function mapTexts(object: JsonObject, name: string, change: (text: string) => string): JsonObject {
  const list = member(object, name);
  return isList(list) ? {[name]: list.map(item => (typeof item === 'string' ? change(item) : item))} : {};
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
