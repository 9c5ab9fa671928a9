import type {JsonObject} from '../../core/json/value';
import type {Fleet} from '../../core/specs/check';
import {parseSource} from '../../core/specs/document';
import {listParts} from '../../core/specs/fleet/effective';
import {expandDocument} from '../../core/specs/fleet/expand';
import type {Allowances} from '../../core/specs/fleet/layer';
import {type MergedDefaults, mergeDefaults} from '../../core/specs/fleet/merge';
import {LayerTree} from '../../core/specs/fleet/tree';

/** Members that a spec is merged with. */
export interface Surrounding {
  readonly inherited: MergedDefaults;
  /** The members of each overlay, the outermost first. */
  readonly overlays: readonly JsonObject[];
}

/** Finds the members that a spec would be merged with, by its path below the specs directory; null where there are none. */
export type Inheritance = (specPath: string) => Surrounding | null;

/** Works out what new specs inherit, with variables filled in. */
export function openInheritance(fleet: Fleet, allowances: Allowances): Inheritance {
  const tree = new LayerTree(fleet.layers, fleet.environment, allowances);
  return specPath => {
    const layers = tree.layersOf(specPath);
    const [document] = parseSource({file: specPath, specPath, bytes: Buffer.from('name: new\n')}).documents;
    if (layers === null || document === undefined) return null;
    const {spec} = expandDocument(document, {...fleet, layers}).put(null);
    const {defaults, overlays} = listParts(spec);
    return {inherited: mergeDefaults(defaults), overlays};
  };
}
