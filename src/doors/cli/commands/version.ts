import {describeTool} from '../../../core/base/version';
import {command} from '../../../project/command-table';

/** `monitors version`: the same as `--version`. */
export const versionCommand = command(
  {
    path: 'version',
    summary: 'print the version',
    details: 'Prints the version and the commit that it was built from, as `monitors --version` does.',
    examples: [
      ['For a bug report', 'monitors version'],
      ['The same', 'monitors --version'],
    ],
    flags: {},
  },
  async (_options, door) => {
    door.print(`${describeTool()}\n`);
    return 0;
  },
);
