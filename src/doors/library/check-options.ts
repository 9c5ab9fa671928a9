import {boundText} from '../../core/diagnostics/bounded-text';
import {suggestName} from '../../core/diagnostics/suggest';
import {MonitorsError} from './error';

/** All options of all functions and what each takes; ranges and words of a list are checked where they are read. */
const KINDS: readonly {readonly names: readonly string[]; readonly takes: string; readonly fits: (value: unknown) => boolean}[] = [
  {
    names: [
      'directory',
      'config',
      'environment',
      'specs',
      'state',
      'apiKey',
      'baseUrl',
      'lockTimeout',
      'out',
      'planFile',
      'allowStateChange',
    ],
    takes: 'text',
    fits: isText,
  },
  {names: ['onError', 'onAmbiguous', 'strict'], takes: 'a word', fits: isText},
  {
    names: ['allowDeletes', 'allowOldCheckout', 'refresh', 'checkSecrets'],
    takes: 'true or false',
    fits: value => typeof value === 'boolean',
  },
  {names: ['checks', 'concurrency', 'lookupTimeout'], takes: 'a number', fits: value => typeof value === 'number' || isText(value)},
  {names: ['labels'], takes: 'an object with a text for each label', fits: value => isRecord(value) && Object.values(value).every(isText)},
  {names: ['only', 'exclude', 'paths'], takes: 'a list of texts', fits: value => Array.isArray(value) && Array.from(value).every(isText)},
  {names: ['monitors'], takes: 'a list of specs', fits: Array.isArray},
  {names: ['ids'], takes: 'an object with an id for each key', fits: value => isRecord(value) && Object.values(value).every(isText)},
  {names: ['env'], takes: 'an object with texts', fits: value => isRecord(value) && Object.values(value).every(isTextOrUnset)},
  {names: ['persist'], takes: 'a function', fits: value => typeof value === 'function'},
  {names: ['signal'], takes: 'an AbortSignal', fits: isSignal},
];

const NAMES = KINDS.flatMap(({names}) => names);

/**
 * Returns the options of a program, which no compiler may have checked: `'no'` in the place of `false` would allow deletes, and a
 * misspelt `exclude` would leave nothing out. One that only another function takes is allowed: programs share options. Throws
 * {@link MonitorsError}, which shows no value: it may be a key.
 */
export function checkOptions<Options extends object>(options: Options): Options {
  if (!isRecord(options)) throw refuse('the options are not an object');
  // Also those that an object inherits are read.
  const given = options as Readonly<Record<string, unknown>>;
  for (const {names, takes, fits} of KINDS) {
    const wrong = names.find(name => given[name] !== undefined && !fits(given[name]));
    if (wrong !== undefined) throw refuse(`${wrong} takes ${takes}`);
  }
  for (const name in given) if (given[name] !== undefined && !NAMES.includes(name)) throw refuseUnknown(name);
  return options;
}

function refuseUnknown(name: string): MonitorsError {
  const near = suggestName(name, NAMES);
  return refuse(
    `unknown option ${JSON.stringify(boundText(name, LONGEST_NAME))}`,
    near === undefined ? undefined : `did you mean "${near}"?`,
  );
}

/** Maximum characters of a misspelt name. */
const LONGEST_NAME = 60;

/** Makes the error of an option that is wrong or missing. */
export function refuse(message: string, hint = 'docs/api.md lists the options'): MonitorsError {
  return new MonitorsError({error: {code: 'config/usage', message, hint}}, 3);
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
