/** Prints the section of one version in CHANGELOG.md, for its GitHub Release: `node scripts/release-notes.mjs 0.2.0`. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {readAddress} from './address.mjs';

/** GitHub refuses a longer text. */
const MAX_LENGTH = 125_000;

/** The section without its heading; links to files of the repository become links to those of the tag. Throws where there is none. */
export function renderNotes(changelog, version, address) {
  const section = listSections(changelog).find(text =>
    new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}\n`).test(text),
  );
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no notes under "## ${version} - YYYY-MM-DD"`);
  const tree = `https://github.com/${address}/blob/v${version}`;
  const linked = address === '' ? notes : notes.replace(/\]\((?![a-z]+:|#)([^()\s]+)\)/g, `](${tree}/$1)`);
  if (linked.length <= MAX_LENGTH) return `${linked}\n`;
  const rest = address === '' ? 'The rest is in CHANGELOG.md.' : `The rest is in [CHANGELOG.md](${tree}/CHANGELOG.md).`;
  const cut = linked.slice(0, MAX_LENGTH - rest.length - 3);
  return `${cut.slice(0, cut.lastIndexOf('\n')).trimEnd()}\n\n${rest}\n`;
}

/** Splits at headings; one within a block of code is none. */
function listSections(changelog) {
  let fence = '';
  const sections = [''];
  for (const line of changelog.split(/(?<=\n)/)) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    if (fence === '' && line.startsWith('## ')) sections.push('');
    sections[sections.length - 1] += line;
  }
  return sections;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = join(dirname(fileURLToPath(import.meta.url)), '../CHANGELOG.md');
  process.stdout.write(renderNotes(readFileSync(file, 'utf8'), process.argv[2] ?? '', readAddress()));
}
