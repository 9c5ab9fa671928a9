import {FETCH_MISSING, writeCommand} from '../../core/base/command-line';
import {countOf, formatNumber, listDoubted, listFirst} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {sayCreateSent} from '../../core/diagnostics/monitor-text';
import {UserError} from '../../core/diagnostics/user-error';
import type {Change, Plan} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import {describeSource, type KnownVersion, type LostRecord, nameRecord} from '../../core/state/earlier';
import {viewState} from '../../core/state/fold-open';
import {isTakenOut} from '../../core/state/removed';
import type {Project, ProjectState} from '../project';
import type {SentCreate} from './committed-journals';
import type {FoundRecords} from './every-commit';
import {listSpecKeys} from './history';
import type {FoundHistory, KnownSpecs} from './look';

/** The names in a finding about history. */
interface HistoryWords {
  /** The state file as messages show it. */
  readonly shown: string;
  readonly environment: string;
  /** The keys that have a spec; null where none was read. */
  readonly specKeys: ReadonlySet<Key> | null;
  /** Only with full operations a plan can be compared with the service. */
  readonly operations: Plan['operations'];
  /** `error` ends apply with exit code 1; what other branches take care of is always a warning. */
  readonly severity: 'warning' | 'error';
}

/**
 * Says for a run that plans nothing what states lack; nothing of one that is not there, or can't be read. Reads nothing where the
 * last look found nothing.
 */
export async function findEarlierStates(states: readonly ProjectState[], checked: KnownSpecs | null): Promise<Diagnostic[]> {
  const found = await Promise.all(states.map(state => findEarlierState(state, checked)));
  return found.flat();
}

async function findEarlierState(place: ProjectState, checked: KnownSpecs | null): Promise<Diagnostic[]> {
  const {history, store} = place;
  if (history === null || history.isSettled()) return [];
  try {
    const view = await viewState(store);
    const found = view.stored === null ? null : await history.judge({...view, stored: view.stored}, checked);
    return found === null ? [] : nameHistory(place, found, checked, 'warning');
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Names what a plan creates of which git can't tell whether it exists already. */
export function warnOfUnseen(
  {changes, operations}: Pick<Plan, 'changes' | 'operations'>,
  {sent, isSeen}: Pick<FoundRecords, 'sent' | 'isSeen'>,
  {settings: {environment}, shownState: shown}: Pick<Project, 'settings' | 'shownState'>,
): Diagnostic[] {
  const isHeld = (change: Change) => change.action === 'blocked' && change.reason.kind === 'sent-before';
  const planned = changes.filter(change => change.action === 'create' || isHeld(change));
  const held = new Set(planned.filter(isHeld).map(({key}) => key));
  const created = new Set(planned.map(({key}) => key).filter(key => !held.has(key)));
  // Creates that were sent before are sought in the service then.
  const sentBefore = operations === 'full' ? [] : sent.filter(({key}) => created.has(key) || held.has(key));
  for (const {key} of sentBefore) created.delete(key);
  const findings = sentBefore.map(one => warnOfSent(one, environment));
  if (isSeen === 'whole' || created.size === 0) return findings;
  const names = listDoubted([...created].map(key => `"${key}"`));
  if (isSeen === 'late') return [...findings, warnOfLateSearch(names)];
  const message = `git has only a part of the history of ${shown} here: nothing shows whether a commit that is not here records ${names}`;
  const hint = `${FETCH_MISSING}, and plan again`;
  return [...findings, {code: 'state/partial-history', severity: 'warning', message, hint}];
}

function warnOfSent({key, targetIds, commit}: SentCreate, environment: string): Diagnostic {
  const restore = `take it in: ${writeCommand('state restore', [commit?.slice(0, 12) ?? 'FILE'], environment)}`;
  const takeIn = commit === undefined ? `settle it there, ${writeCommand('resolve', [key], environment)}, then ${restore}` : restore;
  return {
    code: 'state/sent-before',
    severity: 'warning',
    message: sayCreateSent(key, `the target id ${targetIds[0] ?? ''}`, commit),
    hint: `${takeIn}; if there is none: ${writeCommand('apply', [], environment, '--allow-old-checkout')}`,
  };
}

/** Says that a search took too long to tell whether a commit records `what`. */
export function warnOfLateSearch(what: string): Diagnostic {
  const message = `git is too slow here, or the repository too large, for a search in all commits: nothing shows whether one of them records ${what}`;
  const hint = 'run "git gc" and "git commit-graph write --reachable", and plan again';
  return {code: 'state/partial-history', severity: 'warning', message, hint};
}

/** Says of a project what {@link listHistoryFindings} does. */
export function nameHistory(
  {settings, shownState: shown}: Pick<Project, 'settings' | 'shownState'>,
  found: FoundHistory,
  checked: KnownSpecs | null,
  severity: HistoryWords['severity'],
): Diagnostic[] {
  const specKeys = checked === null ? null : listSpecKeys(checked);
  return listHistoryFindings(found, {shown, environment: settings.environment, operations: settings.operations, specKeys, severity});
}

/**
 * Says what a state lacks that other versions record, or holds that they removed, and which creates are open that no plan tells of; nothing
 * where only other branches are ahead and nothing is later.
 */
export function listHistoryFindings(found: FoundHistory | null, words: HistoryWords): Diagnostic[] {
  if (found === null) return [];
  const open = words.specKeys === null ? [] : listUnwanted(found.sent, words.specKeys);
  return [...listVersionFindings(found, words), ...open.map(one => warnOfSent(one, words.environment))];
}

/** Creates of keys that no spec has any more. */
export function listUnwanted(sent: readonly SentCreate[], specKeys: ReadonlySet<Key>): readonly SentCreate[] {
  return sent.filter(({key}) => !specKeys.has(key));
}

function listVersionFindings(found: FoundHistory, words: HistoryWords): Diagnostic[] {
  const {serial, later, lost, removedLater, changed, elsewhere} = found;
  const isElsewhere = ({version}: LostRecord) => elsewhere.has(version);
  // What the state has under another key is named where that is held.
  const missing = lost.filter(({heldAs}) => heldAs === undefined);
  const named = later === null ? missing.filter(one => !isElsewhere(one)) : missing;
  if (named.length === 0 && removedLater.length === 0 && changed.length === 0) return [];
  const version = later ?? (named[0] as LostRecord).version;
  const isOther = later !== null && elsewhere.has(later) && named.every(isElsewhere);
  const [takenOut, deleted] = [removedLater.filter(isTakenOut), removedLater.filter(line => !isTakenOut(line))];
  const facts = [
    ...describeLost(named, words.specKeys),
    ...(deleted.length === 0 ? [] : [`removed ${listDoubted(deleted.map(nameRecord))}, recorded here: no page is watched by what is gone`]),
    ...(takenOut.length === 0 ? [] : [`took out ${listDoubted(takenOut.map(nameRecord))}, recorded here`]),
    ...describeChanged(changed),
  ];
  const message = `${words.shown} here has serial ${formatNumber(serial)}; ${describeSource(version)} has ${version === later ? 'a later version' : 'another version'}, serial ${formatNumber(version.serial)}, which ${facts.join(', and which ')}`;
  // Where only contents differ, or what still runs is recorded again, each monitor is managed, and none is paid for twice.
  const isLossless = named.length === 0 && deleted.length === 0;
  const severity = isOther || isLossless ? 'warning' : words.severity;
  const hint = isLossless && !isOther && words.operations === 'full' ? writeComparison(words) : writeHint(version, isOther, words);
  return [{code: 'state/earlier-version', severity, message, hint: `${hint}${areMany(named) ? writeIds(version, words) : ''}`}];
}

/** Says what the service may still have of records whose content was put back; a plan without a refresh does not see it. */
function describeChanged(changed: FoundHistory['changed']): string[] {
  const facts = {
    paused: 'as paused, and here they run',
    running: 'as running, and here they are paused',
    'other-content': 'with other content',
  };
  return Object.entries(facts).flatMap(([there, fact]) => {
    const some = changed.filter(one => one.there === there);
    return some.length === 0 ? [] : [`records ${listFirst(some.map(nameRecord))} ${fact}`];
  });
}

function writeComparison({environment}: HistoryWords): string {
  const show = writeCommand('plan', [], environment, '--refresh');
  const settle = writeCommand('apply', [], environment, '--refresh --allow-old-checkout');
  return `the service may still have that: ${show} shows it; ${settle} makes it as the specs say, and ends this warning`;
}

/** The records of a version that are missing here, and those that no spec can take back. */
function describeLost(lost: readonly LostRecord[], specKeys: HistoryWords['specKeys']): string[] {
  const isWanted = ({key}: LostRecord) => specKeys === null || specKeys.has(key);
  const unwanted = lost.filter(one => !isWanted(one));
  // Sorted by key.
  const wanted = lost.filter(isWanted);
  const isSecond = ({key}: LostRecord, index: number) => wanted[index - 1]?.key === key;
  const name = (some: readonly LostRecord[], fact: string) => (some.length === 0 ? [] : [`records ${nameLost(some)}, ${fact}`]);
  return [
    ...name(
      wanted.filter((one, index) => !isSecond(one, index)),
      'missing here',
    ),
    ...name(wanted.filter(isSecond), 'made for a key that has another monitor: still paid, and not managed here'),
    ...name(unwanted, 'which neither the state nor a spec has here: still paid, and not managed here'),
  ];
}

/** Up to so many records are named with their ids: more make a sentence that no one reads. */
const WITH_IDS = 5;

/** Names records with their ids; many by their keys, if a commit has the ids. */
function nameLost(records: readonly LostRecord[]): string {
  if (!areMany(records)) return listDoubted(records.map(nameRecord));
  return `${countOf(records.length, 'monitor')} (${listDoubted(records.map(({key}) => `"${key}"`))})`;
}

function areMany(records: readonly LostRecord[]): boolean {
  return records.length > WITH_IDS && records.every(({version}) => version.source.kind === 'commit');
}

function writeIds({source}: KnownVersion, {shown}: HistoryWords): string {
  const isBelow = /^[\w-][\w./-]*\.json$/.test(shown);
  return source.kind === 'commit' && isBelow ? `; their ids: git show ${(source.commits[0] ?? '').slice(0, 12)}:./${shown}` : '';
}

function writeHint(version: KnownVersion, isOther: boolean, {environment, shown}: HistoryWords): string {
  const {source} = version;
  const restore = (what: string) => writeCommand('state restore', [what], environment);
  const back =
    source.kind === 'commit'
      ? `take its records in: ${restore((source.commits[0] ?? '').slice(0, 12))}`
      : source.kind === 'backup'
        ? `put it back: ${restore(source.file)}`
        : `put the newest copy of ${shown} back: ${restore('FILE')}`;
  if (isOther) return `that version is of another branch: nothing is to be done; if this branch should have it, ${back}`;
  return `${back}; if the state here is right: ${writeCommand('apply', [], environment, '--allow-old-checkout')}`;
}
