/** The words of editor schemas: titles from the names of types, and hovers with unit, range and default. */

/** Names of types that say more of the code than of the value. */
const TITLES = {
  JsonFormat: 'JSON format',
  PdfAction: 'PDF action',
  LayerTargets: 'Targets by type',
  ListRow: 'Row',
  RowsFile: 'File with rows',
};

/** A title for people: `MonitorSchedule` is "Schedule", `RedactPIIOptions` "Redact PII options". */
export function titleOf(name) {
  const words = name
    .replace(/^(?:Monitor|Layer|Spec)(?=[A-Z])/, '')
    .split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word, index) => (index === 0 || /^[A-Z]+$/.test(word) ? word : word.toLowerCase()));
  return TITLES[name] ?? words.join(' ');
}

/** The description with unit, range and default, as editors show it. */
export function describeInWords(property) {
  const {description = '', enum: values, default: standard} = property;
  const facts = [describeRange(property), describeCount(property), describeDefault(standard, property)].filter(fact => fact !== '');
  const isSaid = values !== undefined && facts.length === 0;
  return isSaid || facts.length === 0 ? description : `${description}\n\n${capitalize(facts.join('; '))}.`.trimStart();
}

function describeRange({unit, minimum, maximum, maxLength}) {
  const of = unit === undefined ? '' : ` ${unit}`;
  if (maxLength !== undefined) return `at most ${group(maxLength)} characters`;
  if (minimum !== undefined && maximum !== undefined) return `${group(minimum)} to ${group(maximum)}${of}${inTime(maximum, unit)}`;
  if (minimum !== undefined) return `${group(minimum)}${of} or more`;
  if (maximum !== undefined) return `at most ${group(maximum)}${of}`;
  return unit === undefined ? '' : `in ${unit}`;
}

function describeCount({minItems, maxItems}) {
  if (maxItems === undefined) return minItems === undefined ? '' : `at least ${minItems}`;
  return minItems === undefined ? `at most ${group(maxItems)}` : `${minItems} to ${group(maxItems)}`;
}

function describeDefault(standard, {unit}) {
  if (standard === undefined) return '';
  if (standard === null) return 'default: none';
  if (typeof standard === 'number') return `default: ${group(standard)}${inTime(standard, unit)}`;
  const texts = [standard].flat().map(item => `\`${typeof item === 'object' ? item.type : item}\``);
  return `default: ${texts.join(', ')}`;
}

/** Milliseconds as people count them. */
function inTime(count, unit) {
  if (unit !== 'milliseconds' || count < 1000) return '';
  const [size, word] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ].find(([length]) => count % length === 0);
  const number = count / size;
  return ` (${number} ${word}${number === 1 ? '' : 's'})`;
}

function group(number) {
  return number.toLocaleString('en-US');
}

function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
