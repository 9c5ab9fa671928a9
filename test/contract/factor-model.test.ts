import {readdirSync, readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import type {PlanDocument} from '../../src/features/plan/document';
import type {RenderDocument} from '../../src/features/render/document';
import {check} from '../unit/core/specs/fleet/world';
import {ENVIRONMENT, plainFiles, spread} from '../world/fleet-model';
import {startUserWorld, type UserWorld} from '../world/service';

/**
 * Random repositories of layers, an overlay, variables, secrets and lists: what stands in plain specs moves into them, is factored as
 * far as it goes, and moves back. Rendered specs, plans and target ids stay equal, and no monitor is created again.
 */
const CONFIG = `project: acme
service: {operations: full}
secrets: {allow: [TOKEN]}
environment: staging
environments: {staging: {vars: ${JSON.stringify(ENVIRONMENT.vars)}}}
`;
const env = {TOKEN: 'a-token-of-tests'};

type Files = Readonly<Record<string, string>>;
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

async function inWorld<Result>(files: Files, act: (world: UserWorld) => Promise<Result>): Promise<Result> {
  const world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
  return act(world).finally(() => world.close());
}

/** JSON of a command that ended as it should. */
async function print<Document>(world: UserWorld, ...args: readonly string[]): Promise<Document> {
  const {stdout, stderr, exitCode} = await world.runHere([...args, '--format', 'json'], {env});
  expect({args, exitCode, stderr: exitCode === 0 ? '' : stderr}).toEqual({args, exitCode: 0, stderr: ''});
  return JSON.parse(stdout);
}

/** The specs as they are rendered, and what a first plan of them would create; where they are written is no part of it. */
async function readPlan(world: UserWorld, specs = 'monitors') {
  const {stdout: text} = await world.runHere(['render', '--specs', specs], {env});
  const {monitors} = await print<RenderDocument>(world, 'render', '--specs', specs);
  // A first plan: in a copy without a state.
  const {changes, estimate, digest, summary} = await inWorld(below(specs, readFiles(world, specs)), fresh =>
    print<PlanDocument>(fresh, 'plan', '--specs', specs),
  );
  return {
    text,
    specs: monitors.map(({spec}) => spec),
    changes: changes.map(({file: _file, line: _line, fields, ...change}) => {
      // Fields come in the order in which they are written.
      const byPath = fields.map(({path, origin: _origin, ...field}) => [path, field]);
      return {...change, fields: Object.fromEntries(byPath)};
    }),
    ...{estimate, digest, summary},
  };
}

/** Specs that are made: `FACTOR_RUNS=200 npx jest factor-model` makes more. */
const RUNS = Number(process.env['FACTOR_RUNS'] ?? 8);

/** The files below the specs directory as they are now. */
function readFiles({workspace}: UserWorld, specs = 'monitors'): Files {
  const paths = readdirSync(workspace.path(specs), {recursive: true, encoding: 'utf8'}).filter(path => path.includes('.'));
  return Object.fromEntries(paths.map(path => [path, readFileSync(workspace.path(specs, path), 'utf8')]));
}

const idsOf = (world: UserWorld) =>
  world.emulator
    .monitors()
    .map(({name, targets}) => `${name} ${targets.map(({id}) => id).join()}`)
    .sort();

async function expectNothingToDo(world: UserWorld, specs = 'monitors'): Promise<void> {
  const ended = await world.runHere(['plan', '--refresh', '--detailed-exitcode', '--specs', specs], {env});
  expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
}

/** Whether the specs are right as they are spread: a secret that would go to another host is refused. */
function isRight(of: number): boolean {
  const {plain, files} = spread(of, 'copies of few');
  return [plainFiles(plain), files].every(all => check(all, ENVIRONMENT).findings.every(({severity}) => severity !== 'error'));
}

const STEPS = [['monitors'], ['a', '--list', 'rows'], ['monitors', '--list', 'top'], ['a'], ['monitors']];

test(
  'I63: moving values into layers and lists, factoring and writing them out again changes no monitor',
  async () => {
    const seed = Number(process.env['FACTOR_SEED'] ?? Date.now() % 1_000_000);
    console.info(`FACTOR_SEED=${seed}`);
    let factored = 0;
    const seeds = fc.integer({min: 0, max: 2 ** 31}).filter(isRight);
    await fc.assert(
      fc.asyncProperty(seeds, async of => {
        const {plain, files} = spread(of, 'copies of few');
        await inWorld({...below('plain', plainFiles(plain)), ...below('monitors', files)}, async world => {
          const before = await readPlan(world, 'plain');
          await print(world, 'apply', '--auto-approve', '--specs', 'plain');
          const ids = idsOf(world);
          expect(await readPlan(world)).toEqual(before);
          await expectNothingToDo(world);
          for (const args of STEPS) {
            const ended = await world.runHere(['factor', ...args], {env});
            if (ended.stderr.includes('not a folder with specs')) continue;
            expect(ended).toMatchObject({exitCode: 0, stderr: ''});
            if (ended.stdout.includes('Wrote')) factored += 1;
            expect(await readPlan(world)).toEqual(before);
            await expectNothingToDo(world);
          }
          const {stdout, stderr} = await world.runHere(['render'], {env});
          expect(stderr).toBe('');
          world.workspace.write({'again/all.yaml': stdout});
          expect(await readPlan(world, 'again')).toEqual(before);
          await expectNothingToDo(world, 'again');
          expect(idsOf(world)).toEqual(ids);
          const created = await inWorld(below('monitors', readFiles(world)), async fresh => {
            await print(fresh, 'apply', '--auto-approve');
            return idsOf(fresh);
          });
          expect(created).toEqual(ids);
        });
      }),
      {numRuns: RUNS, seed},
    );
    expect(factored).toBeGreaterThan(4);
  },
  Math.max(300_000, RUNS * 20_000),
);
