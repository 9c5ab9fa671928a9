import {UserError} from '../core/diagnostics/user-error';
import {isObject, type JsonObject} from '../core/json/value';
import {listCredentials, SHORTEST_SENT} from '../core/secrets/sent-secrets';
import {findRawSecretSpans} from '../core/secrets/source-secrets';
import {visitTexts} from '../core/secrets/walk';
import type {SourceFile} from '../core/specs/desired-monitor';
import {decodeLeniently, parseSource} from '../core/specs/document';
import {bodyOf} from '../core/specs/examine';
import {readSpecFiles} from '../core/specs/files';
import {toSpecForm} from '../core/specs/fleet/layer-form';
import {checkWorkspace, type SpecsPlace} from './check';

/**
 * Lists the secrets that specs say literally, such as a header's value: a service may repeat them in the texts of checks and errors. Each
 * file counts by itself, whatever errors others have. Values of rows and variables are known only where there are no errors.
 */
export function listLiterals(place: SpecsPlace): readonly string[] {
  const {settings, cwd, monitors} = place;
  try {
    if (monitors !== null) return listMerged(place);
    const {files, layers} = readSpecFiles({specsDirectory: settings.specsDirectory, cwd, whenEmpty: 'accept'});
    const specs = files.map(source => ({source, isLayer: false, text: decodeLeniently(source.bytes)}));
    const all = [...specs, ...layers.map(source => ({source, isLayer: true, text: decodeLeniently(source.bytes)}))];
    const own = all.flatMap(listOf);
    return [...new Set(all.some(({text}) => FILLED.test(text)) ? [...own, ...listMerged(place)] : own)];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Values of rows and variables. */
const FILLED = /\$\{(?:each|var):/;

function listMerged(place: SpecsPlace): string[] {
  return checkWorkspace(place, {noneHere: 'ask-state'}).checked.monitors.flatMap(({body}) => listSecrets(body()));
}

/** Members with places that are secret, addresses with a user or a query, and texts that are typed. */
const MAY_HOLD = /\b(?:headers|webhook|actions|proxy)\b|:\/\/[^\s/"']*@|[?&][^=\s"']+=|cookie|authorization/i;

/** A file with its text. */
interface ReadFile {
  readonly source: SourceFile;
  readonly isLayer: boolean;
  readonly text: string;
}

function listOf({source, isLayer, text}: ReadFile): string[] {
  if (!MAY_HOLD.test(text)) return [];
  const {documents, findings} = parseSource(source);
  const bodies = documents.flatMap(document => {
    const {data} = document;
    if (!isObject(data)) return [];
    return [bodyOf(isLayer ? toSpecForm(document, data).data : data)];
  });
  const isBroken = findings.some(({severity}) => severity === 'error');
  const raw = isBroken ? findRawSecretSpans(text).map(({start, end}) => text.slice(start, end).replace(/^["'\s]+|["'\s,}\]]+$/g, '')) : [];
  return [...bodies.flatMap(listSecrets), ...raw];
}

function listSecrets(body: JsonObject): string[] {
  const typed: string[] = [];
  visitTexts(body, (text, path) => {
    // What is typed may be any words, but not one that long.
    if (path.at(-1) === 'text' && path.includes('actions') && text.length >= SHORTEST_SENT && !/\s/.test(text)) typed.push(text);
  });
  return [...listCredentials(body), ...typed];
}
