const {default: Sequencer} = require('@jest/test-sequencer');

/** Files that take longest, longest first. By size, as Jest orders files that it does not know yet, most of these short ones come last. */
const LONGEST = [
  'faults/s3-crash-loop',
  'action/state-guard',
  'faults/input-hostile-files',
  'faults/s3-apply',
  'action/lost-state',
  'faults/s3-model',
  'action/lost-branch',
  'action/tries',
  'action/inputs',
  'action/comment-edits',
  'action/merge-makers',
  'action/merge-borrowed',
  'action/merge-races',
  'action/merge-drift',
  'faults/crash-loop-postgres',
  'faults/s3-histories',
  'action/repository-code',
  'faults/crash-loop.test',
  'action/merge-full',
  'cli/applies-at-once',
  'action/s3-state',
  'action/plan',
  'action/comment',
  'faults/crash-loop-fleet',
  'faults/full-crash',
  'cli/pre-commit',
  'action/set-back',
  'faults/s3-trouble',
  'faults/migrate-state',
  'action/merge',
  'faults/crash-loop',
  'contract/new-member',
  'faults/full-histories',
  'faults/full-edit-pairs',
  'faults/canary',
  'faults/process-apply',
  'cli/package',
  'faults/postgres-store',
];

/** Begins with what takes longest, so that no worker is left alone with it in the end. */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({path}) => LONGEST.findIndex(name => path.includes(`/test/${name}`));
    const place = test => (rank(test) === -1 ? LONGEST.length : rank(test));
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
