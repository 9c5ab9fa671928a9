import {resolve} from 'node:path';
import type {LiveMonitor} from '../../core/api/port';
import {observeMonitor} from '../../core/apply/observation';
import type {Settings} from '../../core/config/config';
import {type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import {toShownPath} from '../../core/files/paths';
import {isEqualJson, isObject, type JsonObject} from '../../core/json/value';
import type {FieldChange} from '../../core/plan/diff';
import type {LiveView} from '../../core/plan/live';
import {makePlan} from '../../core/plan/plan';
import {fingerprintBody} from '../../core/secrets/fingerprint';
import {hideTexts} from '../../core/secrets/masking';
import {readInClear} from '../../core/secrets/secret';
import {member} from '../../core/service/member';
import {checkSpecs} from '../../core/specs/check';
import type {CheckedSpecs, DesiredMonitor, Key, SourceFile} from '../../core/specs/desired-monitor';
import type {FileFacts} from '../../core/specs/examine';
import type {CheckCache} from '../../core/specs/file-facts';
import {mergeSpec} from '../../core/specs/fleet/merge';
import {defaultKey, foldKey} from '../../core/specs/keys';
import {isProtected} from '../../core/specs/sync';
import type {JournaledCreate} from '../../core/state/journal';
import {notesOf, type RecordedMonitor, type State} from '../../core/state/state';
import {findOpenSecrets, type Placeholder, Placeholders} from '../../core/writing/placeholders';
import type {RefusedMonitor} from '../../core/writing/reports';
import {separate} from '../../core/writing/separate';
import {toSpecBody} from '../../core/writing/spec-body';
import {chooseKey, pathOfKey} from '../../core/writing/spec-path';
import {writeSpecText} from '../../core/writing/spec-text';
import {fleetOf} from '../../project/check';
import {type Inheritance, openInheritance, type Surrounding} from './inheritance';
import type {PresentSpecs} from './present-specs';

/** Place of the specs, and how they are written. */
interface DraftingRoom {
  readonly settings: Settings;
  /** Absolute; findings show paths relative to it. */
  readonly cwd: string;
  /** The schema as a comment in that spec names it; null for no comment. */
  readonly schemaFor: (specPath: string) => string | null;
  /** Whether anything stands at that path below the specs directory. */
  readonly isThere: (specPath: string) => boolean;
  /** Whether a body, as JSON, holds a secret of this run. */
  readonly holdsSecret: (body: string) => boolean;
}

/** World as known when specs are written for live monitors. */
export interface KnownWorld {
  readonly present: PresentSpecs;
  readonly state: State;
  readonly unresolved: readonly JournaledCreate[];
  readonly live: LiveView;
}

/** A live monitor that is to get a spec; with a key where that is given. */
interface Wanted {
  readonly monitor: LiveMonitor;
  readonly key?: Key;
}

/** A spec as it would be written, what it means, and what the state would say of its monitor. */
export interface Draft {
  readonly monitor: LiveMonitor;
  readonly text: string;
  readonly desired: DesiredMonitor;
  readonly record: RecordedMonitor;
}

/** Specs in memory, checked together with those that are there. */
export interface Drafts {
  readonly accepted: readonly Draft[];
  readonly refused: readonly RefusedMonitor[];
  /** Secrets that the accepted specs refer to from now on. */
  readonly placeholders: readonly Placeholder[];
}

/**
 * Writes specs for live monitors in memory. Accepted is only what passes every check, together with the specs that are there,
 * and what leaves nothing to do: with it and its record, neither `plan` nor `plan --refresh` has a change.
 */
export function draftSpecs(wanted: readonly Wanted[], known: KnownWorld, room: DraftingRoom): Drafts {
  const placeholders = new Placeholders(room.settings.allowedReferences);
  const {allowedReferences: allowedNow, allowedFields: fields} = room.settings;
  const inherit = openInheritance(fleetOf(room.settings, known.present.layers, room.cwd), {allowed: allowedNow, fields});
  const sketches = nameSpecs(wanted, known, room).map(named => sketch(named, placeholders, inherit, room));
  const allowed = [...room.settings.allowedReferences, ...placeholders.list(new Set(sketches.map(({key}) => key))).map(({name}) => name)];
  const sifting = new Sifting(known.present, room, allowed);
  sifting.refuseAlone(sketches);
  const desired = sifting.refuseTogether();
  const wishes = new Map(desired.map(wish => [wish.key, wish]));
  const drafts = sifting.left.flatMap(({monitor, text, key}): Draft[] => {
    const wish = wishes.get(key);
    if (wish === undefined) sifting.refuseElsewhere(monitor);
    return wish === undefined ? [] : [{monitor, text, desired: wish, record: recordAdopted(wish, monitor, known.state.lineage)}];
  });
  const unsaid = findUnsaid(drafts, desired, known, room.settings);
  const accepted = drafts.filter(draft => !unsaid.has(draft.desired.key));
  const misread = drafts.flatMap(({desired: {key}, monitor: {id, name}}) => {
    const fields = unsaid.get(key);
    return fields === undefined ? [] : [{id, name, findings: [notSayable(`its ${listPaths(fields)} would not stay as it is`)]}];
  });
  return {
    accepted,
    refused: [...sifting.refused, ...misread],
    placeholders: placeholders.list(new Set(accepted.map(({desired: {key}}) => key))),
  };
}

/** A spec that is not checked yet. */
interface Sketch {
  readonly monitor: LiveMonitor;
  readonly key: Key;
  readonly text: string;
  readonly source: SourceFile;
  readonly openSecrets: readonly string[];
  /** A text of it holds a secret of this run. */
  readonly holdsSecret: boolean;
  /** A text or name of it holds the value of a reference. */
  readonly holdsReferred: boolean;
  /** Overlays make another monitor of it, whatever the spec says. */
  readonly isOverlaid: boolean;
}

interface NamedWish {
  readonly monitor: LiveMonitor;
  readonly key: Key;
  readonly specPath: string;
}

/** Gives every monitor a key and a file of its own; neither may be in use, also not by what was deleted here or is in doubt. */
function nameSpecs(wanted: readonly Wanted[], {present, state, unresolved}: KnownWorld, {isThere}: DraftingRoom): NamedWish[] {
  const keys = [
    ...present.files.map(({specPath}) => defaultKey(specPath)),
    ...present.monitors.flatMap(({key, sync}) => [key, sync.renamedFrom ?? key]),
    ...state.monitors.keys(),
    ...unresolved.map(({intent}) => intent.key),
  ];
  const taken = new Set(keys.map(foldKey));
  const isTaken = (key: Key) => taken.has(foldKey(key)) || isThere(`${key}.yaml`);
  return wanted.map(({monitor, key: given}) => {
    const path = given === undefined ? null : pathOfKey(given);
    const own = path !== null && !isThere(path) ? path : `${chooseKey(given ?? monitor.name, isTaken)}.yaml`;
    const key = given ?? defaultKey(own);
    for (const used of [key, defaultKey(own)]) taken.add(foldKey(used));
    return {monitor, key, specPath: own};
  });
}

function sketch({monitor, key, specPath}: NamedWish, placeholders: Placeholders, inherit: Inheritance, room: DraftingRoom): Sketch {
  const {settings, cwd, schemaFor, holdsSecret} = room;
  const body = toSpecBody(readInClear(monitor));
  const said = placeholders.replaceSecrets(body, key);
  const given = {...(key === defaultKey(specPath) ? {} : {key}), isPaused: monitor.status === 'paused'};
  const {spec, isOverlaid} = separateFrom(inherit(specPath), said, given);
  const text = writeSpecText(spec, schemaFor(specPath));
  const source = {file: toShownPath(cwd, resolve(settings.specsDirectory, specPath)), specPath, bytes: Buffer.from(text)};
  const holds = {
    holdsSecret: holdsSecret(JSON.stringify(said)),
    holdsReferred: hideTexts(JSON.stringify(said), monitor.hide) !== JSON.stringify(said),
  };
  return {monitor, key, text, source, openSecrets: findOpenSecrets(body), ...holds, isOverlaid};
}

/** Separates what a spec has to write over what it inherits, its settings included, and whether an overlay makes something else of it. */
function separateFrom(surrounding: Surrounding | null, body: JsonObject, {key, isPaused}: {key?: Key; isPaused: boolean}) {
  const given = member(surrounding?.inherited.members, 'sync');
  const settings = isObject(given) ? given : {};
  const pause = settings['paused'] === 'keep' || (settings['paused'] === true) === isPaused ? {} : {paused: isPaused};
  const sync = {...(key === undefined ? {} : {key}), ...settings, ...pause};
  const wanted = Object.keys(sync).length === 0 ? body : {...body, sync};
  if (surrounding === null) return {spec: wanted, isOverlaid: false};
  const spec = separate(surrounding.inherited, wanted);
  const {sync: _settings, ...merged} = mergeSpec(surrounding.inherited, spec, surrounding.overlays);
  return {spec, isOverlaid: !isEqualJson(merged, body)};
}

/** Tells sound drafts from others: first each by itself, then all together, so that one that falls takes no other with it. */
class Sifting {
  readonly refused: RefusedMonitor[] = [];
  left: readonly Sketch[] = [];
  readonly #present: PresentSpecs;
  readonly #check: (files: readonly SourceFile[]) => CheckedSpecs;

  constructor(present: PresentSpecs, {settings, cwd}: Pick<DraftingRoom, 'settings' | 'cwd'>, allowed: readonly string[]) {
    const cache = rememberFacts();
    const {allowedFields: fields, operations} = settings;
    const fleet = fleetOf(settings, present.layers, cwd);
    this.#present = present;
    this.#check = files => checkSpecs(files, {allowed, fields, operations, cache, purpose: 'monitors', fleet});
  }

  refuseAlone(sketches: readonly Sketch[]): void {
    this.left = sketches.filter(sketch => {
      const open = sketch.openSecrets.map(pointer => notSayable(`${pointer} is secret, and no reference may stand there`));
      const own = sketch.holdsSecret ? [notSayable(HOLDS_SECRET)] : [];
      const overlaid = sketch.isOverlaid ? [notSayable('an overlay gives it other values')] : [];
      const said = [...open, ...own, ...overlaid];
      // Other findings may quote the value.
      if (sketch.holdsReferred) return !this.#refuse(sketch, [...said, notSayable(HOLDS_REFERRED)]);
      return !this.#refuse(sketch, [...said, ...this.#check([sketch.source]).findings]);
    });
  }

  /** Refuses drafts by what they mean together with the specs that were there, and returns the rest. */
  refuseTogether(): readonly DesiredMonitor[] {
    for (;;) {
      const {findings, monitors} = this.#check([...this.#present.files, ...this.left.map(({source}) => source)]);
      if (!hasErrors(findings)) return monitors;
      const before = this.left.length;
      this.left = this.left.filter(
        sketch =>
          !this.#refuse(
            sketch,
            findings.filter(({where}) => where?.file === sketch.source.file),
          ),
      );
      if (this.left.length === before) throw new Error(`specs that were sound are not any more: ${findings[0]?.code}`);
    }
  }

  /** A layer says where specs live, and it is not here. */
  refuseElsewhere({id, name}: LiveMonitor): void {
    this.refused.push({id, name, findings: [notSayable('a layer says in sync.environments that it lives in other environments')]});
  }

  #refuse({monitor: {id, name}}: Sketch, findings: readonly Diagnostic[]): boolean {
    const errors = findings.filter(({severity}) => severity === 'error');
    if (errors.length > 0) this.refused.push({id, name, findings: errors});
    return errors.length > 0;
  }
}

/** Each text is examined once, however often it is checked. */
function rememberFacts(): CheckCache {
  const known = new Map<string, FileFacts>();
  return {find: hash => known.get(hash), add: (hash, facts) => void known.set(hash, facts), save: () => {}};
}

/**
 * Finds the changes that plans would make to drafts as soon as they are adopted, by key: none, unless the service holds
 * what we can't say.
 */
function findUnsaid(
  drafts: readonly Draft[],
  desired: readonly DesiredMonitor[],
  {state, unresolved, live}: KnownWorld,
  {project, environment}: Settings,
): ReadonlyMap<Key, readonly FieldChange[]> {
  const keys = new Set(drafts.map(draft => draft.desired.key));
  const monitors = new Map([...state.monitors, ...drafts.map(draft => [draft.desired.key, draft.record] as const)]);
  const input = {
    ...({project, environment, desired, unresolved, operations: 'full', maxDeletes: {count: 0}, allowDeletes: true, only: keys} as const),
    state: {...state, monitors},
  };
  const changes = [makePlan(input), makePlan({...input, live})].flatMap(plan => plan.changes);
  return new Map(
    changes.flatMap(change => {
      if (!keys.has(change.key)) return [];
      const fields = 'fields' in change ? change.fields : [];
      return [[change.key, 'drift' in change ? [...fields, ...(change.drift ?? [])] : fields] as const];
    }),
  );
}

function listPaths(fields: readonly FieldChange[]): string {
  return [...new Set(fields.map(({path}) => path))].join(', ') || 'target ids';
}

/** Why nothing of a monitor is written down: completes "a spec can't express this monitor: ...". */
export const HOLDS_SECRET = "one of its texts holds this run's own key, which would be committed with the spec";

/** The same of a value that specs refer to. */
const HOLDS_REFERRED = 'one of its texts holds the value of ${env:...} that specs may refer to, which would be committed with the spec';

function notSayable(why: string): Diagnostic {
  return {code: 'live/not-sayable', severity: 'error', message: `a spec can't express this monitor: ${why}`};
}

/** Makes the record of a live monitor that a spec was written for. */
function recordAdopted(desired: DesiredMonitor, monitor: LiveMonitor, lineage: string): RecordedMonitor {
  const {specPath, bodyHash} = desired;
  const body = desired.body();
  const {id, createdAt, observed} = observeMonitor(body, {...monitor, data: readInClear(monitor)}, lineage);
  return {
    id,
    createdAt,
    specPath,
    protect: isProtected(desired),
    bodyHash,
    applied: fingerprintBody(body, lineage),
    observed,
    ...(monitor.status === 'paused' ? {paused: true} : {}),
    ...notesOf(desired),
  };
}
