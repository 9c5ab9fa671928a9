import {type Event, parseEvents, YAMLException} from 'js-yaml';
import {composeDocuments} from './composition';
import {DEEPEST_NESTING, type YamlFindings} from './findings';
import type {ComposedDocument} from './ordinary';
import {YamlPlaces} from './places';
import {explainSyntaxError} from './syntax';

/** Reads any text by all rules. Parser and rules are a file of dist/ of their own: hardly a run needs them. */
export function readStrictly(text: string, findings: YamlFindings): ComposedDocument[] {
  try {
    return composeDocuments(text, parseText(text), findings);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    explainSyntaxError(text, error, findings);
    return [];
  }
}

/** The places of a text that can be read. */
export function listPlaces(text: string): YamlPlaces {
  return new YamlPlaces(text, parseText(text));
}

function parseText(text: string): readonly Event[] {
  return parseEvents(text, {maxDepth: DEEPEST_NESTING + 2});
}
