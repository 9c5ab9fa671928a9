import type {JsonObject} from '../json/value';
import {writeYaml} from './yaml-text';

/** The text of a spec or layer: the comment that gives editors completion and checks, unless `schema` is null, then the members. */
export function writeSpecText(spec: JsonObject, schema: string | null): string {
  const comment = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return comment + writeYaml(spec);
}
