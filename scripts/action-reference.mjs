/** Renders docs/action-reference.md: the inputs and outputs of the GitHub Action, as action.yml has them. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parse} from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

export function renderActionReference() {
  const {inputs, outputs} = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  return `# Action reference

<!-- Generated from action.yml by \`npm run docs\`. Edit there. -->

The inputs and outputs of the [GitHub Action](action.md). Defaults are in parentheses.

## Inputs

${toList(inputs)}

## Outputs

${toList(outputs)}
`;
}

function toList(members) {
  return Object.entries(members)
    .map(([name, {default: value, description}]) => `- \`${name}\`${value === undefined ? '' : ` (\`${value}\`)`}: ${toProse(description)}`)
    .join('\n');
}

/** Names and values of a description as code, where they would be read as HTML. */
function toProse(description) {
  return description.replace(/<[^>\s]+>/g, '`$&`');
}
