import type {Path} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {itemsOf, type RuleSink} from './sink';

/**
 * Texts that are as long as the API's documentation allows when characters are counted, and too long for Firecrawl, which
 * counts UTF-16 units: an emoji counts as two.
 */
export function checkLengths(body: JsonObject, sink: RuleSink): void {
  checkLength(member(body, 'name'), 256, ['name'], sink);
  checkLength(member(body, 'goal'), 2000, ['goal'], sink);
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    for (const [at, query] of itemsOf(member(target, 'queries')).entries()) {
      checkLength(query, 256, ['targets', index, 'queries', at], sink);
    }
    const options = member(target, 'scrapeOptions');
    if (options !== undefined) checkOptions(options, ['targets', index, 'scrapeOptions'], sink);
  }
}

/** Too long there is accepted, and every check fails. */
function checkOptions(options: JsonValue, path: Path, sink: RuleSink): void {
  for (const [index, format] of itemsOf(member(options, 'formats')).entries()) {
    for (const name of ['question', 'query'] as const) checkLength(member(format, name), 10_000, [...path, 'formats', index, name], sink);
  }
  checkLength(member(member(options, 'profile'), 'name'), 128, [...path, 'profile', 'name'], sink);
  checkLength(member(member(options, 'auditMetadata'), 'username'), 1024, [...path, 'auditMetadata', 'username'], sink);
}

function checkLength(text: JsonValue | undefined, most: number, path: Path, sink: RuleSink): void {
  // More characters than the limit are a fault of the shape.
  if (typeof text !== 'string' || text.length <= most || [...text].length > most) return;
  sink.warn({
    code: 'service/text-length',
    path,
    message: `the text has ${text.length} characters as Firecrawl counts them (an emoji as two); the maximum is ${most}`,
    hint: 'shorten it',
  });
}
