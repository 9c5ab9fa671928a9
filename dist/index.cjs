'use strict';
const {MonitorsError, apply, importMonitors, loadSpecs, plan, pull, readState, validate} = require('./monitors.cjs');
module.exports = {MonitorsError, apply, importMonitors, loadSpecs, plan, pull, readState, validate};
