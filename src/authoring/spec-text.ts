import {Document, type Pair, type Scalar, visit} from 'yaml';
import type {JsonObject} from '../json/value';

/** The first line of a spec: it gives editors completion and checks. */
export const SCHEMA_COMMENT = ' yaml-language-server: $schema=';

/** What a spec file says besides the monitor itself. */
export interface SpecTextOptions {
  /** Where editors find the schema, relative to the file or a URL. */
  readonly schema: string;
  /** Written as `sync.key`; left out where the file's path says it. */
  readonly key?: string;
  readonly paused?: true;
}

/** Writes a spec as YAML that people like to read: block style, long texts folded at no place, nothing quoted without need. */
export function writeSpecText(body: JsonObject, {schema, key, paused}: SpecTextOptions): string {
  const sync = {...(key === undefined ? {} : {key}), ...(paused === undefined ? {} : {paused})};
  const document = new Document(
    {...body, ...(Object.keys(sync).length === 0 ? {} : {sync})},
    {version: '1.2', schema: 'core', aliasDuplicateObjects: false},
  );
  document.commentBefore = `${SCHEMA_COMMENT}${schema}`;
  quoteAmbiguous(document);
  return document.toString({lineWidth: 0, indentSeq: true});
}

/** Words that other readers of YAML take for something else (`no`, `on`, `1:30`) are quoted: a spec means the same to everyone. */
function quoteAmbiguous(document: Document): void {
  visit(document, {
    Scalar: (_key, node: Scalar) => {
      if (typeof node.value === 'string' && isAmbiguous(node.value)) node.type = 'QUOTE_DOUBLE';
    },
    Pair: (_key, pair: Pair) => {
      const {key} = pair as Pair<Scalar>;
      if (typeof key?.value === 'string' && isAmbiguous(key.value)) key.type = 'QUOTE_DOUBLE';
    },
  });
}

function isAmbiguous(text: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off|true|false|null|~)$/i.test(text) || /^[-+.]?[0-9][0-9_.,:xXoObBeE+-]*$/.test(text) || /^[*&!%@`]/.test(text)
  );
}
