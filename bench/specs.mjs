/** Makes repositories of specs of about 1.1 kB each, all different, as people write them. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** Writes `count` specs below `directory`/monitors, a hundred in each folder, and a config file. */
export function writeRepository(directory, count) {
  mkdirSync(directory, {recursive: true});
  writeFileSync(join(directory, 'monitors.config.yaml'), configText);
  for (let index = 0; index < count; index++) {
    const folder = join(directory, 'monitors', `group-${String(Math.floor(index / 100)).padStart(3, '0')}`);
    if (index % 100 === 0) mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, `${rowOf(index).key}.yaml`), specText(index));
  }
}

export const configText = 'project: bench\nsecrets:\n  allow: [HOOK_TOKEN]\n';

/** What differs between the specs. */
export function rowOf(index) {
  return {
    key: `watch-${String(index).padStart(5, '0')}`,
    number: index,
    site: `https://site-${index}.example`,
    minutes: [30, 15, 60, 20][index % 4],
    timezone: ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Tokyo'][index % 4],
    limit: 20 + (index % 30),
  };
}

/** The end of the goal, and the pages of a site with their formats. */
export function pagesText(site) {
  return `  Changes of wording, layout or dates do not matter.
targets:
  - type: scrape
    urls:
      - ${site}/pricing
      - ${site}/pricing/enterprise
      - ${site}/terms
    scrapeOptions:
      formats:
        - markdown
        - type: json
          prompt: List the plans with name, price and limits
          schema:
            type: object
            properties:
              plans:
                type: array
                items: {type: object}`;
}

/** The text of spec number `index`. */
export function specText(index) {
  const {site, minutes, timezone, limit} = rowOf(index);
  return `# Watches site ${index} for the pricing team.
name: Site ${index} pricing and terms
schedule:
  text: every ${minutes} minutes
  timezone: ${timezone}
goal: |
  Tell me when a price, a discount or what a plan includes changes on site ${index}.
${pagesText(site)}
      onlyMainContent: true
      excludeTags: [nav, footer, aside]
      maxAge: 60000
  - type: crawl
    url: ${site}/docs
    crawlOptions:
      limit: ${limit}
      includePaths: [/docs/pricing/.*]
webhook:
  url: https://hooks.example.com/monitors/${index}
  headers:
    Authorization: Bearer \${env:HOOK_TOKEN}
  metadata:
    team: pricing
    site: "${index}"
  events: [monitor.page]
notification:
  email:
    enabled: true
    recipients: [pricing@example.com]
retentionDays: 90
`;
}
