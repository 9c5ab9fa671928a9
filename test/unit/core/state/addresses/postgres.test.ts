import {isTableName} from '../../../../../src/core/state/addresses/kinds';
import {readPostgresAddress, showServer} from '../../../../../src/core/state/addresses/postgres';
import {tablesOf} from '../../../../../src/stores/postgres/tables';

const read = (url: string | undefined) => readPostgresAddress({MONITORS_STATE_POSTGRES_URL: url});
const refusal = (url: string | undefined) => {
  try {
    return read(url) && 'accepted';
  } catch (error) {
    expect(error).toMatchObject({code: 'state/bad-address', exitCode: 3});
    return `${(error as Error).message} ${(error as {hint?: string}).hint}`;
  }
};

test('an address has host, port, database, user and password', () => {
  expect(read('postgresql://ada:p%40ss@db.example:6432/app')).toEqual({
    ...{host: 'db.example', port: 6432, database: 'app', user: 'ada', password: 'p@ss', tls: {rootCertificate: null}},
  });
  expect(showServer(read('postgres://ada:secret@db.example/app'))).toBe('db.example:5432/app');
  expect(showServer(read('postgres://ada@[::1]:5433/app'))).toBe('[::1]:5433/app');
});

test.each([
  ['postgres://ada@127.0.0.1/app', null],
  ['postgres://ada@localhost/app?sslmode=disable', null],
  ['postgres://ada@[::1]/app?sslmode=prefer', null],
  ['postgres://ada@/app?host=/run/postgresql', null],
  ['postgres://ada@%2Frun%2Fpostgresql/app', null],
  ['postgres://ada@localhost/app?sslmode=verify-full&sslrootcert=ca.pem', {rootCertificate: 'ca.pem'}],
  ['postgres://ada@db.example/app', {rootCertificate: null}],
  ['postgres://ada@db.example/app?sslmode=require', {rootCertificate: null}],
  ['postgres://ada@db.example/app?sslmode=verify-ca&sslrootcert=system&channel_binding=require', {rootCertificate: null}],
])('%s: a server of another machine proves who it is', (url, tls) => expect(read(url).tls).toEqual(tls));

test.each(['disable', 'allow', 'prefer', 'no-verify', 'nonsense'])('sslmode=%s is refused for another machine', mode => {
  expect(refusal(`postgres://ada:s3cret@db.example/app?sslmode=${mode}`)).toMatch(/sslmode/);
  expect(refusal(`postgres://ada:s3cret@127.0.0.1.evil.example/app?sslmode=${mode}`)).toMatch(/sslmode/);
});

test.each([
  undefined,
  '',
  'db.example',
  'https://ada:s3cret@db.example/app',
  'postgres://ada:s3cret@db.example',
  'postgres://db.example/app',
  'postgres://ada:s3cret@/app',
  'postgres://ada:s3cret@h1:1,h2:2/app',
  'postgres://ada:s3cret@db.example:99999/app',
  'postgres://ada:s3cret@db.example/app?port=zero',
  'postgres://ada:s3cret@db.example/app?options=-csynchronous_commit%3Doff',
  'postgres://ada:s3cret%zz@db.example/app',
])('%s is refused, and what it holds is not shown', url => {
  const words = refusal(url);
  expect(words).toMatch(/^MONITORS_STATE_POSTGRES_URL /);
  expect(words).not.toMatch(/s3cret|ada|synchronous/);
});

test('names of tables are letters, digits and "_", after a schema or not, and quoted', () => {
  expect(tablesOf('monitors_state')).toMatchObject({heads: '"monitors_state"', journal: '"monitors_state_journal"'});
  expect(tablesOf('ops.State')).toMatchObject({heads: '"ops"."State"', replaced: '"ops"."State_replaced"'});
  for (const name of ['', 'a"b', 'a;b', '1a', 'a.b.c', '.a', 'a.', 'ä', 'a b', 'a'.repeat(51)]) {
    expect(isTableName(name)).toBe(false);
    expect(() => tablesOf(name)).toThrow(expect.objectContaining({code: 'state/bad-address'}));
  }
});
