/**
 * Asks the npm registry about a release, so that nothing public goes ahead of the package. Each prints lines for `$GITHUB_OUTPUT`:
 * - `node scripts/release-registry.mjs new 0.2.0`: fails where npm has the version; prints the name that npm gives it.
 * - `node scripts/release-registry.mjs check 0.2.0 TARBALL`: fails where npm does not have these bytes.
 * - `node scripts/release-registry.mjs moves 0.2.0`: prints what the version moves now; fails where npm does not have it.
 */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The versions of a package in the registry, as it describes them: none where it does not know the package. Throws on other answers. */
export async function readVersions(name) {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], {cwd: root, encoding: 'utf8'}).trim();
  // A cached answer would not know a version that was approved or withdrawn a minute ago.
  const response = await fetch(new URL(name, registry.replace(/\/?$/, '/')), {headers: {'cache-control': 'no-cache'}}).catch(cause => {
    throw new Error(`${registry} cannot be reached: try again later`, {cause});
  });
  if (response.status === 404) return {};
  if (!response.ok) throw new Error(`${registry} answers ${response.status} when asked for ${name}: try again later`);
  const {versions} = (await response.json().catch(() => null)) ?? {};
  // A proxy or a page about maintenance would make every version new.
  if (!isObject(versions) || !Object.values(versions).every(isObject))
    throw new Error(`${registry} answers with something else than versions of ${name}: try again later`);
  return versions;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws where the registry has the version: bytes that are out are never exchanged. */
export function refusePublished(name, version, versions) {
  if (versions[version] !== undefined) throw new Error(`not released: npm has ${name}@${version} already: release the next version`);
}

/** Throws where the version is not installed by those who ask for it, was withdrawn, or has other bytes than `integrity`, if given. */
export function requirePublished(name, version, versions, integrity) {
  const found = versions[version];
  if (found === undefined)
    throw new Error(`not released: npm does not have ${name}@${version} yet: approve its stage, then run this again (docs/releasing.md)`);
  if (found.deprecated) {
    // A runner takes lines of a log for commands.
    const reason = String(found.deprecated).replaceAll(/\p{C}/gu, ' ');
    throw new Error(`not released: ${name}@${version} was withdrawn: ${reason}`);
  }
  if (integrity !== undefined && found.dist?.integrity !== integrity)
    throw new Error(`not released: npm has other bytes of ${name}@${version} than were built here: withdraw it (docs/releasing.md)`);
}

/**
 * Place of a version among the published ones that were not withdrawn: `isLatest` of all, `isNewestOfLine` of those with its major
 * number. A version that was only tagged counts nowhere: its stage may have been rejected.
 */
export function placeVersion(version, versions) {
  const others = Object.keys(versions).filter(other => /^\d+\.\d+\.\d+$/.test(other) && other !== version && !versions[other].deprecated);
  const [major] = version.split('.');
  const isNewest = among => among.every(other => !isLater(other, version));
  return {isLatest: isNewest(others), isNewestOfLine: isNewest(others.filter(other => other.split('.')[0] === major))};
}

function isLater(version, than) {
  const [a, b] = [version, than].map(text => text.split('.').map(Number));
  const place = a.findIndex((number, index) => number !== b[index]);
  return place !== -1 && a[place] > b[place];
}

const QUESTIONS = {
  new: (name, version, versions) => {
    refusePublished(name, version, versions);
    // npm gives `latest` to no version that is older than a published one, and wants another name for it.
    return [`older=${placeVersion(version, versions).isLatest ? '' : '--tag=older'}`];
  },
  check: (name, version, versions, tarball) => {
    const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    requirePublished(name, version, versions, integrity);
    return [];
  },
  moves: (name, version, versions) => {
    requirePublished(name, version, versions);
    const {isLatest, isNewestOfLine} = placeVersion(version, versions);
    return [`latest=${isLatest}`, `moves=${isNewestOfLine ? `v${version.split('.')[0]}` : ''}`];
  },
};

async function ask(word, version = '', tarball = '') {
  const question = QUESTIONS[word];
  if (question === undefined) throw new Error(`neither ${Object.keys(QUESTIONS).join(' nor ')}: ${word}`);
  const {name} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return question(name, version, await readVersions(name), tarball);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    for (const line of await ask(...process.argv.slice(2))) console.log(line);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
