import type {Diagnostic} from '../../diagnostics/diagnostic';

/** A finding of one place, with the monitors that it concerns. */
interface Group {
  finding: Diagnostic;
  monitors: number;
  readonly files: Set<string>;
  /** The spec files below the layer in which it stands. */
  readonly below: readonly string[];
}

/** Takes the findings of merged specs and gives each place once: a fault of a layer is one, however many specs inherit it. */
export class SharedFindings {
  readonly #groups = new Map<string, Group>();

  /** Adds findings of a layer by itself, with the spec files below it, whose monitors have no part in the count. */
  addOwn(findings: readonly Diagnostic[], below: readonly string[]): void {
    for (const [key, finding] of numberFindings(findings)) this.#groups.set(key, {finding, monitors: 0, files: new Set(), below});
  }

  /** Findings of one spec file, given as findings show it, or of a layer with all `files` that it concerns. */
  add(file: string, findings: readonly Diagnostic[], files: readonly string[] = [file]): void {
    for (const [key, finding] of numberFindings(findings)) {
      const group = this.#groups.get(key);
      const {monitors = 1, ...one} = finding;
      if (group === undefined) this.#groups.set(key, {finding: one, monitors, files: new Set(files), below: []});
      else {
        group.monitors += monitors;
        for (const one of files) group.files.add(one);
      }
    }
  }

  /**
   * Each finding, with the spec files that it concerns. One that no merged spec has (its layer can't be read, or has what no spec may
   * inherit) concerns all below the layer: none of them is known to be sound.
   */
  list(): (readonly [Diagnostic, ReadonlySet<string>])[] {
    return [...this.#groups.values()].map(({finding, monitors, files, below}) => [
      monitors > 1 ? {...finding, monitors} : finding,
      files.size === 0 ? new Set(below) : files,
    ]);
  }
}

/** Numbers findings of one place with one code, so that several faults there stay several. */
function* numberFindings(findings: readonly Diagnostic[]): Generator<readonly [string, Diagnostic]> {
  const messages = new Map<string, Map<string, number>>();
  for (const finding of findings) {
    const {code, where, message} = finding;
    const place = `${code} ${where?.range.start.offset ?? ''} ${where?.pointer ?? ''} ${where?.file ?? ''}`;
    const known = messages.get(place) ?? new Map<string, number>();
    messages.set(place, known);
    const number = known.get(message) ?? known.size;
    known.set(message, number);
    yield [`${number} ${place}`, finding];
  }
}
