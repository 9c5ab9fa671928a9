/** Why a file could not be read or written, in words that fit behind "... cannot be read: ". */
export function explainFileError(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : WORDS[code]) ?? message;
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'what its path names as a directory is a file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its path leads through too many symbolic links',
};
