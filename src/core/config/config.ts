import {shellWord} from '../base/command-line';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {type JsonValue, property} from '../json/value';
import type {AllowedFields} from '../service/allowed-fields';
import type {Operations} from '../specs/desired-monitor';
import type {PlacedRule, TeamRule} from '../specs/team/team-rule';
import {KINDS, type SharedBackend, type SharedPlace, type SharedStateConfig} from '../state/addresses/kinds';

/**
 * `monitors.config.yaml`. Unknown members are errors. It never contains the service's address or key.
 */
export interface ConfigFile {
  /**
   * Project name; part of every derived target id, so do not change it after the first apply.
   * @default "default"
   * @example "acme-web"
   */
  project?: string;
  /**
   * Environment name; each other environment has its own state file `monitors.state.<environment>.json`.
   * @default "default"
   * @example "production"
   */
  environment?: string;
  environments?: EnvironmentsConfig;
  /**
   * Specs directory, relative to this file.
   * @default "monitors"
   */
  specs?: string;
  /**
   * State file, relative to this file; or a place on a server, for several checkouts.
   * @default "monitors.state.json"
   */
  state?: string | SharedStateConfig;
  service?: ServiceConfig;
  budget?: BudgetConfig;
  safety?: SafetyConfig;
  secrets?: SecretsConfig;
  vars?: VarsConfig;
  /**
   * Renames by pattern, for moved folders: a recorded monitor without a spec becomes the spec that the first fitting entry names.
   * Done entries can stay.
   * @example [{"from": "old/**", "to": "new/**"}]
   */
  moves?: MoveConfig[];
  /**
   * Rules of the team, for the monitors that they select.
   * @maxItems 100
   * @example [{"keys": "prod/**", "require": ["goal"]}]
   */
  rules?: TeamRule[];
}

/** A rename by pattern: two keys, or two patterns with the same wildcard, `*` within a folder or `**` across folders. */
export interface MoveConfig {
  /**
   * Previous key or pattern.
   * @example "old/**"
   */
  from: string;
  /**
   * New key or pattern.
   * @example "new/**"
   */
  to: string;
}

/** Environments by name; no other one can be chosen. What an environment sets replaces the top-level member whole. */
export interface EnvironmentsConfig {
  [name: string]: EnvironmentConfig;
}

/** Settings of one environment. */
export interface EnvironmentConfig {
  budget?: BudgetConfig;
  safety?: SafetyConfig;
  vars?: VarsConfig;
}

/** Public values that specs use as `${var:NAME}`. */
export interface VarsConfig {
  [name: string]: VarValue;
}

/** A value of a variable. */
export type VarValue = string | number | boolean;

/** Operations of the service. */
export interface ServiceConfig {
  /**
   * `create`: only create monitors. `full`: also list, update, replace and delete them, so that the service equals the
   * repository.
   * @default "create"
   * @example "full"
   */
  operations?: 'create' | 'full';
  /**
   * The account's published limit for creates, updates and started checks together, a minute. Plans work out their time from it, and
   * those requests keep to it. Without it a plan names the lowest limit, and requests are sent until the service asks to wait.
   * @asType integer
   * @minimum 1
   * @maximum 100000
   * @example 100
   */
  requestsPerMinute?: number;
  /**
   * New members of the service that specs may have before this tool knows them: paths with dots, `*` for the items of a
   * list. They are sent as they stand; all their text is secret and may contain `${env:NAME}`, but for that in `scrapeOptions` and
   * `crawlOptions`.
   * @maxItems 50
   * @example ["targets.*.newThing"]
   */
  allowFields?: string[];
  /**
   * New values of enumerations that specs may have before this tool knows them: a path as in `allowFields`, `=` and the value.
   * @maxItems 50
   * @example ["targets.*.scrapeOptions.proxy=premium"]
   */
  allowValues?: string[];
}

/** Cost limit. */
export interface BudgetConfig {
  /**
   * Credits per month; changes that raise the estimate above it are not made.
   * @minimum 0
   * @example 50000
   */
  creditsPerMonth?: number;
  /**
   * `actual`: with `--checks N`, what their newest checks were charged counts for monitors that stay as they are, and the estimate
   * for the rest.
   * @default "estimate"
   * @example "actual"
   */
  by?: 'estimate' | 'actual';
  keys?: KeyBudgetsConfig;
}

/** Budgets of the monitors whose keys a glob matches, each held by itself. */
export interface KeyBudgetsConfig {
  [glob: string]: CreditsPerMonth;
}

/**
 * Credits per month.
 * @minimum 0
 */
export type CreditsPerMonth = number;

/** Limit of deletes. */
export interface SafetyConfig {
  /**
   * Maximum deletes per run: a share of the monitors in the state such as `30%` (applies from 10 monitors on), or a
   * number. More needs `--allow-deletes`.
   * @default "30%"
   * @example "30%"
   */
  maxDeletes?: string | number;
}

/** Secrets that specs may use. */
export interface SecretsConfig {
  /**
   * Environment variables that specs may use as `${env:NAME}`.
   * @example ["WEBHOOK_TOKEN"]
   */
  allow?: string[];
}

/** Values by the names that specs use. Public: they stand in outputs. */
export type Vars = Readonly<Record<string, VarValue>>;

/** Maximum deletes per run: percent of the monitors in the state, or a number. */
export type DeleteLimit = {readonly percent: number} | {readonly count: number};

/** Limits of an environment of its own, with their place: `environments.NAME.budget`. Those of the whole file are not here. */
export interface OwnLimits {
  readonly budget?: string;
  readonly safety?: string;
}

/** The settings of a run: flags, environment, config file and defaults combined, paths absolute. */
export interface Settings {
  readonly project: string;
  /** No project name is set; the first apply warns about it. */
  readonly projectIsDefault: boolean;
  readonly environment: string;
  /** The variables of each environment that the config declares, in its order; null where it declares none. */
  readonly environments: ReadonlyMap<string, Vars> | null;
  /** Several may be declared, and only the config chose one, or nothing did: what only checks specs checks them in each. */
  readonly isUnchosen?: true;
  /** Values of `${var:NAME}` for specs in this environment. */
  readonly vars: Vars;
  /** Absolute. */
  readonly specsDirectory: string;
  /** Absolute. Where {@link sharedState} is set, nothing is written there: the file that the state would be in. */
  readonly stateFile: string;
  /** The file that the config names, where an option named another one. Absolute. */
  readonly configuredStateFile?: string;
  /** The place of a state that is not in a file; absent where it is. */
  readonly sharedState?: SharedPlace;
  /** Absolute; null without a config file. */
  readonly configFile: string | null;
  readonly operations: Operations;
  /** Creates, updates and started checks that the account may send a minute; absent where the config does not say. */
  readonly requestsPerMinute?: number;
  readonly maxDeletes: DeleteLimit;
  readonly ownLimits: OwnLimits;
  readonly budget?: number;
  /** Figures that the budget is held against. Default: `estimate`. */
  readonly budgetBy?: BudgetConfig['by'];
  /** Budgets by globs over keys; absent where the config has none. */
  readonly keyBudgets?: KeyBudgetsConfig;
  readonly allowedReferences: readonly string[];
  readonly allowedFields: AllowedFields;
  /** Checked: each is a move. */
  readonly moves: readonly MoveConfig[];
  /** Absent where the config has none. */
  readonly rules?: readonly PlacedRule[];
  /** Findings about the config that stop nothing; absent where there are none. */
  readonly warnings?: readonly Diagnostic[];
}

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
