declare const MONITORS_VERSION: string | undefined;
declare const MONITORS_COMMIT: string | undefined;

/** The tool's version, set when the bundle is built; `0.0.0-source` when run from source. */
export const version: string = typeof MONITORS_VERSION === 'string' ? MONITORS_VERSION : '0.0.0-source';

/** The commit that the bundle was built from, or the empty text. */
export const commit: string = typeof MONITORS_COMMIT === 'string' ? MONITORS_COMMIT : '';
