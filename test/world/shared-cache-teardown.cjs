const {rmSync} = require('node:fs');

/** Removes what shared-cache-setup.cjs made. */
module.exports = () => rmSync(process.env.MONITORS_TEST_PLACE, {recursive: true, force: true});
