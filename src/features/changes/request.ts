import {once} from '../../core/base/once';
import {UserError} from '../../core/diagnostics/user-error';
import {type GivenMoment, readMoment} from '../../core/observe/moment';
import type {Choice} from '../../core/plan/change';
import {readTimeZone} from '../../project/time-zone';
import type {ChangesRequest} from './changes';

/** Options as command line and library give them. */
interface GivenRequest extends Choice {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly timezone?: string | undefined;
  readonly bookmark: ChangesRequest['bookmark'];
  readonly show?: ChangesRequest['show'] | undefined;
  readonly by?: string | undefined;
  readonly limit?: number | undefined;
  readonly maxRequests?: number | undefined;
}

/** Reads the options; `zone` finds the reader's own zone. `flag` names an option in messages. Throws `UserError`. */
export function readRequest(given: GivenRequest, zone: () => string, flag = (option: string) => `--${option}`): ChangesRequest {
  const timeZone = once(() => readTimeZone(given.timezone, zone, flag('timezone')));
  if (given.timezone !== undefined) timeZone();
  const {since = '1d', until, bookmark, show = null, by, limit = null, maxRequests = null, only, exclude, labels} = given;
  return {
    ...{only, exclude, labels, bookmark, show, limit, maxRequests, timeZone},
    by: by === undefined ? null : readGrouping(by, flag('by')),
    since: readGiven(since, timeZone, flag('since')),
    until: until === undefined ? null : readGiven(until, timeZone, flag('until')),
  };
}

/** Reads a moment as an option names it; `flag` is the option's name in messages. Throws `UserError`. */
export function readGiven(text: string, timeZone: () => string, flag: string): GivenMoment {
  const moment = readMoment(text, timeZone);
  if (moment !== null) return moment;
  throw new UserError(
    'config/usage',
    `${flag}: "${text}" is not a moment`,
    'write 90m, 36h, 3d, 2w, 2026-11-20, or 2026-11-20T14:00 with or without a zone such as Z or +01:00',
  );
}

function readGrouping(by: string, flag: string): string {
  if (by === 'folder' || by === 'day' || /^label:./.test(by)) return by;
  throw new UserError('config/usage', `${flag}: unknown value "${by}"`, 'use folder, day or label:NAME');
}
