import type {Path} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import {member} from '../../service/member';
import type {RuleSink} from './sink';

/** The widest picture that Firecrawl takes, in pixels. */
const WIDEST = 7680;

/** The size of the window for a screenshot, as a format or an action. */
export function checkViewport(viewport: JsonValue | undefined, path: Path, sink: RuleSink): void {
  for (const [name, most] of SIDES) {
    const pixels = member(viewport, name);
    if (typeof pixels !== 'number' || (pixels >= 1 && pixels <= most)) continue;
    const words = most === WIDEST ? `1 to ${WIDEST}` : '1 or more';
    sink.warn({
      code: 'service/viewport',
      path: [...path, name],
      message: `the ${name} of the viewport (${pixels}) must be ${words}; otherwise every check fails`,
      hint: `write ${words} pixels`,
    });
  }
}

const SIDES: readonly (readonly [name: 'width' | 'height', most: number])[] = [
  ['width', WIDEST],
  ['height', Number.POSITIVE_INFINITY],
];
