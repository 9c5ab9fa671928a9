/** A function that makes its value at the first call, and returns it from then on. */
export function once<Value>(make: () => Value): () => Value {
  let made: {readonly value: Value} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}

/** A function that makes its value at the first call with an argument, and returns it from then on. */
export function onceEach<Argument, Value>(make: (argument: Argument) => Value): (argument: Argument) => Value {
  const made = new Map<Argument, {readonly value: Value}>();
  return argument => {
    const known = made.get(argument) ?? {value: make(argument)};
    made.set(argument, known);
    return known.value;
  };
}
