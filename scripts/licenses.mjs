/** Lists the packages whose code is in the bundles, with their licences, for those who get the bundles and nothing else. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** `NAME.txt` for a package that holds code or data of others and does not bring their licence. */
const LICENSES_OF_OTHERS = join(dirname(fileURLToPath(import.meta.url)), 'licenses');

/** Licences whose only condition is that their text goes along; of Apache's, also the notice, where there is one. */
const ALLOWED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0']);

const RULE = `\n${'-'.repeat(80)}\n\n`;

/**
 * The text of THIRD-PARTY-LICENSES for what these esbuild metafiles say is in the bundles; `root` is what their paths
 * are relative to. Throws where a package has no licence text, or a licence that is not allowed.
 */
export function renderLicenses(metafiles, root) {
  const read = listPackages(metafiles).map(directory => readPackage(join(root, directory)));
  const packages = read.map(found => ({...found, text: `${found.text ?? textOfSibling(found, read)}${textOfOthers(found)}`}));
  const sorted = packages.sort((a, b) => (a.title < b.title ? -1 : 1));
  const introduction =
    'The bundles in this directory hold code of the packages below, under the licences that stand with them.\n\n' +
    sorted.map(({title, license}) => `- ${title} (${license})\n`).join('');
  // Packages of one author often share a text: it stands once, below all of them.
  const titles = new Map();
  for (const {title, license, text} of sorted) {
    const key = `Licence: ${license}\n\n${text}\n`;
    titles.set(key, [...(titles.get(key) ?? []), title]);
  }
  return [introduction, ...[...titles].map(([text, names]) => `${names.join('\n')}\n${text}`)].join(RULE);
}

/** The directories of the packages that any byte of a bundle comes from: THIRD-PARTY-LICENSES and the SBOM both begin here. */
export function listPackages(metafiles) {
  const inputs = metafiles.flatMap(({outputs}) => Object.values(outputs).flatMap(output => Object.entries(output.inputs)));
  const directories = inputs.flatMap(([path, {bytesInOutput}]) => {
    const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
    return directory === undefined || bytesInOutput === 0 ? [] : [directory];
  });
  return [...new Set(directories)];
}

/** Throws where its licence is not allowed. */
export function readPackage(directory) {
  const {name, version, license, repository} = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const title = `${name} ${version}`;
  if (!ALLOWED.has(license))
    throw new Error(`${title} is in a bundle, and its licence ${JSON.stringify(license)} is not one of ${[...ALLOWED].join(', ')}`);
  return {name, version, title, license, repository: repository?.url, text: readLicenseText(directory)};
}

/** Some repositories put their licence into most of the packages that they publish. */
function textOfSibling({title, license, repository}, all) {
  const sibling = all.find(
    other => other.text !== undefined && repository !== undefined && other.repository === repository && other.license === license,
  );
  if (sibling === undefined) throw new Error(`${title} is in a bundle and has no text of its licence`);
  return sibling.text;
}

function textOfOthers({name}) {
  const file = join(LICENSES_OF_OTHERS, `${name}.txt`);
  return existsSync(file) ? `\n\n${readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()}` : '';
}

/** The licence's own file, or the section of the readme that holds it; below it the notice, and the licences of what it took from others. */
function readLicenseText(directory) {
  const names = readdirSync(directory);
  const read = name => readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
  const file = names.find(name => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(name));
  const own = file === undefined ? readLicenseSection(names, read) : read(file);
  if (own === undefined) return undefined;
  const notice = names.find(name => /^notice(?:\.(?:md|txt))?$/i.test(name));
  const folder = names.find(name => /^licen[cs]es$/i.test(name));
  const parts = folder === undefined ? [] : readdirSync(join(directory, folder)).sort();
  const others = [...(notice === undefined ? [] : [notice]), ...parts.map(name => `${folder}/${name}`)];
  return [own, ...others.map(read)].map(text => text.trim()).join('\n\n');
}

function readLicenseSection(names, read) {
  const readme = names.find(name => /^readme\.md$/i.test(name));
  const sections = readme === undefined ? [] : read(readme).split(/^(?=#+ )/m);
  const section = sections.find(text => /^#+ licen[cs]e\b/i.test(text) && /copyright/i.test(text));
  return section?.slice(section.indexOf('\n'));
}
