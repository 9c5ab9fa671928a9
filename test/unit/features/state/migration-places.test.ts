import {toSharedPlace} from '../../../../src/core/config/config';
import {choosePlaces, type MigrationRequest} from '../../../../src/features/state/migration-places';

const table = toSharedPlace({backend: 'postgres'});
const ops = toSharedPlace({backend: 'postgres', table: 'ops'});
const acme = toSharedPlace({backend: 's3', bucket: 'acme'});
const web = toSharedPlace({backend: 's3', bucket: 'acme', prefix: 'web'});

/** From which place to which one a state moves: `null` is a file. */
const MOVES: readonly (MigrationRequest & {
  name: string;
  config: typeof table | null;
  from: typeof table | null;
  target: typeof table | null;
})[] = [
  {name: 'the file to the usual table', to: 'postgres', config: null, from: null, target: table},
  {name: 'the file to a table', to: 'postgres', table: 'ops', config: null, from: null, target: ops},
  {name: 'the file to the table that the config names already', to: 'postgres', config: table, from: null, target: table},
  {name: 'the file to a bucket', to: 's3', bucket: 'acme', config: null, from: null, target: acme},
  {name: 'the file to the bucket that the config names already', to: 's3', config: web, from: null, target: web},
  {name: 'a table to the file', to: 'file', config: ops, from: ops, target: null},
  {name: 'a table to a bucket', to: 's3', bucket: 'acme', config: ops, from: ops, target: acme},
  {name: 'a bucket to a table', to: 'postgres', config: web, from: web, target: table},
  {name: 'a bucket to the table that the config names already', to: 'postgres', bucket: 'acme', config: table, from: acme, target: table},
  {name: 'a table to the bucket that the config names already', to: 's3', table: 'ops', config: acme, from: ops, target: acme},
  {name: 'a table to another one', to: 'postgres', table: 'ops', config: table, from: table, target: ops},
  {name: 'a prefix to another one', to: 's3', prefix: 'web', config: acme, from: acme, target: web},
  {
    name: 'a file beside the table of the config to another table',
    to: 'postgres',
    table: 'ops',
    file: '/x',
    config: table,
    from: null,
    target: ops,
  },
  {name: 'a table back to the file that the config names again', to: 'file', config: null, from: table, target: null},
  {name: 'a bucket back to the file that the config names again', to: 'file', bucket: 'acme', config: null, from: acme, target: null},
];

test.each(MOVES)('$name', ({config, from, target, ...request}) => {
  expect(choosePlaces(request, config)).toEqual({from, to: target});
});

test.each([
  {request: {to: 's3'}, message: 'needs --bucket'},
  {request: {to: 's3', prefix: 'web'}, message: 'needs --bucket'},
  {request: {to: 's3', bucket: 'A'}, message: '--bucket "A" cannot be'},
  {request: {to: 's3', bucket: 'acme', prefix: '/'}, message: '--prefix'},
  {request: {to: 's3', bucket: 'acme', region: 'a b'}, message: '--region "a b"'},
  {request: {to: 'file', bucket: 'acme', table: 'ops'}, message: 'name two places that the state could come from, postgres and s3'},
  {request: {to: 's3', bucket: 'acme', table: 'ops', file: '/x'}, message: 'file and postgres'},
] as const)('$request is refused', ({request, message}) => {
  expect(() => choosePlaces(request, null)).toThrow(message);
});
