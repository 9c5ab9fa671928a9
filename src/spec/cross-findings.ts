import {boundText} from '../diagnostics/bounded-text';
import type {Diagnostic, Severity} from '../diagnostics/diagnostic';
import {MOST_IN_FILE} from './finding-limit';

/** What is not shown of one file. */
interface Hidden {
  /** The first finding that was left out: stands for the others. */
  readonly first: Diagnostic;
  count: number;
  severity: Severity;
}

/**
 * Takes what only all specs together show: of each file the first {@link MOST_IN_FILE} findings, the rest counted. A
 * finding is made only when it is kept, since looking up its places takes the time.
 */
export class CrossFindings {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();
  readonly #hidden = new Map<string, Hidden>();

  add(specPath: string, severity: Severity, make: () => Omit<Diagnostic, 'severity'>): void {
    const count = (this.#counts.get(specPath) ?? 0) + 1;
    this.#counts.set(specPath, count);
    if (count <= MOST_IN_FILE) {
      this.#kept.push(bounded(make(), severity));
      return;
    }
    const hidden = this.#hidden.get(specPath);
    if (hidden === undefined) this.#hidden.set(specPath, {first: bounded(make(), severity), count: 1, severity});
    else {
      hidden.count++;
      if (severity === 'error') hidden.severity = severity;
    }
  }

  list(): Diagnostic[] {
    return [...this.#kept, ...[...this.#hidden.values()].map(sayMore)];
  }
}

function bounded(finding: Omit<Diagnostic, 'severity'>, severity: Severity): Diagnostic {
  const {message, counterpart} = finding;
  const other = counterpart === undefined ? {} : {counterpart: {...counterpart, message: boundText(counterpart.message)}};
  return {...finding, severity, message: boundText(message), ...other};
}

function sayMore({first, count, severity}: Hidden): Diagnostic {
  return {
    code: 'schema/more-findings',
    severity,
    message: `${count} more ${count === 1 ? 'finding' : 'findings'} about keys, names and ids in this file ${count === 1 ? 'is' : 'are'} not shown`,
    hint: 'fix those that are shown, then run it again',
    ...(first.where === undefined ? {} : {where: first.where}),
  };
}
