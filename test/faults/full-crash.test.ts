import type {FaultScript} from '../../src/emulator/faults/script';
import {FullWorld, specOf} from '../world/full-world';
import {MortalMachine} from '../world/mortal-machine';
import {rollDice} from './crash-loop-trials';

const webhook = 'webhook: {url: https://hooks.example.com/x}\n';

/** One plan with everything in it: two creates of which one is paused, an update, a replacement, a delete; `kept` is not to be touched. */
const BEFORE = {kept: specOf('kept'), gone: specOf('gone'), updated: specOf('updated'), replaced: specOf('replaced', webhook)};
const AFTER = {
  kept: specOf('kept'),
  updated: specOf('updated', 'retentionDays: 7\n'),
  replaced: specOf('replaced'),
  new: specOf('new'),
  paused: specOf('paused', 'sync: {paused: true}\n'),
};

interface Scenario {
  readonly row: string;
  readonly faults: FaultScript;
  /** The runs after the death ask the service what it holds. */
  readonly refresh: boolean;
}

/** Runs the plan on machines that die at these steps, one after the other; returns how many steps the last one took, and what is wrong in the end. */
async function dieAt(deaths: readonly number[], {faults, refresh}: Scenario): Promise<{steps: number; problems: readonly string[]}> {
  const world = await FullWorld.start();
  try {
    world.write(BEFORE);
    await world.apply();
    const [kept, updated, gone, replaced] = ['kept', 'updated', 'gone', 'replaced'].map(name => world.live(name));
    world.write(AFTER);
    world.emulator.setFaults(faults);
    let steps = 0;
    for (const death of deaths) {
      const machine = new MortalMachine(death);
      const run = world.apply({wrapService: machine.wrapService, wrapStore: machine.wrapStore});
      const end = await Promise.race([run.then(() => 'ended' as const), machine.death]);
      steps = machine.steps;
      await machine.settled();
      await world.emulator.settled();
      if (end === 'dead') await world.reboot();
    }
    world.emulator.setFaults({});
    const next = await world.apply({refresh});
    const problems = next.outcome.results
      .filter(({outcome}) => ['failed', 'unknown', 'not-attempted'].includes(outcome))
      .map(({key, error}) => `the next run left ${key}: ${error?.message}`);
    if (world.names().join() !== Object.keys(AFTER).sort().join()) problems.push(`live are ${world.names().join()}`);
    else {
      const now = world.live('updated');
      if (now.id !== updated?.id || JSON.stringify(now.histories) !== JSON.stringify(updated.histories)) problems.push('history was lost');
      if (now.retentionDays !== 7) problems.push('the update was lost');
      if (world.live('kept').updatedAt !== kept?.updatedAt) problems.push('what nothing was wanted of was touched');
      if (world.live('paused').status !== 'paused') problems.push('it runs, and is to be paused');
      if (world.live('replaced').webhook !== null) problems.push('the replacement was lost');
    }
    const deleted = world.emulator.deleted().map(({id}) => id);
    const allowed = [gone?.id, replaced?.id];
    if (deleted.some(id => !allowed.includes(id)) || deleted.length !== 2) problems.push(`deleted are ${deleted.join()}`);
    const left = await world.plan();
    if (left.changes.length > 0) problems.push(`the plan still has ${left.changes.map(({action, key}) => `${action} ${key}`).join()}`);
    return {steps, problems};
  } finally {
    await world.close();
  }
}

const CALM: Scenario = {row: 'nothing else goes wrong', faults: {}, refresh: false};
const LOSSES: Scenario = {
  row: 'the first answer to each kind of request is lost',
  faults: {
    faults: (['create', 'update', 'delete'] as const).map(operation => ({
      when: {operation},
      times: 1,
      do: 'drop' as const,
      work: 'done' as const,
    })),
  },
  refresh: true,
};
const REFUSALS: Scenario = {
  row: 'requests are not carried out, and the list lags',
  faults: {
    faults: [
      {when: {operation: 'create'}, times: 2, do: 'answer', status: 503},
      {when: {operation: 'update'}, times: 1, do: 'answer', status: 429},
      {when: {operation: 'delete'}, times: 1, do: 'drop'},
    ],
    answers: {replicaLagMs: 8000},
  },
  refresh: false,
};

jest.setTimeout(300_000);

describe('P1, C19, C20, C21, C22: an apply with creates, an update, a replacement and a delete dies at every call to disk and service', () => {
  test.each([CALM, LOSSES, REFUSALS])('$row: the next run makes exactly what is wanted, once', async scenario => {
    const {steps, problems} = await dieAt([0], scenario);
    expect(problems).toEqual([]);
    expect(steps).toBeGreaterThan(35);
    const failures: string[] = [];
    for (let step = 1; step <= steps; step++) {
      const trial = await dieAt([step], scenario);
      failures.push(...trial.problems.map(problem => `died at ${step}: ${problem}`));
    }
    expect(failures).toEqual([]);
  });

  test('and the run after it dies too', async () => {
    const {random} = rollDice();
    const failures: string[] = [];
    for (let trial = 0; trial < 60; trial++) {
      const deaths = Array.from({length: 2 + (trial % 2)}, () => 1 + Math.floor(random() * 60));
      const scenario = [CALM, LOSSES, REFUSALS][trial % 3] as Scenario;
      const {problems} = await dieAt(deaths, scenario);
      failures.push(...problems.map(problem => `${scenario.row}, died at ${deaths.join(', then ')}: ${problem}`));
    }
    expect(failures).toEqual([]);
  });
});
