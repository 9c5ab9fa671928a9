import {posix} from 'node:path';
import {pathFrom, SPEC_SCHEMA_PATH} from './editor-template';
import type {ScaffoldFacts} from './scaffold-step';

/** A first spec: valid, and about the cheapest monitor there is. */
export function renderFirstSpec({prefix, specs}: ScaffoldFacts): string {
  return `# yaml-language-server: $schema=${pathFrom(posix.join(prefix, specs), SPEC_SCHEMA_PATH)}
# One page, looked at once a day: about 30 credits a month. The path of this file is the monitor's key; rename it before
# the first apply. With "goal: Tell me when a price changes" only changes that matter to the goal are reported, at a higher price.
name: Example page
schedule:
  text: daily at 9:00
  timezone: UTC
targets:
  - type: scrape
    urls:
      - https://example.com/
`;
}
