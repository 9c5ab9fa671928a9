import {runCli} from '../../src/doors/cli/run';
import {Collector, contextHere} from '../world/cli-here';

/** The help of a command line, on a terminal of this width. */
async function help(words: readonly string[], width: number): Promise<string> {
  const stdout = Object.assign(new Collector(), {columns: width});
  const exitCode = await runCli([...words, '--help'], contextHere({cwd: __dirname, env: {}, stdout, stderr: new Collector()}));
  expect(exitCode).toBe(0);
  return stdout.text;
}

/** The words of all commands, as the overview lists them. */
async function listCommands(): Promise<readonly string[]> {
  return [...(await help([], 100)).matchAll(/^ {2}monitors ([a-z][a-z -]*?) {2,}/gm)].map(([, words = '']) => words);
}

/** Flags whose value has no default: without them, nothing is limited, saved or run. `--adopt` says what was found. */
const WITHOUT_DEFAULT = [
  '--out FILE',
  '--only KEY',
  '--only ID',
  '--exclude KEY',
  '--list NAME',
  '--persist-command CMD',
  '--adopt ID',
  '--allow-state-change NAME',
  '--approve DIGEST',
  '--branch NAME',
  '--to PLACE',
  '--to-environment NAME',
  '--new-state NAME',
];

/** The flags of a page that take a value, with their descriptions in one line. */
function listValuedFlags(page: string): readonly {label: string; text: string}[] {
  const [, flags = ''] = /^(?:global )?flags\n([\s\S]*?)(?=^examples$|(?![\s\S]))/m.exec(page) ?? [];
  const joined = flags.replace(/\n {6,}/g, ' ');
  return [...joined.matchAll(/^ {2}((?:-\w, )?--[a-z-]+ [A-Z]+) {2,}(.*)$/gm)].map(([, label = '', text = '']) => ({label, text}));
}

test('every flag that takes a value shows its default, or is known to have none', async () => {
  const commands = await listCommands();
  expect(commands.length).toBeGreaterThan(15);
  const silent = new Set<string>();
  let counted = 0;
  for (const command of commands) {
    const flags = listValuedFlags(await help(command.split(' '), 120));
    counted += flags.length;
    for (const {label, text} of flags) if (!text.includes('default')) silent.add(label);
  }
  expect(counted).toBeGreaterThan(100);
  expect([...silent].sort()).toEqual([...WITHOUT_DEFAULT].sort());
});

test.each([60, 80, 120])('no line of prose is wider than a terminal of %i columns', async width => {
  for (const command of ['', ...(await listCommands())]) {
    const page = await help(command.split(' ').filter(Boolean), width);
    const [prose = ''] = page.split(/^examples$/m);
    const wide = prose.split('\n').filter(line => line.length > width && !line.startsWith('usage  '));
    expect({command, wide}).toEqual({command, wide: []});
  }
});

test('every sentence of a page has at most 25 words', async () => {
  const long: string[] = [];
  for (const command of await listCommands()) {
    const page = (await help(command.split(' '), 100)).split(/^(?:exit codes|flags|global flags)$/m)[0] ?? '';
    const prose = page.split('\n').slice(3).join(' ').replace(/\s+/g, ' ');
    for (const sentence of prose.split(/(?<=[.:;]) /)) if (sentence.split(' ').length > 25) long.push(`${command}: ${sentence}`);
  }
  expect(long).toEqual([]);
});
