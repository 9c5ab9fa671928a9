/**
 * Builds what `bin/monitors.cjs` runs: validators compiled from the checked-in schemas, then one CommonJS bundle.
 * CommonJS and unminified, because that starts fastest on Node 20; dynamic imports stay lazy inside the bundle.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {buildValidators} from './validators.mjs';

/** Stands in the bundle where its own hash goes. */
const BUILD_PLACE = '@build@';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Writes dist/monitors.cjs and returns its path. */
export async function buildBundle() {
  await buildValidators();
  const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    write: false,
    outfile: 'dist/monitors.cjs',
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      MONITORS_VERSION: JSON.stringify(version),
      MONITORS_COMMIT: JSON.stringify(readCommit()),
      MONITORS_BUILD: JSON.stringify(BUILD_PLACE),
    },
  });
  const code = result.outputFiles[0].text;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  mkdirSync(join(root, 'dist'), {recursive: true});
  const file = join(root, 'dist/monitors.cjs');
  // The first line names the build: the launcher keys its code cache by it without hashing the bundle at every start.
  writeFileSync(file, `// build ${hash}\n${code.replace(BUILD_PLACE, hash)}`);
  return file;
}

function readCommit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
  } catch {
    return '';
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = await buildBundle();
  if (!process.argv.includes('--quiet')) console.log(`built ${file}`);
}
