import type {ApplyEvent} from '../../../src/core/apply/ports';
import {renderEventText} from '../../../src/features/apply/progress';
import {created, plain} from './sample-values';

/** Log of an apply while it runs. */
const failure = {kind: 'http', status: 503, message: 'the service answered 503: Service Unavailable'} as const;
const rows: readonly {name: string; event: ApplyEvent; quiet: string; normal: string; verbose?: string}[] = [
  {name: 'the start says nothing', event: {type: 'started', total: 40, concurrency: 8}, quiet: '', normal: ''},
  {
    name: 'an attempt is shown with --verbose',
    event: {type: 'sending', key: 'shop', attempt: 2},
    quiet: '',
    normal: '',
    verbose: '  shop  sending, attempt 2\n',
  },
  {
    name: 'so is why it is repeated',
    event: {type: 'retrying', key: 'shop', attempt: 1, waitMs: 2000, error: failure},
    quiet: '',
    normal: '',
    verbose: '  shop  the service answered 503: Service Unavailable; trying again in 2 s\n',
  },
  {
    name: 'a look whether a create was carried out says how long it may take',
    event: {type: 'looking', key: 'shop', attempt: 1, lookupMs: 90_000, error: failure},
    quiet: '',
    normal: '  shop  the service answered 503: Service Unavailable; looking it up in the service for up\n    to 1 min 30 s\n',
  },
  {
    name: 'and nothing of that when it is one look',
    event: {type: 'looking', key: 'shop', attempt: 1, lookupMs: 0, error: failure},
    quiet: '',
    normal: '  shop  the service answered 503: Service Unavailable; looking it up in the service\n',
  },
  {
    name: 'a wait says until when',
    event: {type: 'waiting', reason: 'rate-limit', waitMs: 7000, until: '2026-01-02T03:04:12Z'},
    quiet: '',
    normal: '  waiting for the rate limit until 2026-01-02T03:04:12Z\n',
  },
  {
    name: 'an end is one line, counted in columns of one width',
    event: {type: 'finished', result: created('shop'), done: 3, total: 40},
    quiet: '',
    normal: '   3/40  shop  created\n',
  },
  {
    name: 'a failure is said even with --quiet',
    event: {type: 'finished', result: {key: 'shop', action: 'create', outcome: 'failed', attempts: 5, error: failure}, done: 4, total: 40},
    quiet: '   4/40  shop  failed: the service answered 503: Service Unavailable\n',
    normal: '   4/40  shop  failed: the service answered 503: Service Unavailable\n',
  },
  {
    name: 'a stop says why',
    event: {type: 'stopping', stop: {kind: 'service-down', failure}},
    quiet:
      'Stopped: three changes in a row failed after all their attempts; the last one: the service\n  answered 503: Service Unavailable.\n',
    normal:
      'Stopped: three changes in a row failed after all their attempts; the last one: the service\n  answered 503: Service Unavailable.\n',
  },
  {
    name: 'an interruption says what happens to requests under way',
    event: {type: 'stopping', stop: {kind: 'interrupted', exitCode: 130}},
    quiet: 'Stopping: running requests get 5 s to finish, and their results are recorded. Press Ctrl-C\n  again to stop at once.\n',
    normal: 'Stopping: running requests get 5 s to finish, and their results are recorded. Press Ctrl-C\n  again to stop at once.\n',
  },
];

test.each(rows)('$name', ({event, quiet, normal, verbose = normal}) => {
  const options = {...plain, width: 90};
  expect(renderEventText(event, {...options, verbosity: 'quiet'})).toBe(quiet);
  expect(renderEventText(event, options)).toBe(normal);
  expect(renderEventText(event, {...options, verbosity: 'verbose'})).toBe(verbose);
});
