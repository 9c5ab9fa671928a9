/**
 * Runs the command from the sources and leaves dist/ alone: `npm run monitors -- plan --help`. Paths are relative to the
 * directory in which npm was called.
 */
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildBundle} from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = await buildBundle(join(root, 'build'));
process.chdir(process.env.INIT_CWD ?? process.cwd());
createRequire(import.meta.url)(file).start();
