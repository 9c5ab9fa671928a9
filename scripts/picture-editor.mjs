/** Draws what an editor shows of a spec: text, underlines and offers, as the language server of editors answers. */
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildSync} from 'esbuild';
import {drawLines, escapeXml, placeOf} from './picture-terminal.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const GROUND = '#ffffff';
const MOST_SHOWN = 76;
const WRONG = '#cf222e';

const FAULTY = `name: Acme pricing
schedule:
  text: every mintes
  timezone: Europe/Berlin
goal: Tell me when a price changes
targets:
  - type: scrape
    urls: https://acme.example/pricing
`;

const BEGUN = `name: Acme pricing
schedule: {text: hourly}
goal: Tell me when a price changes
targets:
  - type: scrape
    urls: [https://acme.example/pricing]
    scrapeOptions:
      |
`;

/** An SVG of two texts: one with mistakes, one where a member is to be completed. */
export async function drawEditor() {
  const {LanguageServer, readCursor} = loadServer();
  const server = await LanguageServer.start({[join(root, 'schemas/spec.schema.json')]: ['*.yaml']}, true);
  const found = await server.diagnose('acme.yaml', FAULTY);
  const cursor = readCursor(BEGUN);
  const offers = await server.complete('acme.yaml', cursor);
  await server.stop();
  if (found.length < 2 || offers.length < 5) throw new Error(`the editor shows too little: ${JSON.stringify({found, offers})}`);
  const upper = FAULTY.trimEnd().split('\n');
  const lower = cursor.text.trimEnd().split('\n');
  const first = upper.length + 1;
  const labels = offers.slice(0, 7).map(({label}) => label);
  const line = first + cursor.position.line;
  const lines = [
    ...upper.map((text, index) => [...colored(text), ...remark(found, index)]),
    [],
    ...lower.map(colored),
    ...Array(labels.length).fill([]),
  ];
  const above = [...found.map(underline), ...drawOffers(labels, {line, column: cursor.position.character})];
  return drawLines(lines, {
    ground: GROUND,
    ink: '#1f2328',
    above: [`<g fill="none" stroke="#d1d9e0"><rect x="0.5" y="0.5" width="99.8%" height="99.8%" rx="8"/></g>`, ...above],
  });
}

/** The tests' own client of that server. */
function loadServer() {
  const options = {bundle: true, write: false, format: 'cjs', platform: 'node', external: ['yaml-language-server']};
  const {outputFiles} = buildSync({...options, entryPoints: [join(root, 'test/editor/language-server.ts')]});
  const module = {exports: {}};
  new Function('module', 'exports', 'require', outputFiles[0].text)(module, module.exports, createRequire(join(root, 'test/editor/x.js')));
  return module.exports;
}

function colored(text) {
  const [, start = '', name = '', rest = text] = /^([ -]*)([\w]+:)(.*)$/.exec(text) ?? [];
  return [{text: start}, {text: name, color: '#0550ae'}, {text: rest, color: '#0a3069'}];
}

function remark(found, index) {
  const here = found.find(({range}) => range.start.line === index);
  return here === undefined ? [] : [{text: `   ${shorten(here.message.split('\n')[0])}`, color: WRONG}];
}

function shorten(message) {
  return message.length <= MOST_SHOWN ? message : `${message.slice(0, MOST_SHOWN)}...`;
}

function underline({range: {start, end}}) {
  const from = placeOf(start.line, start.character);
  const width = Math.max(1, end.character - start.character) * 7.8;
  const waves = Array.from({length: Math.ceil(width / 6)}, () => 'q1.5 -3 3 0t3 0').join('');
  return `<path d="M${from.x.toFixed(1)} ${from.y + 18}${waves}" fill="none" stroke="${WRONG}"/>`;
}

function drawOffers(labels, {line, column}) {
  const {x, y} = placeOf(line, column);
  const width = Math.max(...labels.map(label => label.length)) * 7.8 + 40;
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${labels.length * 19 + 8}" rx="4" fill="#f6f8fa" stroke="#d1d9e0"/>`;
  const first = `<rect x="${x + 1}" y="${y + 4}" width="${width - 2}" height="19" fill="#ddf4ff"/>`;
  const texts = labels.map(
    (label, index) =>
      `<text x="${x + 12}" y="${y + 18 + index * 19}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#1f2328">${escapeXml(label)}</text>`,
  );
  return [box, first, ...texts];
}
