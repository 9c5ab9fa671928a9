import {type JsonObject, property} from '../../core/json/value';
import {changedLines} from './page-diff';

const price = /\d[\d.,]*\s?\p{Sc}|\p{Sc}\s?\d/u;

/**
 * Judges a change as the service's model does, by a rule of thumb: it matters if a changed line holds a price, or a longer
 * word of the goal.
 */
export function judgeChange(goal: string, diff: JsonObject): JsonObject {
  const text = property(diff, 'text');
  const lines = typeof text === 'string' ? changedLines(text) : [];
  const words = goal
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 3);
  const matters = (line: string) => price.test(line) || words.some(word => line.toLowerCase().includes(word));
  const meaningful = lines.length === 0 || lines.some(({line}) => matters(line));
  return {
    meaningful,
    confidence: 'medium',
    reason: meaningful ? 'What changed has to do with the goal.' : 'Nothing that the goal asks for changed.',
    meaningfulChanges: lines
      .filter(({line}) => meaningful && matters(line))
      .map(({type, line}) => ({
        ...{type, before: type === 'removed' ? line : null, after: type === 'added' ? line : null},
        reason: 'It has to do with the goal.',
      })),
  };
}
