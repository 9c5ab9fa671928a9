import {makeWorkspace, runMonitors} from '../world/cli';

/** Every command's help ends with examples that can be copied. */
test('every command shows two or three examples of itself', async () => {
  const {directory, remove} = makeWorkspace();
  const overview = await runMonitors(['--help'], {cwd: directory});
  const commands = [...overview.stdout.matchAll(/^ {2}monitors ([a-z][a-z -]*?) {2,}/gm)].map(([, words = '']) => words);
  expect(commands.length).toBeGreaterThan(15);
  const counted = await Promise.all(
    commands.map(async command => {
      const {stdout} = await runMonitors([...command.split(' '), '--help'], {cwd: directory});
      const [, examples = ''] = stdout.split(/^examples$/m);
      const lines = examples.split('\n').filter(line => /^ {2}[^ #]/.test(line));
      return {command, shown: lines.length, own: lines.some(line => line.includes(`monitors ${command}`))};
    }),
  );
  expect(counted.filter(({shown, own}) => shown < 2 || shown > 3 || !own)).toEqual([]);
  remove();
});
