import {MonitorsError} from './error';

/** What each option takes; numbers and words of a list are checked where they are read. */
const KINDS: readonly {readonly names: readonly string[]; readonly takes: string; readonly fits: (value: unknown) => boolean}[] = [
  {
    names: ['directory', 'config', 'environment', 'specs', 'state', 'apiKey', 'baseUrl', 'lockTimeout', 'out', 'planFile'],
    takes: 'text',
    fits: isText,
  },
  {names: ['onError', 'onAmbiguous', 'strict'], takes: 'a word', fits: isText},
  {
    names: ['allowDeletes', 'allowOldCheckout', 'refresh', 'checkSecrets'],
    takes: 'true or false',
    fits: value => typeof value === 'boolean',
  },
  {names: ['only', 'paths'], takes: 'a list of texts', fits: value => Array.isArray(value) && Array.from(value).every(isText)},
  {names: ['monitors'], takes: 'a list of specs', fits: Array.isArray},
  {names: ['ids'], takes: 'an object with an id for each key', fits: value => isRecord(value) && Object.values(value).every(isText)},
  {names: ['env'], takes: 'an object with texts', fits: value => isRecord(value) && Object.values(value).every(isTextOrUnset)},
  {names: ['persist'], takes: 'a function', fits: value => typeof value === 'function'},
  {names: ['signal'], takes: 'an AbortSignal', fits: isSignal},
];

/**
 * Returns the options of a program, which no compiler may have checked: `'no'` in the place of `false` would allow deletes. Throws
 * {@link MonitorsError}, which shows no value: it may be a key.
 */
export function checkOptions<Options extends object>(options: Options): Options {
  if (!isRecord(options)) throw refuse('the options are not an object');
  const given = new Map<string, unknown>(Object.entries(options));
  for (const {names, takes, fits} of KINDS) {
    const wrong = names.find(name => given.get(name) !== undefined && !fits(given.get(name)));
    if (wrong !== undefined) throw refuse(`${wrong} takes ${takes}`);
  }
  return options;
}

/** Makes the error of an option that is wrong or missing. */
export function refuse(message: string): MonitorsError {
  return new MonitorsError({error: {code: 'config/usage', message, hint: 'docs/api.md lists the options'}}, 3);
}

/** The file system throws at U+0000, and no address, key or name holds it. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0');
}

function isTextOrUnset(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A signal may come from another realm, so that `instanceof` would refuse it. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && 'aborted' in value && 'addEventListener' in value && typeof value.addEventListener === 'function';
}
