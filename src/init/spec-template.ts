import {posix} from 'node:path';
import {pathFrom, SPEC_SCHEMA_PATH} from './editor-template';
import type {ScaffoldFacts} from './scaffold-step';

/** Renders a first spec: valid, and one of the cheapest monitors. */
export function renderFirstSpec({prefix, specs}: ScaffoldFacts): string {
  return `# yaml-language-server: $schema=${pathFrom(posix.join(prefix, specs), SPEC_SCHEMA_PATH)}
# One page, checked once a day: about 30 credits a month. The path of this file is the monitor's key: rename it before the
# first apply. Add "goal: Tell me when a price changes" to report only changes that matter to the goal (costs more credits).
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
