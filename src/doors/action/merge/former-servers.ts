import {once} from '../../../core/base/once';
import type {ConfigHistory} from '../../../project/places/former-configs';
import type {LeftServers} from '../../../project/places/left-servers';
import {fetchingFirst} from './fetched-versions';
import {isStateAllowed} from './state-guard';
import type {Merging} from './tip-worktree';

/** Looks for servers that the config named before in the whole history of the branch, which a checkout may lack. */
export function lookAtFormerServers(opened: LeftServers, merging: Merging): LeftServers {
  const {placed} = merging.place;
  const open = once(() => openConfigHistory(merging));
  return {
    refuseUnmoved: async created => {
      if (isStateAllowed(placed, merging.request)) return;
      await opened.refuseUnmoved(created, await open());
    },
    listLeftServers: async () => opened.listLeftServers(await open()),
  };
}

/** The number of forced pushes whose replaced commits are looked at, newest first. */
const MOST_REPLACED = 20;

/** The history of the branch, and what forced pushes replaced; undefined where the files came another way than by git. */
async function openConfigHistory({place, request, ports}: Merging): Promise<ConfigHistory | undefined> {
  const {root, record, histories} = place;
  // A checkout that the workflow records may be shallow.
  if (record === null && (await histories.ofTip()) === null) return undefined;
  const {branch, replaced} = request.event;
  const history = histories.of(branch);
  if (!(await history.open())) return undefined;
  while (history.isCut()) if (!(await history.deepen())) break;
  // A push since then is judged by the attempt that applies it.
  const isThere = (await history.read(place.commit)) !== null;
  const tips = [isThere ? place.commit : `refs/heads/${branch}`];
  // Those of before, too: the run of a forced push is refused or left out, and the next one is that of a plain push. Not every GitHub knows.
  const {github} = ports;
  const before =
    github === null || request.inputs.comment === 'never'
      ? []
      : await ports.askPatiently(() => github.listReplaced(branch)).catch(() => []);
  const fetch = ['fetch', '--quiet', '--no-tags', '--filter=blob:none', 'origin'];
  for (const commit of new Set([...(replaced === undefined ? [] : [replaced]), ...before.slice(0, MOST_REPLACED)]))
    if (/^[0-9a-f]{40}$/.test(commit) && (await history.git([...fetch, commit])).exitCode === 0) tips.push(commit);
  return {ask: fetchingFirst(history.git), isBlobless: true, root, tips};
}
