import {boundText} from '../../../../src/core/diagnostics/bounded-text';

test('a text of a few lines is left alone', () => {
  const text = 'a'.repeat(600);
  expect(boundText(text)).toBe(text);
});

test('a longer text keeps its beginning and its end', () => {
  expect(boundText(`begin ${'x'.repeat(10_000)} end`)).toMatch(/^begin x{294}\.\.\.x{296} end$/);
});

test('no character is cut in half', () => {
  const cut = boundText(`a${'\u{1f600}'.repeat(1001)}`);
  expect(Buffer.from(cut, 'utf8').toString('utf8')).toBe(cut);
});
