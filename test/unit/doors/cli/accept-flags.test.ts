import {Cli} from 'clipanion';
import {AcceptCommand, APPLY_FLAGS} from '../../../../src/doors/cli/commands/accept';
import {ApplyCommand} from '../../../../src/doors/cli/commands/apply';

/** A flag that only an apply has changes nothing of what `apply --accept-drift` does: it is refused, never left unused. */
function flagsOf(command: typeof AcceptCommand | typeof ApplyCommand): string[] {
  const cli = new Cli();
  cli.register(command);
  return cli.definitions().flatMap(({options}) => options.flatMap(({definition}) => definition.match(/--[a-z-]+/g) ?? []));
}

test('every flag of apply is one of accept, or is refused beside --accept-drift', () => {
  const shared = new Set(flagsOf(AcceptCommand));
  const own = flagsOf(ApplyCommand).filter(flag => !shared.has(flag) && flag !== '--accept-drift');
  expect(new Set(own)).toEqual(APPLY_FLAGS);
});
