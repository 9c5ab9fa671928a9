import {boundText} from '../../core/diagnostics/bounded-text';
import {suggestName} from '../../core/diagnostics/suggest';
import {MonitorsError} from './error';
import type {
  AlertsOptions,
  ApplyOptions,
  ChangesOptions,
  ChecksOptions,
  DiffOptions,
  ImportOptions,
  PlanOptions,
  PullOptions,
  RunOptions,
  StatusOptions,
  TuneOptions,
  ValidateOptions,
} from './options';

/** Kind of an option's value; ranges and words of a list are checked where they are read. */
interface Kind {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

const TEXT: Kind = {takes: 'text', fits: isText};
const WORD: Kind = {takes: 'a word', fits: isText};
const SWITCH: Kind = {takes: 'true or false', fits: value => typeof value === 'boolean'};
const NUMBER: Kind = {takes: 'a number', fits: value => typeof value === 'number' || isText(value)};
const TEXTS: Kind = {takes: 'a list of texts', fits: value => Array.isArray(value) && Array.from(value).every(isText)};

const FUNCTION: Kind = {takes: 'a function', fits: value => typeof value === 'function'};

/** An object whose values all fit. */
function record(takes: string, fits: (value: unknown) => boolean): Kind {
  return {takes, fits: value => isRecord(value) && Object.values(value).every(fits)};
}

/** The options of all functions: the compiler misses one that is not here. */
type OptionName = keyof (ValidateOptions &
  PlanOptions &
  ApplyOptions &
  ChangesOptions &
  PullOptions &
  ImportOptions &
  StatusOptions &
  ChecksOptions &
  DiffOptions &
  AlertsOptions &
  RunOptions &
  TuneOptions);

const OPTIONS: Readonly<Record<OptionName, Kind>> = {
  directory: TEXT,
  config: TEXT,
  environment: TEXT,
  specs: TEXT,
  state: TEXT,
  apiKey: TEXT,
  baseUrl: TEXT,
  lockTimeout: TEXT,
  timeout: TEXT,
  key: TEXT,
  check: TEXT,
  out: TEXT,
  planFile: TEXT,
  approve: TEXT,
  allowStateChange: TEXT,
  since: TEXT,
  until: TEXT,
  bookmark: TEXT,
  by: TEXT,
  timezone: TEXT,
  show: WORD,
  onError: WORD,
  onAmbiguous: WORD,
  strict: WORD,
  allowDeletes: SWITCH,
  allowOldCheckout: SWITCH,
  refresh: SWITCH,
  checkSecrets: SWITCH,
  alerts: SWITCH,
  fetch: SWITCH,
  wait: SWITCH,
  checks: NUMBER,
  limit: NUMBER,
  maxCredits: NUMBER,
  maxRequests: NUMBER,
  concurrency: NUMBER,
  lookupTimeout: NUMBER,
  labels: record('an object with a text for each label', isText),
  only: TEXTS,
  exclude: TEXTS,
  paths: TEXTS,
  write: TEXTS,
  monitors: {takes: 'a list of specs', fits: Array.isArray},
  ids: record('an object with an id for each key', isText),
  env: record('an object with texts', isTextOrUnset),
  persist: FUNCTION,
  deliver: FUNCTION,
  signal: {takes: 'an AbortSignal', fits: isSignal},
};

const NAMES = Object.keys(OPTIONS);

/**
 * Returns the options of a program, which no compiler may have checked: `'no'` in the place of `false` would allow deletes, and a
 * misspelt `exclude` would leave nothing out. One that only another function takes is allowed: programs share options. Throws
 * {@link MonitorsError}, which shows no value: it may be a key.
 */
export function checkOptions<Options extends object>(options: Options): Options {
  if (!isRecord(options)) throw refuse('the options are not an object');
  const given = options as Readonly<Record<string, unknown>>;
  for (const [name, {takes, fits}] of Object.entries(OPTIONS))
    if (given[name] !== undefined && !fits(given[name])) throw refuse(`${name} takes ${takes}`);
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
