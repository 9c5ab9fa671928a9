import {COMMANDS} from '../../../../src/doors/cli/command-line';
import {checkOptions} from '../../../../src/doors/library/check-options';

/** Words of the refusal of an option's value; undefined where it is accepted. */
function refuse(name: string, value: unknown): string | undefined {
  try {
    checkOptions({[name]: value});
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(['validate', 'plan', 'apply', 'pull'])('an option that "%s" has as a flag takes a value of the same kind', async words => {
  const command = await COMMANDS[words]?.();
  const shared = Object.entries(command?.flags ?? {}).filter(([name]) => !refuse(name, Symbol('of no kind'))?.startsWith('unknown option'));
  expect(shared.length).toBeGreaterThan(0);
  for (const [name, {value, isRepeatable}] of shared) {
    const fitting = isRepeatable ? ['a'] : value === null ? true : value === 'N' || value === 'SECONDS' ? 7 : 'a';
    expect({name, refusal: refuse(name, fitting)}).toEqual({name, refusal: undefined});
    expect({name, refusal: refuse(name, isRepeatable ? true : ['a'])}).toEqual({name, refusal: expect.stringContaining(`${name} takes `)});
  }
});
