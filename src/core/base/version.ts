import {readFileSync} from 'node:fs';
import {join} from 'node:path';

declare const MONITORS_VERSION: string | undefined;
declare const MONITORS_REPOSITORY: string | undefined;
declare const MONITORS_BUILD: string | undefined;

/** The tool's version, set when the bundle is built; `0.0.0-source` when run from source. */
export const version: string = typeof MONITORS_VERSION === 'string' ? MONITORS_VERSION : '0.0.0-source';

/** The tool as states name it: its version, and that it leaves a line in the state for each record that goes, which builds of 0.1.0 did not. */
export const writer = `${version}+removals`;

/** Repository of this tool and its action on GitHub, `owner/name`, or the empty text where the package does not say. */
export const repository: string = typeof MONITORS_REPOSITORY === 'string' ? MONITORS_REPOSITORY : '';

/** Names the exact build, for caches: another build never reads what this one wrote. Empty when run from source. */
export const build: string = typeof MONITORS_BUILD === 'string' ? MONITORS_BUILD : '';

/**
 * The commit that this tool is of, 40 hexadecimal digits, or the empty text where nothing tells. A checkout's own
 * commit, else what the build noted beside the bundle: in the bundle, which is checked in, it would be old with the
 * next commit.
 */
export function readCommit(): string {
  const commit = readHead(join(__dirname, '../.git')) ?? readNote(join(__dirname, 'commit'))?.commit ?? '';
  return /^[0-9a-f]{40}$/.test(commit) ? commit : '';
}

/** The tag of this version's release, such as `v1.2.3`, where {@link readCommit}'s commit carries it; else null. */
export function readReleaseTag(): string | null {
  const tag = `v${version}`;
  const commit = readCommit();
  const tagged = readReference(join(__dirname, '../.git'), `refs/tags/${tag}`);
  const noted = readNote(join(__dirname, 'commit'));
  if (commit === '') return null;
  return tagged === commit || (noted?.commit === commit && noted.tag === tag) ? tag : null;
}

/** The tool as it names itself: version, and commit or, where that is not known, build. */
export function describeTool(): string {
  const commit = readCommit();
  const origin = commit === '' ? (build === '' ? 'from source' : `build ${build}`) : commit.slice(0, 7);
  return `monitors ${version} (${origin})`;
}

/** Major version of Node that the release after the next one needs (docs/compatibility.md). */
const NEXT_FLOOR = 22;

/**
 * The sentence for people whose Node gets no repairs any more and will be too old for a coming release; else null. Only what is asked
 * about versions says it: `--version`, `version` and `init`. Takes `process.version`, such as `v20.18.1`.
 */
export function describeOldNode(nodeVersion: string): string | null {
  const major = Number.parseInt(nodeVersion.replace(/^v/, ''), 10);
  if (!(major < NEXT_FLOOR)) return null;
  return `the support of Node ${major} is over, and the release after the next one needs Node ${NEXT_FLOOR}: install Node 24`;
}

/** The commit that is checked out. */
function readHead(gitDirectory: string): string | undefined {
  const head = readText(join(gitDirectory, 'HEAD'))?.trim();
  const reference = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  return reference === undefined ? head : readReference(gitDirectory, reference);
}

/** Reads the value of a reference: from a file of its own, or from a line of `packed-refs`. */
function readReference(gitDirectory: string, reference: string): string | undefined {
  const packed = () =>
    readText(join(gitDirectory, 'packed-refs'))
      ?.split('\n')
      .find(line => line.endsWith(` ${reference}`));
  return readText(join(gitDirectory, reference))?.trim() ?? packed()?.split(' ')[0];
}

/** The build's note, where it is about this very build. */
function readNote(file: string): {readonly commit: string; readonly tag: string | undefined} | undefined {
  const [commit = '', noted, tag] = readText(file)?.trim().split(' ') ?? [];
  return noted === build ? {commit, tag} : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
