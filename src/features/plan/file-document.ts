import {shellWord, writeCommand} from '../../core/base/command-line';
import {formatNumber} from '../../core/base/words';
import {compareText, type Diagnostic} from '../../core/diagnostics/diagnostic';
import {hashJson} from '../../core/json/canonical';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {Choice, Plan} from '../../core/plan/change';
import {listEffects, listSteps} from '../../core/plan/change-facts';
import type {Key} from '../../core/specs/desired-monitor';
import {withoutOrigins} from '../../rendering/plan-origins';
import {showAsAllowed} from './allowed';
import {PLAN_FORMAT_VERSION, type PlanDocument, type PlanFileDocument, toPlanDocument} from './document';

/** Parts of a saved plan that apply uses: enough to see that making it again gives the same. */
export interface PlanFile {
  readonly project: string;
  readonly environment: string;
  /** The state that it was made from; null without a state. */
  readonly state: Plan['base'];
  /** SHA-256 of each spec file, by its path below the specs directory. */
  readonly specs: ReadonlyMap<string, string>;
  /** The keys that it was limited to; null when it covers everything. */
  readonly only: readonly Key[] | null;
  /** The choice of these keys; null where the file does not say. */
  readonly choice: Choice | null;
  /** It was made with `--refresh`, `--check-secrets`: making it again needs them too. */
  readonly isRefreshed: boolean;
  readonly hasCheckedSecrets: boolean;
  /** It was made with `--checks` of so many; 0 without. */
  readonly checks: number;
  /** It was made with `--allow-deletes`, so that approving it allows them. */
  readonly allowsDeletes: boolean;
  /** The paths of `service.allowFields`; empty where the file does not say. */
  readonly allowFields: readonly string[];
  readonly digest: string;
  /** Hash of what a reader of the file was shown: see {@link hashShown}. */
  readonly shown: string;
  /** Its effects: see {@link listEffects}. Null where an older version saved it. */
  readonly effects: ReadonlySet<string> | null;
  /** The changes that it shows, as they stand in the file. */
  readonly changes: readonly JsonObject[];
}

/** A plan as `--out` saves it: the JSON of `plan` and what it was made from. Ends with a line feed; holds no secret. */
export function toPlanFile(plan: Plan, hashes: ReadonlyMap<string, string>, findings: readonly Diagnostic[] = []): string {
  const specs = Object.fromEntries([...hashes].sort(([a], [b]) => compareText(a, b)));
  const {project, environment, base, only, choice, isRefreshed, hasCheckedSecrets, allowsDeletes, allowedFields} = plan;
  const file: PlanFileDocument = {
    ...toPlanDocument(plan, findings),
    project,
    environment,
    only,
    ...(choice === undefined ? {} : {choice: {...choice}}),
    refreshed: isRefreshed,
    checkedSecrets: hasCheckedSecrets,
    allowDeletes: allowsDeletes,
    ...(allowedFields.paths.length === 0 ? {} : {allowFields: allowedFields.paths}),
    state: base === null ? null : {...base},
    effects: [...new Set(listSteps(plan).flatMap(step => listEffects(plan, step)))].sort(compareText),
    specs,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Result of reading a plan file: the file, or the finding that says why it can't be applied. */
export type PlanFileRead = {readonly kind: 'read'; readonly file: PlanFile} | {readonly kind: 'refused'; readonly finding: Diagnostic};

/** The largest plan file that is looked at, in UTF-16 code units: about 100,000 changes. */
const MAX_LENGTH = 256 * 1024 * 1024;

/** Reads a plan file. Its text is not trusted: whatever it holds, the result is a {@link PlanFile} or one finding. */
export function readPlanFile(text: string): PlanFileRead {
  if (text.length > MAX_LENGTH) return refuse('it is larger than any plan');
  const value = parseJson(text);
  if (!isObject(value)) return refuse('it is not a JSON object');
  if (property(value, 'command') !== 'plan') return refuse('it does not say "command": "plan"');
  const version = property(value, 'formatVersion');
  if (version !== PLAN_FORMAT_VERSION) return refuse(`its formatVersion is not ${PLAN_FORMAT_VERSION}`);
  const project = property(value, 'project');
  const environment = property(value, 'environment');
  const digest = property(value, 'digest');
  const state = readState(property(value, 'state'));
  const specs = readSpecs(property(value, 'specs'));
  const only = readOnly(property(value, 'only'));
  const allowFields = readOnly(property(value, 'allowFields'));
  if (typeof project !== 'string' || typeof environment !== 'string') return refuse('it does not name project and environment');
  if (typeof digest !== 'string' || !SHA256.test(digest)) return refuse('its digest is missing or damaged');
  if (state === undefined) return refuse('it does not say against which state it was made');
  if (specs === undefined) return refuse('it does not list the specs that it was made from');
  if (only === undefined) return refuse('its list of keys is damaged');
  if (allowFields === undefined) return refuse('its list of allowed members is damaged');
  const choice = readChoice(property(value, 'choice'));
  const effects = readEffects(property(value, 'effects'));
  if (effects === undefined) return refuse('its list of effects is damaged');
  const shown = hashShownSafely(value);
  if (shown === undefined) return refuse('it is nested deeper than any plan');
  const isRefreshed = property(value, 'refreshed') === true;
  const hasCheckedSecrets = property(value, 'checkedSecrets') === true;
  const allowsDeletes = property(value, 'allowDeletes') === true;
  const checks = readCount(property(property(property(value, 'estimate'), 'actual'), 'newest'));
  const flags = {isRefreshed, checks, hasCheckedSecrets, allowsDeletes, allowFields: allowFields ?? []};
  const shownChanges = property(value, 'changes');
  const changes = Array.isArray(shownChanges) ? shownChanges.filter(isObject) : [];
  return {kind: 'read', file: {project, environment, digest, state, specs, only, choice, ...flags, shown, effects, changes}};
}

/** Undefined where the text was nested too deep to be walked through. */
function hashShownSafely(document: JsonObject): string | undefined {
  try {
    return hashShown(document);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * SHA-256 of what a reviewer of a plan goes by: counts, costs, changes and requests. Paths are left out: they depend
 * on the working directory; and the places of values.
 */
function hashShown(document: JsonObject | Pick<PlanDocument, 'summary' | 'estimate' | 'changes' | 'requests'>): string {
  const {summary = null, estimate = null, changes = null, requests = null} = document;
  // The parts left out are texts, since another version may word them differently, and the charges of checks, which are
  // other figures each day.
  const figures = isObject(estimate) ? withoutCharges(estimate) : estimate;
  const placeless = Array.isArray(changes)
    ? changes.map((change: JsonValue) => (isObject(change) ? {...withoutOrigins(change), file: null} : change))
    : null;
  return hashJson({summary, estimate: figures, changes: placeless, requests});
}

function withoutCharges(estimate: JsonObject): JsonObject {
  // Files of earlier versions have no prices of what the service's estimate leaves out.
  const {actual: _charged, billedBesides: _besides, unchangedPagesFree: _free, keyBudgets: _byKeys, ...rest} = estimate;
  return {...rest, notIncluded: null};
}

/** A count from 1 to 100; 0 for all else. */
function readCount(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100 ? value : 0;
}

/** Plan that the one of a file is compared with: the world as it is now. */
export interface CurrentPlan {
  readonly plan: Plan;
  readonly hashes: ReadonlyMap<string, string>;
}

/** Why a saved plan no longer fits, as sentences, most telling first; empty when it does. `current` is the plan made again with the file's `only`. */
export function listStaleReasons(file: PlanFile, {plan, hashes}: CurrentPlan): string[] {
  const reasons = [
    ...compareNames(file, plan),
    ...compareStates(file, plan),
    ...compareFields(file, plan),
    ...compareSpecs(file.specs, hashes),
  ];
  if (reasons.length > 0) return reasons;
  if (file.digest !== plan.digest) return [`planning again gives other changes than the saved plan: ${nameUnhashed(file)}`];
  const document = toPlanDocument(plan);
  if (
    file.shown !== hashShown(document) &&
    file.shown !== hashShown({...document, changes: showAsAllowed(document.changes, file.allowFields)})
  )
    return ['the saved file does not show its own plan: it was edited, or another version of monitors saved it'];
  return [];
}

/** Names the other sources of a plan, besides the specs and the state, which are as they were. */
function nameUnhashed({isRefreshed, hasCheckedSecrets}: PlanFile): string {
  const seen = [...(isRefreshed ? ['what the service holds'] : []), ...(hasCheckedSecrets ? ['the value of a secret'] : []), 'the config'];
  return `${seen.join(' or ')} has changed since`;
}

/** The command that makes the plan of a file again, with what it looked at and was limited to. */
export function writePlanAgain({environment, only, choice, isRefreshed, checks, hasCheckedSecrets, allowsDeletes}: PlanFile): string {
  const flags = [
    ...(choice === null ? (only ?? []) : (choice.only ?? [])).map(key => writeFlag('--only', key)),
    ...(choice?.exclude ?? []).map(key => writeFlag('--exclude', key)),
    ...(choice?.labels ?? []).map(label => writeFlag('--label', label)),
    ...(isRefreshed ? ['--refresh'] : []),
    ...(checks > 0 ? [`--checks ${checks}`] : []),
    ...(hasCheckedSecrets ? ['--check-secrets'] : []),
    ...(allowsDeletes ? ['--allow-deletes'] : []),
    '--out FILE',
  ];
  return writeCommand('plan', [], environment, flags.join(' '));
}

/** Behind an equals sign a key that begins with a dash is not a flag. */
function writeFlag(flag: string, key: string): string {
  return `${flag}${key.startsWith('-') ? '=' : ' '}${shellWord(key)}`;
}

function compareNames(file: PlanFile, plan: Plan): string[] {
  const reasons: string[] = [];
  if (file.project !== plan.project) reasons.push(`it was made for the project "${file.project}", this one is "${plan.project}"`);
  if (file.environment !== plan.environment) {
    reasons.push(`it was made for the environment "${file.environment}", this one is "${plan.environment}"`);
  }
  return reasons;
}

function compareStates({state}: PlanFile, {base}: Plan): string[] {
  if (state === null && base === null) return [];
  if (state === null) return ['it was made before the first apply, and there is a state now'];
  if (base === null) return ['it was made against a state, and there is none now'];
  if (state.lineage !== base.lineage) return ['it was made against another state (the lineage differs)'];
  if (state.serial !== base.serial)
    return [`the state has changed since: its serial is ${base.serial}, the plan was made at ${state.serial}`];
  return isOtherState(state, base) ? [`it was made against another state with the serial ${state.serial} (the checksum differs)`] : [];
}

/** Whether two versions of one state have the same serial and not the same content. */
export function isOtherState(a: NonNullable<Plan['base']>, b: NonNullable<Plan['base']>): boolean {
  if (a.lineage !== b.lineage || a.serial !== b.serial) return false;
  return a.checksum !== undefined && b.checksum !== undefined && a.checksum !== b.checksum;
}

function compareFields({allowFields}: PlanFile, {allowedFields: {paths}}: Plan): string[] {
  const isSame = allowFields.length === paths.length && paths.every(path => allowFields.includes(path));
  return isSame ? [] : ['service.allowFields has changed since the plan was saved'];
}

const SHOWN_PATHS = 5;

function compareSpecs(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  const changes = paths.flatMap(path => {
    if (before.get(path) === after.get(path)) return [];
    if (!before.has(path)) return [`${path} was added`];
    return [after.has(path) ? `${path} was edited` : `${path} was removed`];
  });
  const rest = changes.length - SHOWN_PATHS;
  return rest > 0 ? [...changes.slice(0, SHOWN_PATHS), `${formatNumber(rest)} more specs changed`] : changes;
}

const SHA256 = /^[0-9a-f]{64}$/;

function readState(value: JsonValue | undefined): PlanFile['state'] | undefined {
  if (value === null) return null;
  const lineage = property(value, 'lineage');
  const serial = property(value, 'serial');
  const checksum = property(value, 'checksum');
  if (typeof lineage !== 'string' || typeof serial !== 'number' || !Number.isSafeInteger(serial)) return undefined;
  return {lineage, serial, ...(typeof checksum === 'string' ? {checksum} : {})};
}

function readSpecs(value: JsonValue | undefined): ReadonlyMap<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const specs = new Map<string, string>();
  for (const [path, hash] of Object.entries(value)) {
    if (typeof hash !== 'string' || !SHA256.test(hash)) return undefined;
    specs.set(path, hash);
  }
  return specs;
}

function readOnly(value: JsonValue | undefined): readonly Key[] | null | undefined {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return undefined;
  const keys = value.filter((key: JsonValue): key is string => typeof key === 'string');
  return keys.length === value.length ? keys : undefined;
}

/** Only says how to make the plan again: where it is damaged, the keys say it. */
function readChoice(value: JsonValue | undefined): Choice | null {
  if (!isObject(value)) return null;
  const [only, exclude, labels] = (['only', 'exclude', 'labels'] as const).map(name => readOnly(property(value, name)));
  if (only === undefined || exclude === undefined || labels === undefined) return null;
  return {...(only === null ? {} : {only}), ...(exclude === null ? {} : {exclude}), ...(labels === null ? {} : {labels})};
}

function readEffects(value: JsonValue | undefined): ReadonlySet<string> | null | undefined {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return undefined;
  const effects = value.filter((effect: JsonValue): effect is string => typeof effect === 'string' && SHA256.test(effect));
  return effects.length === value.length ? new Set(effects) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(why: string): PlanFileRead {
  return {
    kind: 'refused',
    finding: {
      code: 'plan/unreadable-file',
      severity: 'error',
      message: `not a plan that can be applied: ${why}`,
      hint: 'create a new one: monitors plan --out FILE',
    },
  };
}
