/** Makes docs/diagnostics.md from the pages in src/core/diagnostics/codes/. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Topic of each family, and how its codes end a run; in the order of a run. */
const families = {
  file: "Reading spec files. Exit code 1; 3 if the directory can't be read.",
  yaml: 'What YAML a spec may contain. Exit code 1.',
  schema: 'Members, types and values of a spec.',
  spec: 'Rules across members and specs, and the member `sync`.',
  fleet: 'What specs inherit, and references to rows and variables.',
  schedule: 'When a monitor runs.',
  service:
    'Refused by Firecrawl, failing at every check, or undocumented. Warnings; errors with `--strict service` or `all`. Those marked with a version are new: for two minor versions `--strict service` makes them errors only for monitors that `plan` or `apply` would create or change.',
  risk: 'Allowed, but probably a mistake. Warnings; errors with `--strict all`.',
  rule: 'The `rules` of a team in the config, which may make them warnings.',
  secret: 'References to secrets, and secrets in the wrong place.',
  list: 'Rows of `sync.each`. Errors say nothing of a data file but row and column.',
  config: 'Flags, environment, config. Exit code 3; nothing was changed.',
  state: 'State, journal and lock: [what to do](recovery.md). Exit code 3, or 5 after creates.',
  git: 'The repository of the GitHub Action: [what to do](recovery.md#after-a-run-of-the-action). Exit code 3; after creates, `git/state-changed` and `git/push-failed` exit with 5.',
  plan: 'What a plan holds back or points out. Apply makes the others and exits with 1; a refused plan with 3.',
  page: 'What `monitors try` finds about pages. Errors exit with 1.',
  live: 'Reading monitors from the service (full operations). Exit code 3; nothing was changed.',
  bookmark: 'The file that chains calls of `monitors changes`. Exit code 3.',
  apply: 'Results of an apply: [what to do](recovery.md).',
  alerts: '[Whether alerts arrive](alerts.md).',
  tune: '[Proposals](noise.md) that `monitors tune --write` takes. Exit code 3.',
  action: 'Errors and warnings of the GitHub Action.',
};

/** The text of docs/diagnostics.md. */
export function renderDiagnosticsPage() {
  const pages = readPages();
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
    '<!-- Generated from src/core/diagnostics/codes/ by `npm run docs`. Edit there. -->',
    '# Diagnostics',
    'Every error and warning has a code, `family/name`. The hint of each finding says what to do; `monitors explain CODE` prints the page of one code, offline. Errors stop `plan` and `apply`; `validate` exits with 1. See also [exit codes](output.md#exit-codes).',
    shown.map(family => `[\`${family}/\`](#${family})`).join(' · '),
  ];
}

function familySection(family, codes, pages) {
  return [`## ${family}`, families[family], ...codes.map(code => codeSection(code, pages[code]))].join('\n\n');
}

/** The fix stands in the hint of each finding, with the reader's own names; the help in SARIF has it and the example, too. */
function codeSection(code, {meaning, since}) {
  return [`### ${code}`, since === undefined ? meaning : `${meaning} (Since ${since}.)`].join('\n\n');
}

function familyOf(code) {
  return code.split('/')[0];
}

/** The pages of all codes, by code. */
function readPages() {
  const directory = join(root, 'src/core/diagnostics/codes');
  const files = readdirSync(directory).filter(name => name.endsWith('.json'));
  return Object.assign({}, ...files.map(name => JSON.parse(readFileSync(join(directory, name), 'utf8'))));
}
