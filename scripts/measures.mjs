/**
 * Measures how hard the code is to read. Fails where a limit of CONTRIBUTING.md is passed, or where a figure of scripts/measures.json
 * has grown by more than a twentieth: it is no limit, but growth is a decision. `--publish` writes the figures as they are; `--verbose`
 * lists every file that a walk visits, and every form.
 */
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import ts from 'typescript';
import {listForms} from './forms.mjs';
import {walk} from './walks.mjs';

/** The limits. A function is counted from the first line of its declaration to the last, a file by its lines. */
const LIMITS = {functionLines: 60, fileLines: 400, testFileLines: 400, readmeWords: 150};

/** Factor by which a published figure may grow before somebody has to publish it again. */
const ALARM = 1.05;

/** Test files that are still longer, with their lines: a number here may only get smaller. */
const LONG_TESTS = {};

/**
 * The measures of the project at `root`; each lists its offenders. `walks` has the files that each walk visits, `forms` what a spec
 * becomes on the way of an apply, `published` the figures of scripts/measures.json.
 */
export function measure(root, {walks, forms}, published) {
  const sources = listFiles(join(root, 'src')).filter(path => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const tests = listFiles(join(root, 'test')).filter(path => path.endsWith('.ts'));
  const name = path => relative(root, path).replaceAll('\\', '/');
  const functions = sources.flatMap(path => listFunctions(path).map(one => ({...one, name: `${name(path)}:${one.line} ${one.name}`})));
  const files = sources.map(path => ({name: name(path), size: countLines(path)}));
  const testFiles = tests.map(path => ({name: name(path), size: countLines(path)}));
  const folders = [...new Set(sources.map(path => dirname(path)))].filter(folder => folder !== join(root, 'src'));
  const pages = folders.map(folder => join(folder, 'README.md')).filter(page => existsSync(page));
  const figures = [
    {measure: 'files of src', now: files.length},
    {measure: 'lines of src', now: files.reduce((sum, {size}) => sum + size, 0)},
    ...Object.entries(walks).flatMap(([walk, {files: visited, lines}]) => [
      {measure: `${walk}: files with a function that ran`, now: visited.length, all: visited.map(({path}) => path)},
      {measure: `${walk}: lines of the functions that ran`, now: lines},
    ]),
    {measure: 'apply: forms of a document or a body', now: forms.length, all: forms},
  ];
  return [
    largest('lines of the longest function in src', functions, LIMITS.functionLines),
    largest('lines of the longest file in src', files, LIMITS.fileLines),
    largest('lines of the longest test file', testFiles, LIMITS.testFileLines, LONG_TESTS),
    none(
      'folders of src without a README.md',
      folders.map(name).filter(folder => !existsSync(join(root, folder, 'README.md'))),
    ),
    largest(
      'words of the longest README.md in src',
      pages.map(page => ({name: name(page), size: countWords(page)})),
      LIMITS.readmeWords,
    ),
    ...figures.map(figure => compare(figure, published[figure.measure])),
  ];
}

function largest(measure, things, limit, allowed = {}) {
  const offenders = things.filter(({name, size}) => size > (allowed[name] ?? limit)).sort((one, other) => other.size - one.size);
  const now = Math.max(0, ...things.map(({size}) => size));
  return {measure, now, limit, isMissed: offenders.length > 0, offenders: offenders.map(({name, size}) => `${name} (${size})`), all: []};
}

function none(measure, offenders) {
  return {measure, now: offenders.length, limit: 0, isMissed: offenders.length > 0, offenders, all: []};
}

/** A figure beside the published one; one that was never published is missed, too. */
function compare({measure, now, all = []}, published) {
  const limit = published === undefined ? undefined : Math.floor(published * ALARM);
  return {measure, now, limit, published, isMissed: limit === undefined || now > limit, offenders: [], all};
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

/** A table of the measures, and below it what each missed one is about. */
function print(measures, isVerbose) {
  const rows = measures.map(({measure, now, limit, published}) => [measure, now, published ?? '', limit ?? ''].map(String));
  const table = [['measure', 'now', 'published', 'limit'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map(row => row[column].length)));
  for (const [index, [measure, ...figures]] of table.entries()) {
    const mark = index > 0 && measures[index - 1].isMissed ? '  missed' : '';
    console.log([measure.padEnd(widths[0]), ...figures.map((figure, column) => figure.padStart(widths[column + 1]))].join('  ') + mark);
  }
  for (const {measure, isMissed, offenders, all} of measures) {
    const lines = isVerbose || (isMissed && offenders.length === 0) ? all : offenders;
    if (lines.length > 0) console.log(`\n${measure}:\n${lines.map(line => `  ${line}`).join('\n')}`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const file = join(root, 'scripts/measures.json');
  const walks = await walk(root);
  const counted = {walks, forms: listForms(root, walks.apply)};
  if (process.argv.includes('--publish')) {
    const figures = measure(root, counted, {}).filter(({published, limit}) => published === undefined && limit === undefined);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(figures.map(one => [one.measure, one.now])), null, 2)}\n`);
  }
  const measures = measure(root, counted, JSON.parse(readFileSync(file, 'utf8')));
  print(measures, process.argv.includes('--verbose'));
  if (measures.some(({isMissed}) => isMissed)) {
    console.error('\nA figure that grew on purpose is published with: node scripts/measures.mjs --publish');
    process.exitCode = 1;
  }
}
