import {codePages} from './code-page';

/** Codes of the family `file/`: what stands below the specs directory and is not read. */
export const fileCodes = codePages({
  'file/no-directory': {
    meaning: 'The specs directory is missing or is no directory. That is never taken for "no monitors wanted".',
    example: 'monitors validate --specs monitor   # a typo',
    fix: 'Give the directory that holds the specs with `--specs`, or set `specs` in monitors.config.yaml.',
  },
  'file/no-specs': {
    meaning:
      'The specs directory holds no spec: no file whose name ends in .yaml or .yml and begins with neither `_` nor `.`. That is never taken for "no monitors wanted".',
    example: 'mkdir monitors && monitors plan',
    fix: 'Put a spec below the directory, or name another directory with `--specs`.',
  },
  'file/symlink': {
    meaning: 'A symbolic link stands below the specs directory. Links are not followed, because they can lead to files that are no specs.',
    example: 'ln -s ../shared/shop.yaml monitors/shop.yaml',
    fix: 'Put the file itself there, or remove the link. A name that begins with `_` or `.` is skipped.',
  },
  'file/not-regular': {
    meaning: 'Something with the name of a spec is no regular file: a pipe, a socket or a device.',
    example: 'mkfifo monitors/shop.yaml',
    fix: 'Remove it, or give it a name that begins with `_`.',
  },
  'file/too-large': {
    meaning: 'The file is larger than 1 MiB. A spec is a few kilobytes, and one larger than that is refused unread.',
    example: 'A database dump saved as monitors/dump.yaml.',
    fix: 'Move what is no spec out of the specs directory, or split the file.',
  },
  'file/unreadable': {
    meaning: 'The system does not let this process read the file or directory, or it vanished while it was being read.',
    example: 'chmod 000 monitors/shop.yaml',
    fix: 'Mend its permissions, or remove it.',
  },
  'file/too-many': {
    meaning:
      'More than 50,000 specs, or directories nested more than 64 deep, stand below the specs directory. Most often it is the wrong one.',
    example: 'monitors validate --specs /',
    fix: 'Name the directory that holds only specs with `--specs`.',
  },
});
