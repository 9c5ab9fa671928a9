import type {FileVersion} from '../../core/git/file-versions';
import {parseJson, property} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import type {KnownVersion} from '../../core/state/earlier';
import {toRecordedMonitor} from '../../core/state/fold';
import {decodeJournal} from '../../core/state/format/journal';
import type {JournalContent, JournaledCreate} from '../../core/state/journal';
import type {ReadableState} from '../../core/state/state';

/** A journal that a commit holds: of a run that did not end, or had not ended yet. */
export interface CommittedJournal extends Pick<JournalContent, 'creates'> {
  readonly commits: readonly string[];
  /** The state that it continued. */
  readonly base: NonNullable<JournalContent['base']>;
  /** The version of the tool that began it. */
  readonly tool: string;
}

/** A create that was sent, and whose outcome nothing here tells. */
export interface SentCreate {
  readonly key: Key;
  readonly targetIds: readonly string[];
  /** The create's own id; and the serial of the state from which it was sent. Absent where another checkout on this machine has it. */
  readonly opId?: string;
  readonly serial?: number;
  /** The last time at which it was sent (RFC 3339). Absent where that is not known. */
  readonly sentAt?: string | undefined;
  /** It holds the journal that says so. Absent where another checkout on this machine has it. */
  readonly commit?: string | undefined;
}

/** The journals among versions of a file; what can't be read says nothing. */
export function readJournals(versions: readonly Pick<FileVersion, 'commits' | 'bytes'>[]): CommittedJournal[] {
  return versions.flatMap(({commits, bytes}) => {
    const decoded = decodeJournal(bytes);
    if (decoded.kind !== 'sound' || decoded.content.base === null) return [];
    const {base, creates} = decoded.content;
    const header = property(parseJson(bytes.toString('utf8').split('\n', 1)[0] ?? ''), 'record');
    const tool = property(header, 'tool');
    return [{commits, base, creates, tool: typeof tool === 'string' ? tool : ''}];
  });
}

/**
 * The monitors that committed journals created, as versions of their own: the state that they were folded into need not be committed. A
 * revert or a merge takes a journal away with all that it knows.
 */
export function readFinished(journals: readonly CommittedJournal[]): KnownVersion[] {
  return journals.flatMap(({commits, base, creates, tool}) => {
    const records = new Map(creates.filter(({done}) => done !== undefined).map(one => [one.intent.key, toRecordedMonitor(one)]));
    if (records.size === 0) return [];
    const held = new Map([...records].map(([key, {id}]) => [id, key]));
    const record = (key: Key) => records.get(key);
    return [{source: {kind: 'commit', commits}, lineage: base.lineage, serial: base.serial + 1, tool, removed: [], held, record}];
  });
}

/**
 * Creates that committed journals leave open, where no state shows that a later run settled them. `last`: the journals are those of the
 * last run, so that an intent which left its machine may have been sent.
 */
export function listSent(
  journals: readonly CommittedJournal[],
  ours: Pick<ReadableState, 'lineage' | 'serial' | 'monitors' | 'removed'>,
  versions: readonly KnownVersion[],
  of: 'any' | 'last' = 'any',
): SentCreate[] {
  const own = versions.filter(({lineage}) => lineage === ours.lineage);
  const oldest = Math.min(ours.serial, ...own.map(({serial}) => serial));
  const sent = new Map<Key, SentCreate>();
  for (const {base, commits, creates} of journals) {
    // Before the oldest version that was read, nothing shows what became of a create.
    if (base.lineage !== ours.lineage || (of === 'any' && base.serial + 1 < oldest)) continue;
    for (const create of creates) {
      const {key, targetIds, opId} = create.intent;
      const isOpen = mayHaveArrived(create) && (of === 'last' || create.phase !== 'intent');
      if (!isOpen || ours.monitors.has(key) || sent.has(key) || isAnswered(key, base, [ours, ...own])) continue;
      sent.set(key, {key, targetIds, opId, serial: base.serial, sentAt: create.lastSentAt || undefined, commit: commits[0]});
    }
  }
  return [...sent.values()];
}

/** Tells whether a create was sent since a time (milliseconds since the epoch): until then, it may still be carried out. */
export function mayBeUnderWay({sentAt = ''}: SentCreate, sinceMs: number): boolean {
  return Date.parse(sentAt) >= sinceMs;
}

/** Whether the service may hold what a create was to make, under an id that is not known: an intent that left its machine may be sent. */
export function mayHaveArrived({phase, attempt, intent}: JournaledCreate): boolean {
  return phase === 'sending' || phase === 'unknown' || (phase === 'intent' && intent.offMachine && attempt === 0);
}

/** Whether a state after the one that a journal continued knew the key. A higher serial says nothing: another key may have raised it. */
function isAnswered(
  key: Key,
  base: CommittedJournal['base'],
  states: readonly (Pick<KnownVersion, 'serial'> & Partial<Pick<KnownVersion, 'removed' | 'record'>>)[],
): boolean {
  const later = states.filter(({serial}) => serial > base.serial);
  return later.some(({removed = [], record}) => {
    return record?.(key) !== undefined || removed.some(line => line.key === key && line.serial > base.serial);
  });
}
