import {readServiceAddress} from '../../../../src/core/api/endpoint';

describe('an address that is accepted', () => {
  test.each([
    {text: 'https://api.example.dev', origin: 'https://api.example.dev'},
    {text: ' https://api.example.dev/ ', origin: 'https://api.example.dev'},
    {text: 'https://api.example.dev/v2', origin: 'https://api.example.dev'},
    {text: 'https://api.example.dev/v2/', origin: 'https://api.example.dev'},
    {text: 'https://api.example.dev/gate/way/v2', origin: 'https://api.example.dev/gate/way'},
    {text: 'https://api.example.dev/gateway/', origin: 'https://api.example.dev/gateway'},
    {text: 'https://api.example.dev/notv2', origin: 'https://api.example.dev/notv2'},
    {text: 'https://API.Example.dev:443', origin: 'https://api.example.dev'},
    {text: 'https://api.example.dev:8443', origin: 'https://api.example.dev:8443'},
    {text: 'http://127.0.0.1:4010', origin: 'http://127.0.0.1:4010'},
    {text: 'http://localhost:4010/v2', origin: 'http://localhost:4010'},
    {text: 'http://[::1]:4010', origin: 'http://[::1]:4010'},
  ])('$text', ({text, origin}) => {
    expect(readServiceAddress(text)).toMatchObject({kind: 'address', address: {origin}});
  });
});

describe('S7: an address that is refused', () => {
  test.each([
    {text: '', says: 'empty'},
    {text: 'api.example.dev', says: 'does not begin with https://'},
    {text: 'api.example.dev:8443/v2', says: 'does not begin with https://'},
    {text: 'localhost:4010', says: 'does not begin with https://'},
    {text: 'fc-hunter22', says: 'not a URL'},
    {text: 'someone:hunter22@api.example.dev', says: 'not a URL'},
    {text: 'https://', says: 'not a URL'},
    {text: 'https:api.example.dev', says: 'not a URL'},
    {text: 'https:\\\\api.example.dev', says: 'not a URL'},
    {text: 'https://api.exa\nmple.dev', says: 'not a URL'},
    {text: 'http://api.example.dev', says: 'unencrypted'},
    {text: 'ftp://api.example.dev', says: 'unencrypted'},
    {text: 'http://127.0.0.1.evil.example', says: 'unencrypted'},
    {text: 'http://localhost.evil.example', says: 'unencrypted'},
    {text: 'https://api.good@evil.example', says: 'user info'},
    {text: 'https://user:hunter22@api.example.dev', says: 'user info'},
    {text: 'https://@api.example.dev', says: 'user info'},
    {text: 'https://api.example.dev/?key=hunter22', says: 'query'},
    {text: 'https://api.example.dev/?', says: 'query'},
    {text: 'https://api.example.dev/#hunter22', says: 'query'},
  ])('$text', ({text, says}) => {
    const reading = readServiceAddress(text);
    expect(reading).toMatchObject({kind: 'refused', message: expect.stringContaining(says)});
    expect(JSON.stringify(reading)).not.toMatch(/hunter22/);
  });
});
