/** Takes pictures of pages in a browser, as PNG of at most 256 colours. */
import {crc32, deflateSync} from 'node:zlib';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import {unified} from 'unified';

const MOST_COLORS = 256;

/** The picture of a page of HTML, cut at `height` pixels. */
export async function takePicture(browser, {html, url, width, height}) {
  const page = await browser.newPage({viewport: {width, height: 400}, colorScheme: 'light'});
  if (url === undefined) await page.setContent(html, {waitUntil: 'load'});
  else await page.goto(url, {waitUntil: 'load'});
  const whole = await page.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
  const shot = await page.screenshot({clip: {x: 0, y: 0, width, height: Math.min(whole, height)}, fullPage: true});
  await page.close();
  return encode(await readPixels(browser, shot));
}

/** A page with Markdown as GitHub shows it in a comment. */
export function renderComment(markdown) {
  const parsed = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  const steps = unified().use(remarkRehype, {allowDangerousHtml: true}).use(rehypeRaw).use(rehypeSanitize);
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main><h6>github-actions <i>bot</i></h6>${write(steps.runSync(parsed))}</main>`;
}

const STYLE = `
body{margin:0;font:14px/1.5 -apple-system,"Segoe UI","DejaVu Sans",sans-serif;color:#1f2328;background:#fff}
main{margin:8px;border:1px solid #d1d9e0;border-radius:6px;padding:0 16px 12px}
h6{margin:0 -16px 14px;padding:8px 16px;background:#f6f8fa;border-bottom:1px solid #d1d9e0;font-size:14px;border-radius:6px 6px 0 0}
h6 i{font-weight:400;font-size:12px;border:1px solid #d1d9e0;border-radius:2em;padding:0 6px;font-style:normal}
h2,h3,h4{line-height:1.25;margin:16px 0 12px}h2{font-size:1.5em;border-bottom:1px solid #d1d9e0b3;padding-bottom:.3em}h3{font-size:1.25em}h4{font-size:1em}
p,ul,ol,table,pre,details{margin:0 0 12px}ul{padding-left:2em}a{color:#0969da;text-decoration:none}
code{font:12px "DejaVu Sans Mono",monospace;background:#818b981f;padding:.2em .4em;border-radius:6px}
pre{background:#f6f8fa;padding:12px;border-radius:6px;overflow:auto}pre code{background:none;padding:0}
table{border-collapse:collapse;display:block;width:max-content;max-width:100%;overflow:auto}th,td{border:1px solid #d1d9e0;padding:6px 13px}tr:nth-child(2n) td{background:#f6f8fa}
blockquote{margin:0 0 12px;padding:0 1em;color:#59636e;border-left:.25em solid #d1d9e0}sub,small{color:#59636e}`;

const EMPTY = ['br', 'hr', 'img', 'input'];

function write(node) {
  if (node.type === 'text') return toEntities(node.value);
  const inner = (node.children ?? []).map(write).join('');
  if (node.type !== 'element') return inner;
  const given = Object.entries(node.properties ?? {}).filter(([, value]) => value !== false && value != null);
  const attributes = given.map(([name, value]) => ` ${name.toLowerCase()}="${toEntities(String(value))}"`).join('');
  return `<${node.tagName}${attributes}>${EMPTY.includes(node.tagName) ? '' : `${inner}</${node.tagName}>`}`;
}

function toEntities(text) {
  return text.replace(/[&<>"]/g, sign => `&#${sign.codePointAt(0)};`);
}

/** The bytes of a picture, four a pixel, as the browser decodes them. */
async function readPixels(browser, shot) {
  const page = await browser.newPage();
  const read = await page.evaluate(
    async source => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const {data} = context.getImageData(0, 0, image.width, image.height);
      let text = '';
      for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
      return {width: image.width, height: image.height, bytes: btoa(text)};
    },
    `data:image/png;base64,${shot.toString('base64')}`,
  );
  await page.close();
  return {...read, bytes: Buffer.from(read.bytes, 'base64')};
}

/** A PNG with a palette of the most frequent colours; each other one becomes the nearest of them. */
function encode({width, height, bytes}) {
  const counts = new Map();
  for (let at = 0; at < bytes.length; at += 4) {
    const color = soften(bytes, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_COLORS)
    .map(([color]) => color);
  const numbers = new Map(palette.map((color, index) => [color, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = soften(bytes, (y * width + x) * 4);
      if (!numbers.has(color)) numbers.set(color, nearest(palette, color));
      rows[y * (width + 1) + 1 + x] = numbers.get(color);
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap(color => [color >> 16, (color >> 8) & 255, color & 255]));
  const chunks = [
    chunk('IHDR', size),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, {level: 9, memLevel: 9})),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks]);
}

/** Colours of 5 bits a part: the edges of letters need no more, and pack better. White stays white. */
function soften(bytes, at) {
  const part = value => Math.round(Math.round(value / 8.2258) * 8.2258);
  return (part(bytes[at]) << 16) | (part(bytes[at + 1]) << 8) | part(bytes[at + 2]);
}

function nearest(palette, color) {
  const distance = other =>
    ((color >> 16) - (other >> 16)) ** 2 + (((color >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((color & 255) - (other & 255)) ** 2;
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best]) ? index : best), 0);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
