import type {JsonObject} from '../json/value';
import {writeYaml} from './yaml-text';

/** What a spec file says besides the monitor itself. */
export interface SpecTextOptions {
  /** Where editors find the schema, relative to the file; null where a comment can't name the place. */
  readonly schema: string | null;
  /** Written as `sync.key`; left out where the file's path says it. */
  readonly key?: string;
  readonly paused?: true;
}

/** The text of a spec file: the comment that gives editors completion and checks, then the body as it is, then `sync` where it says something. */
export function writeSpecText(body: JsonObject, {schema, key, paused}: SpecTextOptions): string {
  const comment = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  const sync = {...(key === undefined ? {} : {key}), ...(paused === undefined ? {} : {paused})};
  return comment + writeYaml(Object.keys(sync).length === 0 ? body : {...body, sync});
}
