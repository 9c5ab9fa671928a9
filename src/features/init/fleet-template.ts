import {posix} from 'node:path';
import {placeSchema, renderModeline} from '../../core/writing/editor-template';
import type {ScaffoldFacts, ScaffoldFile} from '../../core/writing/scaffold-step';

/** The environment of the start that merges are applied to. */
export const MERGED_TO = 'production';

/** Renders the environments of a start for many monitors, or those with these names. */
export function renderEnvironments(names: readonly string[] | null): string {
  if (names !== null)
    return `# The workflow plans and applies each, one after the other; commands by hand use this one:
environment: ${names[0]}

# What differs: a budget, or "vars: {HOOKS: https://hooks.example}" in each environment, and \${var:HOOKS} in specs.
environments:
${names.map(name => `  ${name}: {}`).join('\n')}
`;
  return `# The workflow plans and applies ${MERGED_TO}; commands by hand use this environment:
environment: staging

# plan and apply refuse changes that raise the estimate above the budget.
# What differs: "vars: {HOOKS: https://hooks.example}" in each environment, and \${var:HOOKS} in specs.
environments:
  staging:
    budget: {creditsPerMonth: 1000}
  ${MERGED_TO}:
    budget: {creditsPerMonth: 10000}
`;
}

/**
 * Lists a start for many monitors: defaults, and a list of two. The list is last: once it is there, specs exist, and a run after a
 * crash would write no other part of the start.
 */
export function listFleetStart(facts: ScaffoldFacts): ScaffoldFile[] {
  const {prefix, specs, release, rows} = facts;
  const directory = posix.join(prefix, specs);
  return [
    {
      role: 'layer',
      kind: 'whole',
      path: posix.join(directory, '_defaults.yaml'),
      text: `${renderModeline(directory, placeSchema(release, 'layer'))}
# Every spec here and in folders below inherits this, unless it says otherwise.
${renderSchedule(rows)}targets:
  scrape:
    scrapeOptions:
      excludeTags: [nav, footer]
# No one is notified of changes. Replace this by a webhook, or by "notification: {email: {enabled: true}}".
sync: {alerts: none}
`,
    },
    ...listListFiles(facts),
  ];
}

const EXAMPLE_ROWS = `key,name,url
example,Example page,https://example.com/
other,Other page,https://example.org/
`;

/** Pages that another tool watched have no time of their own: at one, they would wait for each other. */
function renderSchedule(rows: ScaffoldFacts['rows']): string {
  return rows === null
    ? 'schedule:\n  text: daily at 9:00\n  timezone: UTC\n'
    : 'schedule:\n  text: daily # Firecrawl may spread these over the hour; "daily at 9:00" would check all at one minute\n  timezone: UTC\n';
}

/** Of a list: each row has its own where the other tool's file named them. */
function renderRowSchedule({rows, fleet}: ScaffoldFacts): string {
  if (rows !== null && hasColumn(rows, 'schedule')) return `schedule:\n  text: \${each:schedule}\n${fleet ? '' : '  timezone: UTC\n'}`;
  return fleet ? '' : renderSchedule(rows);
}

function hasColumn(rows: string, name: string): boolean {
  return rows.slice(0, rows.indexOf('\n')).split(',').includes(name);
}

/** A list and its rows. The list is last, as in {@link listFleetStart}. */
export function listListFiles(facts: ScaffoldFacts): ScaffoldFile[] {
  const {prefix, specs, release, fleet, rows, list} = facts;
  const directory = posix.join(prefix, specs);
  const alerts = '# No one is notified of changes. Replace "alerts: none" by a webhook or a notification.\n';
  return [
    {role: 'rows', kind: 'whole', path: posix.join(directory, `_${list}.csv`), text: rows ?? EXAMPLE_ROWS},
    {
      role: 'spec',
      kind: 'whole',
      path: posix.join(directory, `${list}.yaml`),
      text: `${renderModeline(directory, placeSchema(release, 'spec'))}
# One monitor for each row of _${list}.csv${rows !== null && hasColumn(rows, 'schedule') ? '' : ': about 30 credits a month each'}. Its key is the path of this file and the row's key, such
# as ${list}/${rows === null ? 'example' : (/\n([^,\n]*),/.exec(rows)?.[1] ?? 'KEY')}: choose both before the first apply.
name: \${each:name}
${renderRowSchedule(facts)}targets:
  - type: scrape
    urls:
      - \${each:url}
${fleet ? '' : alerts}sync:
  each: {file: _${list}.csv}
${fleet ? '' : '  alerts: none\n'}`,
    },
  ];
}
