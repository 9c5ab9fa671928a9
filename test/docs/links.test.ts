import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join, normalize} from 'node:path';
import {PAGES, ROOT, readPage} from './pages';

/** Links between pages lead somewhere: to a file that is there and a heading that it has. */
const pages = [...PAGES.keys()];

interface Link {
  readonly page: string;
  readonly target: string;
}

/** Links and images of a page, code left out. */
function listLinks(page: string): Link[] {
  const prose = readPage(page)
    .replace(/^( *)(`{3,}).*?^\1\2\s*$/gms, '')
    .replace(/(`+).*?\1/gs, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => ({page, target}));
}

/** Headings of a page as GitHub names them in links: lower case, without punctuation, spaces as hyphens, repeats counted. */
function listAnchors(page: string): Set<string> {
  const anchors = new Set<string>();
  const prose = readPage(page).replace(/^(`{3,}).*?^\1\s*$/gms, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let name = plain;
    for (let count = 1; anchors.has(name); count++) name = `${plain}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

function isBroken({page, target}: Link): boolean {
  if (/^https?:/.test(target)) return false;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(page, '..', path));
  const isThere = existsSync(join(ROOT, file)) && (statSync(join(ROOT, file)).isFile() || path.endsWith('/'));
  return !isThere || (anchor !== undefined && !(PAGES.has(file) && listAnchors(file).has(anchor)));
}

test.each(pages)('the links of %s lead somewhere', page => {
  expect(listLinks(page).filter(isBroken)).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  expect(isBroken({page: 'README.md', target: 'docs/nowhere.md'})).toBe(true);
  expect(isBroken({page: 'README.md', target: 'docs/plan.md#nowhere'})).toBe(true);
  expect(isBroken({page: 'docs/plan.md', target: '#target-ids'})).toBe(false);
  expect(isBroken({page: 'docs/plan.md', target: '../README.md#start'})).toBe(false);
});

test('every page of docs/ is one step from the index docs/README.md, decisions and the first month as one folder each', () => {
  const targets = listLinks('docs/README.md').map(({target}) => `docs/${target.split('#')[0]}`);
  const isNear = (page: string) => targets.includes(page) || targets.some(target => target.endsWith('/') && page.startsWith(target));
  expect(pages.filter(page => page.startsWith('docs/') && page !== 'docs/README.md' && !isNear(page))).toEqual([]);
  expect(listLinks('README.md').map(({target}) => target)).toContain('docs/README.md');
});

test('every page that sources, scripts and workflows name is there', () => {
  const files = ['action.yml', 'SECURITY.md', ...['src', 'scripts', 'test', '.github'].flatMap(listFiles)];
  const named = files.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => ({file, page})),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({page}) => !EXAMPLES.includes(page) && !existsSync(join(ROOT, page)))).toEqual([]);
});

/** Pages that tests name because they are not there. */
const EXAMPLES: readonly string[] = ['docs/nowhere.md'];

function listFiles(directory: string): string[] {
  return readdirSync(join(ROOT, directory), {recursive: true, encoding: 'utf8'})
    .filter(name => /\.(?:ts|mjs|cjs|yml|yaml)$/.test(name))
    .map(name => `${directory}/${name}`);
}
