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

/** The checkout where the commits did not come from a branch. */
async function openConfigHistory({place, request}: Merging): Promise<ConfigHistory | undefined> {
  const {root, record, histories} = place;
  if (record === null) return undefined;
  const {branch} = request.event;
  const history = histories.of(branch);
  if (!(await history.open())) return undefined;
  while (history.isCut()) if (!(await history.deepen())) break;
  // A push since then is judged by the attempt that applies it.
  const isThere = (await history.read(place.commit)) !== null;
  return {ask: fetchingFirst(history.git), isBlobless: true, root, tip: isThere ? place.commit : `refs/heads/${branch}`};
}
