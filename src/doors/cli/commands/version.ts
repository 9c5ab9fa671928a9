import {command} from '../../../project/command-table';
import {sayVersion} from '../say-version';

/** `monitors version`: the same as `--version`. */
export const versionCommand = command(
  {
    path: 'version',
    summary: 'print the version',
    details:
      'Prints the version and the commit that it was built from, as `monitors --version` does. Where the Node is too old for a coming release, stderr says so.',
    examples: [
      ['For a bug report', 'monitors version'],
      ['The same', 'monitors --version'],
    ],
    flags: {},
  },
  async (_options, door) => {
    sayVersion(door.context);
    return 0;
  },
);
