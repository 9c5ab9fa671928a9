import type {Diagnostic} from '../diagnostics/diagnostic';
import type {SpecDocument} from '../spec/desired-monitor';
import {limitFindings} from '../spec/finding-limit';
import {shapes, validate} from '../spec/generated/config-validator';
import {explainSchemaErrors} from '../spec/shape/findings';

/**
 * What is wrong with the shape of `monitors.config.yaml`: unknown members, types and values, with the codes of the
 * family `schema/`. All are errors; at most 50, the last of which counts the rest. An empty file is a config without
 * settings.
 */
export function checkConfigShape(document: SpecDocument): Diagnostic[] {
  if (document.data === null || validate(document.data)) return [];
  const complaint = {document, shapes, errors: validate.errors ?? [], subject: 'the config file', isOpen: () => false};
  return limitFindings(document, [explainSchemaErrors(complaint)]);
}
