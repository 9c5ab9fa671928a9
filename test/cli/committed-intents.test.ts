import {rmSync, writeFileSync} from 'node:fs';
import {type Machines, startMachines} from '../world/machines';

/** Intents that `--persist-command` commits: the run may have sent them before its machine was gone. */
let machines: Machines;
afterEach(() => machines.close());

const PERSIST =
  '#!/bin/sh\ngit add -A && git -c user.name=A -c user.email=a@example.com commit -q -m run && git push -q origin HEAD:topic\n';

/** A runner on a branch persists the intent of `late`, creates it, and vanishes before it commits the state. */
async function vanish(operations: 'create' | 'full'): Promise<void> {
  machines = await startMachines(operations);
  machines.clone('work', 'runner');
  writeFileSync(machines.at('persist'), PERSIST, {mode: 0o755});
  machines.write(['late'], 'runner');
  const {exitCode, text} = await machines.run(`apply --auto-approve --persist-command ${machines.at('persist')}`, 'runner');
  expect([exitCode, text]).toEqual([0, expect.any(String)]);
  rmSync(machines.at('runner'), {recursive: true});
  rmSync(machines.at('runner-home'), {recursive: true, force: true});
  machines.write(['late']);
}

test('C66: create-only, another branch does not create what a runner meant to send', async () => {
  await vanish('create');
  for (const line of ['plan', 'apply --auto-approve']) expect((await machines.run(line)).text).toContain('create of "late" was sent');
  expect(machines.live()).toEqual(['late', 'seed']);
  expect((await machines.run('apply --auto-approve --allow-old-checkout')).exitCode).toBe(0);
});

test('C66: full operations find it by its target ids', async () => {
  await vanish('full');
  expect((await machines.run('apply --auto-approve')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('an intent that its branch settled since holds nothing', async () => {
  await vanish('create');
  machines.git(['checkout', '-q', '-f', 'topic']);
  await machines.run('resolve late --not-created');
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'There is none']);
  machines.git(['checkout', '-q', 'main']);
  machines.write(['late']);
  expect((await machines.run('plan')).text).toContain('Apply sends 1 request');
});
