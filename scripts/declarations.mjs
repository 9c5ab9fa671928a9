/**
 * The declarations of the sources, as .d.ts files. What reads types reads these: without the bodies of functions, and made by the native
 * compiler, they are there in half of the time that the sources take. Types are not checked here: `tsc --noEmit` does.
 */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Options that the declarations are compiled with. */
export const DECLARATIONS_CONFIG = join(root, 'scripts/declarations.tsconfig.json');

/** Calls `use` with a directory in which each source has its declarations, as `src/index.d.ts`; answers what it answers. */
export function withDeclarations(use) {
  mkdirSync(join(root, 'build'), {recursive: true});
  // Below the project: they name what is in node_modules.
  const directory = mkdtempSync(join(root, 'build/declarations-'));
  try {
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    execFileSync(process.execPath, [compiler, '--project', DECLARATIONS_CONFIG, '--outDir', directory], {stdio: 'inherit'});
    return use(directory);
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
}
