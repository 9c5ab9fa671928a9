import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** What the commands suggest is right: the key that was meant, and commands that mean the same project when they are pasted. */
let world: UserWorld;
afterEach(() => world.close());

const KEYS = {'monitors/pricing/acme.yaml': specFor('acme'), 'monitors/odd key.yaml': specFor('odd')};

describe('a key that nobody has', () => {
  test.each([
    {command: 'plan --only prcing/acme', says: 'did you mean "pricing/acme"?'},
    {command: 'apply --only prcing/acme --only odd-key', says: 'did you mean "odd key", "pricing/acme"?'},
    {command: 'plan --only nothing/like/it', says: '`monitors state list` show the keys'},
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
    {command: 'paln', says: 'there is no command "monitors paln" hint: did you mean "plan"?'},
    {command: '-C . --quiet paln', says: 'there is no command "monitors paln" hint: did you mean "plan"?'},
    {command: 'state lst', says: 'hint: did you mean "state list"?'},
    {command: '--versoin', says: '"monitors" has no flag "--versoin" hint: did you mean "--version"?'},
    {command: '--quiet', says: 'no command given'},
    {command: 'plan --formt json', says: '"monitors plan" has no flag "--formt" hint: did you mean "--format"?'},
    {command: '-C . plan --formt json', says: '"monitors plan" has no flag "--formt" hint: did you mean "--format"?'},
    {command: 'plan --format', says: '--format needs a value behind it hint: `monitors plan --help` says which'},
    {command: 'plan --only --refresh', says: '--only needs a value behind it'},
    {command: 'plan extra', says: '"monitors plan extra" is not how this command is called hint: usage: monitors plan'},
    {command: 'validate --formt -- x', says: '"monitors validate" has no flag "--formt"'},
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
    const adopt = `it is there: monitors resolve 'odd key' --adopt ID ${given}`;
    expect((await world.runHere(['apply', '--auto-approve', ...here])).stdout).toContain(adopt);
    expect((await world.runHere(['state', 'list', ...here])).stdout).toContain(adopt);
    const planned = (await world.runHere(['plan', ...here])).stdout;
    expect(planned).toContain("monitors resolve 'odd key' --adopt ID --environment staging -C 'a b'");
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
  expect(ran.stderr.replace(/\s+/g, ' ')).toContain('does not begin with https:// hint: write it whole: https://api.example.com');
});
