import type {World} from '../../context';
import {decodeHead, encodeHead, newHead} from './head';
import {HEAD} from './names';
import {probe} from './probe';
import type {ReadParts} from './read';

/** Tries whether the service keeps what is promised, then makes the head of a state where there is none. */
export async function initialize({
  objects,
  refusals,
  world,
  here,
}: ReadParts & {readonly world: World; readonly here: string}): Promise<'made' | 'was-there'> {
  const found = await objects.get(HEAD);
  // That of a newer version is refused.
  if (found !== null) decodeHead(found.body, refusals);
  await probe({objects, refusals, world});
  if (found !== null) return 'was-there';
  return (await objects.create(HEAD, encodeHead(newHead(here, world.uuid())))) === 'taken' ? 'was-there' : 'made';
}
