/**
 * Moves the files of a table (old and new path, a tab between) and rewrites the imports and words that name them:
 * `node scripts/move-files.mjs TABLE`, in the project's root. FOLDERS says as JSON where a folder is whose files went to several.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync} from 'node:fs';
import {dirname, join, posix, relative} from 'node:path';

const moves = new Map(
  readFileSync(process.argv[2], 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split('\t')),
);
const tracked = execFileSync(
  'git',
  [
    'ls-files',
    'src',
    'test',
    'scripts',
    'bench',
    'docs',
    '.ci',
    'CONTRIBUTING.md',
    'README.md',
    '.gitattributes',
    'biome.json',
    'package.json',
  ],
  {encoding: 'utf8'},
)
  .trim()
  .split('\n');
const to = path => moves.get(path) ?? path;
const all = new Set([...tracked, ...moves.keys()]);
// A file that an import names.
const find = path =>
  [path, `${path}.ts`, `${path}.json`, `${path}.js`, `${path}.mjs`, `${path}.cjs`, `${path}/index.ts`, `${path}.d.ts`].find(one =>
    all.has(one),
  );
const rel = (from, target) => {
  const p = posix.relative(posix.dirname(from), target);
  return p.startsWith('.') ? p : `./${p}`;
};
const folders = new Map(); // old folder -> new folder, where all its direct files went to one folder
{
  const seen = new Map();
  for (const [a, b] of moves) {
    const [x, y] = [posix.dirname(a), posix.dirname(b)];
    seen.set(x, new Set([...(seen.get(x) ?? []), y]));
  }
  for (const [x, y] of seen) if (y.size === 1) folders.set(x, [...y][0]);
}
for (const [a, b] of Object.entries(JSON.parse(process.env.FOLDERS ?? '{}'))) folders.set(a, b);
function specifier(from, name) {
  if (!name.startsWith('.')) return name;
  const old = posix.normalize(posix.join(posix.dirname(from), name));
  const target = find(old);
  if (target === undefined) {
    const folder = folders.get(old);
    return folder ? rel(to(from), folder) : rel(to(from), old);
  }
  const there = to(target);
  const ending = target.slice(old.length); // what the specifier leaves out
  if (ending === '/index.ts' && !there.endsWith('/index.ts')) return rel(to(from), there.slice(0, -3));
  return rel(to(from), ending === '' ? there : there.slice(0, there.length - ending.length));
}
const isCode = path => /\.(ts|mjs|cjs|js)$/.test(path);
function rewrite(path, text) {
  let out = text;
  if (isCode(path)) {
    out = out.replace(
      /(\bfrom\s+|\bimport\s+|\bimport\(\s*|\brequire\(\s*|requireActual\(\s*)(['"])(\.{1,2}\/[^'"\n]*|\.\.?)\2/g,
      (whole, before, quote, name) => {
        if (/^test\//.test(path) && !find(posix.normalize(posix.join(posix.dirname(path), name)))) {
          const old = posix.normalize(posix.join(posix.dirname(path), name));
          if (!folders.has(old)) return whole;
        }
        return `${before}${quote}${specifier(path, name)}${quote}`;
      },
    );
    if (path.startsWith('test/'))
      out = out.replace(/(join\(__dirname, )'([^']+)'/g, (whole, before, name) => {
        const old = posix.normalize(posix.join(posix.dirname(path), name));
        const p = posix.relative(posix.dirname(to(path)), to(old));
        return `${before}'${p === '' ? '.' : p}'`;
      });
  }
  // Paths in words and strings.
  out = out.replace(/(?<![\w@-])((?:\.\/)?(?:src|test\/unit|unit)\/[\w.@-]+(?:\/[\w.@-]+)*\/?)/g, (whole, name) => {
    if (/^src\/(?:room|a|bare)(?![\w-])/.test(name)) return whole;
    const dot = name.startsWith('./') ? './' : '';
    let p = name.slice(dot.length);
    const isShort = p.startsWith('unit/');
    if (isShort) p = `test/${p}`;
    const end = /[./]+$/.exec(p)?.[0] ?? '';
    p = p.slice(0, p.length - end.length);
    const target = [p, `${p}.ts`, `${p}.test.ts`].find(one => moves.has(one));
    let result;
    if (target !== undefined) {
      const there = to(target);
      result = there.slice(0, there.length - (target.length - p.length));
    } else {
      let folder = p;
      while (folder.includes('/') && !folders.has(folder)) folder = posix.dirname(folder);
      result = folders.has(folder) ? folders.get(folder) + p.slice(folder.length) : p;
    }
    return dot + (isShort ? result.replace(/^test\//, '') : result) + end;
  });
  return out;
}
const texts = new Map();
for (const path of tracked) {
  if (/^(?:test\/(?:golden|faults\/written-before|faults\/state-reading))\/|\.(?:png|csv|jsonl|snap)$/.test(path)) continue;
  const text = readFileSync(path, 'utf8');
  const next = rewrite(path, text);
  if (next !== text) texts.set(path, next);
}
for (const [a, b] of moves) {
  if (a === b) continue;
  mkdirSync(dirname(b), {recursive: true});
  if (existsSync(a)) renameSync(a, b);
}
for (const [path, text] of texts) writeFileSync(to(path), text);
const prune = directory => {
  for (const entry of readdirSync(directory, {withFileTypes: true})) if (entry.isDirectory()) prune(join(directory, entry.name));
  if (readdirSync(directory).length === 0) rmdirSync(directory);
};
prune('src');
prune('test/unit');
