/** Makes docs/diagnostics.md from the pages in src/diagnostics/codes/. */
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What each family is about and how its codes end a run, in the order of a run. */
const families = {
  file: 'Finding and reading spec files.',
  yaml: 'What a spec file may hold as YAML.',
  schema: 'Members, types and values that the service document defines.',
  spec: 'Rules across members and across specs, and the member `sync`.',
  schedule: 'When a monitor runs.',
  service: 'What the service document allows or leaves open, but Firecrawl refuses or never runs.',
  risk: 'Allowed, but probably not what is meant.',
  secret: 'References to secrets, and secrets in the wrong place.',
  config: 'Flags, environment and `monitors.config.yaml`.',
  state: 'The state file, its journal and its lock.',
  git: 'The repository of a GitHub Action that commits state and journal.',
  plan: 'What plan holds back or points out.',
  live: 'Asking the service what it holds (full operations).',
  apply: 'What became of an apply.',
  action: 'What the GitHub Action refuses or points out.',
};

/** What is said of a family's severity, where one sentence covers it. */
const severities = {
  file: "Errors: exit code 1 where they are about a spec, 3 where the specs can't be read at all.",
  yaml: 'Errors (exit code 1).',
  service: 'Warnings; errors with `--strict service` and `--strict all`.',
  risk: 'Warnings; errors with `--strict all`.',
  config: 'End the run with exit code 3 before anything was changed.',
  state: 'End the run with exit code 3 before anything was changed, if nothing else is said.',
  git: 'End a run of the action with exit code 3 before anything was changed; `git/state-changed` and `git/push-failed` after creates with exit code 5.',
  live: 'End the run with exit code 3 before anything was changed.',
  plan: 'Held changes are listed in the plan; apply does the rest and ends with exit code 1. Refusals end with exit code 3.',
};

/** The text of docs/diagnostics.md. */
export async function renderDiagnosticsPage() {
  const pages = await loadPages();
  const codes = Object.keys(pages).sort();
  const unknown = codes.filter(code => !(familyOf(code) in families));
  if (unknown.length > 0)
    throw new Error(`these codes belong to no family that scripts/diagnostics-reference.mjs knows: ${unknown.join(', ')}`);
  const shown = Object.keys(families).filter(family => codes.some(code => familyOf(code) === family));
  const sections = shown.map(family =>
    familySection(
      family,
      codes.filter(code => familyOf(code) === family),
      pages,
    ),
  );
  return `${[...introduction(shown), ...sections].join('\n\n')}\n`;
}

function introduction(shown) {
  return [
    '<!-- Generated from src/diagnostics/codes/ by `npm run docs`. Edit there. -->',
    '# Diagnostics',
    'Every finding and every refusal carries a code, `family/name`. This page says what each one means, shows what causes it and how to mend it. Exit codes are on [their own page](output.md#exit-codes).',
    'A finding is an *error* or a *warning*. Errors stop `plan` and `apply`, and end `validate` with exit code 1. `--strict service` turns the warnings of the family `service/` into errors, `--strict all` every warning.',
    shown.map(family => `- [\`${family}/\`](#${family}): ${families[family]}`).join('\n'),
  ];
}

function familySection(family, codes, pages) {
  const severity = severities[family] === undefined ? '' : ` ${severities[family]}`;
  return [`## ${family}`, `${families[family]}${severity}`, ...codes.map(code => codeSection(code, pages[code]))].join('\n\n');
}

function codeSection(code, {meaning, example, fix}) {
  return [`### ${code}`, meaning, fenced(example), `**Fix:** ${fix}`].join('\n\n');
}

function fenced(example) {
  const longest = Math.max(2, ...(example.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${example}\n${fence}`;
}

function familyOf(code) {
  return code.split('/')[0];
}

/** Bundles the tables, which are TypeScript, into one module in memory and reads them from there. */
async function loadPages() {
  const result = await build({
    entryPoints: [join(root, 'src/diagnostics/codes/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const source = Buffer.from(result.outputFiles[0].contents).toString('base64');
  const {diagnosticCodes} = await import(`data:text/javascript;base64,${source}`);
  return diagnosticCodes;
}
