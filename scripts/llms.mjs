/** Renders docs/llms.txt, the index of the pages for programs (llmstxt.org), out of the one for people. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export function renderLlms() {
  const {name, description} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const guide = readFileSync(join(root, 'docs/README.md'), 'utf8');
  return `# ${name}\n\n> ${description}\n\n${RULES}\n\n${toSections(guide)}\n`;
}

const RULES = [
  'Links are relative to this file. Begin with [Agents](agents.md): what a program may run, and what a person approves.',
  '`monitors COMMAND --help` has every flag; `monitors schema` prints the JSON Schema of specs.',
].join('\n');

/** `**Part**` becomes a heading; each entry, one line. */
function toSections(guide) {
  const lines = guide
    .slice(guide.indexOf('\n**'))
    .replace(/\n {2,}/g, ' ')
    .trim()
    .split('\n');
  const strange = lines.filter(line => !/^(?:\*\*[^*]+\*\*|- .*\[[^\]]+\]\([^)]+\).*|)$/.test(line));
  if (strange.length > 0) throw new Error(`docs/README.md: neither a part nor an entry with a link: ${strange[0]}`);
  return lines.map(line => line.replace(/^\*\*(.+)\*\*$/, '## $1\n')).join('\n');
}
