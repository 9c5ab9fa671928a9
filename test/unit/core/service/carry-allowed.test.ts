import type {JsonValue} from '../../../../src/core/json/value';
import {allowFields, carryAllowed} from '../../../../src/core/service/allowed-fields';

test('items whose id is not a text belong to none that the service holds', () => {
  const {root} = allowFields(['targets.*.newThing']);
  const held: JsonValue = {targets: [{id: {toString: 1, valueOf: 1}, newThing: 1} as JsonValue, {id: 'T1', newThing: 2}]};
  const sent: JsonValue = {targets: [{id: 't1'}, {id: ['t1']}, {}]};
  expect(carryAllowed(sent, held, root)).toEqual({targets: [{id: 't1', newThing: 2}, {id: ['t1']}, {}]});
});
