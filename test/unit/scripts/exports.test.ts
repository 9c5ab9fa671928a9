import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';

/** Exports of a module are what others may use: everything else is its own, and can be changed by reading one file. */
const ROOT = join(__dirname, '../../..');

/** The schemas and pages are made from the exported types of these. */
const DOCUMENTED =
  /(?:document|config\/config|specs\/sync|addresses\/kinds|apply\/ports)\.ts$|\/types\/|src\/rendering\/|src\/(?:index|main)\.ts$|emulator\/index\.ts$/;
const IN_SCHEMAS = new Set(['AllowedValues', 'ValueGlob']);

const files = ['src', 'test', 'bench', 'scripts'].flatMap(room =>
  readdirSync(join(ROOT, room), {recursive: true, encoding: 'utf8'})
    .map(path => `${room}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.(?:ts|mjs|cjs)$/.test(path) && !/\.d\.ts$|\/generated\//.test(path)),
);
const texts = new Map(files.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]));

/** The texts of the files that import a module, now or later. */
const users = new Map<string, string[]>();
for (const [path, text] of texts) {
  for (const [, named = ''] of text.matchAll(/(?:from|import|require|mock)\s*\(?\s*'(\.[^']+)'/g)) {
    const module = normalize(join(dirname(path), named));
    for (const file of [module, `${module}.ts`, `${module}/index.ts`])
      if (texts.has(file)) users.set(file, [...(users.get(file) ?? []), text]);
  }
}
const scripts = [...texts].filter(([path]) => path.startsWith('scripts/')).map(([, text]) => text);

test('nothing is exported that no other file uses', () => {
  const unused = [...texts].flatMap(([path, text]) => {
    if (!path.startsWith('src/') || DOCUMENTED.test(path)) return [];
    const exported = [...text.matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm)];
    return exported.flatMap(([, name = '']) => {
      const isUsed = [...(users.get(path) ?? []), ...scripts].some(user => new RegExp(`\\b${name}\\b`).test(user));
      return isUsed || name.endsWith('Document') || IN_SCHEMAS.has(name) ? [] : [`${path}: ${name}`];
    });
  });
  expect(unused).toEqual([]);
});

test('no exported type has the name of another one', () => {
  const places = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (!path.startsWith('src/')) continue;
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), path]);
  }
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
