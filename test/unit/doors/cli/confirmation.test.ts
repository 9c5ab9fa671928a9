import {PassThrough} from 'node:stream';
import type {Context} from '../../../../src/core/base/context';
import {confirm} from '../../../../src/doors/cli/confirmation';

/** A terminal at which somebody types. */
function sitAt({env = {}, isTTY = true, columns = 80}: {env?: Record<string, string>; isTTY?: boolean; columns?: number} = {}) {
  const stdin = Object.assign(new PassThrough(), {isTTY});
  const stderr = Object.assign(new PassThrough(), {columns});
  const stdout = new PassThrough();
  const interruption = new AbortController();
  const asked = confirm('Apply?', 'monitors apply --auto-approve', {stdin, stderr, stdout, env} as unknown as Context, interruption.signal);
  asked.catch(() => undefined);
  return {stdin, interruption, asked, stderr: () => String(stderr.read() ?? ''), stdout: () => String(stdout.read() ?? '')};
}

test('yes goes on; the question stands on stderr', async () => {
  const {stdin, asked, stderr, stdout} = sitAt();
  stdin.write(' yes \n');
  await expect(asked).resolves.toBeUndefined();
  expect(stderr()).toBe('Apply? Type "yes" to continue: ');
  expect(stdout()).toBe('');
});

test('on a narrow terminal the answer has a line of its own', () => {
  expect(sitAt({columns: 30}).stderr()).toBe('Apply?\nType "yes" to continue: ');
});

test.each(['n\n', 'y\n', 'YES\n', '\n'])('the answer %j changes nothing', async answer => {
  const {stdin, asked} = sitAt();
  stdin.write(answer);
  await expect(asked).rejects.toMatchObject({code: 'config/not-approved'});
});

test('an end of input changes nothing, and leaves the cursor at the start of a line', async () => {
  const {stdin, asked, stderr} = sitAt();
  stdin.end();
  await expect(asked).rejects.toMatchObject({code: 'config/not-approved'});
  expect(stderr()).toMatch(/: \n$/);
});

test('P11: Ctrl-C at the question ends with the code of the signal', async () => {
  const {interruption, asked, stderr} = sitAt();
  interruption.abort({signal: 'SIGINT', exitCode: 130});
  await expect(asked).rejects.toMatchObject({name: 'Interrupted', exitCode: 130});
  expect(stderr()).toMatch(/: \n$/);
});

test.each([
  {name: 'CI is set', given: {env: {CI: 'true'}}, words: 'CI is set'},
  {name: 'there is no terminal', given: {isTTY: false}, words: 'no terminal'},
])('nobody is asked where $name: the command to run is named', async ({given, words}) => {
  const {asked, stderr} = sitAt(given);
  await expect(asked).rejects.toMatchObject({
    code: 'config/confirmation-needed',
    message: expect.stringContaining(words),
    hint: expect.stringContaining('monitors apply --auto-approve'),
  });
  expect(stderr()).toBe('');
});

test('CI set to nothing or to false is no CI', async () => {
  for (const CI of ['', 'false']) {
    const {stdin, asked} = sitAt({env: {CI}});
    stdin.write('yes\n');
    await expect(asked).resolves.toBeUndefined();
  }
});
