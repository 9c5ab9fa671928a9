import {readFileSync} from 'node:fs';

/**
 * Three things that js-yaml does each time, done once: its ES module build spreads options into the parser's state, which
 * leaves Node 20 with a slow object where the parser needs its fastest (and its CommonJS build is slow to call); it adds an
 * end mark in a way that makes V8 look up each character in two steps; and it searches each scalar for unprintable
 * characters, although a text without any has none in its parts. Without them a parse takes a quarter of the time.
 */
export const fastParser = {
  name: 'fast-parser',
  setup({onLoad}) {
    onLoad({filter: /js-yaml\.mjs$/}, ({path}) => {
      let contents = readFileSync(path, 'utf8');
      const replace = (part, replacement) => {
        if (!part.test(contents)) throw new Error(`js-yaml is written differently now: ${part} is not in it`);
        contents = contents.replace(part, replacement);
      };
      replace(
        /const state = \{\s*\.\.\.DEFAULT_PARSER_OPTIONS,\s*\.\.\.options,([\s\S]*?)\n\s*\};/,
        'const state = Object.assign({}, DEFAULT_PARSER_OPTIONS, options, {$1, isPrintable: !PATTERN_NON_PRINTABLE.test(input)});',
      );
      replace(/input: `\$\{input\}\\0`/, 'input: [input, "\\0"].join("")');
      replace(/function checkPrintable\(state, start, end\) \{/, '$&\n\tif (state.isPrintable) return;');
      return {contents};
    });
  },
};
