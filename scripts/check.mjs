/**
 * Runs all checks that need no tests, beside each other: what each printed comes in the order below. Fails where one of them does, and
 * runs the others all the same. For `npm run`, which knows where the programs are.
 */
import {execFile} from 'node:child_process';
import {availableParallelism} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Writes the validators, which the others read. */
const FIRST = 'node scripts/build.mjs --check';

/** The longest ones first. */
const CHECKS = [
  'node scripts/measures.mjs',
  'node scripts/types.mjs --check',
  'node node_modules/typescript-native/bin/tsc --noEmit',
  'biome check .',
  'node scripts/schemas.mjs --check',
  'depcruise --config .dependency-cruiser.cjs src',
  // Both write the package into the project.
  'publint --strict --pack npm && attw --pack .',
  'node scripts/docs.mjs --check',
  'node scripts/address.mjs --check',
];

/** Answers whether it passed, with all that it printed. */
function run(command) {
  return new Promise(resolve => {
    const options = {cwd: root, maxBuffer: 1 << 26, shell: true};
    execFile(command, options, (error, stdout, stderr) => resolve({command, isPassed: error === null, output: `${stdout}${stderr}`}));
  });
}

async function runAll(commands) {
  const waiting = [...commands];
  const results = [];
  const work = async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) results.push(await run(command));
  };
  await Promise.all(Array.from({length: Math.max(2, availableParallelism())}, work));
  return commands.map(command => results.find(result => result.command === command));
}

const results = [await run(FIRST), ...(await runAll(CHECKS))];
for (const {command, output} of results) console.log(`> ${command}\n${output}`);
const failed = results.filter(({isPassed}) => !isPassed).map(({command}) => command);
if (failed.length > 0) {
  console.error(`failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}
