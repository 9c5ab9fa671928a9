import type {Count} from '../../core/json/count';
import type {Plan} from '../../core/plan/change';

// Type aliases rather than interfaces: see the document of a plan.

/** Costs in credits per month of 30 days: an upper bound by the service's price list. */
export type PlanEstimateDocument = {
  /**
   * All monitors after apply.
   * @minimum 0
   * @example 32880
   */
  readonly creditsPerMonth: number;
  /**
   * All monitors now.
   * @minimum 0
   * @example 27120
   */
  readonly before: number;
  /** What has a known price, and the service's own estimate leaves out: the budget counts both. */
  readonly billedBesides: BilledBesidesDocument;
  /** Whether unchanged pages are free, where the service was asked and says so. */
  readonly unchangedPagesFree?: boolean;
  /**
   * The budget of the config file, if it has one.
   * @minimum 0
   * @example 50000
   */
  readonly budget?: number;
  /** `actual` if the budget counts what was charged; absent if it counts the estimate. */
  readonly budgetBy?: 'actual';
  /** Budgets by keys, in the order of the config file; absent if it has none. */
  readonly keyBudgets?: readonly KeyBudgetDocument[];
  /** What the newest checks were charged, with `--checks`. */
  readonly actual?: ActualCostsDocument;
  /**
   * Costs that the figures do not include, sorted.
   * @example ["PDF pages (1 credit each)"]
   */
  readonly notIncluded: readonly string[];
  /** The monitors that the plan touches, sorted by key. */
  readonly monitors: readonly MonitorEstimateDocument[];
};

/** A budget of the monitors whose keys a glob matches, with what the service's estimate leaves out. */
export type KeyBudgetDocument = {
  /**
   * The glob.
   * @example "pricing/**"
   */
  readonly keys: string;
  /**
   * Credits per month.
   * @minimum 0
   * @example 9000
   */
  readonly budget: number;
  /** Monitors that have such a key, also those that are held back or go. */
  readonly monitors: Count;
  /**
   * After apply; by what was charged if `budgetBy` is `actual`.
   * @minimum 0
   * @example 8640
   */
  readonly creditsPerMonth: number;
  /**
   * Now.
   * @minimum 0
   * @example 7200
   */
  readonly before: number;
};

/** What is billed on top of the service's own estimate, at a known price. */
export type BilledBesidesDocument = {
  /**
   * Credits a month after apply.
   * @minimum 0
   * @example 41760
   */
  readonly creditsPerMonth: number;
  /**
   * What it is, sorted.
   * @example ["X pages (29 credits each)"]
   */
  readonly of: readonly string[];
};

/** What the monitors will cost a month after apply, by what their newest checks were charged. */
export type ActualCostsDocument = {
  /** Newest checks that were asked for, of each monitor. */
  readonly newest: Count;
  /**
   * All monitors; the estimate for those that are new, edited or unknown.
   * @minimum 0
   * @example 11200
   */
  readonly creditsPerMonth: number;
  /** Monitors that are counted by the estimate. */
  readonly estimated: Count;
  /** The other monitors, sorted by key. */
  readonly monitors: readonly ActualCostDocument[];
};

/** What one monitor costs by its newest checks. */
export type ActualCostDocument = {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * The estimate, scaled by what was charged.
   * @minimum 0
   * @example 120
   */
  readonly creditsPerMonth: number;
  /**
   * Credits per month by the price list.
   * @minimum 0
   * @example 360
   */
  readonly estimate: number;
  /** Checks that have both figures. */
  readonly checks: Count;
  /** Start of the oldest of them. */
  readonly since: string | null;
};

/** Costs of one monitor. */
export type MonitorEstimateDocument = {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * Credits per month.
   * @minimum 0
   * @example 5760
   */
  readonly creditsPerMonth: number;
  /**
   * Checks per month.
   * @minimum 0
   * @example 1440
   */
  readonly checksPerMonth: number;
};

/** Makes the document of what a plan costs. */
export function toEstimate({estimate}: Plan): PlanEstimateDocument {
  const {creditsPerMonth, before, billedBesides, unchangedPagesFree, budget, budgetBy, keyBudgets, actual, notIncluded, monitors} =
    estimate;
  return {
    creditsPerMonth,
    before,
    billedBesides: {creditsPerMonth: billedBesides.creditsPerMonth, of: billedBesides.of},
    ...(unchangedPagesFree === undefined ? {} : {unchangedPagesFree}),
    ...(budget === undefined ? {} : {budget}),
    ...(budgetBy === undefined ? {} : {budgetBy}),
    ...(keyBudgets === undefined ? {} : {keyBudgets}),
    ...(actual === undefined ? {} : {actual}),
    notIncluded,
    monitors: monitors.map(({key, creditsPerMonth: credits, checksPerMonth}) => ({key, creditsPerMonth: credits, checksPerMonth})),
  };
}
