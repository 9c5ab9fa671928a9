import type {Diagnostic} from '../diagnostics/diagnostic';
import {type JsonValue, property} from '../json/value';
import type {SpecDocument} from '../specs/spec-document';

/** Checks the form of a limit of deletes. `owner` is the config or one of its environments, at the pointer `at`. */
export function checkDeleteLimit(document: SpecDocument, owner: JsonValue, at: string): Diagnostic[] {
  const limit = property(property(owner, 'safety'), 'maxDeletes');
  const isShare = typeof limit === 'string' && /^(?:100|\d{1,2})%$/.test(limit);
  const isCount = typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0;
  if (isShare || isCount || (typeof limit !== 'string' && typeof limit !== 'number')) return [];
  return [
    {
      code: 'config/bad-limit',
      severity: 'error',
      message: `maxDeletes must be a whole number or a share such as 30%, but is ${JSON.stringify(limit)}`,
      hint: 'write a share such as 30%, from 0% to 100%, or a number of monitors',
      where: document.placeOf(`${at}/safety/maxDeletes`),
    },
  ];
}
