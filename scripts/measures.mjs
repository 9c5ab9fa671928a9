/**
 * Measures how hard the code is to read, and fails where a limit of CONTRIBUTING.md is passed. `--verbose` lists every file that a
 * walk visits.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import ts from 'typescript';
import {walk} from './walks.mjs';

/** The limits. A function is counted from the first line of its declaration to the last, a file by its lines. */
const LIMITS = {functionLines: 60, fileLines: 400, testFileLines: 400, readmeWords: 150, makePlan: 12, create: 25, representations: 8};

/** Test files that are still longer, with their lines: a number here may only get smaller. */
const LONG_TESTS = {};

/** The measures of the project at `root`; each lists its offenders. `walks` has the files that each walk visits. */
export async function measure(root, walks) {
  const sources = listFiles(join(root, 'src')).filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const tests = listFiles(join(root, 'test')).filter(path => path.endsWith('.ts'));
  const name = path => relative(root, path).replaceAll('\\', '/');
  const functions = sources.flatMap(path => listFunctions(path).map(one => ({...one, name: `${name(path)}:${one.line} ${one.name}`})));
  const files = sources.map(path => ({name: name(path), size: countLines(path)}));
  const testFiles = tests.map(path => ({name: name(path), size: countLines(path)}));
  const folders = [...new Set(sources.map(path => dirname(path)))].filter(folder => folder !== join(root, 'src'));
  const pages = folders.map(folder => join(folder, 'README.md')).filter(page => existsSync(page));
  const representations = listRepresentations(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
  return [
    largest('lines of the longest function in src', functions, LIMITS.functionLines),
    largest('lines of the longest file in src', files, LIMITS.fileLines),
    largest('lines of the longest test file', testFiles, LIMITS.testFileLines, LONG_TESTS),
    number(
      'folders of src without a README.md',
      folders.map(name).filter(folder => !existsSync(join(root, folder, 'README.md'))),
      0,
    ),
    largest(
      'words of the longest README.md in src',
      pages.map(page => ({name: name(page), size: countWords(page)})),
      LIMITS.readmeWords,
    ),
    number('files of src/plan that makePlan visits', walks.makePlan, LIMITS.makePlan),
    number('files of src/apply and src/api that a create visits', walks.create, LIMITS.create),
    measureRepresentations(root, representations),
  ];
}

function largest(measure, things, limit, allowed = {}) {
  const offenders = things.filter(({name, size}) => size > (allowed[name] ?? limit)).sort((one, other) => other.size - one.size);
  const now = Math.max(0, ...things.map(({size}) => size));
  return {measure, now, limit, isMissed: offenders.length > 0, offenders: offenders.map(({name, size}) => `${name} (${size})`), all: []};
}

function number(measure, things, limit) {
  const isMissed = things.length > limit;
  // All but the walks allow none: there each thing is an offender.
  return {measure, now: things.length, limit, isMissed, offenders: limit === 0 ? things : [], all: things};
}

function listFiles(directory) {
  return readdirSync(directory, {recursive: true, withFileTypes: true})
    .flatMap(entry => (entry.isFile() ? [join(entry.parentPath ?? entry.path, entry.name)] : []))
    .filter(path => !/[\\/]generated[\\/]/.test(path))
    .sort();
}

function countLines(path) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length;
}

function countWords(path) {
  return readFileSync(path, 'utf8').trim().split(/\s+/).length;
}

/** The functions of a file at any depth, with their lines. A class is none, each of its methods is. */
function listFunctions(path, text = readFileSync(path, 'utf8')) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = position => file.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = node => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineOf(node.getStart(file));
      found.push({name: nameOf(node), line, size: lineOf(node.end) - line + 1});
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node) {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? (ts.isConstructorDeclaration(node) ? 'constructor' : '(a function without a name)');
}

/**
 * The forms of a spec on its way to POST: the list of docs/architecture.md. A list that is gone is missed, and so is an item whose type
 * is not in its file: the list has to follow the code.
 */
function measureRepresentations(root, representations) {
  const stale = representations.filter(item => !isInSources(root, item)).map(item => `not in the sources: ${item}`);
  const counted = number('forms of a spec on its way to POST', representations, LIMITS.representations);
  if (representations.length === 0) return {...counted, isMissed: true, offenders: ['docs/architecture.md has no list']};
  return {...counted, isMissed: counted.isMissed || stale.length > 0, offenders: stale};
}

function isInSources(root, item) {
  const [, type, file] = /^`(\w+)` \(`([^`]+)`\)/.exec(item) ?? [];
  if (file === undefined || !existsSync(join(root, file))) return false;
  return new RegExp(`^export (abstract )?(interface|type|class) ${type}\\b`, 'm').test(readFileSync(join(root, file), 'utf8'));
}

/** The numbered items below the heading "A spec's way to POST", such as: `Type` (`src/file.ts`): what it holds. */
function listRepresentations(text) {
  const section = /^#+ A spec's way to POST\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, item]) => item);
}

function print(measures, isVerbose) {
  const rows = [['measure', 'now', 'limit'], ...measures.map(({measure, now, limit}) => [measure, String(now), String(limit)])];
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column].length)));
  for (const [index, [measure, now, limit]] of rows.entries()) {
    const mark = index > 0 && measures[index - 1].isMissed ? '  missed' : '';
    console.log(`${measure.padEnd(widths[0])}  ${now.padStart(widths[1])}  ${limit.padStart(widths[2])}${mark}`);
  }
  for (const {measure, isMissed, offenders, all} of measures) {
    const lines = isVerbose || (isMissed && offenders.length === 0) ? all : offenders;
    if (lines.length > 0) console.log(`\n${measure}:\n${lines.map(line => `  ${line}`).join('\n')}`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const measures = await measure(root, await walk(root));
  print(measures, process.argv.includes('--verbose'));
  if (measures.some(({isMissed}) => isMissed)) process.exitCode = 1;
}
