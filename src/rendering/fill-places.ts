/** Fills the places `@name@` of a text. Throws for a place without a value; values are not searched for places. */
export function fillPlaces(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/@([a-z]+)@/g, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template has a place without a value: ${name}`);
    return value;
  });
}
