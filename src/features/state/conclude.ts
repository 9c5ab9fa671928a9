import type {JournaledCreate} from '../../core/state/journal';
import type {Door} from '../../project/door';
import type {ProjectStore} from '../../project/store';
import type {StateDocument} from './document';

/** Opens the state of the project. */
export async function openState(door: Door): Promise<ProjectStore> {
  return door.openStore(await door.settings());
}

/** For what folds the journal into the state: says first what that takes over. */
export async function openForRepair(door: Door): Promise<ProjectStore> {
  const store = await openState(door);
  await (await door.notes()).whatIsFolded(store);
  return store;
}

/** Ends a command of `monitors state`: writes the document, or the sentences and what is unresolved in words. */
export async function conclude(
  door: Door,
  format: 'text' | 'json',
  document: StateDocument,
  sentences: readonly string[],
  unresolved: readonly JournaledCreate[] = [],
): Promise<void> {
  if (format === 'json') {
    const {renderStateJson} = await import('./document');
    door.print(renderStateJson(document));
    return;
  }
  const {renderSentences, unresolvedLines} = await import('./text');
  const {printText} = await import('../../rendering/text');
  const look = door.look('stdout');
  const lines = unresolved.flatMap(create => unresolvedLines(create, look));
  door.print(renderSentences(sentences, look) + printText(lines, look));
}
