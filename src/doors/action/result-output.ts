import {escapeCommandData, escapeCommandProperty} from '../../rendering/escape-workflow';
import type {ActionResult} from './ports';

/** Renders a run's message as a command to the runner: an error, or a notice if the run succeeded. Empty without a message. */
export function renderMessage({exitCode, message}: ActionResult): string {
  if (message === undefined) return '';
  const text = message.hint === undefined ? message.text : `${message.text}\nhint: ${message.hint}`;
  return `::${exitCode === 0 ? 'notice' : 'error'} title=${escapeCommandProperty(message.title)}::${escapeCommandData(text)}\n`;
}

/**
 * Encodes the outputs of a run for `GITHUB_OUTPUT`. The delimiter must be random: a value that contains it could set
 * other outputs.
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
    drift: outputs.drift,
    failing: outputs.failing,
    'exit-code': exitCode,
    'failure-reason': failureReason ?? '',
    'json-path': outputs.jsonPath,
    'plan-path': outputs.planPath,
    'report-path': outputs.reportPath,
    'changes-path': outputs.changesPath,
    'comment-id': outputs.commentId,
    'issue-number': outputs.issueNumber,
  };
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}<<${delimiter}\n${value}\n${delimiter}\n`]))
    .join('');
}

/** GitHub's limit for a step's summary, bytes; it refuses a larger one as a whole. */
const LARGEST_SUMMARY = 1024 * 1024;

/** Answers the summary, or one sentence if GitHub would refuse it. A last guard: renderers stay well below the limit. */
export function fitSummary(summary: string): string {
  if (Buffer.byteLength(summary) < LARGEST_SUMMARY) return summary;
  return 'The summary is too large for GitHub. The complete result is in the file of the output json-path.\n';
}
