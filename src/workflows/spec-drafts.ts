import {resolve} from 'node:path';
import type {LiveMonitor} from '../api/port';
import {observeMonitor} from '../apply/observation';
import {type Placeholder, Placeholders} from '../authoring/placeholders';
import {toSpecBody} from '../authoring/spec-body';
import {chooseKey} from '../authoring/spec-path';
import {writeSpecText} from '../authoring/spec-text';
import type {Settings} from '../config/model';
import {toShownPath} from '../config/shown-path';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {Refusal} from '../refusal';
import {fingerprintBody} from '../secrets/fingerprint';
import {checkSpecs} from '../spec/check';
import {readSpecFiles, SpecsDirectoryError} from '../spec/files';
import type {CheckedSpecs, DesiredMonitor, Key, SourceFile} from '../spec/model';
import type {RecordedMonitor} from '../state/model';

/** Where specs stand and how they are written. */
export interface DraftingRoom {
  readonly settings: Settings;
  /** Absolute; findings show paths relative to it. */
  readonly cwd: string;
  /** The schema as a comment in that spec names it. */
  readonly schemaFor: (specPath: string) => string;
}

/** The specs that are there, without errors. */
export interface PresentSpecs {
  readonly files: readonly SourceFile[];
  readonly monitors: readonly DesiredMonitor[];
}

/** A live monitor that is to get a spec; with a key where that is given. */
export interface Wanted {
  readonly monitor: LiveMonitor;
  readonly key?: Key;
}

/** A spec as it would be written, and what it would mean. */
export interface Draft {
  readonly monitor: LiveMonitor;
  readonly text: string;
  readonly desired: DesiredMonitor;
}

/** Specs in memory, checked together with those that are there. */
export interface Drafts {
  readonly accepted: readonly Draft[];
  /** Monitors that no valid spec can say. */
  readonly refused: readonly {readonly id: string; readonly name: string; readonly findings: readonly Diagnostic[]}[];
  /** Secrets that the accepted specs refer to from now on. */
  readonly placeholders: readonly Placeholder[];
}

/** Reads the specs that are there; none is no mistake here. Throws a refusal where one has errors. */
export function readPresentSpecs({settings, cwd}: Omit<DraftingRoom, 'schemaFor'>): PresentSpecs {
  const files = readFiles(settings.specsDirectory, cwd);
  if (files.length === 0) return {files, monitors: []};
  const checked = check(files, settings, settings.allowedReferences);
  refuseErrors(checked.findings);
  return {files, monitors: checked.monitors};
}

function readFiles(specsDirectory: string, cwd: string): readonly SourceFile[] {
  try {
    const {files, findings} = readSpecFiles({specsDirectory, cwd});
    refuseErrors(findings);
    return files;
  } catch (error) {
    if (error instanceof SpecsDirectoryError && (error.code === 'file/no-specs' || error.code === 'file/no-directory')) return [];
    throw error;
  }
}

function refuseErrors(findings: readonly Diagnostic[]): void {
  const count = findings.filter(({severity}) => severity === 'error').length;
  if (count === 0) return;
  throw new Refusal(
    'spec/invalid',
    `the specs that are here have ${count === 1 ? 'an error' : `${count} errors`}, so nothing was written`,
    'mend what "monitors validate" lists, then run the command again',
  );
}

/** Writes specs for live monitors in memory, and checks them together with those that are there. */
export function draftSpecs(wanted: readonly Wanted[], present: PresentSpecs, room: DraftingRoom): Drafts {
  const {settings} = room;
  const placeholders = new Placeholders(settings.allowedReferences);
  const texts = nameSpecs(wanted, present.files).map(({monitor, key}) => write(monitor, key, placeholders, room));
  const allowed = [...settings.allowedReferences, ...placeholders.made.map(({name}) => name)];
  const all = check([...present.files, ...texts.map(({source}) => source)], settings, allowed);
  const errorsOf = ({file}: SourceFile) => all.findings.filter(({severity, where}) => severity === 'error' && where?.file === file);
  const sound = texts.filter(({source}) => errorsOf(source).length === 0);
  const checked = check([...present.files, ...sound.map(({source}) => source)], settings, allowed);
  const byPath = new Map(checked.monitors.map(desired => [desired.specPath, desired]));
  const accepted = sound.flatMap(({monitor, text, source}) => {
    const desired = byPath.get(source.specPath);
    return desired === undefined ? [] : [{monitor, text, desired}];
  });
  const refused = texts
    .filter(({source}) => !accepted.some(({desired}) => desired.specPath === source.specPath))
    .map(({monitor: {id, name}, source}) => ({id, name, findings: errorsOf(source)}));
  const used = new Set(accepted.flatMap(({desired}) => desired.references));
  return {accepted, refused, placeholders: placeholders.made.filter(({name}) => used.has(name))};
}

function nameSpecs(wanted: readonly Wanted[], files: readonly SourceFile[]): {readonly monitor: LiveMonitor; readonly key: Key}[] {
  const taken = new Set(files.map(({specPath}) => specPath.replace(/\.ya?ml$/, '').toLowerCase()));
  return wanted.map(({monitor, key: given}) => {
    const key = given ?? chooseKey(monitor.name, taken);
    taken.add(key.toLowerCase());
    return {monitor, key};
  });
}

function write(monitor: LiveMonitor, key: Key, placeholders: Placeholders, {settings, cwd, schemaFor}: DraftingRoom) {
  const specPath = `${key}.yaml`;
  const text = writeSpecText(placeholders.replaceSecrets(toSpecBody(monitor.data)), {
    schema: schemaFor(specPath),
    ...(monitor.status === 'paused' ? {paused: true as const} : {}),
  });
  const source: SourceFile = {file: toShownPath(cwd, resolve(settings.specsDirectory, specPath)), specPath, bytes: Buffer.from(text)};
  return {monitor, text, source};
}

function check(files: readonly SourceFile[], {operations}: Settings, allowed: readonly string[]): CheckedSpecs {
  return checkSpecs(files, {allowed, operations, cache: null, purpose: 'monitors'});
}

/** What the state says of a live monitor that a spec was written for. */
export function recordAdopted(desired: DesiredMonitor, monitor: LiveMonitor, lineage: string): RecordedMonitor {
  const {specPath, protect, bodyHash} = desired;
  const body = desired.body();
  const {id, createdAt, observed} = observeMonitor(body, monitor);
  return {
    id,
    createdAt,
    specPath,
    protect,
    bodyHash,
    applied: fingerprintBody(body, lineage),
    observed: fingerprintBody(observed, lineage),
    ...(monitor.status === 'paused' ? {paused: true} : {}),
  };
}
