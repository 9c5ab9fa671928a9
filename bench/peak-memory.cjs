'use strict';
const {writeSync} = require('node:fs');
process.on('exit', () => {
  const {maxRSS, userCPUTime, systemCPUTime} = process.resourceUsage();
  writeSync(2, `peak-memory-kb ${maxRSS} cpu-ms ${Math.round((userCPUTime + systemCPUTime) / 1000)}\n`);
});
