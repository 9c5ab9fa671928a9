import type {Path} from '../../json/pointer';
import type {YamlFindings} from './findings';

/** Mappings and lists inside each other; the outermost counts. */
export const DEEPEST_NESTING = 64;

/** Says that what begins at `start` is nested too deep. */
export function refuseDepth(start: number, path: Path, findings: YamlFindings): void {
  findings.add({
    code: 'yaml/too-deep',
    message: `nested more than ${DEEPEST_NESTING} levels deep`,
    hint: 'look for a bracket or an indentation that was meant otherwise',
    start,
    end: start + 1,
    path,
  });
}
