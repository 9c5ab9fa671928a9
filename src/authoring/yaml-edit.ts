import {parseDocument, YAMLSeq} from 'yaml';

/** Adds texts to a list in a YAML file, where they are not in it yet; everything else stays as it is written. */
export function addToList(text: string, path: readonly string[], values: readonly string[]): string {
  const document = parseDocument(text, {version: '1.2', schema: 'core', keepSourceTokens: true});
  const list = document.getIn(path, true);
  const present = list instanceof YAMLSeq ? (list.toJSON() as unknown[]) : [];
  const missing = values.filter(value => !present.includes(value));
  if (missing.length === 0) return text;
  if (list instanceof YAMLSeq) for (const value of missing) list.add(document.createNode(value));
  else document.setIn(path, document.createNode([...missing]));
  return document.toString({lineWidth: 0});
}
