import type {Migration} from '../store';
import {decodeHead, encodeHead, newHead, refuseHead} from './head';
import {HEAD} from './names';
import type {ObjectParts, Objects} from './objects';

/**
 * Makes the head of a state where there is none. `tryOut` throws `state/unfit-server` where the service does not keep what the port
 * promises.
 */
export async function initialize(
  {objects, refusals, world, here}: ObjectParts,
  tryOut: () => Promise<void>,
  migration: Migration | null,
): Promise<'made' | 'was-there'> {
  const found = await objects.get(HEAD);
  // That of a newer version is refused.
  if (found !== null) decodeHead(found.body, refusals);
  // A new head beside what a lost one named would mean to create every monitor again.
  else if ((await isInUse(objects)) && (await objects.get(HEAD)) === null)
    throw refuseHead('is missing, but other objects are there', refusals);
  await tryOut();
  if (found !== null) return 'was-there';
  return (await objects.create(HEAD, encodeHead({...newHead(here, world.uuid()), migration}))) === 'taken' ? 'was-there' : 'made';
}

/** Whether there is more than a trial left behind. */
async function isInUse(objects: Pick<Objects, 'list'>): Promise<boolean> {
  return (await objects.list('')).some(({name}) => /^(?:states|journal|bases|late)\//.test(name));
}
