import type {DesiredMonitor} from '../../../src/core/specs/desired-monitor';
import {desired} from './sample-values';

const LAYER = 'monitors/pricing/_defaults.yaml';

/** Two monitors, as a layer and their specs make them: with texts of several lines, secrets, labels and what is left to the service. */
export const renderedMonitors: readonly DesiredMonitor[] = [
  desired('pricing/acme', {
    sync: {protect: true, ignore: ['schedule'], labels: {team: 'pricing'}},
    writtenAt: pointer => {
      const [file, line] = /^.(?:schedule|webhook|sync.labels)/.test(pointer) ? [LAYER, 2] : ['monitors/pricing/acme.yaml', 4];
      return {file, pointer, range: {start: {line, column: 1, offset: 0}, end: {line, column: 2, offset: 1}}};
    },
    body: () => ({
      name: 'Acme pricing',
      schedule: {text: 'every 2 hours', timezone: 'Europe/Berlin'},
      goal: 'Tell me when\na price changes\n',
      webhook: {url: 'https://hooks.example/t0k3n', headers: {Authorization: 'Bearer ${env:TOKEN}', 'X-Key': 'k3y'}},
      targets: [{type: 'scrape', urls: ['https://acme.example/?a=1', '::error::no command'], scrapeOptions: {}}],
    }),
  }),
  desired('pricing/bolt', {
    sync: {renamedFrom: 'old', distinctFrom: ['m1'], paused: 'keep'},
    body: () => ({name: 'x\n::set-env name=A::b\n'}),
  }),
];
