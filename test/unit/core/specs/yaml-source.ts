import type {SourceFile} from '../../../../src/core/specs/desired-monitor';
import type {ParsedSource} from '../../../../src/core/specs/document';

/** A spec file of that content. */
export function sourceOf(content: string | Uint8Array): SourceFile {
  return {file: 'monitors/a.yaml', specPath: 'a.yaml', bytes: typeof content === 'string' ? Buffer.from(content) : content};
}

/** Subject of a comparison: the data of all documents, and each finding as one line. */
export function shapeOf({documents, findings}: ParsedSource): {data: unknown[]; findings: string[]} {
  return {
    data: documents.map(document => document.data),
    findings: findings.map(
      ({code, message, where}) => `${where?.range.start.line}:${where?.range.start.column} ${where?.pointer} ${code} ${message}`,
    ),
  };
}
