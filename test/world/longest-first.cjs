const {default: Sequencer} = require('@jest/test-sequencer');
const LONG = require('./long-tests.json');
const {nameOf} = require('./turns.cjs');

/**
 * Begins with what takes longest, so that no worker is left alone with it in the end. By size, as Jest orders files that it does not know
 * yet, it would come anywhere.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const places = new Map(LONG.map((name, place) => [name, place]));
    const place = ({path}) => places.get(nameOf(path)) ?? LONG.length;
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
