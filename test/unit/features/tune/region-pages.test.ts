import type {JsonObject} from '../../../../src/core/json/value';
import type {TunedMonitor} from '../../../../src/features/tune/assemble';
import {planRegions} from '../../../../src/features/tune/regions/region-pages';
import {desire} from '../../../world/apply-world';

/** Pages with noisy lines that may be fetched: what anyone would get, for nobody's secret. */
const URL = 'https://shop.example/hats';

function plan(target: JsonObject) {
  const spec = desire('hats', {targets: [{type: 'scrape', urls: [URL], ...target}]});
  const line = {url: URL, kind: 'numbers', line: 'Updated # minutes ago', texts: [], changes: 9, checks: 10};
  const monitor = {spec, document: {lines: [line]}, proposals: [{document: {kind: 'lines'}}]} as unknown as TunedMonitor;
  const {pages, leftOut} = planRegions({env: {}}, [monitor]);
  return {pages: pages.length, leftOut: [...leftOut.values()].flat()};
}

test('a plain page is fetched', () => {
  expect(plan({})).toEqual({pages: 1, leftOut: []});
  expect(plan({scrapeOptions: {formats: ['markdown'], waitFor: 100}})).toEqual({pages: 1, leftOut: []});
});

test.each([
  {name: 'a reference', target: {newThing: 'a ${env:TOKEN}'}},
  {name: 'headers', target: {scrapeOptions: {headers: {accept: 'text/html'}}}},
  {name: 'actions', target: {scrapeOptions: {actions: []}}},
  {name: 'a profile', target: {scrapeOptions: {profile: {name: 'me'}}}},
  {name: 'another address', target: {urls: [URL, 'https://shop.example/caps']}},
])('a page with $name is not', ({target}) => {
  expect(plan(target)).toEqual({pages: 0, leftOut: [URL]});
});
