import {setMaxListeners} from 'node:events';
import {resolve} from 'node:path';
import type {Interruption} from '../../core/base/interruption';
import {loadSettings} from '../../core/config/loaded-settings';
import {runWhenFree} from '../../project/lock-wait';
import {type OpenedProject, openProject, type ProjectContext} from '../../project/project';
import type {ErrorDocument} from '../../rendering/error';
import {toFindingDocument} from '../../rendering/finding';
import {context as surroundings} from '../cli/process-context';
import {explainFailure, redactFailure} from '../failure';
import {MonitorsError} from './error';
import type {LockOptions, SpecsOptions} from './options';

/** One run of the library: the command that does the same, and what it reads. */
interface LibraryRun extends SpecsOptions, LockOptions {
  /** `any` goes through the environments that are declared where none is chosen. Default: `one`. */
  readonly environmentChoice?: 'one' | 'any';
  readonly command:
    | 'validate'
    | 'plan'
    | 'apply'
    | 'pull'
    | 'import'
    | 'changes'
    | 'tune'
    | 'state list'
    | 'status'
    | 'checks'
    | 'diff'
    | 'alerts'
    | 'run';
}

/**
 * Opens the project and runs `act` on it; where another run holds the lock, waits for `lockTimeout` and begins again. Touches no
 * stream and no signal of the process. Throws {@link MonitorsError} for what can be fixed; anything else is a bug.
 */
export async function runOnProject<Result>(run: LibraryRun, act: (project: OpenedProject) => Promise<Result>): Promise<Result> {
  const interruption = followSignal(run.signal);
  const context = makeContext(run, interruption.signal);
  let names: readonly string[] = [];
  try {
    return await runWhenFree(
      async () => {
        const project = open(run, context);
        names = project.settings.allowedReferences;
        try {
          return await act(project);
        } finally {
          if (project.store.backend !== 'file') await project.store.close();
        }
      },
      {timeout: run.lockTimeout ?? '0s', name: 'lockTimeout', ...context},
      {waiting: () => {}, free: () => {}},
    );
  } catch (error) {
    if (error instanceof MonitorsError) throw error;
    const met = explainFailure(error);
    if (met.exitCode === 70) throw error;
    const {code, message, hint, findings, exitCode} = await redactFailure(met, names, context.env);
    const words = {code, message, ...(hint === undefined ? {} : {hint})};
    throw new MonitorsError({error: words, diagnostics: findings.map(toFindingDocument)}, exitCode);
  } finally {
    interruption.unfollow();
  }
}

/** The error of specs with errors; `done` completes "so nothing was ...". */
export function refuseInvalid(findings: ErrorDocument['diagnostics'], errorCount: number, done: string): MonitorsError {
  const message = `the specs have ${errorCount === 1 ? 'an error' : `${errorCount} errors`}, so nothing was ${done}`;
  const error = {code: 'spec/invalid', message, hint: 'fix what `diagnostics` lists'};
  return new MonitorsError({error, ...(findings === undefined ? {} : {diagnostics: findings})}, 1);
}

function open(run: LibraryRun, context: ProjectContext): OpenedProject {
  const {command, config, environment, specs, state, baseUrl, monitors, environmentChoice} = run;
  const cwd = resolve(run.directory ?? '.');
  const flags = {config, environment, specs, state};
  const directoryHint = 'check the option directory';
  const settings = loadSettings({flags, env: context.env, directory: cwd, cwd, directoryHint, environmentChoice});
  // Specs in memory are not files of that directory.
  const caches = monitors === undefined ? 'used' : 'unused';
  return openProject({settings, cwd, command, caches, baseUrl, monitors, nameOption: toCamelCase}, context);
}

/** Makes the context of a run: this process's clocks and files, and nothing that belongs to the program around it. */
function makeContext({env = surroundings.env, apiKey}: LibraryRun, interruption: AbortSignal): ProjectContext {
  return {
    env: apiKey === undefined ? env : {...env, MONITORS_API_KEY: apiKey},
    process: surroundings.process,
    world: surroundings.world,
    watchInterruption: () => interruption,
  };
}

/** Signal of a run, and the function that stops listening to it: a program may give one signal to thousands of runs. */
interface FollowedSignal {
  readonly signal: AbortSignal;
  readonly unfollow: () => void;
}

/** A program that aborts is to a run what SIGTERM is. */
function followSignal(signal: AbortSignal | undefined): FollowedSignal {
  const controller = new AbortController();
  // Every create under way listens to it.
  setMaxListeners(0, controller.signal);
  const reason: Interruption = {signal: 'SIGTERM', exitCode: 143};
  const abort = () => controller.abort(reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, {once: true});
  return {signal: controller.signal, unfollow: () => signal?.removeEventListener('abort', abort)};
}

function toCamelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}
