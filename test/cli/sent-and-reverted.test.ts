import {type Machines, startMachines} from '../world/machines';

/** A create without an answer, whose spec and commit were reverted since. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';

/** The spec was committed before the create. */
async function loseAnswer(operations: 'create' | 'full'): Promise<void> {
  machines = await startMachines(operations, {faults: [{when: {name: 'late'}, do: 'drop', work: 'done', reset: true}]});
  await machines.applyAndCommit('base');
  const save = (message: string) => {
    machines.git(['add', '-A']);
    machines.git(['commit', '-q', '-m', message]);
  };
  machines.write(['late']);
  save('Spec');
  expect((await machines.run(`${RUN} --on-ambiguous stop`)).exitCode).toBe(4);
  save('In doubt');
  machines.git(['revert', '--no-edit', 'HEAD', 'HEAD~1']);
  machines.clone('work', 'clone');
}

const run = (line: string) => machines.run(line, 'clone');
const OPEN = /state\/sent-before commit \S+ says that a create of "late" was sent/;

test.each(['create', 'full'] as const)('C71: %s operations: each run names it until a person settles it', async operations => {
  await loseAnswer(operations);
  for (const line of ['plan', 'validate', RUN]) expect((await run(line)).text).toMatch(OPEN);
  expect((await run(`${RUN} --allow-old-checkout --only base`)).exitCode).toBe(0);
  expect((await run('plan')).text).toMatch(OPEN);
  expect((await run(`${RUN} --allow-old-checkout`)).exitCode).toBe(0);
  expect((await run('plan')).text).not.toContain('sent-before');
});

test('C71: the command that it names takes it in', async () => {
  await loseAnswer('create');
  const [restore = ''] = /state restore [0-9a-f]{12}/.exec((await run('plan')).text) ?? [];
  expect(await run(restore)).toMatchObject({exitCode: 1, text: expect.stringMatching(/late/)});
  expect((await run('plan')).text).toMatch(/late unresolved(?!.*sent-before)/);
});
