import type {Diagnostic} from '../../../../src/core/diagnostics/diagnostic';
import {type ParsedDocument, parseSource} from '../../../../src/core/specs/document';
import {checkShape} from '../../../../src/core/specs/schema';

/** The document that a YAML text holds; fails when the text does not parse. */
export function readDocument(text: string): ParsedDocument {
  const {documents, findings} = parseSource({file: 'monitors/shop.yaml', specPath: 'shop.yaml', bytes: Buffer.from(text)});
  const [document] = documents;
  if (document === undefined) throw new Error(`the text does not parse: ${JSON.stringify(findings)}`);
  return document;
}

/** Findings of the shape check in a YAML text. */
export function checkText(text: string): Diagnostic[] {
  return checkShape(readDocument(text));
}

/** A spec that is in order but for what is added to it. */
export function specWith(added: string): string {
  return `name: shop\nschedule: {text: every 30 minutes}\ntargets: [{type: scrape, urls: [https://shop.example/]}]\n${added}\n`;
}

/** A spec whose only target has these scrape options, in flow style. */
export function specWithOptions(options: string): string {
  return `name: shop\nschedule: {text: daily}\ntargets:\n  - type: scrape\n    urls: [https://shop.example/]\n    scrapeOptions: ${options}\n`;
}
