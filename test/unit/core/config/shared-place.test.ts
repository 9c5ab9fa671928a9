import {
  isSamePlace,
  readSharedPlace,
  showSharedPlace,
  toSharedPlace,
  writeMigration,
  writeSetting,
} from '../../../../src/core/config/config';

const table = toSharedPlace({backend: 'postgres'});
const bucket = toSharedPlace({backend: 's3', bucket: 'acme'});
const inFrankfurt = toSharedPlace({backend: 's3', bucket: 'acme', region: 'eu-central-1'});

test.each([
  {name: 'a file is a file', one: null, other: null, same: true},
  {name: 'a file is no table', one: null, other: table, same: false},
  {name: 'a table is no bucket', one: table, other: bucket, same: false},
  {name: 'another table', one: table, other: toSharedPlace({backend: 'postgres', table: 'ops.t'}), same: false},
  {name: 'the usual table, written out', one: table, other: toSharedPlace({backend: 'postgres', table: 'monitors_state'}), same: true},
  {name: 'another bucket', one: bucket, other: toSharedPlace({backend: 's3', bucket: 'acme-2'}), same: false},
  {name: 'another prefix', one: bucket, other: toSharedPlace({backend: 's3', bucket: 'acme', prefix: 'web'}), same: false},
  {
    name: 'the usual prefix, with a slash',
    one: bucket,
    other: toSharedPlace({backend: 's3', bucket: 'acme', prefix: 'monitors/'}),
    same: true,
  },
  {name: 'a region that was written down later', one: bucket, other: inFrankfurt, same: true},
  {name: 'another region', one: inFrankfurt, other: toSharedPlace({backend: 's3', bucket: 'acme', region: 'eu-west-1'}), same: false},
])('$name', ({one, other, same}) => {
  expect([isSamePlace(one, other), isSamePlace(other, one)]).toEqual([same, same]);
});

test.each([
  {state: 'monitors.state.json', place: null},
  {state: undefined, place: null},
  {state: {backend: 'postgres'}, place: table},
  {state: {backend: 'postgres', table: 5}, place: table},
  {state: {backend: 's3', bucket: 'acme', prefix: 'monitors'}, place: bucket},
  {state: {backend: 's3'}, place: null},
  {state: {backend: 'gcs', bucket: 'acme'}, place: null},
])('an earlier config with $state', ({state, place}) => {
  expect(readSharedPlace(state)).toEqual(place);
});

test.each([
  {place: table, setting: 'state: {backend: postgres}', options: 'postgres', shown: 'the PostgreSQL table "monitors_state"'},
  {
    place: toSharedPlace({backend: 'postgres', table: 'ops.t'}),
    setting: 'state: {backend: postgres, table: ops.t}',
    options: 'postgres --table ops.t',
    shown: 'the PostgreSQL table "ops.t"',
  },
  {
    place: toSharedPlace({backend: 's3', bucket: 'monitors', region: 'eu-central-1'}),
    setting: 'state: {backend: s3, bucket: monitors, region: eu-central-1}',
    options: 's3 --bucket monitors --region eu-central-1',
    shown: 's3://monitors/monitors (eu-central-1)',
  },
  {
    place: toSharedPlace({backend: 's3', bucket: '2024', prefix: 'team: web/no'}),
    setting: 'state: {backend: s3, bucket: "2024", prefix: "team: web/no"}',
    options: `s3 --bucket 2024 --prefix 'team: web/no'`,
    shown: 's3://2024/team: web/no',
  },
])('$setting is shown and written so that it can be copied', ({place, setting, options, shown}) => {
  expect(writeSetting(place)).toBe(setting);
  expect(writeMigration(place)).toBe(`monitors state migrate --to ${options}`);
  expect(writeMigration(null, place)).toBe(`monitors state migrate --to file${options.replace(/^\w+/, '')}`);
  expect(showSharedPlace(place)).toBe(shown);
});
