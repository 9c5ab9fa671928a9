import {command} from '../../project/command-table';
import {word} from '../../project/flags';

/** The schemas, by the word that asks for them; each is loaded only when it is asked for. */
const SCHEMAS = {
  spec: () => import('../../../schemas/spec.schema.json'),
  layer: () => import('../../../schemas/layer.schema.json'),
  data: () => import('../../../schemas/data.schema.json'),
  config: () => import('../../../schemas/config.schema.json'),
  validate: () => import('../../../schemas/validate.schema.json'),
  plan: () => import('../../../schemas/plan.schema.json'),
  render: () => import('../../../schemas/render.schema.json'),
  apply: () => import('../../../schemas/apply.schema.json'),
  accept: () => import('../../../schemas/accept.schema.json'),
  init: () => import('../../../schemas/init.schema.json'),
  pull: () => import('../../../schemas/pull.schema.json'),
  import: () => import('../../../schemas/import.schema.json'),
  factor: () => import('../../../schemas/factor.schema.json'),
  recover: () => import('../../../schemas/recover.schema.json'),
  resolve: () => import('../../../schemas/resolve.schema.json'),
  status: () => import('../../../schemas/status.schema.json'),
  alerts: () => import('../../../schemas/alerts.schema.json'),
  report: () => import('../../../schemas/report.schema.json'),
  checks: () => import('../../../schemas/checks.schema.json'),
  diff: () => import('../../../schemas/diff.schema.json'),
  changes: () => import('../../../schemas/changes.schema.json'),
  tune: () => import('../../../schemas/tune.schema.json'),
  run: () => import('../../../schemas/run.schema.json'),
  explain: () => import('../../../schemas/explain.schema.json'),
  try: () => import('../../../schemas/try.schema.json'),
  state: () => import('../../../schemas/state.schema.json'),
};

/** The words that `monitors schema` knows. */
const schemaNames = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

/** `monitors schema [spec|layer|...]`: a JSON Schema, for editors and other programs. */
export const schemaCommand = command(
  {
    path: 'schema',
    summary: 'print a JSON Schema, for editors and other programs',
    details: `
      \`spec\` (default), \`layer\` (defaults and overlays), \`data\` (rows in YAML) and \`config\` describe the files that you
      write. The others describe what the command of that name prints with \`--format json\`, errors included.

      \`plan\` also covers a saved plan, \`apply\` each line of \`--format jsonl\`, and \`state\` all commands of \`monitors state\`.
    `,
    examples: [
      ['Completion and hovers for specs', 'monitors schema spec > .vscode/monitors.schema.json'],
      ['For the config file', 'monitors schema config'],
      ['For a program that reads plans', 'monitors schema plan'],
    ],
    flags: {},
    operands: {name: word(schemaNames, 'optional', 'spec')},
  },
  async ({name}, door) => {
    const {default: schema} = await SCHEMAS[name]();
    door.print(`${JSON.stringify(schema, null, 2)}\n`);
    return 0;
  },
);
