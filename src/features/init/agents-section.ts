import {posix} from 'node:path';
import type {ScaffoldFacts, ScaffoldFile} from '../../core/writing/scaffold-step';
import {codeSpan} from '../../rendering/escape-markdown';

/** Lists what an agent may run; in the directory of the project, where agents look first. */
export function renderAgents({prefix, specs, state}: ScaffoldFacts): ScaffoldFile {
  const text = `<!-- monitors init -->
## Web monitors

${codeSpan(specs)} holds web monitors as code: a YAML file each, or a list with its rows. The path of a file is the monitor's key.

- After an edit, run \`monitors validate\` and \`monitors plan\`. They need no key and change nothing.
- With a key, \`monitors status\`, \`monitors changes\` and \`monitors alerts\` read what monitors found.
- \`monitors try FILE --max-credits 20\` fetches pages and costs credits: ask before you run it.
- Do not run \`monitors apply\`, and do not edit ${codeSpan(state)} or its journal. Show the plan to a person, who runs
  \`monitors apply --approve DIGEST\` or merges the pull request.
- To rename a file, use \`monitors state mv\` or \`sync.renamedFrom\`: else its monitor is deleted, and another one created and paid for.
`;
  return {role: 'agents', kind: 'section', path: posix.join(prefix, 'AGENTS.md'), text};
}
