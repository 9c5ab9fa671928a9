/**
 * Home of the project on GitHub, in one place: `repository` of package.json. `node scripts/address.mjs OWNER/NAME` sets
 * it, with `homepage` and `bugs`, which follow from it; `--check` fails where they do not. Without it all three are
 * left out, and `init`, SARIF and the hook say what to replace.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const file = join(dirname(fileURLToPath(import.meta.url)), '../package.json');

/** Describes the address `owner/name` as package.json has it; nothing for the empty text. */
function describeAddress(name) {
  if (name === '') return {};
  const home = `https://github.com/${name}`;
  return {repository: {type: 'git', url: `git+${home}.git`}, homepage: `${home}#readme`, bugs: `${home}/issues`};
}

/** `owner/name` of package.json's `repository`, else the empty text. */
export function readAddress({repository} = JSON.parse(readFileSync(file, 'utf8'))) {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return /^(?:github:|(?:git\+)?(?:https|ssh):\/\/(?:git@)?github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(url)?.[1] ?? '';
}

function setAddress(name) {
  const isAddress = /^[\w-]+\/[\w.-]+$/.test(name) && !/^OWNER\/|\/NAME$|\/\.\.?$|\.git$/.test(name);
  if (!isAddress) throw new Error(`not OWNER/NAME: ${name}`);
  const {repository: _repository, homepage: _homepage, bugs: _bugs, ...rest} = JSON.parse(readFileSync(file, 'utf8'));
  const entries = Object.entries(rest);
  const place = entries.findIndex(([key]) => key === 'license') + 1;
  const next = Object.fromEntries([...entries.slice(0, place), ...Object.entries(describeAddress(name)), ...entries.slice(place)]);
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
}

function isConsistent(manifest) {
  const {repository, homepage, bugs} = manifest;
  return JSON.stringify({repository, homepage, bugs}) === JSON.stringify(describeAddress(readAddress(manifest)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [word = ''] = process.argv.slice(2);
  if (word !== '--check') setAddress(word);
  else if (!isConsistent(JSON.parse(readFileSync(file, 'utf8')))) {
    console.error('repository, homepage and bugs of package.json disagree; run `node scripts/address.mjs OWNER/NAME`');
    process.exitCode = 1;
  }
}
