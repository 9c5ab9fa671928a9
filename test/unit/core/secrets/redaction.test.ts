import fc from 'fast-check';
import {createRedactor} from '../../../../src/core/secrets/redaction';

const SECRET = 'fc-CANARY/+"ä\\x?&=';
const redact = createRedactor([SECRET]);

describe('createRedactor', () => {
  test.each([
    {name: 'as it is', text: `key ${SECRET} refused`},
    {name: 'in JSON', text: JSON.stringify({error: `key ${SECRET} refused`})},
    {name: 'in JSON within JSON', text: JSON.stringify(JSON.stringify({error: SECRET}))},
    {name: 'URL-encoded', text: `?key=${encodeURIComponent(SECRET)}`},
    {name: 'URL-encoded with lower-case hex', text: `?key=${encodeURIComponent(SECRET).replace(/%../g, hex => hex.toLowerCase())}`},
    {name: 'URL-encoded twice', text: `?next=${encodeURIComponent(`?key=${encodeURIComponent(SECRET)}`)}`},
    {name: 'as HTML', text: `<p>${SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`},
    {name: 'as HTML with numbers', text: `<p>${SECRET.replaceAll('&', '&amp;').replaceAll('"', '&#34;')}</p>`},
    {name: 'in base64', text: Buffer.from(SECRET).toString('base64')},
    {name: 'in base64 one byte in', text: Buffer.from(`:${SECRET}:`).toString('base64')},
    {name: 'in base64 two bytes in', text: Buffer.from(`u:${SECRET}@`).toString('base64')},
    {name: 'in URL-safe base64', text: Buffer.from(`u:${SECRET}`).toString('base64url')},
  ])('$name', ({text}) => {
    const shown = redact(text);
    expect(shown).toContain('(secret)');
    expect(shown).not.toContain('CANARY');
    for (const offset of [0, 1, 2]) {
      const core = Buffer.from(`${'\0'.repeat(offset)}CANARY`)
        .toString('base64')
        .slice(4, 8);
      expect(shown).not.toContain(core);
    }
  });

  const encoders: readonly (readonly [name: string, encode: (text: string) => string])[] = [
    ['json', text => JSON.stringify(text)],
    ['json with slashes', text => JSON.stringify(text).replaceAll('/', '\\/')],
    [
      'json of ASCII',
      text => JSON.stringify(text).replace(/[^ -~]|[&<>'"]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['all in json', text => [...text].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['a path of a URL', text => encodeURIComponent(text).replaceAll('%2F', '/')],
    ['strict URL', text => encodeURIComponent(text).replace(/[!'()*~]/g, one => `%${one.charCodeAt(0).toString(16)}`)],
    ['a form', text => new URLSearchParams({text}).toString()],
    ['a URL', text => new URL(`https://host.example/?${text.replaceAll('#', '%23')}`).href],
    ['latin1 URL', text => Buffer.from(text, 'latin1').toString('hex').replace(/../g, '%$&')],
    ['html', text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#039;')],
    ['html in hex', text => text.replace(/[^A-Za-z0-9]/gu, one => `&#x${one.codePointAt(0)?.toString(16)};`)],
    [
      'bytes of Python',
      text =>
        Buffer.from(text.replaceAll('\\', '\\\\'))
          .toString('latin1')
          .replace(/[^ -~]/g, one => `\\x${one.charCodeAt(0).toString(16)}`),
    ],
    ['hex', text => Buffer.from(text).toString('hex')],
    ['capitals', text => text.toUpperCase()],
    ['base64', text => Buffer.from(text).toString('base64')],
  ];
  const alone: typeof encoders = [
    ['base64 in lines', text => Buffer.from(text).toString('base64').replace(/.{9}/g, '$&\n')],
    ['base64 of PowerShell', text => Buffer.from(text, 'utf16le').toString('base64')],
    [
      'quoted-printable',
      text =>
        Buffer.from(text)
          .toString('latin1')
          .replace(/[^ -<>-~]/g, one => `=${one.charCodeAt(0).toString(16)}`),
    ],
    ['octal', text => text.replace(/[^A-Za-z0-9äßö]/g, one => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)],
    ['HTML 5', text => text.replaceAll('&', '&amp;').replaceAll('/', '&sol;').replaceAll('=', '&equals;').replaceAll('+', '&plus;')],
    ['Rust', text => text.replace(/[^A-Za-z0-9]/gu, one => `\\u{${one.codePointAt(0)?.toString(16)}}`)],
    ['broken lines', text => text.replace(/.{5}/g, '$&\r\n')],
    ['a line end too many', text => `${text}\n`],
  ];
  const samples = ['q7Rw/9xK+Zt2/LmB4vN8==', 'Tr0ub4dor&3!hunter(2)~<x>\'"', 'päßwörd-1234567 \\|[]^{}', 'plainCanary1234'];
  const pairs = encoders.flatMap(([outer, wrap]) =>
    encoders.map(([inner, encode]) => [inner, outer, (text: string) => wrap(encode(text))] as const),
  );

  test.each([...[...encoders, ...alone].map(([name, encode]) => [name, 'nothing', encode] as const), ...pairs])(
    'S114: as %s in %s',
    (inner, outer, encode) => {
      const isOutOfReach =
        outer === 'latin1 URL' || (/hex$|base64/.test(outer) && inner !== 'nothing') || outer === 'capitals' || inner === 'capitals';
      for (const secret of outer !== 'nothing' && isOutOfReach ? [] : samples) {
        if (inner === 'latin1 URL' && /[^\0-\xff]/.test(secret)) continue;
        const shown = createRedactor([secret])(`before ${encode(secret)} behind`);
        expect(shown).toMatch(/^before .*\(secret\).* behind$/s);
        for (const [word] of secret.matchAll(/[A-Za-z0-9]{3,}/g)) expect(shown).not.toContain(word);
        expect(shown.length).toBeLessThan(160);
      }
    },
  );

  test('the name and password of which a secret is the base64', () => {
    const basic = Buffer.from('svc:S3cretPassw0rd-77').toString('base64');
    for (const secret of [basic, `Basic ${basic}`]) {
      expect(createRedactor([secret])('bad login svc:S3cretPassw0rd-77, svc')).toBe('bad login (secret), svc');
      expect(createRedactor([secret])('bad password S3cretPassw0rd-77')).toBe('bad password (secret)');
    }
  });

  test('what begins another escape may be a part of the text', () => {
    expect(createRedactor(['tok/en+x'])('DOM\\tok%2Fen%2Bx')).toBe('DOM\\(secret)');
    expect(createRedactor(['a&b-token\\'])('<a&amp;b-token\\>')).toBe('<(secret)>');
    const filler = 'x'.repeat(70_000);
    expect(createRedactor(['to\\ken&x'])(`${filler} to\\ken&amp;x`)).toBe(`${filler} (secret)`);
  });

  test('what stands around an escaped secret stays as it is', () => {
    const hide = createRedactor(['a/b&c d']);
    expect(hide('{"x\\n":"\\u0041a\\/b\\u0026c d\\/"}, %41a%2fb%26c+d%2F &lt;a&#47;b&amp;c d&gt;')).toBe(
      '{"x\\n":"\\u0041(secret)\\/"}, %41(secret)%2F &lt;(secret)&gt;',
    );
  });

  test('capitals and small letters hide no secret of 8 characters, and shorter ones only as they are', () => {
    const hide = createRedactor(['Fc-Canary-12', 'Shop']);
    expect(hide('fc-canary-12, FC-CANARY-12, Shop, shop')).toBe('(secret), (secret), (secret), shop');
  });

  test('every occurrence goes, of the longer secret first', () => {
    expect(createRedactor(['token', 'token-long'])('token-long, token, token')).toBe('(secret), (secret), (secret)');
  });

  test('secrets of a few characters are not looked for: they would black out ordinary words', () => {
    expect(createRedactor(['', 'a', 'abc'])('abc a')).toBe('abc a');
  });

  test('characters that mean something in a pattern or a replacement are taken as they are', () => {
    expect(createRedactor(['$&.*[x]'])('a $&.*[x] b')).toBe('a (secret) b');
    expect(createRedactor(['aaaa'])('.*')).toBe('.*');
  });

  test('half a surrogate pair does not break it', () => {
    expect(createRedactor(['\ud800abcd'])('x \ud800abcd')).toBe('x (secret)');
  });

  test('no text shows a secret in any form after it', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9+/=_-]{8,24}$/);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (secret, before, after) => {
        const shown = createRedactor([secret])([before, secret, after, Buffer.from(before + secret + after).toString('base64')].join('|'));
        expect(shown.split('|')).not.toContain(secret);
        expect(Buffer.from(shown, 'base64').toString()).not.toContain(secret);
        expect(shown.replaceAll('(secret)', '')).not.toContain(secret);
      }),
    );
  });

  test('a secret of a megabyte, and ten thousand of them, are masked like any other', () => {
    const long = 'k'.repeat(1_000_000);
    expect(createRedactor([long])(`key ${long}.`)).toBe('key (secret).');
    const many = Array.from({length: 10_000}, (_, index) => `secret-number-${index}-of-many`);
    expect(createRedactor(many)(`a ${many[9_999]} b`)).toBe('a (secret) b');
  });

  test('of secrets that overlap nothing is left', () => {
    expect(createRedactor(['abcdef', 'defghi'])('x abcdefghi y')).toBe('x (secret) y');
  });
});
