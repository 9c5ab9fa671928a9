import {STRICT_FAMILIES} from '../core/config/choices';
import {oneOf, readLookupMs, wholeNumber} from '../core/config/option-values';
import type {Strictness} from '../core/specs/strictness';

/** Candidates for a value: files, directories, keys or labels that a shell can ask for, or a few words. */
export type Completes = 'nothing' | 'files' | 'directories' | 'keys' | 'recorded' | 'new' | 'labels' | readonly string[];

/** A flag of a command. Its name is that of the option in kebab-case. */
export interface Flag<Value> {
  /** Name of the value in help; null for a switch. */
  readonly value: string | null;
  readonly about: string;
  readonly completes: Completes;
  readonly isRepeatable: boolean;
  /** One letter that stands for it, too. */
  readonly short?: string | undefined;
  /** Reads what was given, one text for each time. Throws `UserError`. */
  readonly read: (name: string, given: readonly string[]) => Value;
}

/** An operand of a command: `KEY`. Of `many` there may be any number, of `some` at least one. */
export interface Operand<Value> {
  readonly label: string;
  readonly need: 'required' | 'optional' | 'many' | 'some';
  readonly completes: Completes;
  readonly read: (name: string, given: readonly string[]) => Value;
}

const lastOf = (given: readonly string[]) => given.at(-1);

/** A flag without a value. */
export function toggle(about: string): Flag<boolean> {
  return {value: null, about, completes: 'nothing', isRepeatable: false, read: (_name, given) => given.length > 0};
}

/** A flag with any text. */
export function text(value: string, about: string, completes: Completes = 'nothing'): Flag<string | undefined> {
  return {value, about, completes, isRepeatable: false, read: (_name, given) => lastOf(given)};
}

/** A flag with the path of a file. */
export function file(about: string): Flag<string | undefined> {
  return text('FILE', about, 'files');
}

/** A flag with the path of a directory. */
export function directory(about: string): Flag<string | undefined> {
  return text('DIR', about, 'directories');
}

/** A flag that may be given several times, each time with another text. */
export function texts(value: string, about: string, completes: Completes = 'nothing'): Flag<readonly string[] | undefined> {
  return {value, about, completes, isRepeatable: true, read: (_name, given) => (given.length === 0 ? undefined : given)};
}

/** A repeatable flag with keys, and globs over keys. */
export function keys(about: string): Flag<readonly string[] | undefined> {
  return texts('KEY', about, 'keys');
}

/** `--exclude` of every command that chooses monitors. */
export const exclude = keys('Leave out this key, or those that a glob matches (repeatable)');

/** `--label` of the commands whose `things` it chooses. */
export function labels(things = 'monitors'): Flag<readonly string[] | undefined> {
  return texts('NAME=VALUE', `Only ${things} with this label (repeatable: all must match)`, 'labels');
}

/** A flag with one of a few words. */
export function choice<const Word extends string>(value: string, words: readonly Word[], about: string): Flag<Word | undefined>;
export function choice<const Word extends string>(value: string, words: readonly Word[], about: string, byDefault: Word): Flag<Word>;
export function choice<Word extends string>(
  value: string,
  words: readonly Word[],
  about: string,
  byDefault?: Word,
): Flag<Word | undefined> {
  const read = (name: string, given: readonly string[]) => {
    const word = lastOf(given);
    return word === undefined ? byDefault : oneOf(name, word, words);
  };
  return {value, about, completes: words, isRepeatable: false, read};
}

/** `--format`, by its words, each with what has to be said about it. The first is the default; `before` says when it counts. */
export function formats<const Word extends string>(words: Readonly<Record<Word, string>>, before = ''): Flag<Word> {
  const names = Object.keys(words) as [Word, ...Word[]];
  const shown = names.map((word, index) => `${word}${index === 0 ? ' (default)' : words[word] === '' ? '' : ` (${words[word]})`}`);
  return choice('FORMAT', names, `${before}${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`, names[0]);
}

/** A repeatable flag with some of a few words. */
export function choices<const Word extends string>(value: string, words: readonly Word[], about: string): Flag<readonly Word[]> {
  const read = (name: string, given: readonly string[]) => given.map(word => oneOf(name, word, words));
  return {value, about, completes: words, isRepeatable: true, read};
}

/** Whole numbers that a flag takes. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** A flag with a whole number. */
export function count(range: Range, about: string): Flag<number | undefined>;
export function count(range: Range, about: string, byDefault: number): Flag<number>;
export function count(range: Range, about: string, byDefault?: number): Flag<number | undefined> {
  const read = (name: string, given: readonly string[]) => {
    const number = lastOf(given);
    return number === undefined ? byDefault : wholeNumber(name, number, range);
  };
  return {value: 'N', about, completes: 'nothing', isRepeatable: false, read};
}

/** `--lookup-timeout` of every command that may look for a create in the service's list; milliseconds. */
export function lookupTimeout(condition = ''): Flag<number> {
  const about = `${condition}${condition === '' ? 'How' : 'how'} long to look for a create whose response was lost (seconds, default 90)`;
  return {value: 'SECONDS', about, completes: 'nothing', isRepeatable: false, read: (name, given) => readLookupMs(name, lastOf(given))};
}

/** `--all-environments` of the commands that can go through them: see `CommandTable.everywhere`. */
export const allEnvironments = toggle('Go through all environments of the config, in its order');

/** `--lock-timeout` of every command that takes the lock: who runs the command waits. */
export const lockTimeout = text('DURATION', 'How long to wait for the lock of another run: 10s, 5m, 1h (default: do not wait)');

/** `--strict`: which warnings count as errors. */
export function strict(about: string): Flag<Strictness> {
  const {read, ...flag} = choice('FAMILY', STRICT_FAMILIES, about);
  return {...flag, read: (name, given) => read(name, given) ?? 'none'};
}

/** `--strict` of the commands that plan. */
export const strictPlan = strict(
  'Refuse warnings: service (what Firecrawl refuses; newer findings only of monitors that change) or all (default: none)',
);

/** An operand that has to be given. */
export function required(label: string, completes: Completes = 'nothing'): Operand<string> {
  return {label, need: 'required', completes, read: (_name, given) => lastOf(given) ?? ''};
}

/** An operand that may be left out. */
export function optional(label: string, completes: Completes = 'nothing'): Operand<string | undefined> {
  return {label, need: 'optional', completes, read: (_name, given) => lastOf(given)};
}

/** Any number of operands; `some` of a command that has nothing to do without one. */
export function many(label: string, completes: Completes, need: 'many' | 'some' = 'many'): Operand<readonly string[]> {
  return {label, need, completes, read: (_name, given) => given};
}

/** The operand `only`: the keys and globs that a run covers; all where there is none. Messages name it by the command. */
export function chosenKeys(completes: Completes): Operand<readonly string[] | undefined> {
  return {label: 'KEY', need: 'many', completes, read: (_name, given) => (given.length === 0 ? undefined : given)};
}

/** An operand that is one of a few words. */
export function word<const Word extends string>(words: readonly Word[], need: 'required'): Operand<Word>;
export function word<const Word extends string>(words: readonly Word[], need: 'optional', byDefault: Word): Operand<Word>;
export function word<const Word extends string>(words: readonly Word[], need: 'required' | 'optional', byDefault?: Word): Operand<Word> {
  const read = (name: string, given: readonly string[]) => oneOf(name, lastOf(given) ?? byDefault ?? '', words);
  return {label: words.join('|'), need, completes: words, read};
}

/** All names of an option's flag: `-q` and `--quiet`. */
export function listFlagNames(option: string, {short}: Pick<Flag<unknown>, 'short'>): readonly string[] {
  return [...(short === undefined ? [] : [`-${short}`]), nameFlag(option)];
}

/** The name of an option's flag: `--allow-deletes` for `allowDeletes`. */
export function nameFlag(option: string): string {
  return `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
}
