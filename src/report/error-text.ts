import {localizeTimes} from './local-time';
import type {RenderOptions} from './render-options';
import {dataLine, hangingLine, printText, proseLine, styled} from './text';

/** An error that ends a run, as its reader meets it: what happened, and what to do next. */
export function renderErrorText(
  error: {readonly code: string; readonly message: string; readonly hint?: string},
  options: RenderOptions,
): string {
  const lines = [
    hangingLine(0, 3, styled('error', 'error'), '  ', styled('faint', error.code), `  ${localizeTimes(error.message, options)}`),
  ];
  if (error.hint !== undefined) lines.push(hangingLine(3, 6, styled('strong', 'hint:'), ` ${error.hint}`));
  return printText(lines, options);
}

/** What is printed for a bug in the tool (exit code 70). `message` and `stack` are redacted by the caller; `tool` names version, Node and platform. */
export function renderCrashText(
  crash: {readonly message: string; readonly stack?: string; readonly tool: string},
  options: RenderOptions,
): string {
  return printText(
    [
      hangingLine(0, 3, styled('error', 'error'), '  ', styled('faint', 'config/internal-error'), `  ${crash.message}`),
      ...toolFrames(crash.stack ?? '').map(frame => dataLine(3, styled('faint', frame))),
      dataLine(3, styled('faint', crash.tool)),
      proseLine(3, 'This is a bug in monitors. Please report it with the lines above; no key and no secret is in them.'),
      proseLine(3, 'What was done before it is in the state and its journal: `monitors plan` shows where things stand.'),
    ],
    options,
  );
}

const MOST_FRAMES = 8;

/** The stack's frames that lie in the tool, without the directories of this machine. */
function toolFrames(stack: string): string[] {
  return stack
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.startsWith('at ') && !/\(?node:|node_modules/.test(line))
    .map(line => line.replace(/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s()]*[\\/])?([^\s()\\/]+:\d+:\d+)/, '$1'))
    .slice(0, MOST_FRAMES);
}
