import {onceEach} from '../../../core/base/once';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import type {UserError} from '../../../core/diagnostics/user-error';
import {pathBelow} from '../../../core/files/paths';
import {leadsTo} from '../../../core/git/file-versions';
import type {CreateChange} from '../../../core/plan/change';
import type {CheckedSpecs, Key} from '../../../core/specs/desired-monitor';
import {commitsOf, earlierOf, judgeVersions, type KnownVersion, type LostRecord} from '../../../core/state/earlier';
import type {ReadableState} from '../../../core/state/state';
import {listSent, type SentCreate} from '../../../project/history/committed-journals';
import {type FoundRecords, findInEveryCommit, type SoughtRecords} from '../../../project/history/every-commit';
import {stateBranchOf} from '../git-state';
import {type FetchedVersions, unreadable} from './fetched-versions';
import type {AttemptPorts} from './merge-log';
import {listUnsettled, sentBefore} from './open-creates';
import {findTip, type OtherTip} from './other-tips';
import {recordedElsewhere, sayAgain} from './recorded-elsewhere';
import type {Merging} from './tip-worktree';

/** The run that is compared with what was recorded elsewhere. */
export interface RecordsElsewhere extends Merging {
  readonly ports: AttemptPorts;
  readonly specs: Pick<CheckedSpecs, 'monitors' | 'elsewhere'>;
  /** Ids of the monitors that other environments record. */
  readonly listIdsElsewhere: () => Promise<ReadonlySet<string>>;
}

/** The run whose creates are compared with what was recorded before. */
export interface RecordedLook extends RecordsElsewhere {
  /** The state on a server; null before there is one. A state in git is read from its file. */
  readonly onServer: ReadableState | null;
  /** Address of the service, where the run was given one. */
  readonly origin: string | null;
  /** Keys whose records may go: a review showed that the state lost them. */
  readonly letThrough: ReadonlySet<Key>;
  /** Leaves out what the service has no more, where it can be asked. */
  readonly keepLiving: (told: Told) => Promise<Told>;
}

/** Records and sent creates. */
export type Told = Pick<ToldByPulls, 'recorded' | 'sent'>;

/** Creates of a plan, and the keys that their monitors may be recorded under. */
export interface Sought {
  readonly creates: readonly CreateChange[];
  /** Those keys. */
  readonly names: ReadonlySet<Key>;
  readonly isOf: (key: Key, change: CreateChange) => boolean;
}

/** Creates that only the own commits of merged pull requests tell of: anyone can write those, so just these creates wait. */
export interface ToldByPulls {
  readonly recorded: readonly LostRecord[];
  readonly sent: readonly SentCreate[];
  readonly findings: readonly Diagnostic[];
}

/**
 * Throws `UserError` for creates of which another place than the history of the state says that they were carried out or sent; answers
 * those that only pull requests tell of. `known` are the ids that are held already.
 */
export async function refuseElsewhere(
  state: ReadableState,
  fetched: FetchedVersions & {readonly known: ReadonlySet<string>},
  {creates, names, isOf}: Sought,
  look: RecordedLook,
): Promise<ToldByPulls> {
  const {place, request, letThrough} = look;
  const {own, kept, known} = fetched;
  const branch = stateBranchOf(request);
  const elsewhere = await look.listIdsElsewhere();
  const isOpen = ({key, id}: LostRecord) => !letThrough.has(key) && !known.has(id) && !elsewhere.has(id);
  const isCreated = (key: Key) => creates.some(change => isOf(key, change));
  const onlyKept = (judgeVersions(state, {versions: kept.versions, leftOut: []})?.lost ?? []).filter(isOpen);
  const everywhere = await seekEverywhere(state, fetched, {isSought: isCreated, names}, look);
  const recorded = [...onlyKept, ...everywhere.recorded.filter(isOpen)].filter(({key}) => isCreated(key));
  const once = recorded.filter(({id}, index) => recorded.findIndex(one => one.id === id) === index);
  const {recorded: again} = await look.keepLiving({recorded: once, sent: []});
  const isStateBranch = (tip: OtherTip | undefined) => tip?.kind === 'kept' || kept.tips.some(one => one.branch === tip?.branch);
  const byRecords = await refuseUnlessPulls(
    again,
    ({version}) => commitsOf(version)[0],
    fetched,
    (told, tip) => recordedElsewhere(told, {tip, isStateBranch: isStateBranch(tip)}, look),
  );
  const versions = [...own.versions.versions, ...kept.versions];
  const left = [...listSent(own.versions.journals, state, versions), ...listSent(kept.journals, state, versions, 'last')];
  const sent = new Map([...left, ...everywhere.sent].filter(({key}) => isCreated(key)).map(one => [one.key, one] as const));
  const history = {git: own.git, tips: listNames(fetched), statePath: pathBelow(place.root, place.placed.stateFile)};
  const {sent: unsettled} = await look.keepLiving({recorded: [], sent: await listUnsettled([...sent.values()], history)});
  const byJournals = await refuseUnlessPulls(
    unsettled,
    ({commit}) => commit,
    fetched,
    (told, tip) => sentBefore(told, tip, look),
  );
  // The copy that is kept of this branch may be the last one that knows of them.
  const ofBranch = onlyKept.filter(({version}) => findKept(commitsOf(version)[0] ?? '', fetched)?.branch === branch);
  if (place.record !== null) place.record.isComplete = ofBranch.every(({key}) => state.monitors.has(key));
  return {recorded: again, sent: unsettled, findings: [...byRecords, ...byJournals]};
}

/**
 * The same for creates of a first run that another branch or a merged pull request records. What the branch of the state held itself was
 * judged before.
 */
export async function refuseFirstState(fetched: FetchedVersions, {creates, names, isOf}: Sought, look: RecordedLook): Promise<ToldByPulls> {
  const elsewhere = await look.listIdsElsewhere();
  const isSought = (key: Key) => creates.some(change => isOf(key, change));
  const found = await seekEverywhere(null, fetched, {isSought, names}, look);
  const {recorded: again} = await look.keepLiving({recorded: found.recorded.filter(({id}) => !elsewhere.has(id)), sent: []});
  const findings = await refuseUnlessPulls(
    again,
    ({version}) => commitsOf(version)[0],
    fetched,
    (told, tip) => recordedElsewhere(told, {tip, isStateBranch: false, isFirst: true}, look),
  );
  return {recorded: again, sent: [], findings};
}

/** Throws what `refuse` makes of all that another tip than a pull request tells, named with the first; else answers it as findings, one for each pull request. */
async function refuseUnlessPulls<T>(
  told: readonly T[],
  commitOf: (one: T) => string | undefined,
  fetched: FetchedVersions,
  refuse: (told: readonly T[], tip: OtherTip | undefined) => UserError,
): Promise<readonly Diagnostic[]> {
  const find = onceEach((commit: string) => findTipOf(commit, fetched));
  const byTip = new Map<OtherTip | undefined, T[]>();
  for (const one of told) {
    const tip = await find(commitOf(one) ?? '');
    byTip.set(tip, [...(byTip.get(tip) ?? []), one]);
  }
  const others = [...byTip].filter(([tip]) => tip?.kind !== 'pull-request');
  const [first] = others;
  if (first !== undefined) {
    throw refuse(
      others.flatMap(([, ones]) => ones),
      first[0],
    );
  }
  return [...byTip].map(([tip, ones]) => toFinding(refuse(ones, tip)));
}

function toFinding({code, message, hint}: UserError): Diagnostic {
  return {code, severity: 'error', message, ...(hint === undefined ? {} : {hint})};
}

/**
 * Finds what all fetched histories tell of these keys. States that were begun apart count only where this branch or a pull request that
 * was merged here holds them: on another branch, they may be of another deployment.
 */
async function seekEverywhere(
  ours: ReadableState | null,
  fetched: FetchedVersions,
  keys: Pick<SoughtRecords, 'isSought' | 'names'>,
  {place, request, specs, origin}: RecordedLook,
): Promise<FoundRecords> {
  const {own, tips} = fetched;
  const refs = listNames(fetched);
  if (refs.length === 0) return {recorded: [], sent: [], isSeen: 'whole'};
  const there = {...own.place, fetched: {...own.place.fetched, tips: refs}};
  const known = new Set(specs.monitors.map(({key}) => key));
  // Anyone can write a state into the commits of a pull request.
  const written = tips.filter(({kind}) => kind !== 'pull-request').map(({fetchedAs}) => fetchedAs);
  const trusted = [...own.place.fetched.tips, ...written];
  const sought = {ours, origin, settings: place.placed, ...keys, hasSpec: (key: Key) => known.has(key), trusted};
  const found = await findInEveryCommit(there, sought);
  const statePath = pathBelow(place.root, place.placed.stateFile);
  if (found.isSeen !== 'whole') throw unreadable(statePath, stateBranchOf(request), sayAgain(place, ours === null));
  const first = own.versions.versions.filter(({lineage}) => lineage === ours?.lineage).reduce<KnownVersion | null>(earlierOf, null);
  const begun = first === null ? [] : commitsOf(first).slice(-1);
  const here = [...own.place.fetched.tips, ...tips.filter(({kind}) => kind === 'pull-request').map(({fetchedAs}) => fetchedAs)];
  const {ask} = own.place.fetched;
  const counts = async ({version}: LostRecord) => {
    if (version.lineage === ours?.lineage) return true;
    const commits = commitsOf(version);
    if (ours === null) return (await leadsTo(ask, commits, own.place.fetched.tips)) !== true;
    // One that led to this state was replaced by it on purpose.
    const isApart = begun.length > 0 && (await leadsTo(ask, commits, begun)) === false;
    return isApart && (await leadsTo(ask, commits, here)) !== false;
  };
  const counted = await Promise.all(found.recorded.map(counts));
  return {...found, recorded: found.recorded.filter((_, index) => counted[index])};
}

function listNames({own, tips}: FetchedVersions): readonly string[] {
  return [...own.place.fetched.tips, ...tips.map(({fetchedAs}) => fetchedAs)];
}

function findKept(commit: string, {kept}: FetchedVersions): OtherTip | undefined {
  return kept.tips.find(one => one.commit === commit);
}

/** The tip that leads to a commit: what is kept, else another tip; undefined where only the branch of the state does. */
async function findTipOf(commit: string, fetched: FetchedVersions): Promise<OtherTip | undefined> {
  const {own, tips} = fetched;
  const kept = findKept(commit, fetched);
  const isOwn = kept === undefined && (await leadsTo(own.place.fetched.ask, [commit], own.place.fetched.tips)) === true;
  return kept ?? (isOwn ? undefined : await findTip(own.git, commit, tips));
}
