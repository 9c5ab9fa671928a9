import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {actionManifest} from '../world/action-run';
import {ROOT, readPage} from './pages';

/** The rows of the table whose first heading is this one, cells without their backticks. */
function readTable(heading: string): string[][] {
  const lines = readPage('docs/action.md').split('\n');
  const start = lines.findIndex(line => line.startsWith(`| ${heading} |`));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

const withoutTicks = (cell: string) => cell.replaceAll('`', '');

test('the page lists the inputs of action.yml in their order, with their defaults', () => {
  const rows = readTable('input').map(([name = '', value = '']) => [withoutTicks(name), withoutTicks(value)]);
  const inputs = Object.entries(actionManifest.inputs).map(([name, {default: value = ''}]) => [name, value]);
  expect(rows).toEqual(inputs);
});

test('the page lists the outputs of action.yml', () => {
  const names = readTable('output').flatMap(([cell = '']) => withoutTicks(cell).split(', '));
  expect(names).toEqual(Object.keys(actionManifest.outputs));
});

test('action.yml asks for a Node that the package supports, names the bundle, and describes everything', () => {
  expect(actionManifest.runs).toEqual({using: 'node24', main: 'dist/action.cjs'});
  for (const described of [...Object.values(actionManifest.inputs), ...Object.values(actionManifest.outputs)]) {
    expect(described.description.length).toBeGreaterThan(10);
  }
});

test('action.yml means the same to every parser', () => {
  expect(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))).toEqual(expect.objectContaining(actionManifest));
});
