/** Draws what a command printed in a terminal as SVG: text, so that it stays small, sharp and searchable. */

const CHARACTER = 7.8;
const LINE = 19;
const EDGE = 16;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const GROUND = '#0d1117';
const INK = '#e6edf3';
const COLORS = {31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 34: '#79c0ff', 35: '#d2a8ff', 36: '#76e3ea', 90: '#8b949e'};

/** An SVG of a prompt with its command, and the lines that it printed. `steps` are `{command, output}`. */
export function drawTerminal(steps) {
  const lines = steps.flatMap(({command, output}, index) => [
    ...(index === 0 ? [] : ['']),
    `\u001b[32m$\u001b[0m \u001b[1m${command}\u001b[0m`,
    ...output.trimEnd().split('\n'),
  ]);
  return drawLines(lines.map(readLine), {ground: GROUND, ink: INK});
}

/** An SVG of lines, each a list of `{text, color, isBold, isFaint}`; `above` is drawn over them, and its title is the first line. */
export function drawLines(lines, {ground, ink, above = []}) {
  const title = lines[0]
    .map(({text}) => text)
    .join('')
    .trim();
  const width = EDGE * 2 + Math.ceil(Math.max(...lines.map(widthOf), 60) * CHARACTER);
  const height = EDGE * 2 + lines.length * LINE;
  const texts = lines.flatMap((line, index) => drawLine(line, EDGE + index * LINE + 14));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>`,
    `<g font-family="${FONT}" font-size="13" fill="${ink}" xml:space="preserve">`,
    ...texts,
    '</g>',
    ...above,
    '</svg>\n',
  ].join('\n');
}

/** Left edge of a column and top of a line, both from 0. */
export function placeOf(line, column) {
  return {x: EDGE + column * CHARACTER, y: EDGE + line * LINE};
}

/** A text of XML. */
export function escapeXml(text) {
  return text.replace(/[&<>"]/g, sign => `&#${sign.codePointAt(0)};`);
}

function widthOf(line) {
  return line.reduce((sum, {text}) => sum + [...text].length, 0);
}

/** Each part has its own place, so that columns stand in line with every font. */
function drawLine(line, y) {
  let column = 0;
  return line.flatMap(({text, color, isBold, isFaint}) => {
    const x = EDGE + column * CHARACTER + (text.length - text.trimStart().length) * CHARACTER;
    const shown = text.trim();
    column += [...text].length;
    if (shown === '') return [];
    const style = `${color === undefined ? '' : ` fill="${color}"`}${isBold ? ' font-weight="bold"' : ''}${isFaint ? ' opacity="0.65"' : ''}`;
    const length = ([...shown].length * CHARACTER).toFixed(1);
    return [`<text x="${x.toFixed(1)}" y="${y}" textLength="${length}"${style}>${escapeXml(shown)}</text>`];
  });
}

/** Parts of a line with the styles that its escape sequences give. */
function readLine(line) {
  const parts = [];
  let style = {};
  for (const [, codes, text] of `\u001b[m${line}`.matchAll(/\u001b\[([\d;]*)m([^\u001b]*)/g)) {
    for (const code of codes.split(';').map(Number)) style = withCode(style, code);
    if (text !== '') parts.push({text, ...style});
  }
  return parts;
}

function withCode(style, code) {
  if (code === 0) return {};
  if (code === 1) return {...style, isBold: true};
  if (code === 2) return {...style, isFaint: true};
  if (code === 22) return {...style, isBold: false, isFaint: false};
  return {...style, color: COLORS[code] ?? COLORS[code - 60]};
}
