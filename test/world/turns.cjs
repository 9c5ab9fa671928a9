const LONG = require('./long-tests.json');

/** All of it every time: monitors that are paid for twice. */
const ALWAYS = ['faults/crash-loop'];

/** All on one day: what comes before their tests takes longer than these, or each test goes on where the last one ended. */
const TOGETHER = [
  ...['contract/new-member', 'unit/features/tune/web-noise'],
  ...['action/walk', 'contract/json-outputs', 'editor/many-monitors'],
];

/** The days on which each test has its turn once: faults come more often. */
const DAYS = {faults: 10, others: 14};

/**
 * Leaves the tests of long files (long-tests.json) to other days but for a part, where `MONITORS_TEST_TURN` is the number of a day.
 * Files begin at different tests, so that each day has some of all kinds.
 */
exports.leaveToOtherDays = (root, path) => {
  const day = process.env.MONITORS_TEST_TURN;
  const name = nameOf(path);
  const place = LONG.indexOf(name);
  if (day === undefined || place === -1 || ALWAYS.includes(name)) return;
  const days = name.startsWith('faults/') ? DAYS.faults : DAYS.others;
  const step = TOGETHER.includes(name) ? 0 : 1;
  for (const [index, test] of listTests(root).entries()) {
    if (test.mode === undefined && (place + step * index) % days !== Number(day) % days) test.mode = 'skip';
  }
};

/** The name of a file in long-tests.json. */
function nameOf(path) {
  return path.replaceAll('\\', '/').replace(/^.*\/test\/(.*)\.test\.ts$/, '$1');
}
exports.nameOf = nameOf;

function listTests({children}) {
  return children.flatMap(child => (child.type === 'describeBlock' ? listTests(child) : [child]));
}
