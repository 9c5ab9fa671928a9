import {pid} from 'node:process';
import {UserError} from '../../core/diagnostics/user-error';
import {errorCode, explainFileError} from '../../core/files/file-error';
import {type Bookmark, decodeBookmark, encodeBookmark} from '../../core/observe/bookmark-text';
import type {PathFacts} from '../../core/state/file/disk';
import {readHostFacts} from '../../core/state/file/host';
import {takeMachineLock} from '../../core/state/file/lock';
import {readWhole, removeOrphans, replaceFile} from '../../core/state/file/write';
import {StateLocked} from '../../core/state/store';
import {nameFileUse} from '../../project/given-output';
import type {Project} from '../../project/project';

/** Service that a call reads, and its clock, milliseconds since 1970. */
interface ReadService {
  readonly origin: string;
  readonly now: number;
}

/** The place that chains calls, such as a file that is locked for this one. */
export interface OpenedBookmark {
  /** The bookmark as it was found; null before the first call. Throws `UserError` where it is not one for this service. */
  find(read: ReadService): Bookmark | null;
  /** Replaces the bookmark, durably: once before the result is handed over, and once after. Throws `UserError`. */
  write(next: Bookmark): Promise<void>;
  release(): void;
}

/** Place of a bookmark. */
export interface BookmarkPlace {
  /** Absolute. */
  readonly file: string;
  /** The same as messages show it. */
  readonly shown: string;
}

/** Permissions of a new bookmark: it says which monitors there are, and when they ran. */
const MODE = 0o600;
/** Bytes of a bookmark that is read. */
const LARGEST = 256 * 1024 * 1024;

/** Opens a bookmark and keeps others from it. Throws `UserError` where another call has it, or where what is there is not to be believed. */
export async function openBookmark(place: BookmarkPlace, project: Project): Promise<OpenedBookmark> {
  refuseUse(place, project);
  const lock = await lockBookmark(place, project);
  try {
    removeOrphans(project.disk, place.file);
    const found = readBookmark(place, project);
    const find = (read: ReadService) => {
      if (found !== null) checkBookmark(found, place.shown, read);
      return found;
    };
    return {find, write: next => writeBookmark(place, next, project), release: () => lock.release()};
  } catch (error) {
    lock.release();
    throw error;
  }
}

function refuseUse({file, shown}: BookmarkPlace, {settings}: Project): void {
  const use = nameFileUse(file, settings);
  if (use === null) return;
  throw new UserError('bookmark/not-written', `the bookmark cannot be ${shown}: that is the place of ${use}`, 'give another name');
}

async function lockBookmark({file, shown}: BookmarkPlace, project: Project) {
  const {disk, world, platform, env} = project;
  const host = readHostFacts({pid, platform, env, command: 'changes'});
  try {
    return await takeMachineLock({disk, world, host, shown}, `${file}.lock`);
  } catch (error) {
    if (error instanceof StateLocked) {
      throw new UserError(
        'bookmark/in-use',
        `another call uses the bookmark ${shown}: ${error.holder}`,
        `wait until it ends; if it certainly does not run any more, delete ${shown}.lock`,
      );
    }
    if (error instanceof UserError) {
      throw new UserError(
        'bookmark/in-use',
        `the lock of the bookmark ${shown} cannot be read`,
        `if no other call runs, delete ${shown}.lock`,
      );
    }
    throw notWritten(shown, error);
  }
}

function readBookmark({file, shown}: BookmarkPlace, {disk, settings}: Project): Bookmark | null {
  const text = readText({file, shown}, disk.lstat(file), () => Buffer.from(readWhole(disk, file)).toString('utf8'));
  if (text === null) return null;
  const reading = decodeBookmark(text);
  if (reading.kind !== 'read') {
    const why = reading.kind === 'newer' ? 'a newer version of this tool wrote it' : 'it was edited or damaged, or is not a bookmark';
    throw new UserError('bookmark/damaged', `the bookmark ${shown} cannot be used: ${why}`, startOver(shown));
  }
  const {bookmark} = reading;
  const [project, environment] = [bookmark.project, bookmark.environment];
  if (project !== settings.project || environment !== settings.environment)
    throw foreign(shown, `it belongs to project "${project}", environment "${environment}"`);
  return bookmark;
}

function readText({shown}: BookmarkPlace, facts: PathFacts | null, read: () => string): string | null {
  if (facts === null) return null;
  const refuse = (why: string) =>
    new UserError('bookmark/damaged', `the bookmark ${shown} cannot be read: ${why}`, 'give the name of a file of its own');
  if (facts.kind !== 'file') throw refuse(facts.kind === 'symlink' ? 'it is a symbolic link' : 'it is not a file');
  if (facts.size > LARGEST) throw refuse('it is too large');
  try {
    return read();
  } catch (error) {
    throw refuse(explainFileError(error));
  }
}

/** Refuses a bookmark of another service, and one from the future of this one. */
function checkBookmark({origin, moment}: Bookmark, shown: string, at: ReadService): void {
  if (origin !== at.origin) throw foreign(shown, `it belongs to the service at ${origin}`);
  if (moment <= at.now) return;
  throw new UserError(
    'bookmark/future',
    `the bookmark ${shown} ends at ${new Date(moment).toISOString()}, and the service's clock shows ${new Date(at.now).toISOString()}`,
    startOver(shown),
  );
}

function foreign(shown: string, why: string): UserError {
  return new UserError(
    'bookmark/foreign',
    `the bookmark ${shown} cannot be used here: ${why}`,
    'give each project and environment a bookmark of its own',
  );
}

function startOver(shown: string): string {
  return `to begin again, delete ${shown} and say with --since where to begin`;
}

async function writeBookmark({file, shown}: BookmarkPlace, next: Bookmark, {disk, world}: Project): Promise<void> {
  try {
    // A link that was put there meanwhile is replaced, not followed.
    await replaceFile({disk, world}, {target: file, text: encodeBookmark(next), mode: MODE});
  } catch (error) {
    throw notWritten(shown, error);
  }
}

function notWritten(shown: string, cause: unknown): UserError {
  const why = errorCode(cause) === 'ENOENT' ? 'its directory does not exist' : explainFileError(cause);
  return new UserError('bookmark/not-written', `the bookmark ${shown} cannot be written: ${why}`, 'fix that, and run the command again', {
    cause,
  });
}
