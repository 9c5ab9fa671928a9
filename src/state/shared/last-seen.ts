import {parseJson} from '../../json/parse';
import {isObject} from '../../json/value';
import type {StateVersion} from '../state';

/** What this machine remembers from run to run; see `src/files/cache-file.ts`. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** A machine that was never here. */
export const FORGETFUL: Memory = {read: () => null, write: () => {}};

/** The newest version of one state that this machine has seen: a server with an older one was set back. */
export class LastSeen {
  constructor(private readonly memory: Memory) {}

  /** Whether this state was newer when it was seen last. */
  wasNewer(lineage: string | null, serial: number): boolean {
    const value = parseJson(this.memory.read() ?? '');
    if (!isObject(value) || typeof value['lineage'] !== 'string' || typeof value['serial'] !== 'number') return false;
    return lineage === null || (value['lineage'] === lineage && value['serial'] > serial);
  }

  note({lineage, serial}: Pick<StateVersion, 'lineage' | 'serial'>): void {
    this.memory.write(JSON.stringify({lineage, serial}));
  }

  /** The state is known to be gone, or to be as it is. */
  forget(): void {
    this.memory.write('');
  }
}
