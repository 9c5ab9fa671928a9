import {COMMANDS} from '../../../../src/doors/cli/command-line';
import {GLOBAL_FLAGS} from '../../../../src/doors/cli/global-flags';

const commands = Object.entries(COMMANDS);

test.each(commands)('"%s" is listed under its own words', async (words, load) => {
  expect((await load()).path).toBe(words);
});

test.each(commands)('what "%s" takes has names that no other of its flags and operands has', async (_words, load) => {
  const {flags, operands = {}} = await load();
  const names = [...Object.keys(GLOBAL_FLAGS), ...Object.keys(flags), ...Object.keys(operands)];
  expect(names).toEqual([...new Set(names)]);
});

test.each(commands)('the texts of "%s" say which flags are repeatable, and which words they take', async (_words, load) => {
  const {flags} = await load();
  for (const [name, {about, isRepeatable, completes}] of Object.entries(flags)) {
    expect({name, isSaid: about.includes('(repeatable')}).toEqual({name, isSaid: isRepeatable});
    if (Array.isArray(completes)) for (const word of completes) expect({name, about: expect.stringContaining(word)}).toEqual({name, about});
  }
});
