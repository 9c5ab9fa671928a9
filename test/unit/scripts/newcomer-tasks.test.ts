import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Number of places in the sources that a newcomer's task touches. A number may only get smaller; a new field of the service and a new
 * member of `sync` are tried whole in test/contract.
 */
const ROOT = join(__dirname, '../../..');

const sources = readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'})
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => path.endsWith('.ts') && !/(?:^|\/)(?:emulator|generated|codes)\//.test(path))
  .map(path => ({path, code: withoutComments(readFileSync(join(ROOT, 'src', path), 'utf8'))}));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** The files whose code has each of some words often enough. */
function listFiles(isPlace: (code: string, path: string) => boolean): string[] {
  return sources.filter(({path, code}) => isPlace(code, path)).map(({path}) => path);
}

const SYNC_MEMBERS = ['renamedFrom', 'distinctFrom', 'protect', 'paused', 'labels', 'environments', 'ignored?', 'expect\\w*', 'alerts'];
const countSyncMembers = (code: string) => SYNC_MEMBERS.filter(member => new RegExp(`\\b${member}\\b`).test(code)).length;

test('a member of `sync`: the files that list them all', () => {
  expect(listFiles(code => countSyncMembers(code) >= 7).length).toBeLessThanOrEqual(2);
});

test('an output format of a command: the files that name one', () => {
  expect(listFiles(code => /\bgitlab\b/i.test(code)).length).toBeLessThanOrEqual(5);
});

test('a sub-command: its own files, and those that name one of them', () => {
  const own = listFiles((_code, path) => /(?:^|\/)render(?:\.ts|\/)/.test(path));
  const naming = listFiles(
    (code, path) => !own.includes(path) && /from '[^']*\/render(?:\/\w+)?'|import\('[^']*\/render(?:\/\w+)?'\)/.test(code),
  );
  expect([...own, ...naming].length).toBeLessThanOrEqual(6);
});

const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;

test('a shared store: the lines of one, and the files outside that name it', () => {
  const own = sources.filter(({path}) => /(?:^|\/)s3\//.test(path));
  expect(own.reduce((sum, {path}) => sum + linesOf(`src/${path}`), 0)).toBeLessThanOrEqual(700);
  // Its address, its config, its secrets, what loads it; the options that name a place with their words, and a hint.
  expect(listFiles((code, path) => !/(?:^|\/)s3\//.test(path) && /\bs3\b/i.test(code)).length).toBeLessThanOrEqual(7);
});

test('a third shared store, which keeps the contract of test/contract/shared-store: its lines', () => {
  expect(linesOf('test/world/directory-store.ts')).toBeLessThanOrEqual(120);
});

test('the limit of attempts: the places that write it', () => {
  const places = sources.flatMap(({code}) => code.match(/\battempts: [1-9]\d*\b/g) ?? []);
  // Of every request, and of one whose host is not found.
  expect(places.length).toBe(2);
});
