/** Writes the generated pages of docs/; with `--check`, fails when one is stale and says which command renews it. */
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {renderActionReference} from './action-reference.mjs';
import {renderDiagnosticsPage} from './diagnostics-reference.mjs';
import {renderLlms} from './llms.mjs';
import {renderSpecReference} from './spec-reference.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pages = {
  'docs/action-reference.md': renderActionReference,
  'docs/diagnostics.md': renderDiagnosticsPage,
  'docs/spec-reference.md': renderSpecReference,
  'docs/llms.txt': renderLlms,
};

for (const [path, render] of Object.entries(pages)) {
  const file = join(root, path);
  const wanted = await render();
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (read(file) !== wanted) {
    console.error(`${path} is not what the sources say; run \`npm run docs\` and commit it`);
    process.exitCode = 1;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
