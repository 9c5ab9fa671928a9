import {readFileSync} from 'node:fs';
import {errorCode, explainFileError} from '../../../../src/core/files/file-error';

function failReading(path: string): unknown {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
}

test.each([
  {name: 'an error of the system', error: failReading('/nowhere/at-all'), code: 'ENOENT'},
  {
    name: 'an error of Node',
    error: Object.assign(new RangeError('too large'), {code: 'ERR_BUFFER_TOO_LARGE'}),
    code: 'ERR_BUFFER_TOO_LARGE',
  },
  {name: 'an error without a code', error: new Error('a bug'), code: undefined},
  {name: 'an error whose code is a number, as of an aborted request', error: new DOMException('', 'AbortError'), code: undefined},
  {name: 'no error', error: 'ENOENT', code: undefined},
  {name: 'null', error: null, code: undefined},
  {name: 'nothing', error: undefined, code: undefined},
])('$name has the code $code', ({error, code}) => {
  expect(errorCode(error)).toBe(code);
});

test.each([
  {name: 'a file that is not there', error: failReading('/nowhere/at-all'), words: 'it does not exist'},
  {name: 'a directory', error: failReading('/'), words: 'it is a directory'},
  {name: 'an error without a code', error: new Error('a bug'), words: 'a bug'},
  {name: 'a code without words', error: Object.assign(new Error('EIO: i/o error'), {code: 'EIO'}), words: 'EIO: i/o error'},
])('$name is explained as "$words"', ({error, words}) => {
  expect(explainFileError(error)).toBe(words);
});
