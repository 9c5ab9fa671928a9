import {CONFIG_SCHEMA_PATH, pathFrom} from './editor-template';
import type {ScaffoldFacts} from './scaffold-step';

/** A config file: the project's name, and what else could stand there as comments. */
export function renderConfig({project, prefix}: ScaffoldFacts): string {
  return `# yaml-language-server: $schema=${pathFrom(prefix, CONFIG_SCHEMA_PATH)}
# Part of every monitor's identity: choose it before the first apply, then keep it.
project: ${toScalar(project)}

# plan and apply refuse what would raise the estimate above this:
# budget:
#   creditsPerMonth: 10000

# The only environment variables that specs may refer to, as in "Bearer \${env:WEBHOOK_TOKEN}":
# secrets:
#   allow: [WEBHOOK_TOKEN]
`;
}

/** A name as YAML reads it back: quoted where it would be a number or a word of YAML's own. */
function toScalar(name: string): string {
  return /^[A-Za-z]/.test(name) && !/^(?:true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}
