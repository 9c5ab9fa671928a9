const {existsSync, readFileSync, renameSync, writeFileSync} = require('node:fs');
const {dirname} = require('node:path');
const {Script} = require('node:vm');

/**
 * Starts the bundle of a mortal run with the compiled form that the first run which lived has left beside it: compiling would be half
 * of what each of hundreds of runs costs.
 */
const [bundle, order] = process.argv.slice(2);
const compiled = `${bundle}.compiled`;
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(`(function (require, module, exports, __filename, __dirname) {${readFileSync(bundle, 'utf8')}\n})`, {
  filename: bundle,
  cachedData,
});
if (cachedData === undefined) {
  process.on('exit', () => {
    const own = `${compiled}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, compiled);
  });
}
process.argv.splice(1, 3, bundle, order);
const own = {exports: {}};
script.runInThisContext()(require, own, own.exports, bundle, dirname(bundle));
