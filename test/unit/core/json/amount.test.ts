import {readAmount} from '../../../../src/core/json/value';

test.each<{name: string; json: string; amount: number | null}>([
  {name: 'nothing costs nothing', json: '0', amount: 0},
  {name: 'an amount is itself', json: '1440', amount: 1440},
  {name: 'a share is an amount', json: '7.5', amount: 7.5},
  {name: 'null says nothing', json: 'null', amount: null},
  {name: 'a text is no amount', json: '"1440"', amount: null},
  {name: 'less than nothing is no amount', json: '-1', amount: null},
  {name: 'a number beyond what JSON can hold is none', json: '1e999', amount: null},
  {name: 'a number that is not exact any more is none', json: '1e300', amount: null},
])('$name', ({json, amount}) => expect(readAmount(JSON.parse(json))).toBe(amount));
