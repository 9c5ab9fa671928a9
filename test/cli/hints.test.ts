import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Suggestions of commands are right: the key that was meant, and commands that mean the same project when they are pasted. */
let world: UserWorld;
afterEach(() => world.close());

const KEYS = {'monitors/pricing/acme.yaml': specFor('acme'), 'monitors/odd key.yaml': specFor('odd')};

describe('a key that nobody has', () => {
  test.each([
    {command: 'plan --only prcing/acme', says: 'did you mean "pricing/acme"?'},
    {command: 'apply --only prcing/acme --only odd-key', says: 'did you mean "odd key", "pricing/acme"?'},
    {command: 'plan --only nothing/like/it', says: '`monitors state list` show the keys'},
    {command: 'plan --only pricing', says: 'did you mean "pricing/**"?'},
    {command: 'try pricing/', says: 'did you mean "pricing/**"?'},
    {command: 'state show pricing/acm', says: 'did you mean "pricing/acme"?'},
    {command: 'state rm pricing/acm', says: 'did you mean "pricing/acme"?'},
    {command: 'state mv pricing/acm x', says: 'did you mean "pricing/acme"?'},
    {command: 'state unprotect pricing/acm', says: 'did you mean "pricing/acme"?'},
    {command: 'state rm nothing/like/it', says: 'run "monitors state list" to see the keys'},
  ])('monitors $command', async ({command, says}) => {
    world = await startUserWorld(KEYS);
    await world.runHere(['apply', '--auto-approve']);
    const ran = await world.runHere(command.split(' '));
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(says);
  });

  test('monitors resolve, of those that are unresolved', async () => {
    world = await startUserWorld(KEYS, {faults: [{when: {name: 'acme'}, do: 'drop', work: 'done'}]});
    await world.runHere(['apply', '--auto-approve']);
    const ran = await world.runHere(['resolve', 'pricing/acm', '--not-created']);
    expect(ran).toMatchObject({exitCode: 3, stderr: expect.stringContaining('did you mean "pricing/acme"?')});
  });
});

describe('a command line that is mistyped', () => {
  test.each([
    {command: 'paln', says: 'unknown command "monitors paln" hint: did you mean "plan"?'},
    {command: '-C . --quiet paln', says: 'unknown command "monitors paln" hint: did you mean "plan"?'},
    {command: 'state lst', says: 'hint: did you mean "state list"?'},
    {command: '--versoin', says: '"monitors" has no flag "--versoin" hint: did you mean "--version"?'},
    {command: '--quiet', says: 'no command given'},
    {command: 'plan --formt json', says: '"monitors plan" has no flag "--formt" hint: did you mean "--format"?'},
    {command: '-C . plan --formt json', says: '"monitors plan" has no flag "--formt" hint: did you mean "--format"?'},
    {command: 'plan --format', says: '--format needs a value hint: write --format FORMAT: text (default), json, markdown or gitlab'},
    {command: 'validate -qC .', says: '-C needs a value hint: write -C DIR'},
    {command: 'plan --only --refresh', says: '--only needs a value hint: write --only KEY'},
    {
      command: 'resolve a --probe --lookup-timeout -1',
      says: '--lookup-timeout must not be negative, but is "-1" hint: use --lookup-timeout',
    },
    {command: 'plan --refresh=true', says: '--refresh takes no value hint: did you mean "monitors plan --refresh"?'},
    {command: 'validate --formt -- x', says: '"monitors validate" has no flag "--formt"'},
  ])('monitors $command', async ({command, says}) => {
    world = await startUserWorld(KEYS);
    const ran = await world.runHere(command.split(' '));
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(says);
  });
});

describe('I41: a word or flag in the wrong place names the right call', () => {
  test.each([
    {command: 'plan extra', says: 'plan takes no key hint: did you mean "monitors plan --only extra"?'},
    {command: '-C . plan a b --verbose', says: 'did you mean "monitors -C . plan --only a --only b --verbose"?'},
    {command: 'plan -- extra', says: 'did you mean "monitors plan --only extra"?'},
    {command: 'plan plan.json', says: 'plan takes no file hint: to show and apply a saved plan, run "monitors apply plan.json"'},
    {command: 'plan monitors/a.yaml', says: 'for one monitor, give its key: monitors plan --only KEY'},
    {command: 'apply a b', says: 'did you mean "monitors apply --only a --only b"?'},
    {command: 'apply pricing/acme', says: 'for one monitor: monitors apply --only pricing/acme'},
    {command: 'pull 0198f0c2', says: 'pull takes no id hint: did you mean "monitors pull --only 0198f0c2"?'},
    {command: 'recover a', says: 'recover takes no key hint: did you mean "monitors recover --only a"?'},
    {command: 'emulator 8080', says: 'did you mean "monitors emulator --port 8080"?'},
    {command: 'import', says: '"monitors import" needs KEY and ID hint: usage: monitors import KEY ID'},
    {command: 'import a', says: '"monitors import" needs ID'},
    {command: 'state mv a', says: '"monitors state mv" needs NEW hint: usage: monitors state mv OLD NEW'},
    {command: 'init a b', says: 'init takes only DIR hint: usage: monitors init [DIR]'},
    {
      command: 'plan --auto-approve',
      says: 'hint: --auto-approve belongs to: monitors try, monitors apply, monitors resolve, monitors recover',
    },
    {command: 'apply --yes', says: 'did you mean "monitors apply --auto-approve"?'},
    {command: 'apply --dry-run', says: 'run "monitors plan": it shows the changes and sends nothing'},
    {command: 'plan --key=a', says: 'did you mean "monitors plan --only a"?'},
    {command: 'plan --json', says: 'did you mean "monitors plan --format json"?'},
    {command: 'plan --token fc-x', says: 'set the environment variable MONITORS_API_KEY'},
    {command: 'mv a b', says: 'did you mean "monitors state mv a b"?'},
    {command: 'lint --strict all', says: 'did you mean "monitors validate --strict all"?'},
    {command: 'destroy', says: 'to delete monitors, remove their specs, then run: monitors apply'},
    {command: '-C . delete acme other --quiet', says: 'remove their specs, then run: monitors -C . apply --quiet'},
    {command: 'create acme', says: 'to create monitors, write their specs, then run: monitors apply'},
    {command: 'refresh', says: 'to see changes made in the service, run: monitors plan --refresh'},
    {command: 'diff', says: 'usage: monitors diff KEY [CHECK] [flags]; to see what apply would change, run "monitors plan"'},
    {command: 'help nope', says: 'unknown command "monitors nope"'},
    {command: 'help paln', says: 'unknown command "monitors paln" hint: did you mean "plan"?'},
    {command: 'plan help', says: '`monitors plan --help` shows its flags'},
    {command: 'state --format json', says: '"monitors state" needs a subcommand hint: `monitors state --help` lists them'},
  ])('monitors $command', async ({command, says}) => {
    world = await startUserWorld(KEYS);
    const ran = await world.runHere(command.split(' '));
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(says);
  });
});

describe('commands that are named as ways out', () => {
  test('mean the project of the command line that names them, and quote what a shell would split', async () => {
    world = await startUserWorld(
      {'a b/monitors/odd key.yaml': specFor('odd')},
      {faults: [{when: {name: 'odd'}, do: 'drop', work: 'done'}]},
    );
    const here = ['-C', 'a b', '--environment', 'staging'];
    const given = "-C 'a b' --environment staging";
    const adopt = "monitors resolve 'odd key' --adopt ID --environment staging -C 'a b'";
    expect((await world.runHere(['apply', '--auto-approve', ...here])).stdout).toContain(`if it exists: ${adopt}`);
    const listed = (await world.runHere(['state', 'list', ...here])).stdout;
    expect(listed).toContain(`if it exists: monitors resolve 'odd key' --adopt ID ${given}`);
    expect((await world.runHere(['plan', ...here])).stdout).toContain(adopt);
    const refused = (await world.runHere(['state', 'mv', 'odd key', 'x', ...here])).stderr.replace(/\s+/g, ' ');
    expect(refused).toContain(`run "monitors state list ${given}" to see the keys`);
    const settled = await world.runHere(['resolve', 'odd key', '--adopt', world.emulator.monitors()[0]?.id ?? '', ...here]);
    expect(settled).toMatchObject({exitCode: 0});
  });

  test('stay short where nothing was given', async () => {
    world = await startUserWorld(KEYS, {faults: [{when: {name: 'acme'}, do: 'drop', work: 'done'}]});
    expect((await world.runHere(['apply', '--auto-approve'])).stdout).toMatch(/monitors resolve pricing\/acme --adopt ID\n/);
  });
});

test('why a run stopped is said once', async () => {
  world = await startUserWorld(KEYS);
  const ran = await world.runHere(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:1']);
  expect(`${ran.stdout}${ran.stderr}`.match(/Stopped:/g)).toHaveLength(1);
  expect(ran.stdout).toContain('Stopped:');
  const asJson = await world.runHere(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:1', '--format', 'json']);
  expect(asJson.stderr).toContain('Stopped:');
});

describe('what the run did about doubt is said where it mattered', () => {
  test.each([
    {name: 'nothing was sent again, whatever the mode', fault: {do: 'drop', work: 'done'}, mode: 'verify', says: false},
    {name: 'nothing was sent again because the mode forbids it', fault: {do: 'answer', status: 503}, mode: 'stop', says: true},
    {name: 'something was sent again', fault: {do: 'answer', status: 503, times: 1}, mode: 'retry', says: true},
    {name: 'no answer left doubt', fault: {do: 'answer', status: 400}, mode: 'stop', says: false},
  ] as const)('$name: $says', async ({fault, mode, says}) => {
    world = await startUserWorld({'monitors/a.yaml': specFor('a')}, {faults: [{when: {name: 'a'}, ...fault}]});
    const ran = await world.runHere(['apply', '--auto-approve', '--on-ambiguous', mode]);
    expect(ran.stdout.includes('--on-ambiguous')).toBe(says);
  });
});

test('an address without its scheme is answered with how to write it', async () => {
  world = await startUserWorld(KEYS);
  const ran = await world.runHere(['apply', '--auto-approve', '--base-url', 'api.example.com']);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr.replace(/\s+/g, ' ')).toContain(
    'does not begin with https:// hint: write the whole address: https://api.firecrawl.dev',
  );
});
