import {buildSync} from 'esbuild';

/** A node of a tree of HTML, as unified has it. */
export interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HtmlNode[];
}

/** A text of Markdown on the way that it goes on GitHub. */
interface RenderedMarkdown {
  /** Markdown with GitHub's extensions; raw HTML is a node of its own. */
  readonly raw: HtmlNode;
  /** With its HTML read. */
  readonly read: HtmlNode;
  /** Rest after GitHub's list of elements and attributes. */
  readonly sanitized: HtmlNode;
}

const SOURCE = `
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import {unified} from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm);
const toHtml = unified().use(remarkRehype, {allowDangerousHtml: true});
const readHtml = unified().use(rehypeRaw);
const sanitize = unified().use(rehypeSanitize);

export function render(text) {
  const raw = toHtml.runSync(parser.parse(text));
  const read = readHtml.runSync(structuredClone(raw));
  return {raw, read, sanitized: sanitize.runSync(structuredClone(read))};
}
`;

let render: ((text: string) => RenderedMarkdown) | null = null;

/** Renders Markdown as GitHub does, without its links of mentions and references. */
export function renderGithubMarkdown(text: string): RenderedMarkdown {
  render ??= load();
  return render(text);
}

/** The libraries are modules of a kind that Jest does not load. */
function load(): (text: string) => RenderedMarkdown {
  const options = {bundle: true, write: false, format: 'cjs', platform: 'node'} as const;
  const {outputFiles} = buildSync({...options, stdin: {contents: SOURCE, resolveDir: __dirname}});
  const module = {exports: {} as {render: (text: string) => RenderedMarkdown}};
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(module, module.exports, require);
  return module.exports.render;
}

/** All nodes of a tree, each with whether it stands in code or in a link, which GitHub searches for nothing. */
export function listNodes(root: HtmlNode, within: readonly string[] = []): {node: HtmlNode; within: readonly string[]}[] {
  const inner = root.tagName === undefined ? within : [...within, root.tagName];
  return [{node: root, within}, ...(root.children ?? []).flatMap(child => listNodes(child, inner))];
}
