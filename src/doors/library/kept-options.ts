import {resolve} from 'node:path';

/** Deeper values stay as they are: specs are refused there. */
const DEEPEST = 100;

/**
 * Keeps the options of a call as they are now. A run reads them at many moments, some of them after it waited for another run: a
 * program that empties its list of specs, or gives one object to several calls and changes it between them, would delete monitors, or
 * apply another environment. Variables and working directory of the process are kept, too. What is no object is returned: it is refused later.
 */
export function keepOptions<Options extends object>(options: Options): Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options;
  const given = options as Readonly<Record<string, unknown>>;
  // Also what an object inherits, and what a class computes.
  const names = new Set<string>();
  for (let from: object | null = options; from !== null && from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) if (name !== 'constructor') names.add(name);
  const kept = Object.fromEntries([...names].map(name => [name, name === 'signal' ? given[name] : copy(given[name])]));
  const {env, directory} = kept;
  // A copy of the process's variables would tell letter cases apart, which Windows does not.
  const isCopied = env === undefined && process.platform !== 'win32';
  return {
    ...kept,
    ...(isCopied ? {env: {...process.env}} : {}),
    ...(directory === undefined || typeof directory === 'string' ? {directory: resolve(directory ?? '.')} : {}),
  } as Options;
}

/** Copies lists and objects, as far as JSON would write them member by member. What occurs twice is copied once, so that cycles end. */
function copy(value: unknown, seen = new Map<object, unknown>(), depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  const isList = Array.isArray(value);
  if (!isList && Object.prototype.toString.call(value) !== '[object Object]') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const made: object = isList ? [] : {};
  seen.set(value, made);
  if (Array.isArray(made)) for (const one of value as Iterable<unknown>) made.push(copy(one, seen, depth + 1));
  else for (const [name, one] of Object.entries(value)) define(made, name, copy(one, seen, depth + 1));
  return made;
}

/** Also `__proto__` is a member like others. */
function define(made: object, name: string, value: unknown): void {
  Object.defineProperty(made, name, {value, enumerable: true, writable: true, configurable: true});
}
