import {completeCommands} from '../../../../src/core/base/command-line';
import {UserError} from '../../../../src/core/diagnostics/user-error';
import {explainFailure} from '../../../../src/doors/failure';

describe('commands in hints work when they are pasted', () => {
  const cases = [
    {row: 'no flag was given', given: {}, hint: 'run "monitors plan"', says: 'run "monitors plan"'},
    {
      row: 'every command gets the flags that were given',
      given: {directory: 'infra', environment: 'staging', state: 'my state.json'},
      hint: 'run "monitors state verify" to look, then `monitors state verify --fix`',
      says: `run "monitors state verify -C infra --environment staging --state 'my state.json'" to look, then \`monitors state verify --fix -C infra --environment staging --state 'my state.json'\``,
    },
    {
      row: 'a flag that the command has already stays alone',
      given: {environment: 'staging'},
      hint: 'run "monitors plan --environment staging"',
      says: 'run "monitors plan --environment staging"',
    },
    {
      row: 'a command that names environments gets no other one',
      given: {directory: 'infra', environment: 'staging'},
      hint: 'move its state: monitors state migrate --environment default --to-environment staging',
      says: 'move its state: monitors state migrate --environment default --to-environment staging -C infra',
    },
    {
      row: 'a command that the hint ends with gets them too',
      given: {directory: 'infra'},
      hint: 'if it exists: monitors resolve a --adopt ID',
      says: 'if it exists: monitors resolve a --adopt ID -C infra',
    },
    {
      row: 'flags stand before operands that begin with a hyphen',
      given: {state: 's.json'},
      hint: 'remove it from the state: monitors state rm -- -a',
      says: 'remove it from the state: monitors state rm --state s.json -- -a',
    },
    {row: 'git is sent into the same directory', given: {directory: 'a b'}, hint: 'run "git pull"', says: `run "git -C 'a b' pull"`},
    {
      row: 'monitors of the service are no command',
      given: {environment: 'staging'},
      hint: 'follow the refusal that comes then: monitors that only one side lists exist in the service',
      says: 'follow the refusal that comes then: monitors that only one side lists exist in the service',
    },
    {
      row: 'what is no command stays',
      given: {directory: 'x'},
      hint: 'set "project: acme"; chmod u+w f',
      says: 'set "project: acme"; chmod u+w f',
    },
  ];
  test.each(cases)('$row', ({given, hint, says}) => {
    expect(completeCommands(hint, given)).toBe(says);
  });
});

describe('exit codes of what can be wrong with the state', () => {
  const cases = [
    {row: 'P3: a disk that is full at the first write', error: new UserError('state/not-saved', 'full', 'free it'), exitCode: 5},
    {row: 'K6: somebody else changed the state', error: new UserError('state/changed', 'changed', 'plan'), exitCode: 5},
    {row: 'P8: no permission to write', error: new UserError('state/not-writable', 'protected', 'chmod'), exitCode: 3},
    {row: 'K1: a lock', error: new UserError('state/locked', 'locked', 'wait'), exitCode: 3},
    {row: 'I11: no specs', error: new UserError('file/no-specs', 'none', 'add'), exitCode: 3},
    {row: 'P12: a bug', error: new TypeError('x is not a function'), exitCode: 70},
  ];
  test.each(cases)('$row: $exitCode', ({error, exitCode}) => {
    expect(explainFailure(error).exitCode).toBe(exitCode);
  });
});
