import {resolve} from 'node:path';
import {MOST_REQUESTS, SHOWN_CHANGES, SHOWN_LIMIT} from '../../core/config/choices';
import {oneOf, wholeNumber} from '../../core/config/option-values';
import {toShownPath} from '../../core/files/paths';
import {reportChanges} from '../../features/changes/changes';
import type {ChangesDocument} from '../../features/changes/document';
import {readRequest} from '../../features/changes/request';
import {context} from '../cli/process-context';
import {checkOptions} from './check-options';
import type {ChangesOptions} from './options';
import {runOnProject} from './run';

/** Finds what was found since a moment; see `changes` in src/index.ts. */
export async function changes(given: ChangesOptions): Promise<ChangesDocument> {
  const {bookmark, deliver, show, limit, maxRequests, labels = {}, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'changes'}, async project => {
    const file = bookmark === undefined ? null : resolve(project.cwd, bookmark);
    const request = readRequest(
      {
        ...options,
        labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`),
        bookmark: file === null ? null : {file, shown: toShownPath(project.cwd, file)},
        show: show === undefined ? undefined : oneOf('show', show, SHOWN_CHANGES),
        limit: limit === undefined ? undefined : wholeNumber('limit', String(limit), SHOWN_LIMIT),
        maxRequests: maxRequests === undefined ? undefined : wholeNumber('maxRequests', String(maxRequests), MOST_REQUESTS),
      },
      context.timeZone,
      option => option,
    );
    const take = async (document: ChangesDocument) => {
      await deliver?.(document);
      return true;
    };
    return (await reportChanges(project, request, {deliver: take})).document;
  });
}
