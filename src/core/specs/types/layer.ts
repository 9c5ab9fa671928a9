import type {MonitorCreateRequest, MonitorWebhook} from './monitor';
import type {SpecSync} from './spec';
import type {CrawlTarget, ScrapeTarget, SearchTarget} from './target';

/**
 * Members that specs inherit: `_defaults.yaml` of a folder, or `_overlay.ENVIRONMENT.yaml`. `null` removes an inherited
 * member.
 */
export interface Layer extends Partial<Omit<MonitorCreateRequest, 'name' | 'targets' | 'webhook'>> {
  targets?: LayerTargets;
  webhook?: LayerWebhook;
  sync?: LayerSync;
}

/** Members of targets, by type; each target of a spec inherits those of its type. */
export interface LayerTargets {
  scrape?: LayerScrapeTarget;
  crawl?: LayerCrawlTarget;
  search?: LayerSearchTarget;
}

/** Inherited by each target of type `scrape`. */
export interface LayerScrapeTarget extends Omit<ScrapeTarget, 'type' | 'id' | 'urls'> {}

/** Inherited by each target of type `crawl`. */
export interface LayerCrawlTarget extends Omit<CrawlTarget, 'type' | 'id' | 'url'> {}

/** Inherited by each target of type `search`. */
export interface LayerSearchTarget extends Omit<SearchTarget, 'type' | 'id' | 'queries'> {}

/** Where the service sends events. */
export interface LayerWebhook extends Partial<MonitorWebhook> {}

/** Settings of this tool; never sent to the service. */
export interface LayerSync extends Omit<SpecSync, 'key' | 'renamedFrom' | 'each'> {}
