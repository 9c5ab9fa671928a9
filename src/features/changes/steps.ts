import {countOf} from '../../core/base/words';
import {formatDuration} from '../../rendering/sentences';

const WHAT = {list: 'the list of monitors', checks: 'checks', pages: 'changed pages'} as const;

/** A step that is about to begin: its requests, and the time at the rate so far (milliseconds; null if unknown). */
export function describeStep(step: keyof typeof WHAT, requests: number, ms: number | null): string {
  const time = ms === null || ms < 1000 ? '' : `, about ${formatDuration(ms)}`;
  return `reading ${WHAT[step]}: ${step === 'pages' ? '' : 'about '}${countOf(requests, 'request')}${time}\n`;
}
