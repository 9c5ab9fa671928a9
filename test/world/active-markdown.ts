import {listNodes, renderGithubMarkdown} from './github-markdown';

/** Text that GitHub makes a mention or a reference of: of a person, an issue, a commit. */
const ACTIVE = /@[\w-]|#\d|\bGH-\d|\b[\da-f]{7,40}\b|https?:|www\./i;
const OUR_ELEMENTS = new Set(['h2', 'h3', 'h4', 'h5', 'p', 'strong', 'ul', 'li', 'a', 'code', 'pre']);

/** Everything in a text of ours that GitHub would act on. */
export function listActive(text: string): string[] {
  const {raw, read, sanitized} = renderGithubMarkdown(text);
  const nodes = listNodes(sanitized);
  return [
    ...listNodes(raw).flatMap(({node}) => (node.type === 'raw' ? [`HTML: ${node.value}`] : [])),
    ...(JSON.stringify(strip(read)) === JSON.stringify(strip(sanitized)) ? [] : ['the sanitizer takes something away']),
    ...nodes.flatMap(({node, within}) => {
      const {type, tagName = '', value = '', properties = {}, children = []} = node;
      if (type === 'text') return !/code|pre/.test(within.join(' ')) && ACTIVE.test(value) ? [`text: ${value}`] : [];
      if (type !== 'element') return [];
      if (!OUR_ELEMENTS.has(tagName)) return [`element: ${tagName}`];
      if (tagName !== 'a') return [];
      const isCode = children.length === 1 && children[0]?.tagName === 'code';
      const href = String(properties['href']);
      return /^https?:\/\/[^\s@/]+\/\S*$/.test(href) && isCode && !/github\.com|\/(?:issues|pull)\//.test(href) ? [] : [`link: ${href}`];
    }),
    ...(/^\s*::|##\[|##vso\[/m.test(text) ? ['a workflow command'] : []),
    ...(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) ? ['a character that is not seen'] : []),
    ...(text.length > 65_536 ? [`${text.length} characters`] : []),
  ];
}

/** Without places in the text. */
function strip(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'position' ? undefined : value)));
}
