import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import ts from 'typescript';
import {ROOT, readPage} from './pages';

const PAGE = readPage('docs/architecture.md');

/** A name that a page puts into a file: `name` (`path`). */
interface Named {
  readonly name: string;
  readonly path: string;
}

function listNamed(text: string): Named[] {
  return [...text.matchAll(/`([\w.]+)`\s+\(`([^`]+)`\)/g)].map(([, name = '', path = '']) => ({name, path}));
}

/** Text below a heading of the page, without what stands below the next one of any level. */
function sectionOf(heading: string): string {
  return PAGE.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? '';
}

/** Names that a file declares outside of functions; members of classes and interfaces as `Class.member`. */
function listDeclared(path: string): Set<string> {
  const names = new Set<string>();
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) for (const {name} of statement.declarationList.declarations) names.add(name.getText());
    if (!('name' in statement)) continue;
    const name = (statement.name as ts.Node).getText();
    names.add(name);
    if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement))
      for (const member of statement.members) if (member.name !== undefined) names.add(`${name}.${member.name.getText()}`);
  }
  return names;
}

function isDeclared({name, path}: Named): boolean {
  return existsSync(join(ROOT, path)) && listDeclared(path).has(name);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Whether the file of one names the other: one calls the other, or has its result. */
function areConnected(one: Named, other: Named): boolean {
  const names = ({path}: Named, {name}: Named) => new RegExp(`\\b(${name.replace('.', '|')})\\b`).test(read(path));
  return names(one, other) || names(other, one);
}

test('each name stands in its file', () => {
  expect(listNamed(PAGE).filter(named => !isDeclared(named))).toEqual([]);
});

test('a name that its file does not declare is found, and so is a file that is gone', () => {
  expect(listNamed('`makePlan` (`src/core/plan/plan.ts`)').map(isDeclared)).toEqual([true]);
  expect(isDeclared({name: 'makePlans', path: 'src/core/plan/plan.ts'})).toBe(false);
  expect(isDeclared({name: 'Sender.announced', path: 'src/core/apply/send.ts'})).toBe(false);
  expect(isDeclared({name: 'makePlan', path: 'src/core/plan/gone.ts'})).toBe(false);
});

test.each(['One spec, from YAML to POST', 'One id, from the answer to its delete', 'One finding, from a rule to the reader'])(
  '%s: each step is connected with one before it',
  heading => {
    const steps = listNamed(sectionOf(heading));
    expect(steps.length).toBeGreaterThan(8);
    expect(steps.filter((step, index) => index > 0 && !steps.slice(0, index).some(before => areConnected(step, before)))).toEqual([]);
  },
);

test('every path that the page names is there', () => {
  const paths = [...PAGE.matchAll(/`((?:src|scripts|docs|test)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** The rooms of each row of the table, from the doors down. */
function listRows(): string[][] {
  const rows = sectionOf('Rooms').matchAll(/^\|(.*?)\|/gm);
  return [...rows]
    .map(([, cell = '']) => [...cell.matchAll(/\.\.\/src\/(\w+)\/|`([\w-]+\.ts)`/g)].map(([, folder, file]) => folder ?? file ?? ''))
    .filter(row => row.length > 0);
}

function listSources(): string[] {
  return readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'})
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.endsWith('.ts') && !file.endsWith('.d.ts'));
}

/** The rooms that a file imports from, its own included. */
function listImports(file: string): string[] {
  return [...read(`src/${file}`).matchAll(/(?:from |import\()'(\.[^']*)'/g)].map(([, path = '']) => {
    const target = normalize(join(dirname(file), path)).replaceAll('\\', '/');
    return target.includes('/') ? roomOf(target) : `${target}.ts`;
  });
}

function roomOf(file: string): string {
  return file.split('/')[0] as string;
}

test('the table has every room, and no import goes up', () => {
  const rankOf = new Map(listRows().flatMap((row, rank) => row.map(room => [room, rank] as const)));
  expect([...rankOf.keys()].sort()).toEqual([...new Set(listSources().map(roomOf))].sort());
  const isUpward = (from: string, to: string) => (rankOf.get(to) ?? -1) < (rankOf.get(from) ?? -1);
  const upward = listSources().flatMap(file =>
    listImports(file)
      .filter(room => rankOf.has(room) && isUpward(roomOf(file), room))
      .map(room => `${file} imports ${room}`),
  );
  expect(upward).toEqual([]);
});

/** Files as the page of a folder names them: from the folder, its parent, `src` or the root. */
function findFile(page: string, name: string): string | undefined {
  const folder = join('src', dirname(page));
  return [join(folder, name), join(folder, '..', name), join('src', name), name].find(path => existsSync(join(ROOT, path)));
}

const FOLDER_PAGES = readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'}).filter(file => file.endsWith('README.md'));

test.each(FOLDER_PAGES)('src/%s names files that are there, and where to begin', page => {
  const text = read(`src/${page}`);
  const files = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name = '']) => name);
  expect(files.filter(name => findFile(page, name) === undefined)).toEqual([]);
  const starts = [...text.matchAll(/`([\w.]+)` in `([\w./-]+\.ts)`/g)].map(([, name = '', file = '']) => ({
    name,
    path: findFile(page, file) ?? file,
  }));
  expect(starts.filter(start => !isDeclared(start))).toEqual([]);
});
