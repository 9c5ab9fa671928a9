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
export function listObstacles({tag, repository, manifest, changelog, dockerfile, owners}) {
  const obstacles = [];
  const address = readAddress(manifest);
  if (address === '') obstacles.push('package.json has no repository: run `node scripts/address.mjs OWNER/NAME` and commit it');
  else if (repository !== '' && repository.toLowerCase() !== address.toLowerCase())
    obstacles.push(`package.json names the repository ${address}, and this is ${repository}: releases are made there`);
  if (tag !== `v${manifest.version}`) obstacles.push(`the tag ${tag} is not v${manifest.version}, the version in package.json`);
  try {
    renderNotes(changelog, manifest.version, address);
  } catch (error) {
    obstacles.push(error.message);
  }
  const bases = [...dockerfile.matchAll(/^FROM +(\S+)/gm)].map(([, base]) => base);
  for (const base of bases.filter(name => !/@sha256:[0-9a-f]{64}$/.test(name)))
    obstacles.push(`the Dockerfile's base ${base} is not pinned by a digest: see docs/releasing.md`);
  if (/@OWNER\b/.test(owners)) obstacles.push('.github/CODEOWNERS still names @OWNER: write a user or a team');
  return obstacles;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const read = name => readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', name), 'utf8');
  const texts = {
    manifest: JSON.parse(read('package.json')),
    changelog: read('CHANGELOG.md'),
    dockerfile: read('Dockerfile'),
    owners: read('.github/CODEOWNERS'),
  };
  const obstacles = listObstacles({tag: process.argv[2] ?? '', repository: process.env.GITHUB_REPOSITORY ?? '', ...texts});
  for (const line of obstacles) console.error(`not released: ${line}`);
  if (obstacles.length > 0) process.exitCode = 1;
}
