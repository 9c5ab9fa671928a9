declare const MONITORS_VERSION: string | undefined;
declare const MONITORS_COMMIT: string | undefined;
declare const MONITORS_BUILD: string | undefined;

/** The tool's version, set when the bundle is built; `0.0.0-source` when run from source. */
export const version: string = typeof MONITORS_VERSION === 'string' ? MONITORS_VERSION : '0.0.0-source';

/** The commit that the bundle was built from, or the empty text. */
export const commit: string = typeof MONITORS_COMMIT === 'string' ? MONITORS_COMMIT : '';

/** Names the exact build, for caches: another build never reads what this one wrote. Empty when run from source. */
export const build: string = typeof MONITORS_BUILD === 'string' ? MONITORS_BUILD : '';
