import type {Diagnostic} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import type {CheckedSpecs, SettledFleet, SourceFile} from './desired-monitor';
import type {LayerFile, ReadData} from './fleet/sources';

/** Findings about all specs of a repository together, by the hash of everything that they depend on. */
export interface KnownFleet {
  readonly documents: number;
  readonly findings: readonly Diagnostic[];
  /** The data files that specs name: {@link CheckedSpecs.dataOf}. */
  readonly dataOf: readonly (readonly [specPath: string, paths: readonly string[]])[];
  /** {@link identifyData} of what they held. */
  readonly data: string;
  /** Indexes of the findings that concern spec files besides the one they stand in, with those files. */
  readonly concerned: readonly (readonly [finding: number, files: readonly string[]])[];
  /** Absent where only findings were asked for. */
  readonly settled?: SettledFleet;
}

/** Fleets that were checked before. It only ever saves time. */
export interface FleetMemory {
  /** `isSame` tells whether the data files are as they were. */
  find(id: string, isSame: (fleet: KnownFleet) => boolean): KnownFleet | undefined;
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

/** Spec files that they concern, which are kept. */
const MOST_CONCERNED = 1000;

/** Opens the memory of fleets. `validFor` names the build of the tool; a damaged or foreign text is the same as none. */
export function openFleetMemory(file: MemoryText, validFor: string): FleetMemory {
  let known: MemoryContent['fleets'] | undefined;
  const fleets = () => {
    known ??= readFleets(file.read(), validFor);
    return known;
  };
  return {
    find: (id, isSame) => fleets().find(([other, fleet]) => other === id && isSame(fleet))?.[1],
    add: (id, fleet) => {
      const concerned = fleet.concerned.reduce((sum, [, files]) => sum + files.length, 0);
      if (fleet.findings.length > MOST_FINDINGS || concerned > MOST_CONCERNED) return;
      known = [[id, fleet] as const, ...fleets().filter(([other, {data}]) => other !== id || data !== fleet.data)].slice(0, MOST_FLEETS);
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

function isFleet([id, {documents, findings, dataOf, data, concerned}]: MemoryContent['fleets'][number]): boolean {
  const isWhole = typeof id === 'string' && typeof documents === 'number' && typeof data === 'string' && Array.isArray(findings);
  const areTexts = (texts: readonly unknown[]) => Array.isArray(texts) && texts.every(text => typeof text === 'string');
  return isWhole && dataOf.every(([path, names]) => areTexts([path, ...names])) && concerned.every(([, files]) => areTexts(files));
}

/** Hash of all specs and layers, in order, with their places. `hashes` are those of the files. */
export function identifyContent(files: readonly SourceFile[], hashes: readonly string[], layers: readonly LayerFile[]): string {
  let text = '';
  for (const [index, {file, specPath}] of files.entries()) text += `${file.length} ${specPath.length}${file}${specPath}${hashes[index]}`;
  const above = layers.map(({file, specPath, folder, environment, bytes}) => [file, specPath, folder, environment, sha256(bytes)]);
  return sha256(`${JSON.stringify(above)}\n${text}`);
}

/** Hash of the data files that specs name, with their places; empty where none is named, null where one of them can't be read. */
export function identifyData(dataOf: KnownFleet['dataOf'], readData: ReadData): string | null {
  if (dataOf.length === 0) return '';
  const read: (readonly string[])[] = [];
  for (const [specPath, paths] of dataOf) {
    for (const path of paths) {
      const data = readData({specPath}, path);
      if (!('source' in data)) return null;
      read.push([specPath, path, data.source.file, data.source.specPath, data.hash]);
    }
  }
  return sha256(JSON.stringify(read));
}
