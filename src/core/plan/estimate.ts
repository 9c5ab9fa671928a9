import type {ChargedCredits} from '../specs/credits';
import type {Key} from '../specs/desired-monitor';

/** The budget, and the figures that it is held against. */
export interface BudgetInput {
  /** Credits a month that no change may raise the cost above. */
  readonly budget?: number | undefined;
  /** `actual`: what was {@link charged} counts where it is known. Default: `estimate`. */
  readonly budgetBy?: 'estimate' | 'actual' | undefined;
  /** Credits a month that the monitors whose keys a glob matches may cost, each held as {@link budget} is. */
  readonly keyBudgets?: {readonly [glob: string]: number} | undefined;
  /** The members of the config that have the limits of this environment, where it has its own. */
  readonly ownLimits?: {readonly budget?: string; readonly safety?: string} | undefined;
  /** Charges of the newest checks; absent where they were not read. */
  readonly charged?: Charges | undefined;
}

/** Charges of the newest checks of monitors. */
export interface Charges {
  /** Number of checks of each monitor that were requested. */
  readonly newest: number;
  readonly monitors: ReadonlyMap<Key, ChargedCredits>;
}

/** Credits of the monitors per month, as the service estimates: an upper bound, but for what it leaves out. */
export interface PlanEstimate {
  /** After apply. */
  readonly creditsPerMonth: number;
  /** Now. */
  readonly before: number;
  /** Credits with a known price that the service's estimate leaves out; the budget counts them. */
  readonly billedBesides: {
    /** After apply. */
    readonly creditsPerMonth: number;
    /** Now. */
    readonly before: number;
    /** In words, sorted. */
    readonly of: readonly string[];
  };
  /** Whether the service says that unchanged pages are free; absent where it was not asked or does not say. */
  readonly unchangedPagesFree?: boolean;
  readonly budget?: number;
  /** The budget counts what was charged where that is known; absent: it counts the estimate. */
  readonly budgetBy?: 'actual';
  /** Budgets by keys, in the order of the config; absent where it has none. */
  readonly keyBudgets?: readonly KeyBudget[];
  /** By what checks were charged; absent where they were not read. */
  readonly actual?: ActualCosts;
  /** Costs that the figures do not include, sorted. */
  readonly notIncluded: readonly string[];
  /** Of the monitors that the plan touches, sorted by key. */
  readonly monitors: readonly {readonly key: Key; readonly creditsPerMonth: number; readonly checksPerMonth: number}[];
}

/** A budget of the monitors whose keys a glob matches, and the figures that it is held against, with what the estimate leaves out. */
export interface KeyBudget {
  readonly keys: string;
  readonly budget: number;
  /** Monitors that have such a key, also those that are held back or go. */
  readonly monitors: number;
  /** After apply. */
  readonly creditsPerMonth: number;
  /** Now. */
  readonly before: number;
}

/** Credits of the monitors per month after apply, by the charges of their newest checks. */
export interface ActualCosts {
  /** Number of checks of each monitor that were requested. */
  readonly newest: number;
  /** All of them; the estimate, with what it leaves out, for those of which nothing is known. */
  readonly creditsPerMonth: number;
  /** Those of which it is known, sorted by key. */
  readonly monitors: readonly {
    readonly key: Key;
    readonly creditsPerMonth: number;
    readonly estimate: number;
    /** The checks it goes by, and when the oldest began. */
    readonly checks: number;
    readonly since: string | null;
  }[];
  /** Number of monitors counted by the estimate: new, edited, or without checks that have both figures. */
  readonly estimated: number;
}
