/**
 * Says what still stands in the way of publishing a tag: `node scripts/release-ready.mjs v0.2.0`. Run by the release workflow before
 * anything else, so that a release is refused whole and not half way.
 */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {readAddress} from './address.mjs';
import {renderNotes} from './release-notes.mjs';

/** One line for each obstacle. `repository` is the one that the workflow runs in, empty elsewhere. */
export function listObstacles({tag, repository, manifest, settings, changelog, dockerfile, owners}) {
  const obstacles = [];
  const address = readAddress(manifest);
  if (address === '' || /^OWNER\//.test(address))
    obstacles.push('package.json has no repository: run `node scripts/address.mjs OWNER/NAME` and commit it');
  else if (repository !== '' && repository.toLowerCase() !== address.toLowerCase())
    obstacles.push(`package.json names the repository ${address}, and this is ${repository}: releases are made there`);
  if (tag !== `v${manifest.version}`) obstacles.push(`the tag ${tag} is not v${manifest.version}, the version in package.json`);
  if (manifest.publishConfig !== undefined)
    obstacles.push('package.json has publishConfig, which can send the package elsewhere: remove it');
  for (const name of listForeignSettings(settings))
    obstacles.push(`.npmrc sets ${name}, which can put another registry or program in the place of npm's: remove that line`);
  try {
    renderNotes(changelog, manifest.version, address);
  } catch (error) {
    obstacles.push(error.message);
  }
  for (const image of listUnpinned(dockerfile))
    obstacles.push(`the Dockerfile's ${image} is not pinned by a digest: see docs/releasing.md`);
  if (/@OWNER\b/.test(owners)) obstacles.push('.github/CODEOWNERS still names @OWNER: write a user or a team');
  return obstacles;
}

/** Settings that decide neither whom npm asks nor what it runs. */
const HARMLESS = ['save-exact', 'omit-lockfile-registry-resolved', 'fund', 'audit', 'ignore-scripts'];

/** The names of all other settings: npm takes a name also in quotes, and has many that lead elsewhere. */
function listForeignSettings(settings) {
  const lines = settings.split(/\r?\n|\r/).map(line => line.trim());
  const names = lines.filter(line => line !== '' && !/^[#;]/.test(line)).map(line => line.replace(/\s*=.*$/s, ''));
  return names.filter(name => !HARMLESS.includes(name));
}

/** Images of others that a build takes parts from, and that may change: bases, sources of copies and mounts, the builder's own syntax. */
function listUnpinned(dockerfile) {
  const bases = [...dockerfile.matchAll(/^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*(\S+)(?:[ \t]+AS[ \t]+(\S+))?/gim)];
  if (bases.length === 0) return ['base, which it does not name,'];
  const stages = new Set(bases.flatMap(([, , name = '']) => name.toLowerCase()));
  const sources = [...dockerfile.matchAll(/\bfrom=["']?([^\s,"']+)/gi)].map(([, name]) => `source ${name}`);
  const syntax = [...dockerfile.matchAll(/^#[ \t]*syntax[ \t]*=[ \t]*(\S+)/gim)].map(([, name]) => `syntax ${name}`);
  return [...bases.map(([, name]) => `base ${name}`), ...sources, ...syntax].filter(found => {
    const name = found.replace(/^\w+ /, '');
    const isOwn = /^\d+$/.test(name) || name === 'scratch' || stages.has(name.toLowerCase());
    return !isOwn && !/@sha256:[0-9a-f]{64}$/.test(name);
  });
}

/** The obstacles of what is checked out here. */
export function listOwnObstacles(tag, repository) {
  const read = name => readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', name), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const texts = {
    settings: read('.npmrc'),
    changelog: read('CHANGELOG.md'),
    dockerfile: read('Dockerfile'),
    owners: read('.github/CODEOWNERS'),
  };
  return listObstacles({tag, repository, manifest, ...texts});
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const obstacles = listOwnObstacles(process.argv[2] ?? '', process.env.GITHUB_REPOSITORY ?? '');
  for (const line of obstacles) console.error(`not released: ${line}`);
  if (obstacles.length > 0) process.exitCode = 1;
}
