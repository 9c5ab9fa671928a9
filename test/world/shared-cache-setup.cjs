const {mkdtempSync} = require('node:fs');
const {tmpdir} = require('node:os');
const {join} = require('node:path');

/** One cache directory for all commands that the tests start: compiling the bundle anew would be most of what each costs. */
module.exports = () => {
  process.env.MONITORS_TEST_CACHE = mkdtempSync(join(tmpdir(), 'monitors-test-cache-'));
};
