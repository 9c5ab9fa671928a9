import {relative} from 'node:path';
import type {Settings} from '../config/config';

/**
 * The hidden first line of a pull request's comment, by which it is found again. It names the state that the plan is
 * about, so that jobs for several environments or directories keep a comment each, and the merge finds the one that
 * belongs to what it applies. `root` is the repository's directory.
 */
export function markerOf(settings: Pick<Settings, 'project' | 'environment' | 'stateFile'>, root: string): string {
  const {project, environment, stateFile} = settings;
  const state = relative(root, stateFile).replaceAll('\\', '/');
  return `<!-- monitors-plan ${[project, environment, state].map(encode).join(' ')} -->`;
}

/** Nothing of a name can end the comment that it stands in, or look like a second word. */
function encode(word: string): string {
  return encodeURIComponent(word).replaceAll('-', '%2D');
}
