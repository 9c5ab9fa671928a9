import type {Context} from '../../core/base/context';
import {describeOldNode, describeTool} from '../../core/base/version';

/** Prints the version; an old Node is named on stderr, so that scripts that read the version see only that. */
export function sayVersion({stdout, stderr, process}: Context): void {
  stdout.write(`${describeTool()}\n`);
  const note = describeOldNode(process.nodeVersion);
  if (note !== null) stderr.write(`note: ${note}\n`);
}
