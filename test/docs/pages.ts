import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The project's root. */
export const ROOT = join(__dirname, '../..');

/** Every page that users read, by its path from the root. */
export const PAGES: ReadonlyMap<string, string> = new Map(
  [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'SUPPORT.md',
    'CODE_OF_CONDUCT.md',
    'CHANGELOG.md',
    ...listMarkdown('docs'),
    ...listMarkdown('docs/first-month'),
    ...listMarkdown('docs/decisions'),
  ].map(path => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

/** The text of one page; throws where there is none. */
export function readPage(path: string): string {
  const text = PAGES.get(path);
  if (text === undefined) throw new Error(`there is no page ${path}`);
  return text;
}

/** The files that docs/ci.md offers for copying. */
export const CI_SAMPLES = [
  'examples/ci/apply-monitors.sh',
  'examples/ci/github-workflow.yml',
  'examples/ci/gitlab-ci.yml',
  'examples/ci/gitlab-digest.yml',
] as const;

/** The text of one of them. */
export function readCiSample(path: (typeof CI_SAMPLES)[number]): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** A fenced block of a page. */
export interface Fence {
  readonly page: string;
  /** Line of its opening, from 1. */
  readonly line: number;
  /** `yaml`, `sh`, `json`, or empty. */
  readonly language: string;
  /** Without the indentation of the fence itself. */
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function listFences(page: string): Fence[] {
  const fences: Fence[] = [];
  let open: {line: number; language: string; indent: string; ticks: string; rows: string[]} | null = null;
  for (const [index, row] of readPage(page).split('\n').entries()) {
    const mark = /^( *)(`{3,})(\w*)\s*$/.exec(row);
    if (open === null) {
      if (mark !== null) open = {line: index + 1, indent: mark[1] ?? '', ticks: mark[2] ?? '', language: mark[3] ?? '', rows: []};
      continue;
    }
    if (mark?.[2] === open.ticks && mark[3] === '') {
      fences.push({page, line: open.line, language: open.language, text: open.rows.map(text => `${text}\n`).join('')});
      open = null;
    } else open.rows.push(row.startsWith(open.indent) ? row.slice(open.indent.length) : row);
  }
  if (open !== null) throw new Error(`${page}:${open.line} opens a block that is never closed`);
  return fences;
}

/** The fenced blocks of all pages in these languages. */
export function listAllFences(...languages: readonly string[]): Fence[] {
  return [...PAGES.keys()].flatMap(listFences).filter(({language}) => languages.includes(language));
}

/** The text of the first block of a page that begins so; throws where there is none. */
export function findFence(page: string, beginning: string): string {
  const fence = listFences(page).find(({text}) => text.trimStart().startsWith(beginning));
  if (fence === undefined) throw new Error(`${page} has no block that begins with ${JSON.stringify(beginning)}`);
  return fence.text;
}

/** The TypeScript of src/ in one text. */
export function readSources(): string {
  return readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'})
    .filter(file => file.endsWith('.ts'))
    .map(file => readFileSync(join(ROOT, 'src', file), 'utf8'))
    .join('\n');
}

function listMarkdown(directory: string): string[] {
  return readdirSync(join(ROOT, directory))
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => `${directory}/${name}`);
}
