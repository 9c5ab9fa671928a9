import type {Place} from '../../diagnostics/diagnostic';

/** A rule of the team: what the monitors that it selects must have. Without `keys` and `labels` it selects all. */
export interface TeamRule {
  /**
   * Keys it applies to: `*` within a segment, `**` across segments.
   * @minLength 1
   * @maxLength 200
   * @example "prod/**"
   */
  keys?: string;
  /**
   * Labels it applies to: all must be equal.
   * @example {"team": "pricing"}
   */
  labels?: Record<string, string>;
  /**
   * Members that must be set.
   * @minItems 1
   * @maxItems 100
   * @example ["goal", "sync.labels.owner"]
   */
  require?: string[];
  /**
   * Allowed values of members, as globs; absent members are allowed.
   * @example {"webhook.url": ["https://alerts.example/**"]}
   */
  allow?: Record<string, AllowedValues>;
  /**
   * Least time between two checks.
   * @example "15 minutes"
   */
  minimumInterval?: string;
  /**
   * Credits per month of all selected monitors together.
   * @unit credits
   * @minimum 0
   * @example 5000
   */
  maxCreditsPerMonth?: number;
  /**
   * The reason, shown with each finding.
   * @minLength 1
   * @example "prod needs an owner"
   */
  message?: string;
  /**
   * Severity of its findings.
   * @default "error"
   * @example "warning"
   */
  severity?: 'error' | 'warning';
}

/**
 * Allowed values, as globs.
 * @minItems 1
 * @maxItems 100
 */
export type AllowedValues = ValueGlob[];

/**
 * A value, in which `*` stands for any text without `/`, `**` for any text, `?` for a character.
 * @maxLength 200
 */
export type ValueGlob = string;

/** A rule, and the place in the config that a finding about its whole group points at. */
export interface PlacedRule {
  readonly rule: TeamRule;
  readonly where: Place;
}
