/** Renders docs/action-reference.md: the workflow that `init` writes, and the inputs and outputs of the Action, as action.yml has them. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parse} from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

export function renderActionReference() {
  const {inputs, outputs} = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  return `# Action reference

<!-- Generated from action.yml and src/features/init/workflow.yml by \`npm run docs\`. Edit there. -->

The workflow of \`monitors init\`, and the inputs and outputs of the [GitHub Action](action.md).

## Workflow

Replace \`OWNER\` and the commit (not a tag) with those of the action that you use:

\`\`\`yaml
${renderWorkflow()}
\`\`\`

## Inputs

Defaults are in parentheses.

${toList(inputs)}

## Outputs

${toList(outputs)}
`;
}

const PLACES = {
  name: 'monitors',
  branch: 'main',
  action: 'OWNER/monitors-as-code@0123456789abcdef0123456789abcdef01234567 # v0.1.0',
  inputs: '',
  approvals: 'monitors',
};

function renderWorkflow() {
  const [, checkout] = /CHECKOUT_REFERENCE = '([^']+)'/.exec(readFileSync(join(root, 'src/features/init/release.ts'), 'utf8'));
  const [, ...lines] = readFileSync(join(root, 'src/features/init/workflow.yml'), 'utf8').trimEnd().split('\n');
  return lines.join('\n').replace(/@([a-z]+)@/g, (_, name) => ({...PLACES, checkout})[name]);
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
