import * as fc from 'fast-check';
import {canonicalJson} from '../../src/core/json/canonical';
import {check} from '../unit/core/specs/fleet/world';
import {ENVIRONMENT, plainFiles, spread} from '../world/fleet-model';

/** Random repositories of specs, layers and lists against the same monitors as plain specs. */
const seed = fc.integer({min: 0, max: 2 ** 31});

const factsOf = (checked: ReturnType<typeof check>) =>
  checked.monitors.map(({key, name, bodyHash, references, estimate, body}) => ({
    key,
    name,
    bodyHash,
    references,
    estimate,
    body: canonicalJson(body()),
  }));
const settingsOf = ({monitors}: ReturnType<typeof check>) => monitors.map(({paused, sync: {labels, ignore}}) => ({paused, labels, ignore}));
const errorsOf = ({findings}: ReturnType<typeof check>) => findings.filter(({severity}) => severity === 'error').map(({code}) => code);

test('I63: monitors spread over specs, layers, an overlay and lists are those of plain specs', () => {
  let planned = 0;
  fc.assert(
    fc.property(seed, of => {
      const {plain, files} = spread(of);
      const whole = check(plainFiles(plain), ENVIRONMENT);
      const parts = check(files, ENVIRONMENT);
      const refused = new Set(errorsOf(parts));
      // A secret that a layer or the overlay would send elsewhere is refused in parts, and is plain text in the whole.
      if (refused.delete('fleet/secret-origin')) return;
      expect([...refused].sort()).toEqual([...new Set(errorsOf(whole))].sort());
      expect(factsOf(parts)).toEqual(factsOf(whole));
      expect(settingsOf(parts)).toEqual(settingsOf(whole));
      planned += parts.monitors.length;
    }),
    {numRuns: 80},
  );
  expect(planned).toBeGreaterThan(100);
});

test('I63: an edit of a layer changes the monitors that it changes in the plain specs, and no other', () => {
  let changed = 0;
  fc.assert(
    fc.property(seed, seed, (of, other) => {
      const before = spread(of);
      const layer = spread(other).files['a/_defaults.yaml'] as string;
      const edited = check({...before.files, 'a/_defaults.yaml': layer}, ENVIRONMENT);
      const first = check(before.files, ENVIRONMENT);
      if (errorsOf(edited).length + errorsOf(first).length > 0) return;
      const hashes = new Map(first.monitors.map(({key, bodyHash}) => [key, bodyHash]));
      for (const {key, bodyHash} of edited.monitors) {
        if (hashes.get(key) === bodyHash) continue;
        changed += 1;
        expect(key).toMatch(/^a\//);
      }
      const rendered = new Map(edited.monitors.map(({key, body}) => [key, body()]));
      expect(factsOf(check(plainFiles(rendered), ENVIRONMENT))).toEqual(factsOf(edited));
    }),
    {numRuns: 80},
  );
  expect(changed).toBeGreaterThan(20);
});
