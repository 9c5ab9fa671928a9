/** Why a file could not be read or written, in words that fit after "... cannot be read: ". */
export function explainFileError(error: unknown): string {
  const code = errorCode(error);
  return (code === undefined ? undefined : WORDS[code]) ?? (error as Error).message;
}

/** The system's code of an error, e.g. `ENOENT`; undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'what its path names as a directory is a file',
  EISDIR: 'it is a directory',
  ENXIO: 'it is a pipe, socket or device, not a file',
  EFBIG: 'it is too large',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its path leads through too many symbolic links',
};
