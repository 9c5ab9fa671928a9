import type {Diagnostic} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {SettledFleet, SourceFile} from './desired-monitor';
import type {LayerFile} from './fleet/sources';

/** Findings about all specs of a repository together, by the hash of everything that they depend on. */
export interface KnownFleet {
  readonly documents: number;
  readonly findings: readonly Diagnostic[];
  /** Absent where only findings were asked for. */
  readonly settled?: SettledFleet;
}

/** Fleets that were checked before. It only ever saves time. */
export interface FleetMemory {
  find(id: string): KnownFleet | undefined;
  /** Writes it; whatever fails in it is ignored. */
  add(id: string, fleet: KnownFleet): void;
}

/** Storage of the fleets; see `src/core/files/cache-file.ts`. */
interface MemoryText {
  read(): string | null;
  write(text: string): void;
}

interface MemoryContent {
  readonly validFor: string;
  /** Newest first. */
  readonly fleets: readonly (readonly [id: string, fleet: KnownFleet])[];
}

/** Fleets that are kept: a repository has few environments, and a person goes back to few branches. */
const MOST_FLEETS = 8;

/** Findings of a fleet that are kept. */
const MOST_FINDINGS = 20;

/** Opens the memory of fleets. `validFor` names the build of the tool; a damaged or foreign text is the same as none. */
export function openFleetMemory(file: MemoryText, validFor: string): FleetMemory {
  let known: MemoryContent['fleets'] | undefined;
  const fleets = () => {
    known ??= readFleets(file.read(), validFor);
    return known;
  };
  return {
    find: id => fleets().find(([other]) => other === id)?.[1],
    add: (id, fleet) => {
      if (fleet.findings.length > MOST_FINDINGS) return;
      known = [[id, fleet] as const, ...fleets().filter(([other]) => other !== id)].slice(0, MOST_FLEETS);
      file.write(JSON.stringify({validFor, fleets: known} satisfies MemoryContent));
    },
  };
}

function readFleets(text: string | null, validFor: string): MemoryContent['fleets'] {
  try {
    const content = JSON.parse(text ?? 'null') as MemoryContent | null;
    return content?.validFor === validFor && content.fleets.every(isFleet) ? content.fleets : [];
  } catch {
    return [];
  }
}

function isFleet([id, {documents, findings}]: MemoryContent['fleets'][number]): boolean {
  return typeof id === 'string' && typeof documents === 'number' && Array.isArray(findings);
}

/** Hash of all specs and layers, in order, with their places. `hashes` are those of the files. */
export function identifyContent(files: readonly SourceFile[], hashes: readonly string[], layers: readonly LayerFile[]): string {
  let text = '';
  for (const [index, {file, specPath}] of files.entries()) text += `${file.length} ${specPath.length}${file}${specPath}${hashes[index]}`;
  const above = layers.map(({file, specPath, folder, environment, bytes}) => [file, specPath, folder, environment, sha256(bytes)]);
  return sha256(`${JSON.stringify(above)}\n${text}`);
}
