import {parseJson} from '../../json/parse';
import {property} from '../../json/value';
import type {GitRunner} from '../ports';

/** Which state a file holds, and how often it was written. */
export interface Version {
  readonly lineage: string;
  readonly serial: number;
}

/** The version of the state that a commit holds; null where it holds none. */
export async function readVersionOf(git: GitRunner, commit: string, statePath: string): Promise<Version | null> {
  const blob = await git(['cat-file', 'blob', `${commit}:${statePath}`]);
  return blob.exitCode === 0 ? readVersion(blob.stdout.toString('utf8')) : null;
}

/** The version that the text of a state names; null where it names none. */
export function readVersion(text: string): Version | null {
  const root = parseJson(text);
  const [lineage, serial] = [property(root, 'lineage'), property(root, 'serial')];
  return typeof lineage === 'string' && typeof serial === 'number' ? {lineage, serial} : null;
}

/** Whether a state goes on from the one before it: what an apply writes always does, whatever the words of a commit say. */
export function isContinuedBy(before: Version | null, after: Version): boolean {
  return before !== null && before.lineage === after.lineage && before.serial <= after.serial;
}

/** What is known of the other versions of a state. */
export interface OtherVersions {
  /** The one in whose place it stands. */
  readonly replaced: Version | null;
  /** Those that its branch held before. */
  readonly before: readonly Version[];
  /** All that there are, also on lines that were merged. */
  readonly all: readonly Version[];
}

/** Whether a state stands in the place of a later one, or of another one: what these others record would be created again. */
export function goesBack(ours: Version, {replaced, before, all}: OtherVersions): boolean {
  if (all.some(({lineage, serial}) => lineage === ours.lineage && serial > ours.serial)) return true;
  return replaced !== null && replaced.lineage !== ours.lineage && !before.some(({lineage}) => lineage === ours.lineage);
}
