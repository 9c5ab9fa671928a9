import type {ActionResult} from './model';

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

/** What GitHub takes of a step's summary, in bytes. */
const LARGEST_SUMMARY = 1024 * 1024;

/** The summary, or, where it would be refused as a whole, its beginning. Renderers keep well below; this is the last guard. */
export function fitSummary(summary: string): string {
  const bytes = Buffer.from(summary, 'utf8');
  if (bytes.length < LARGEST_SUMMARY) return summary;
  return `The summary is larger than what GitHub shows; the files that json-path and plan-path name hold all of it.\n`;
}
