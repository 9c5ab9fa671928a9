import type {JsonValue} from '../core/json/value';
import type {CheckLog} from './check-log';
import type {CheckClock} from './clock';
import type {Deliveries} from './deliveries';
import type {AnswerStyle} from './faults/script';
import type {EmulatorWorld} from './ports';
import type {PageCache} from './scrape/page-cache';
import type {Site} from './site/site';
import type {MonitorStore} from './store';
import type {CreditAccount} from './team-credits';

/** The request and the surroundings of an operation. */
export interface Operating {
  readonly store: MonitorStore;
  readonly checks: CheckLog;
  /** The clock of checks, and of the site's pages. */
  readonly clock: CheckClock;
  readonly credits: CreditAccount;
  readonly deliveries: Deliveries;
  readonly site: Site;
  readonly cache: PageCache;
  readonly world: EmulatorWorld;
  readonly style: Required<AnswerStyle>;
  /** The team of the request's key. */
  readonly team: number;
  /** The id in the path, as it was sent; empty where the path has none. */
  readonly id: string;
  /** The id of the check in the path. */
  readonly checkId: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonValue | undefined;
}
