/**
 * Writes dist/index.d.ts: the public API's declarations in one file that needs no other; with `--check`, fails when it
 * is stale and says which command renews it.
 */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {generateDtsBundle} from 'dts-bundle-generator';
import {DECLARATIONS_CONFIG, withDeclarations} from './declarations.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'dist/index.d.ts');

/** Lines of comments that say more for schemas, which have them: the package is small. */
const FOR_SCHEMAS = /^[ \t]*\* @(?:example|pattern|asType|list|filledIn)(?![A-Za-z]).*\n/gm;

/** Comments that are left with one line. */
const ONE_LINE = /\/\*\*\n[ \t]*\* (.*)\n[ \t]*\*\//g;

/** The text that dist/index.d.ts must have. */
function renderTypes(declarations) {
  const output = {noBanner: true, exportReferencedTypes: false, sortNodes: true};
  const [text] = generateDtsBundle([{filePath: join(declarations, 'src/index.d.ts'), output}], {preferredConfigPath: DECLARATIONS_CONFIG});
  return text.replaceAll(FOR_SCHEMAS, '').replaceAll(ONE_LINE, '/** $1 */');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = withDeclarations(renderTypes);
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('dist/index.d.ts is not what the types say; run `npm run bundle` and commit it');
    process.exitCode = 1;
  }
}
