import type {Event} from 'js-yaml';
import type {Path} from '../../json/pointer';
import type {YamlFindings} from './findings';

/** What reading a node needs besides its event. */
export interface NodeContext {
  readonly text: string;
  readonly events: readonly Event[];
  readonly findings: YamlFindings;
  /** The path of the node that is being read, in its document. */
  readonly path: () => Path;
}
