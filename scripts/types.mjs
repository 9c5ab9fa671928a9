/**
 * Writes dist/index.d.ts: the public API's declarations in one file that needs no other; with `--check`, fails when it
 * is stale and says which command renews it.
 */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {generateDtsBundle} from 'dts-bundle-generator';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'dist/index.d.ts');

/** The text that dist/index.d.ts must have. The sources' types are not checked here, which would take half of the time: `tsc --noEmit` does. */
function renderTypes() {
  const output = {noBanner: true, exportReferencedTypes: false, sortNodes: true};
  const [text] = generateDtsBundle([{filePath: join(root, 'src/index.ts'), output}], {
    preferredConfigPath: join(root, 'scripts/types.tsconfig.json'),
  });
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = renderTypes();
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('dist/index.d.ts is not what the types say; run `npm run bundle` and commit it');
    process.exitCode = 1;
  }
}
