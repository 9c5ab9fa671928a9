declare const MONITORS_VERSION: string | undefined;
declare const MONITORS_COMMIT: string | undefined;
declare const MONITORS_REPOSITORY: string | undefined;
declare const MONITORS_BUILD: string | undefined;

/** The tool's version, set when the bundle is built; `0.0.0-source` when run from source. */
export const version: string = typeof MONITORS_VERSION === 'string' ? MONITORS_VERSION : '0.0.0-source';

/** The commit that the bundle was built from, 40 hexadecimal digits, or the empty text. */
export const fullCommit: string = typeof MONITORS_COMMIT === 'string' ? MONITORS_COMMIT : '';

/** The same, as people read it. */
export const commit: string = fullCommit.slice(0, 7);

/** Where this tool and its action live on GitHub, `owner/name`, or the empty text where the package does not say. */
export const repository: string = typeof MONITORS_REPOSITORY === 'string' ? MONITORS_REPOSITORY : '';

/** Names the exact build, for caches: another build never reads what this one wrote. Empty when run from source. */
export const build: string = typeof MONITORS_BUILD === 'string' ? MONITORS_BUILD : '';
