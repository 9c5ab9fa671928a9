import {resolve} from 'node:path';
import {editSpecText} from '../authoring/spec-edit';
import {keyCommand} from '../base/command-line';
import {shellWord} from '../base/shell-word';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import {isObject, type JsonObject} from '../json/value';
import type {FieldChange} from '../plan/diff';
import {leaveIgnored, readLeftAlone} from '../plan/left-alone';
import type {LiveMonitorView, LiveView} from '../plan/live';
import {isForeign} from '../plan/live-index';
import {type Acceptance, acceptLive} from '../recovery/acceptance';
import {recordAs} from '../recovery/records';
import {holdsRunSecret} from '../secrets/run-secrets';
import {member} from '../service/member';
import {checkSpecs} from '../spec/check';
import type {DesiredMonitor, Key, SourceFile} from '../spec/desired-monitor';
import {parseSource} from '../spec/document';
import {readSpecFiles} from '../spec/files';
import type {LayerFile} from '../spec/fleet/sources';
import {listTargetIds} from '../spec/targets';
import type {OpenedState} from '../state/fold-open';
import type {RecordedMonitor} from '../state/state';
import type {CheckedWorkspace} from './check';
import {fleetOf} from './fleet';
import type {Project} from './project';
import type {SpecReplacement} from './spec-file';

/** A monitor whose drift goes into its spec. */
export interface AcceptedDrift {
  readonly key: Key;
  /** As findings show it. */
  readonly file: string;
  /** What was changed: as last applied, and as the spec says from now on. Masked. */
  readonly fields: readonly FieldChange[];
}

/** Specs and state as they are once the drift is accepted; nothing is written yet. */
export interface DraftedAcceptance {
  readonly accepted: readonly AcceptedDrift[];
  /** Keys without drift. */
  readonly unchanged: readonly Key[];
  readonly files: readonly SpecReplacement[];
  readonly opened: OpenedState;
}

/** Specs, state and service when drift is accepted. */
export interface AcceptanceInput {
  readonly keys: readonly Key[];
  readonly workspace: CheckedWorkspace;
  readonly opened: OpenedState;
  readonly live: LiveView;
}

/**
 * Drafts the specs that keep what was changed in the service. All or nothing: throws `UserError` where drift of one of the keys
 * can't be written into its spec.
 */
export function draftAcceptance(project: Project, input: AcceptanceInput): DraftedAcceptance {
  const {settings, cwd, env} = project;
  const {opened, live} = input;
  const {files: present, layers} = readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
  const sources = new Map(present.map(source => [source.specPath, source] as const));
  const texts = new Map<string, string>();
  const accepted: AcceptedDrift[] = [];
  const unchanged: Key[] = [];
  for (const key of new Set(input.keys)) {
    const drifted = findDrifted(key, input);
    const acceptance = acceptLive(drifted);
    if (acceptance.kind === 'no-drift') {
      unchanged.push(key);
      continue;
    }
    const {specPath, file} = drifted.spec;
    const {layers: inherited, isFilled} = drifted.spec;
    if (inherited !== undefined) throw cannotWrite(key, file, `it inherits members from ${inherited.join(', ')}`);
    if (isFilled === true) throw cannotWrite(key, file, 'it has references ${each:...} or ${var:...}');
    const source = sources.get(specPath);
    if (source === undefined) throw cannotWrite(key, file, 'the file is gone');
    if (acceptance.kind === 'accepted' && holdsRunSecret(JSON.stringify(acceptance.body), env)) {
      throw refuse(key, "what was changed holds this run's own key", 'take the key out of it in the service');
    }
    const text = texts.get(specPath) ?? Buffer.from(source.bytes).toString('utf8');
    texts.set(specPath, writeInto(text, drifted.spec, requireAccepted(key, acceptance)));
    accepted.push({key, file, fields: requireAccepted(key, acceptance).fields});
  }
  const files = [...texts].map(([specPath, after]): SpecReplacement => {
    const source = sources.get(specPath) as SourceFile;
    return {path: resolve(settings.specsDirectory, specPath), shown: source.file, before: source.bytes, after};
  });
  if (accepted.length === 0) return {accepted, unchanged, files, opened};
  const edited = [...sources.values()].map(source => editSource(source, texts));
  const checked = checkEdited(edited, layers, accepted, project);
  return {accepted, unchanged, files, opened: recordAccepted(accepted, checked.monitors, opened, live)};
}

/** Throws `UserError` where a key has no spec to write into. */
export function refuseUnknownKeys(keys: readonly Key[], monitors: readonly DesiredMonitor[]): void {
  const known = monitors.map(monitor => monitor.key);
  const unknown = keys.find(key => !known.includes(key));
  if (unknown === undefined) return;
  const near = suggestName(unknown, known);
  throw new UserError(
    'config/unknown-key',
    `no spec has the key "${unknown}"`,
    near === undefined ? 'run "monitors plan --refresh" to see the keys with drift' : `did you mean "${near}"?`,
  );
}

/** The command that undoes drift of one monitor. */
function putBack(key: Key): string {
  return `monitors apply --refresh --only${key.startsWith('-') ? '=' : ' '}${shellWord(key)}`;
}

type Accepted = Extract<Acceptance, {kind: 'accepted'}>;

function findDrifted(key: Key, {workspace, opened, live}: AcceptanceInput) {
  const spec = workspace.checked.monitors.find(monitor => monitor.key === key);
  const recorded = opened.stored?.state.monitors.get(key);
  if (spec === undefined) throw new Error(`"${key}" is to be accepted and has no spec`);
  if (recorded === undefined || opened.stored === null) {
    throw refuse(
      key,
      'it is not recorded: nothing was applied that could have been changed',
      'run "monitors plan --refresh" to see how it stands',
    );
  }
  const view = live.monitors.get(recorded.id);
  if (view === undefined) {
    throw refuse(
      key,
      'it was deleted in the service',
      `to remove it from the state, delete its spec and run "${keyCommand('state rm', key)}"; to create it again, run "${putBack(key)}"`,
    );
  }
  const targetIds = listTargetIds(recorded.applied).filter(id => id !== null);
  if (isForeign(recorded, targetIds, view)) {
    throw refuse(key, 'another monitor has its id in the service', 'run "monitors plan --refresh" to see it');
  }
  return {spec, recorded, live: readLeftAlone(view, spec, recorded), lineage: opened.stored.state.lineage};
}

function requireAccepted(key: Key, acceptance: Exclude<Acceptance, {kind: 'no-drift'}>): Accepted {
  switch (acceptance.kind) {
    case 'accepted':
      return acceptance;
    case 'secret':
      throw refuse(
        key,
        `what was changed is a secret or holds one (${acceptance.places.join(', ')}), and secrets are never written into a spec`,
        `write \${env:NAME} there by hand and set that name; or put the old value back with "${putBack(key)}"`,
      );
    case 'unsayable':
      throw refuse(
        key,
        `a spec can't express what the service holds (${acceptance.places.join(', ')})`,
        `change it in the service, or put the old value back with "${putBack(key)}"`,
      );
  }
}

/** The file's text in which the document of that spec says what was accepted. */
function writeInto(text: string, spec: DesiredMonitor, {body, paused}: Accepted): string {
  const {documents} = parseSource({file: spec.file, specPath: spec.specPath, bytes: Buffer.from(text)});
  const document = documents.find(({data}) => member(member(data, 'sync'), 'key') === spec.key) ?? documents[0];
  if (document === undefined || !isObject(document.data)) throw cannotWrite(spec.key, spec.file, 'its document is gone');
  const wanted = {...body, ...writeSync(member(document.data, 'sync'), paused)};
  const edited = editSpecText(text, document.index, wanted);
  if (edited === null)
    throw cannotWrite(spec.key, spec.file, 'the way it is written (anchors, comments in brackets) leaves no room for it');
  return edited;
}

function writeSync(sync: JsonObject | unknown, paused: boolean): {readonly sync?: JsonObject} {
  const own = isObject(sync) ? sync : undefined;
  if ((member(own, 'paused') === true) === paused) return own === undefined ? {} : {sync: own};
  return {sync: {...own, paused}};
}

function editSource(source: SourceFile, texts: ReadonlyMap<string, string>): SourceFile {
  const text = texts.get(source.specPath);
  return text === undefined ? source : {...source, bytes: Buffer.from(text)};
}

/** Drift may be more than a spec may say: then nothing is written. */
function checkEdited(
  files: readonly SourceFile[],
  layers: readonly LayerFile[],
  accepted: readonly AcceptedDrift[],
  {settings, cwd}: Pick<Project, 'settings' | 'cwd'>,
) {
  const {allowedReferences: allowed, allowedFields: fields, operations} = settings;
  const fleet = fleetOf(settings, layers, cwd);
  const checked = checkSpecs(files, {allowed, fields, operations, cache: null, purpose: 'monitors', fleet});
  const finding = checked.findings.find(({severity}) => severity === 'error');
  if (finding === undefined) return checked;
  const key = accepted.find(({file}) => file === finding.where?.file)?.key ?? accepted[0]?.key ?? '';
  throw refuse(
    key,
    `a spec must not say what the service holds: ${finding.message}${finding.where === undefined ? '' : ` (${finding.where.pointer})`}`,
    `change it in the service, or put the old value back with "${putBack(key)}"`,
  );
}

function recordAccepted(
  accepted: readonly AcceptedDrift[],
  desired: readonly DesiredMonitor[],
  opened: OpenedState,
  live: LiveView,
): OpenedState {
  const {stored} = opened;
  if (stored === null) throw new Error('drift was accepted where nothing is recorded');
  const monitors = new Map(stored.state.monitors);
  for (const {key} of accepted) {
    const spec = desired.find(monitor => monitor.key === key);
    const before = monitors.get(key);
    const view = before === undefined ? undefined : live.monitors.get(before.id);
    if (spec === undefined || before === undefined || view === undefined) throw new Error(`"${key}" was accepted and is gone`);
    monitors.set(key, recordLiveAs(leaveIgnored(spec, before.applied), before, readLeftAlone(view, spec, before), stored.state.lineage));
  }
  return {...opened, stored: {...stored, state: {...stored.state, monitors}}};
}

function recordLiveAs(spec: DesiredMonitor, before: RecordedMonitor, view: LiveMonitorView, lineage: string): RecordedMonitor {
  const {leftovers, mayExistTwice, secrets, unknown} = before;
  return {
    ...recordAs(spec, view, lineage).record,
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    ...(secrets === undefined ? {} : {secrets}),
    ...(unknown === undefined ? {} : {unknown}),
  };
}

function cannotWrite(key: Key, file: string, why: string): UserError {
  return refuse(key, `${file} can't be edited: ${why}`, 'write by hand what "monitors plan --refresh" shows, then run apply');
}

function refuse(key: Key, why: string, hint: string): UserError {
  return new UserError('live/not-accepted', `the drift of "${key}" can't be accepted: ${why}; nothing was changed`, hint);
}
