import type {KnownMonitor} from './change';

const SHOWN = 3;

/** A monitor as a message names it: its id, and when it was created where the service says so. */
export function nameKnown({id, createdAt}: Pick<KnownMonitor, 'id' | 'createdAt'>): string {
  return createdAt === '' ? id : `${id} (created ${createdAt})`;
}

/** The first few of them, and how many more there are. */
export function listKnown(monitors: readonly Pick<KnownMonitor, 'id' | 'createdAt'>[]): string {
  const shown = monitors.slice(0, SHOWN).map(nameKnown).join(', ');
  return monitors.length > SHOWN ? `${shown} and ${monitors.length - SHOWN} more` : shown;
}
