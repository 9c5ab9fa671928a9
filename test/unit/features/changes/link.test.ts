import {readLink} from '../../../../src/features/changes/formats/link';

test.each([
  ['https://acme.example/a?b=1#c', 'https://acme.example/a?b=1#c'],
  ['http://acme.example', 'http://acme.example/'],
  ['HTTPS://user:secret@Acme.EXAMPLE:8443/', 'https://acme.example:8443/'],
  ['https://evil.example\\@good.example/', 'https://evil.example/@good.example/'],
  ['https://x.example/a b|c<d>"e`f^{g}[h]\'', "https://x.example/a%20b%7Cc%3Cd%3E%22e%60f%5E%7Bg%7D%5Bh%5D'"],
  ['https://x.example/%zz%20?%#a#b', 'https://x.example/%25zz%20?%25#a%23b'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://[::1]:8080/', 'https://[::1]:8080/'],
  [' https://x.example/\n', 'https://x.example/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['ftp://x.example/', null],
  ['//x.example/', null],
  ['', null],
  [`https://x.example/${'a'.repeat(2_000)}`, null],
  [`https://x.example/${'ü'.repeat(500)}`, null],
])('%j leads to %j', (text, expected) => expect(readLink(text)).toBe(expected));

test('an address with letters beyond ASCII is a link, however often it is read', () => {
  const links = Array.from({length: 20_000}, () => readLink('https://bücher.example/'));
  expect(new Set(links)).toEqual(new Set(['https://xn--bcher-kva.example/']));
});
