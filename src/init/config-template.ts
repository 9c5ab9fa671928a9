import {CONFIG_SCHEMA_PATH, pathFrom} from './editor-template';
import type {ScaffoldFacts} from './scaffold-step';

/** Renders a config file with the project's name, and other settings as comments. */
export function renderConfig({project, prefix}: ScaffoldFacts): string {
  return `# yaml-language-server: $schema=${pathFrom(prefix, CONFIG_SCHEMA_PATH)}
# Part of every monitor's identity. Do not change it after the first apply.
project: ${toScalar(project)}

# plan and apply refuse changes that raise the estimate above this:
# budget:
#   creditsPerMonth: 10000

# The environment variables that specs may use, as in "Bearer \${env:WEBHOOK_TOKEN}":
# secrets:
#   allow: [WEBHOOK_TOKEN]
`;
}

/** Quotes a name that YAML would read as a number, a boolean or null. */
function toScalar(name: string): string {
  return /^[A-Za-z]/.test(name) && !/^(?:true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}
