import {findValue} from '../../json/find-value';
import type {JsonValue} from '../../json/value';
import type {SpecDocument} from '../desired-monitor';
import {type CountedFindings, countAll} from '../finding-limit';
import {layerShapes, validateLayer} from '../generated/spec-validator';
import {isOpenObject} from '../schema';
import {toPath} from '../shape/fault';
import {explainSchemaErrors} from '../shape/findings';
import type {SchemaError} from '../shape/shapes';

/**
 * What is wrong with the shape of a layer by itself: nothing is required but in lists, which replace whole. `null`, and a text
 * with a reference, may stand for any value: what they become is checked in the specs.
 */
export function findLayerFaults(document: SpecDocument): CountedFindings {
  if (validateLayer(document.data)) return countAll([]);
  const errors = (validateLayer.errors ?? []).filter(error => !isLeftToSpecs(document.data, error));
  if (errors.length === 0) return countAll([]);
  return explainSchemaErrors({document, shapes: layerShapes, errors, subject: 'these defaults', isOpen: isOpenObject});
}

function isLeftToSpecs(data: JsonValue, {instancePath, keyword}: SchemaError): boolean {
  const path = toPath(data, instancePath);
  if (keyword === 'required') return !path.some(step => typeof step === 'number');
  const value = findValue(data, path);
  return value === null || (typeof value === 'string' && REFERENCE.test(value));
}

const REFERENCE = /(?:^|[^$])\$\{(?:each|var):/;
