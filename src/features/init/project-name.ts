/** The limit of a project name, characters; the config allows it. */
const LONGEST = 64;

/**
 * Makes a project name from the repository's remote, or else its directory, and the path in the repository; `project` if these have
 * no usable characters.
 */
export function makeProjectName(remote: string | null, directory: string, prefix: string): string {
  const words = [(remote === null ? null : nameOfRemote(remote)) ?? directory, ...prefix.split('/')];
  const name = words
    .map(toName)
    .filter(word => word !== '')
    .join('-')
    .slice(0, LONGEST)
    .replace(/[^a-z0-9]+$/, '');
  return name === '' ? 'project' : name;
}

/** The last part of a remote's path, without host and credentials. */
function nameOfRemote(remote: string): string | null {
  const path = remote.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^[^/:]+:/i, '');
  const last =
    path
      .replace(/[?#].*$/s, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  return last.replace(/\.git$/, '') || null;
}

function toName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}
