import {shellWord} from '../base/shell-word';
import {type JsonValue, property} from '../json/value';
import {KINDS, type SharedBackend, type SharedPlace, type SharedStateConfig} from '../state/addresses/kinds';

/** Place as given in a config or options; undefined is not given. */
export type SaidPlace = Said<SharedStateConfig>;
type Said<Config extends SharedStateConfig> = Config extends unknown ? Pick<Config, 'backend'> & Loose<Omit<Config, 'backend'>> : never;
type Loose<Members> = {readonly [Name in keyof Members]: Members[Name] | undefined};

/** The members of a place by name. */
type Members = Readonly<Record<string, string | undefined>>;

/** The place that is said, with its defaults. */
export function toSharedPlace({backend, ...said}: SaidPlace): SharedPlace {
  const members = Object.entries(KINDS[backend].members).flatMap(([name, {usual, toUsualForm}]) => {
    const value = (said as Members)[name] ?? usual;
    return value === undefined ? [] : [[name, toUsualForm?.(value) ?? value]];
  });
  return {backend, ...Object.fromEntries(members)} as SharedPlace;
}

/** The place that a `state` of an earlier config names, which nothing has checked; null for a file, and for what names none. */
export function readSharedPlace(state: JsonValue | undefined): SharedPlace | null {
  const text = (name: string): string | undefined => {
    const value = property(state ?? null, name);
    return typeof value === 'string' ? value : undefined;
  };
  const backend = text('backend');
  if (backend === undefined || !isBackend(backend)) return null;
  const {members} = KINDS[backend];
  const said = Object.fromEntries(Object.keys(members).map(name => [name, text(name)]));
  const isNone = Object.entries(members).some(([name, {isNeeded}]) => isNeeded === true && said[name] === undefined);
  return isNone ? null : toSharedPlace({...said, backend} as SaidPlace);
}

function isBackend(name: string): name is SharedBackend {
  return Object.hasOwn(KINDS, name);
}

/** Whether two places are one; null is a state file. */
export function isSamePlace(one: SharedPlace | null, other: SharedPlace | null): boolean {
  if (one === null || other === null || one.backend !== other.backend) return one === other;
  return Object.entries(KINDS[one.backend].members).every(([name, {mayBeUnsaid}]) => {
    const [first, second] = [(one as Members)[name], (other as Members)[name]];
    return first === second || (mayBeUnsaid === true && (first === undefined || second === undefined));
  });
}

/** A place as messages show it, also where there is no address. */
export function showSharedPlace(place: SharedPlace): string {
  return KINDS[place.backend].show(place as Members);
}

/** The line of the config that names a place. */
export function writeSetting(place: SharedPlace): string {
  const members = listMembers(place).map(([name, value]) => `${name}: ${PLAIN.test(value) ? value : JSON.stringify(value)}`);
  return `state: {backend: ${[place.backend, ...members].join(', ')}}`;
}

/** Texts that YAML reads as the text that they are. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w./-]*$/i;

/** The command that moves a state to a place, null being a file; `named` is the place that its options name. */
export function writeMigration(to: SharedPlace | null, named: SharedPlace | null = to): string {
  const options = named === null ? [] : listMembers(named).map(([name, value]) => ` --${name} ${shellWord(value)}`);
  return `monitors state migrate --to ${to?.backend ?? 'file'}${options.join('')}`;
}

/** Lists the members of a place to write besides its kind. */
function listMembers({backend, ...members}: SharedPlace): [string, string][] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === KINDS[backend].members[name]?.usual ? [] : [[name, value]],
  );
}
