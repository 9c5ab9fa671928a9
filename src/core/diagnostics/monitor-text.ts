import {listFirst} from '../base/words';

/** Names of a monitor of the service. */
interface NamedMonitor {
  readonly id: string;
  /** As the service says it; empty when it does not. */
  readonly createdAt: string;
}

/** A monitor as a message names it: its id, and when it was created where the service says so. */
export function nameKnown({id, createdAt}: NamedMonitor): string {
  return createdAt === '' ? id : `${id} (created ${createdAt})`;
}

/** The first few of them, and how many more there are. */
export function listKnown(monitors: readonly NamedMonitor[]): string {
  return listFirst(monitors.map(nameKnown));
}

/** Says that a journal leaves a create open; without a commit, that of another checkout on this machine. `ids`: its target ids, in words. */
export function sayCreateSent(key: string, ids: string, commit: string | undefined): string {
  const journal = commit === undefined ? 'a journal of another checkout on this machine' : `commit ${commit.slice(0, 12)}`;
  return `${journal} says that a create of "${key}" was sent, and nothing here says what became of it: look in the service's dashboard for a monitor with ${ids}`;
}

/** Fewest recorded monitors of which a list that shows none proves another team: a single one may have been deleted by hand. */
export const FEWEST_RECORDED = 2;

/** Says that the service's list shows nothing of what is recorded. */
export function sayNoneListed(count: number): string {
  return `the service lists none of the ${count} monitors that the state records`;
}
