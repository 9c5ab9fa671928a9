/**
 * The service's create-monitor request, field for field, and our own member `sync`: the single source of
 * `schemas/`, of what editors show on hover, and of docs/spec-reference.md. Doc comments are user documentation; their
 * tags (`@minimum`, `@maxLength`, `@default`, `@unit`, `@example`, ...) drive the schemas.
 */
export type * from './types/action';
export type * from './types/answer';
export type * from './types/format';
export type * from './types/monitor';
export type * from './types/scrape-options';
export type * from './types/spec';
export type * from './types/target';
