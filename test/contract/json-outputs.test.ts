import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeWorkspace, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {COMMANDS, type CommandName, compile, expectPromised, judgeOf, readSchema, schemaOf} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** JSON that commands print is what `monitors schema` promises of it, and every member of it is promised. */
const ROOT = join(__dirname, '../..');

const goldens = readdirSync(join(ROOT, 'test/golden'), {recursive: true, encoding: 'utf8'})
  .filter(path => path.endsWith('.golden.json') && !/(?:sarif|gitlab)\.golden\.json$/.test(path))
  .sort();

test.each(goldens)('the golden %s is what its schema promises', path => {
  const text = readFileSync(join(ROOT, 'test/golden', path), 'utf8');
  expectPromised(schemaOf(JSON.parse(text)), text);
});

/** Members whose text comes from a page, a spec or the service, or says why something failed. */
const TEXTS = new Set(['reason', 'error', 'diff', 'line', 'texts', 'value', 'before']);

test.each(goldens.filter(path => /^report-(?:alerts|changes|status|tune)\//.test(path)))(
  'the golden %s has no words for people alone',
  path => {
    const found: string[] = [];
    const walk = (value: unknown, member: string): void => {
      if (typeof value === 'string' && /\s/.test(value) && !TEXTS.has(member)) found.push(`${member}: ${value}`);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? member : name);
    };
    walk(JSON.parse(readFileSync(join(ROOT, 'test/golden', path), 'utf8')), '');
    expect(found).toEqual([]);
  },
);

test('there are goldens of every command', () => {
  const commands = goldens.map(path => schemaOf(JSON.parse(readFileSync(join(ROOT, 'test/golden', path), 'utf8'))));
  expect(new Set(commands)).toEqual(new Set(COMMANDS));
});

describe('what the real command prints', () => {
  const TYPO = specFor('docs').replace('schedule:', 'schedul:');
  let world: UserWorld;

  beforeAll(async () => {
    const answer = (status: number, rest: object) => ({do: 'answer', status, body: {success: false, error: 'no'}, ...rest}) as const;
    world = await startUserWorld(
      {
        'monitors/a.yaml': specFor('a'),
        'monitors/b.yaml': specFor('b'),
        'monitors/c.yaml': specFor('c'),
        'monitors/d.yaml': specFor('d'),
      },
      {
        faults: [
          {when: {name: 'a'}, times: 1, ...answer(429, {headers: {'Retry-After': '0'}})},
          {when: {name: 'b'}, times: 1, ...answer(502, {})},
          {when: {name: 'c'}, ...answer(400, {body: {success: false, error: 'no', details: [{path: ['name'], message: 'long'}]}})},
        ],
      },
    );
  });

  afterAll(() => world.close());

  async function print(command: CommandName, ...args: readonly string[]): Promise<string> {
    const {stdout, exitCode} = await world.runHere([command, '--format', 'json', ...args]);
    expect(exitCode).not.toBe(70);
    expectPromised(command, stdout);
    return stdout;
  }

  test('validate', async () => {
    expect(await print('validate')).toContain('"valid": true');
    world.workspace.write({'monitors/e.yaml': TYPO});
    expect(await print('validate')).toContain('schema/unknown-field');
    for (const command of ['plan', 'apply'] as const) expect(await print(command)).toContain('spec/invalid');
    world.workspace.write({'monitors/e.yaml': specFor('e')});
  });

  test('errors', async () => {
    expect(await print('validate', 'nowhere.yaml')).toContain('"error"');
    expect(await print('plan', '--only', 'nobody')).toContain('"error"');
    expect(await print('apply', '--concurrency', 'many')).toContain('config/usage');
    expect(await print('apply', '--nonsense')).toContain('config/usage');
    expect(await print('apply')).toContain('"error"');
  });

  test('plan, a saved plan, and what became of it, as events and as one document', async () => {
    expect(await print('plan', '--out', 'plan.json')).toContain('"create": 5');
    expectPromised('plan', readFileSync(world.workspace.path('plan.json'), 'utf8'));
    const {stdout, exitCode} = await world.runHere(['apply', '--format', 'jsonl', '--on-error', 'stop', '--concurrency', '1', 'plan.json']);
    expect(exitCode).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expectPromised('apply', line);
    const types = new Set(lines.map(line => (JSON.parse(line) as {type: string}).type));
    expect(types).toEqual(new Set(['started', 'sending', 'waiting', 'retrying', 'finished', 'stopping', 'completed']));

    expect(await print('apply', '--auto-approve')).toContain('"failed": 1');
    world.workspace.write({'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
    expect(await print('plan', '--out', 'later.json')).toContain('"blocked": 1');
    expectPromised('plan', readFileSync(world.workspace.path('later.json'), 'utf8'));
    expect(await print('apply', 'plan.json')).toContain('"error"');
  });
});

test.each(COMMANDS)('`monitors schema %s` prints the checked-in schema', async command => {
  const workspace = makeWorkspace();
  const {stdout, exitCode} = await runMonitorsHere(['schema', command], {cwd: workspace.directory});
  workspace.remove();
  // Packed with a line for each definition, printed with one for each member.
  const packed = JSON.parse(readFileSync(join(ROOT, `schemas/${command}.schema.json`), 'utf8'));
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: `${JSON.stringify(packed, null, 2)}\n`});
});

test.each(COMMANDS)('the schema of %s lets in members that it does not know: a later version may add them', command => {
  const golden = goldens
    .map(path => JSON.parse(readFileSync(join(ROOT, 'test/golden', path), 'utf8')))
    .find(value => schemaOf(value) === command);
  const newer = {...golden, summary: {...golden.summary, paused: 1}, news: true};
  expect(compile(readSchema(command))(newer)).toBe(true);
  expect(judgeOf(command)(newer)).toBe(false);
});

test.each(goldens)('without any one of its members, the golden %s is refused', path => {
  const golden = JSON.parse(readFileSync(join(ROOT, 'test/golden', path), 'utf8'));
  const validate = judgeOf(schemaOf(golden));
  const missed = Object.keys(golden).filter(name => {
    const {[name]: _, ...rest} = golden;
    return !OPTIONAL.has(name) && validate(rest);
  });
  expect(missed).toEqual([]);
});

/** Members of whole documents that are left out where they say nothing. */
const OPTIONAL: ReadonlySet<string> = new Set(['branch', 'stopped', 'service', 'emulator', 'approval', 'example', 'since']);

test.each(COMMANDS)('every member in the schema of %s is explained, unless one word is all that it can be', command => {
  const bare = Object.entries(readSchema(command).definitions ?? {}).flatMap(([name, {properties = {}}]) =>
    Object.entries(properties).flatMap(([member, property]) =>
      property['description'] !== undefined || property['const'] !== undefined || property['type'] === 'null' ? [] : [`${name}.${member}`],
    ),
  );
  expect(bare).toEqual([]);
});
