import type {Diagnostic} from '../../diagnostics/diagnostic';

/** A finding of one place, with the monitors that it concerns. */
interface Group {
  finding: Diagnostic;
  monitors: number;
  readonly files: Set<string>;
}

/** Takes the findings of merged specs and gives each place once: a fault of a layer is one, however many specs inherit it. */
export class SharedFindings {
  readonly #groups = new Map<string, Group>();

  /** Findings of a layer by itself. */
  addOwn(findings: readonly Diagnostic[]): void {
    for (const [key, finding] of numberFindings(findings)) this.#groups.set(key, {finding, monitors: 0, files: new Set()});
  }

  /** Findings of one spec file, given as findings show it, or of a layer with all `files` that it concerns. */
  add(file: string, findings: readonly Diagnostic[], files: readonly string[] = [file]): void {
    for (const [key, finding] of numberFindings(findings)) {
      const group = this.#groups.get(key);
      const {monitors = 1, ...one} = finding;
      if (group === undefined) this.#groups.set(key, {finding: one, monitors, files: new Set(files)});
      else {
        group.monitors += monitors;
        for (const one of files) group.files.add(one);
      }
    }
  }

  /** Each finding, with the spec files that it concerns. */
  list(): (readonly [Diagnostic, ReadonlySet<string>])[] {
    return [...this.#groups.values()].map(({finding, monitors, files}) => [monitors > 1 ? {...finding, monitors} : finding, files]);
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
