import {escapeCommandData, escapeCommandProperty} from '../report/escape-workflow';
import type {ActionResult} from './ports';

/** The last words of a run as a command to the runner: an error, or a notice where all went well. Empty where nothing is left to say. */
export function renderMessage({exitCode, message}: ActionResult): string {
  if (message === undefined) return '';
  const text = message.hint === undefined ? message.text : `${message.text}\nhint: ${message.hint}`;
  return `::${exitCode === 0 ? 'notice' : 'error'} title=${escapeCommandProperty(message.title)}::${escapeCommandData(text)}\n`;
}

/**
 * The outputs of a run as `GITHUB_OUTPUT` takes them. The delimiter must be random: a value that could hold it could
 * set other outputs.
 */
export function encodeOutputs({outputs, exitCode, failureReason}: ActionResult, delimiter: string): string {
  const values: Readonly<Record<string, string | number | boolean | undefined>> = {
    changes: outputs.changes,
    'to-create': outputs.toCreate,
    'to-update': outputs.toUpdate,
    'to-replace': outputs.toReplace,
    'to-delete': outputs.toDelete,
    created: outputs.created,
    failed: outputs.failed,
    unknown: outputs.unknown,
    'exit-code': exitCode,
    'failure-reason': failureReason ?? '',
    'json-path': outputs.jsonPath,
    'plan-path': outputs.planPath,
    'comment-id': outputs.commentId,
  };
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}<<${delimiter}\n${value}\n${delimiter}\n`]))
    .join('');
}

/** What GitHub takes of a step's summary, in bytes; a larger one is refused as a whole. */
const LARGEST_SUMMARY = 1024 * 1024;

/** The summary, or, where it would be refused, a sentence that says so. Renderers keep well below: this is the last guard. */
export function fitSummary(summary: string): string {
  if (Buffer.byteLength(summary) < LARGEST_SUMMARY) return summary;
  return 'The summary is larger than what GitHub shows; the file that the output json-path names holds all of it.\n';
}
