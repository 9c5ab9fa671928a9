import type {YAMLException} from 'js-yaml';
import type {YamlFindings} from './yaml-findings';

/** Adds why a text is no YAML. */
export function explainSyntaxError(text: string, error: YAMLException, findings: YamlFindings): void {
  const at = Math.min(error.mark?.position ?? 0, text.length);
  findings.add({code: 'yaml/syntax', message: `this is not valid YAML: ${error.reason}`, start: at, end: at + 1});
}
