import type {ConfigHistory} from '../../../project/former-configs';
import type {LeftServers} from '../../../project/left-servers';
import {fetchingFirst} from './fetched-versions';
import {isStateAllowed} from './state-guard';
import type {Merging} from './tip-worktree';

/** Looks for servers that the config named before in the whole history of the branch, which a checkout may lack. */
export function lookAtFormerServers(opened: LeftServers, merging: Merging): LeftServers {
  const {placed} = merging.place;
  return {
    refuseUnmoved: async created => {
      if (isStateAllowed(placed, merging.request)) return;
      await opened.refuseUnmoved(created, await openConfigHistory(merging));
    },
    nameLeftServers: async () => opened.nameLeftServers(await openConfigHistory(merging)),
  };
}

/** The history of the branch, and what a forced push replaced; undefined where the files came another way than by git. */
async function openConfigHistory({place, request}: Merging): Promise<ConfigHistory | undefined> {
  const {root, record, histories} = place;
  // A checkout that the workflow records may be shallow.
  if (record === null && (await histories.ofTip()) === null) return undefined;
  const {branch, replaced} = request.event;
  const history = histories.of(branch);
  if (!(await history.open())) return undefined;
  while (history.isCut()) if (!(await history.deepen())) break;
  // A push since then is judged by the attempt that applies it.
  const isThere = (await history.read(place.commit)) !== null;
  const tip = isThere ? place.commit : `refs/heads/${branch}`;
  const fetch = ['fetch', '--quiet', '--no-tags', '--filter=blob:none', 'origin'];
  const isFetched = replaced !== undefined && (await history.git([...fetch, replaced])).exitCode === 0;
  return {ask: fetchingFirst(history.git), isBlobless: true, root, tips: [tip, ...(isFetched ? [replaced] : [])]};
}
