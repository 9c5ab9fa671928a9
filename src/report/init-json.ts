import type {ScaffoldResult} from '../init/scaffold-step';
import {stringifyJson} from './escape-json';
import {type InitReport, listNextSteps} from './init-text';

/** What `monitors init` did. */
export interface InitDocument {
  readonly formatVersion: 1;
  readonly command: 'init';
  /** The project's name. */
  readonly project: string;
  /** Whether the directory is in a git repository. */
  readonly repository: boolean;
  /** Every file of the scaffold. */
  readonly files: readonly InitFileDocument[];
  /** What is left for people to do, a sentence or two each; empty where nothing was written. */
  readonly next: readonly string[];
}

/** What became of one file of the scaffold. */
export interface InitFileDocument {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  /** `extended`: lines were added to a file that was there; `unchanged`: it holds all that init would write; `kept`: it holds something else. */
  readonly outcome: ScaffoldResult['outcome'];
}

/** The document that `monitors init --format json` prints. */
export function renderInitJson(report: InitReport): string {
  const document: InitDocument = {
    formatVersion: 1,
    command: 'init',
    project: report.facts.project,
    repository: report.isRepository,
    files: report.files.map(({path, outcome}) => ({path, outcome})),
    next: listNextSteps(report),
  };
  return `${stringifyJson(document, 2)}\n`;
}
