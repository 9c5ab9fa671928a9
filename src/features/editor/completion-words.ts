import {compareText} from '../../core/diagnostics/diagnostic';
import {viewState} from '../../core/state/fold-open';
import type {StateStore} from '../../core/state/store';
import {showLabels} from '../../project/key-list';
import type {Project} from '../../project/project';

/** Lists that a shell can ask for: all keys, those in the state, those of specs that are not in the state, or labels. */
export const WORD_LISTS = ['keys', 'recorded', 'new', 'labels'] as const;

/** One of {@link WORD_LISTS}. */
type WordList = (typeof WORD_LISTS)[number];

/** Sources of the words. */
interface WordSources extends Pick<Project, 'keyList'> {
  /** Null for a state on a server: a key press must not wait for one. */
  readonly store: Pick<StateStore, 'read'> | null;
}

/** More are of no use to a person. */
const MOST_WORDS = 2000;

/**
 * The words that begin with `start`, sorted, at most 2,000: from the state, and from the specs as the last run found them. Checks
 * nothing and sends nothing. Words with characters that cannot be seen are left out.
 */
export async function listWordsFor(project: WordSources, list: WordList, start: string): Promise<string[]> {
  const specs = project.keyList?.read() ?? {keys: [], labels: []};
  const monitors = await readRecorded(project);
  const found = collect(list, specs, monitors).filter(word => word.startsWith(start) && !UNSEEN.test(word));
  return [...new Set(found)].sort(compareText).slice(0, MOST_WORDS);
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

type Recorded = ReadonlyMap<string, {readonly labels?: Readonly<Record<string, string>>}>;

/** A state that cannot be read is the same as none: the command itself says what is wrong. */
async function readRecorded({store}: WordSources): Promise<Recorded> {
  if (store === null) return new Map<string, never>();
  try {
    const {stored} = await viewState(store);
    return stored?.state.monitors ?? new Map<string, never>();
  } catch {
    return new Map<string, never>();
  }
}

function collect(
  list: WordList,
  {keys, labels}: {readonly keys: readonly string[]; readonly labels: readonly string[]},
  monitors: Recorded,
): string[] {
  switch (list) {
    case 'keys':
      return [...keys, ...monitors.keys()];
    case 'recorded':
      return [...monitors.keys()];
    case 'new':
      return keys.filter(key => !monitors.has(key));
    case 'labels':
      return [...labels, ...[...monitors.values()].flatMap(({labels: own}) => (own === undefined ? [] : showLabels(own)))];
  }
}
