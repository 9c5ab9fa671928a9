/**
 * Has the sources keep caches as a built tool does, which they do not otherwise: no two of them are known to be the same. Imported before
 * anything of `src/`.
 */
Object.assign(globalThis, {MONITORS_BUILD: 'the sources of this test'});
