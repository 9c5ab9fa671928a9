import {UserError} from '../../../../src/core/diagnostics/user-error';
import {readInputs} from '../../../../src/doors/action/inputs';
import {actionManifest} from '../../../world/action-run';

const {inputs} = actionManifest;
const defaultOf = (name: string) => inputs[name]?.default ?? '';

test('the inputs that are read are those of action.yml', () => {
  const asked = new Set<string>();
  readInputs(name => {
    asked.add(name);
    return '';
  }, '/checkout');
  expect([...asked].sort()).toEqual(Object.keys(inputs).sort());
});

test('a default of action.yml is what an empty input means; only the token has none of its own', () => {
  const given = (name: string) => (name === 'github-token' ? '' : defaultOf(name));
  expect(readInputs(given, '/checkout')).toEqual(readInputs(() => '', '/checkout'));
});

/** The words that an input takes, as its refusal lists them; none where it takes any text. */
function listWords(name: string): string[] {
  try {
    readInputs(asked => (asked === name ? 'nonsense' : defaultOf(asked)), '/checkout');
    return [];
  } catch (error) {
    const {hint = ''} = error as UserError;
    expect(error).toBeInstanceOf(UserError);
    return (/^use ((?:[a-z-]+, )*[a-z-]+ or [a-z-]+)$/.exec(hint)?.[1] ?? '').split(/, | or /).filter(word => word !== '');
  }
}

test('the words that an input takes are those of its description', () => {
  const chosen = Object.keys(inputs).filter(name => listWords(name).length > 2 || name.startsWith('on-'));
  expect(chosen).toEqual(['command', 'on-error', 'on-ambiguous', 'strict', 'comment', 'on-plan-change']);
  for (const name of chosen)
    for (const word of listWords(name))
      expect({name, text: inputs[name]?.description}).toEqual({name, text: expect.stringContaining(word)});
});
