/**
 * Loaded before a run by scripts/counts.mjs: counts what the run does, and writes the counts to the file named in `COUNTS_FILE` when the
 * process ends. Calls are those of functions in the bundles of our own sources; bytes are those that were hashed, and parsed as JSON. Bytes that
 * are read are not counted: they differ between two runs of one plan.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');
const {Session} = require('node:inspector');
const {basename} = require('node:path');

/** The bundles of libraries, whose calls are not ours. */
const LIBRARIES = /^(?:undici|yaml|csv-parse-sync|pg|aws-sdk-client-s3|echarts|diff|htmlparser2|tldts)\.cjs$/;

const file = process.env.COUNTS_FILE;
const counts = {'files opened': 0, 'bytes hashed': 0, 'bytes parsed': 0};

/** Calls `note` with the result and the arguments of each call of a method. */
function watch(owner, name, note) {
  const method = owner[name];
  owner[name] = function (...args) {
    const result = method.apply(this, args);
    note(result, args);
    return result;
  };
}

const sizeOf = value => (typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength);

// A file that is read by its name is opened and read inside of Node.
watch(fs, 'openSync', () => (counts['files opened'] += 1));
watch(fs, 'readFileSync', (_content, [from]) => {
  if (typeof from !== 'number') counts['files opened'] += 1;
});
watch(JSON, 'parse', (_value, [text]) => (counts['bytes parsed'] += sizeOf(String(text))));
watch(Object.getPrototypeOf(crypto.createHash('sha256')), 'update', (_hash, [data]) => (counts['bytes hashed'] += sizeOf(data)));
if (crypto.hash !== undefined) watch(crypto, 'hash', (_digest, [, data]) => (counts['bytes hashed'] += sizeOf(data)));

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});

process.on('exit', () => {
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw error;
    const own = answer.result.filter(({url}) => /\/dist\/[^/]+\.cjs$/.test(url) && !LIBRARIES.test(basename(url)));
    const calls = own.flatMap(({functions}) => functions.map(({ranges: [range]}) => range.count)).reduce((sum, count) => sum + count, 0);
    fs.writeFileSync(file, JSON.stringify({'calls of our functions': calls, ...counts}));
  });
});
