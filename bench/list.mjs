/** Makes the monitors of specs.mjs out of one list with two layers, and folders of specs that share layers. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {configText, pagesText, rowOf} from './specs.mjs';

/** Writes `count` monitors as one CSV file, a spec for all of its rows, and what they share in the layers of two folders. */
export function writeList(directory, count, {folder: name = 'sites', from = 0} = {}) {
  const folder = join(directory, 'monitors', name);
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(directory, 'monitors.config.yaml'), configText);
  writeFileSync(join(directory, 'monitors', '_defaults.yaml'), rootLayer);
  writeFileSync(join(folder, '_defaults.yaml'), folderLayer);
  writeFileSync(join(folder, 'watch.yaml'), listText);
  const rows = Array.from({length: count}, (_, index) => Object.values(rowOf(from + index)).join(','));
  writeFileSync(join(folder, '_rows.csv'), [Object.keys(rowOf(0)).join(','), ...rows, ''].join('\n'));
}

/** Writes a layer into each folder of specs; {@link touchLayer} changes one of them. */
export function writeLayers(directory, folders) {
  for (let index = 0; index < folders; index++) touchLayer(directory, index, 'the first');
}

/** Changes nothing but a comment. */
export function touchLayer(directory, folder, edit) {
  const name = `group-${String(folder).padStart(3, '0')}`;
  writeFileSync(join(directory, 'monitors', name, '_defaults.yaml'), `# ${edit}\nsync: {labels: {team: pricing}}\n`);
}

const rootLayer = `notification:
  email:
    enabled: true
    recipients: [pricing@example.com]
retentionDays: 90
`;

const folderLayer = `targets:
  scrape:
    scrapeOptions:
      onlyMainContent: true
      excludeTags: [nav, footer, aside]
      maxAge: 60000
`;

const listText = `name: Site \${each:number} pricing and terms
schedule:
  text: every \${each:minutes} minutes
  timezone: \${each:timezone}
goal: |
  Tell me when a price, a discount or what a plan includes changes on site \${each:number}.
${pagesText('${each:site}')}
  - type: crawl
    url: \${each:site}/docs
    crawlOptions:
      limit: \${each:limit}
      includePaths: [/docs/pricing/.*]
webhook:
  url: https://hooks.example.com/monitors/\${each:number}
  headers:
    Authorization: Bearer \${env:HOOK_TOKEN}
  metadata:
    team: pricing
    site: \${each:number}
  events: [monitor.page]
sync:
  each: {file: _rows.csv}
`;
