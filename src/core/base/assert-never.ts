/**
 * Ends a `switch` over a union that the compiler must see to be complete: a new case that is not handled does not compile.
 * Throws at run time, since then a value is of a kind that its type rules out (a bug). Shows a tag, but nothing of an
 * object, in which there may be what must not be shown.
 */
export function assertNever(impossible: never): never {
  const tag: unknown = impossible;
  throw new Error(`impossible case${typeof tag === 'string' ? `: ${tag}` : ''}`);
}
