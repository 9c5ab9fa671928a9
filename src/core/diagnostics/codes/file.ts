import {codePages} from './code-page';

/** Codes of the family `file/`: files below the specs directory that cannot be read. */
export const fileCodes = codePages({
  'file/no-directory': {
    meaning: 'The specs directory does not exist.',
    fix: 'Pass the right one with `--specs`, or set `specs` in monitors.config.yaml.',
  },
  'file/no-specs': {
    meaning: 'The specs directory has no .yaml or .yml file; `_*` and `.*` are skipped.',
    fix: 'Add a spec, or pass another `--specs`.',
  },
  'file/symlink': {
    meaning: 'Symbolic links are not followed.',
    fix: 'Replace the link by the file, or begin its name with `_` to skip it.',
  },
  'file/not-regular': {
    meaning: 'A spec is a pipe, socket or device.',
    fix: 'Remove it, or begin its name with `_`.',
  },
  'file/letter-case': {
    meaning: 'The ending has capitals (`a.YAML`). Skipped, its monitor would be deleted.',
    fix: 'Write `.yaml` or `.yml`.',
  },
  'file/too-large': {
    meaning: 'The file is larger than 1 MiB and was not read.',
    fix: 'Split the file, or move it out of the specs directory.',
  },
  'file/unreadable': {
    meaning: 'The file or directory may not be read, or disappeared meanwhile.',
    fix: 'Fix its permissions, or remove it.',
  },
  'file/too-many': {
    meaning: 'More than 100,000 specs or 64 levels; probably the wrong directory.',
    fix: 'Pass the right directory with `--specs`.',
  },
});
