import type {ExchangeNote} from '../core/api/http-service';
import type {ProjectFlags} from '../core/base/command-line';
import type {Context} from '../core/base/context';
import type {Settings} from '../core/config/config';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import type {UserError} from '../core/diagnostics/user-error';
import type {ValidateReport} from '../core/specs/validate-report';
import type {StateView} from '../core/state/fold-open';
import type {StateStore} from '../core/state/store';
import type {RenderOptions} from '../rendering/render-options';
import type {OpenedProject, ProjectOptions} from './project';
import type {CheckProgress} from './refresh';
import type {ProjectStore} from './store';

/** The global flags that a command may ask for. */
export interface GlobalFlags extends ProjectFlags {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Where a command was called: it opens the project that is meant, asks, and takes what is printed. */
export interface Door {
  readonly flags: GlobalFlags;
  readonly context: Context;

  /** Last value of a flag, unchecked, by its name: `--checks`. Empty for a switch; undefined where it was not given. */
  given(flag: string): string | undefined;
  /** The working directory after `-C`, absolute. */
  workingDirectory(): string;
  /** A path as messages show it: relative to the working directory, with `/`. */
  shown(path: string): string;

  /** Flags, environment, config file and defaults, combined. Throws `UserError`. */
  settings(): Promise<Settings>;
  /** Has the settings be those of this environment; `place` says in messages where its name was given. */
  moveToEnvironment(name: string, place: string): void;
  /** The project that the flags mean; `look` only reads its state, and remembers what it read. Throws `UserError`. */
  openProject(use?: 'look' | 'change', showExchange?: (note: ExchangeNote) => void): Promise<OpenedProject>;
  /** The store that the settings name; `look` only reads it, and remembers what it read. */
  openStore(settings: Settings, use?: 'look' | 'change'): Promise<ProjectStore>;
  /** Options of opening a project or a store of it. */
  projectOptions(settings: Settings, use: 'look' | 'change'): ProjectOptions;

  /** Writes what was asked for. */
  print(text: string): void;
  /** Writes what was asked for, and waits until it is written; false where not all of it could be. */
  deliver(text: string): Promise<boolean>;
  /** Writes everything else: notes, questions, progress, errors. */
  note(text: string): void;
  /** Look of text for a stream: colour, width, loudness. */
  look(stream: 'stdout' | 'stderr'): RenderOptions;
  /** Notes of commands in the same words. */
  notes(): Promise<Notes>;
  /** Shows on stderr how far reading the service has come. */
  progress(): Promise<CheckProgress>;

  /** Asks whether to go on; returns if so. Throws `UserError` if no one can be asked or the answer is another, `Interrupted` when interrupted. */
  ask(question: string, interruption: AbortSignal): Promise<void>;
  /** Why no one can be asked, naming the command to run instead; null where someone can. `approval` names the plan for `--approve`. */
  explainUnasked(approval?: string | null): Promise<UserError | null>;
  /** Returns once the user agrees to pay. Throws `UserError` before anything is sent. */
  approveSpending(spending: Spending, flags: SpendingFlags): Promise<void>;
  /** Has the second signal print how to find out what was sent: for a command that pays and keeps no journal. */
  setLastWords(words: string): void;
}

/** Notes that several commands write. */
export interface Notes {
  /** Writes warnings to stderr, each with its place and code frame; with `--quiet` only what may cost twice. */
  readonly warn: (findings: readonly Diagnostic[], report: ValidateReport) => void;
  /** Says what reading the state found besides the state; `lastRun` is the one that wrote the journal. */
  readonly stateView: (view: Pick<StateView, 'folded' | 'tornTail' | 'unresolved'>, lastRun?: 'ended' | 'maybe-running') => void;
  /** Says what opening a state for a repair takes over from an interrupted run; call it before the repair folds the journal. */
  readonly whatIsFolded: (store: StateStore) => Promise<void>;
  /** Shows the findings that stop a command, in the form that its format asks for; returns exit code 1. `done` completes "so nothing was ...". */
  readonly invalid: (report: ValidateReport, done?: string) => number;
}

/** Requests that a command is about to send and that are paid for each time. */
export interface Spending {
  /** Credits at most, as estimated; null if unknown. */
  readonly credits: number | null;
  /** A glob, a label or several names chose what is sent: the user may not have counted it. */
  readonly isBroad: boolean;
  /** Beginning of the question, before the cost: `Start 3 checks`. */
  readonly what: string;
}

/** Flags of a command that spends credits. */
export interface SpendingFlags {
  readonly autoApprove: boolean;
  readonly maxCredits: number | undefined;
}
