/** What one monitor costs, as the service's public price list says. See the spec reference, "Credits". */
export interface CreditEstimate {
  /** Checks in 30 days; for schedules with unequal gaps the average over a fixed reference year, rounded up. */
  readonly checksPerMonth: number;
  readonly creditsPerCheck: number;
  readonly creditsPerMonth: number;
  /** The schedule's gaps are unequal, so the figures are averages and the service's own may differ. */
  readonly average: boolean;
  /** What is billed on top and not in the figures, in words, sorted. */
  readonly notIncluded: readonly string[];
}
