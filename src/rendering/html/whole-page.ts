import {sha256} from '../../core/json/canonical';
import {html, type Markup, trusted} from './markup';

/** A page, from its doctype to its end. */
interface WholePage {
  /** First lines of the file, by which the tool knows its own pages. */
  readonly beginning: string;
  readonly title: string;
  /** Name of what made it. */
  readonly generator: string;
  readonly style: string;
  /** Content of the body. */
  readonly body: Markup;
}

/**
 * A page in one file without scripts, which sends no request. Its policy allows its own styles, by their hash, and nothing else.
 */
export function renderWholePage({beginning, title, generator, style, body}: WholePage): string {
  const hash = Buffer.from(sha256(style), 'hex').toString('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${generator}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}</body>
</html>
`;
  return `${beginning}${page.text}`;
}
