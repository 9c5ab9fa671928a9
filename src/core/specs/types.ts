/**
 * The service's create-monitor request and our member `sync`: the single source of `schemas/`, of editor hovers and of
 * docs/spec-reference.md. Doc comments are user documentation; their tags (`@minimum`, `@maxLength`, `@default`,
 * `@unit`, `@example`, ...) go into the schemas.
 */
export type * from './types/action';
export type * from './types/answer';
export type * from './types/data';
export type * from './types/format';
export type * from './types/layer';
export type * from './types/monitor';
export type * from './types/scrape-options';
export type * from './types/spec';
export type * from './types/target';
