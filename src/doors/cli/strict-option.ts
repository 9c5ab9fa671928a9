import {Option} from 'clipanion';
import {oneOf} from '../../core/config/option-values';
import type {Strictness} from '../../core/specs/strictness';

/** `--strict` of the commands that plan. */
export function strictOption() {
  return Option.String('--strict', {
    description:
      '<FAMILY> Refuse warnings: service (what Firecrawl refuses; newer findings only of monitors that change) or all (default: none)',
  });
}

/** Which warnings count as errors. Throws `UserError` for another word. */
export function readStrict(given: string | undefined): Strictness {
  return given === undefined ? 'none' : oneOf('--strict', given, ['service', 'all']);
}
