import {cpSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {sha256} from '../../src/core/json/canonical';
import {type Machines, startMachines} from '../world/machines';

/** A machine that remembers many places: work trees, or temporary checkouts of a runner. */
let machines: Machines;
afterEach(() => machines.close());

test('C49ci: what one checkout recorded is not made again in the other; this machine remembers thousands of other places', async () => {
  machines = await startMachines();
  cpSync(machines.at('work'), machines.at('copy'), {recursive: true});
  for (const where of ['work', 'copy']) machines.write(['late'], where);
  expect((await machines.run('apply --auto-approve', 'work', 'one-home')).exitCode).toBe(0);
  rememberPlaces(7000);
  const {exitCode, text} = await machines.run('apply --auto-approve', 'copy', 'one-home');
  expect([exitCode, text]).toEqual([1, expect.stringContaining('"late" exists')]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

/** Marks of so many other places, a seventh of them noted after those that are there. */
function rememberPlaces(count: number): void {
  const directory = machines.at('one-home/.local/state/monitors');
  const mark = JSON.stringify({lineage: 'another', origin: machines.url, serial: 1, checksum: 'sha256:1'});
  for (let index = 0; index < count; index++) {
    const path = join(directory, `mark-${sha256(String(index)).slice(0, 32)}.jsonl`);
    writeFileSync(path, `${mark}\nnull\n`, {mode: 0o600});
    if (index % 7 !== 0) utimesSync(path, 1_000_000_000, 1_000_000_000);
  }
}
