import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(__dirname, '../..');

/** Words that many readers have to look up, with the ones to write in their place. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\banew\b/i, 'again'],
  [/\blet(s|ting)? go of\b/i, 'remove'],
  [/\bwhoever\b/i, 'if someone'],
  [/\b(nobody|somebody)\b/i, 'the actor, or the passive'],
  [/\bknown service\b/i, 'Firecrawl'],
  [/\bservice document\b/i, 'Firecrawl API'],
];

function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !/[\\/]generated[\\/]/.test(path));
}

/** The lines of a text that hold such a word, with the word to write. */
function findWords(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => WORDS.flatMap(([word, better]) => (word.test(line) ? [`${index + 1}: ${line.trim()} (${better})`] : [])));
}

test('sources and pages use standard words', () => {
  const files = [...listFiles('src', /\.(ts|md)$/), ...listFiles('docs', /\.md$/), join(root, 'action.yml'), join(root, 'README.md')];
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(path => findWords(readFileSync(path, 'utf8')).map(found => `${path.slice(root.length + 1)}:${found}`))).toEqual([]);
});

test('such a word is found', () => {
  expect(findWords('fine\nNobody mends it')).toEqual(['2: Nobody mends it (fix)', '2: Nobody mends it (the actor, or the passive)']);
});
