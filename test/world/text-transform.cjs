/** Gives a template as text to the module that imports it, as scripts/build.mjs does. */
module.exports = {process: text => ({code: `module.exports = ${JSON.stringify(text)};`})};
