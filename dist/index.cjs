'use strict';
const {MonitorsError, apply, loadSpecs, plan, validate} = require('./monitors.cjs');
module.exports = {MonitorsError, apply, loadSpecs, plan, validate};
