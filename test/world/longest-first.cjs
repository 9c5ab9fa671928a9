const {default: Sequencer} = require('@jest/test-sequencer');

/** Files that take longest, longest first. By size, as Jest orders files that it does not know yet, most of these short ones come last. */
const LONGEST = [
  'faults/input-hostile-files',
  'faults/crash-loop-postgres',
  'action/lost-state',
  'contract/new-field',
  'cli/pre-commit',
  'faults/crash-loop.test',
  'faults/crash-loop-fleet',
  'faults/full-crash',
  'action/lost-branch',
  'action/repository-code',
  'action/merge',
  'faults/full-histories',
  'faults/crash-loop',
  'faults/full-edit-pairs',
  'faults/canary',
  'cli/refresh',
  'cli/factor',
  'cli/package',
  'faults/postgres-store',
  'cli/keys',
  'contract/pull-round-trip',
  'contract/factor-model',
];

/** Begins with what takes longest, so that no worker is left alone with it in the end. */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({path}) => LONGEST.findIndex(name => path.includes(`/test/${name}`));
    const place = test => (rank(test) === -1 ? LONGEST.length : rank(test));
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
