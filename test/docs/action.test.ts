import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {actionManifest} from '../world/action-run';
import {ROOT, readPage} from './pages';

/** The list below a heading: what stands before each colon, names and values in backticks apart. */
function readList(heading: string): string[][] {
  const section = readPage('docs/action-reference.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^- (.*?): /gm)].map(([, head = '']) => [...head.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
}

test('the page lists the inputs of action.yml in their order, with their defaults', () => {
  const rows = readList('Inputs').map(([name, value = '']) => [name, value]);
  const inputs = Object.entries(actionManifest.inputs).map(([name, {default: value = ''}]) => [name, value]);
  expect(rows).toEqual(inputs);
});

test('the page lists the outputs of action.yml', () => {
  expect(readList('Outputs').flat()).toEqual(Object.keys(actionManifest.outputs));
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
