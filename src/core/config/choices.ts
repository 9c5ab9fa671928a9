/** Words and ranges that command line, library and GitHub Action take alike. Imports nothing: none of them loads the others for it. */

/** Warnings that `strict` turns into errors. */
export const STRICT_FAMILIES = ['service', 'all'] as const;

/** Ways to go on after a change was refused. */
export const ON_ERROR = ['continue', 'stop'] as const;

/** Ways to go on where a create may or may not have happened. */
export const ON_AMBIGUOUS = ['verify', 'retry', 'stop'] as const;

/** Numbers of creates that may be under way at once. */
export const CONCURRENCY = {min: 1, max: 64} as const;

/** Numbers of newest checks that are read of each monitor; 0 reads none. */
export const NEWEST_CHECKS = {min: 0, max: 100} as const;

/** Seconds that a create whose response was lost may be looked for. */
export const LOOKUP_SECONDS = {min: 0, max: 3600} as const;

/** Kinds of places for a state. */
export const STATE_PLACES = ['file', 'postgres', 's3'] as const;

/** Parts of what `changes` found that can be shown alone. */
export const SHOWN_CHANGES = ['meaningful', 'changed', 'failed'] as const;

/** Numbers of changed pages that `changes` shows, at most. */
export const SHOWN_LIMIT = {min: 1, max: 100_000} as const;

/** Numbers of requests that a run may be limited to. */
export const MOST_REQUESTS = {min: 1, max: 1_000_000} as const;

/** Credits that a run may cost at most. */
export const MAX_CREDITS = {min: 0, max: 999_999_999} as const;

/** Numbers of newest checks of each monitor that `tune` looks at. */
export const TUNED_CHECKS = {min: 1, max: 1000} as const;
