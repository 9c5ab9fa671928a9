import {type Diagnostic, hasErrors} from '../../diagnostics/diagnostic';
import {sha256} from '../../json/canonical';
import {toPointer} from '../../json/pointer';
import {isObject} from '../../json/value';
import {checkTexts} from '../../secrets/check-texts';
import {findReferences} from '../../secrets/references';
import {type AllowedFields, findAllowed} from '../../service/allowed-fields';
import {type ParsedDocument, parseSource} from '../document';
import {type CountedFindings, countAll, limitFindings} from '../finding-limit';
import {findLayerFaults} from '../schema';
import type {SpecDocument} from '../spec-document';
import {checkReferences} from './check-references';
import {takeAllowed, toSpecForm} from './layer-form';
import type {FleetEnvironment, LayerFile, ParsedLayer} from './sources';
import {isTemplate, readTemplate, type TemplateNode} from './template';

/** A layer as read, null where it can't be, and what is wrong with it by itself. */
export interface ReadLayer {
  readonly file: LayerFile;
  readonly hash: string;
  readonly layer: ParsedLayer | null;
  /** Maximum number of characters that it adds to a spec; 0 where it can't be read. */
  readonly size: number;
  /** Of a layer with references to rows and variables; null for others. */
  readonly template: TemplateNode | null;
  /** The content of specs below it is not known. */
  readonly isBroken: boolean;
  readonly findings: readonly Diagnostic[];
}

/** Names that the config allows. */
export interface Allowances {
  /** Environment names that may be referred to. */
  readonly allowed: readonly string[];
  /** Members besides those of the types. */
  readonly fields: AllowedFields;
}

/** Reads a layer and checks it by itself. */
export function readLayer(file: LayerFile, allowances: Allowances, environment: FleetEnvironment): ReadLayer {
  const hash = sha256(file.bytes);
  const {documents, findings} = parseSource(file, allowances.fields);
  const [document] = documents;
  const worded = findings.map(nameLayer);
  const refused = hasErrors(findings) ? [] : judgeForm(documents);
  if (document === undefined || !isObject(document.data) || hasErrors([...findings, ...refused])) {
    return {file, hash, layer: null, size: 0, template: null, isBroken: true, findings: [...worded, ...refused]};
  }
  const taken = takeAllowed(document, document.data, file.environment === null ? 'defaults' : 'overlay');
  const allowedOnly = document.with(taken.data);
  const template = isTemplate(taken.data) ? readTemplate(taken.data) : null;
  const references = template === null ? [] : checkReferences(allowedOnly, template, {columns: null, environment});
  const misused = references.filter(({code}) => code.startsWith('fleet/'));
  const own = [countAll(misused), ...checkAlone(toSpecForm(allowedOnly, taken.data), template, allowances)];
  const layer = {file, hash, document: allowedOnly, data: taken.data};
  const size = JSON.stringify(taken.data).length;
  const found = [...worded, ...limitFindings(document, [countAll(taken.findings), ...own])];
  return {file, hash, layer, size, template, isBroken: hasErrors(misused), findings: found};
}

/** Finds the faults of a layer in the form of a spec. Values with references are checked where they are filled in. */
function checkAlone(form: SpecDocument, template: TemplateNode | null, {allowed, fields}: Allowances): CountedFindings[] {
  if (template !== null) return [countAll([...findPageSecrets(form), ...findUnknownSecrets(form, fields)])];
  const {references, pasted} = checkTexts(form, allowed, fields);
  const texts = [...references, ...pasted, ...findPageSecrets(form), ...findUnknownSecrets(form, fields)];
  return [findLayerFaults(form, fields), countAll(texts)];
}

function judgeForm([document, second]: readonly ParsedDocument[]): Diagnostic[] {
  if (second !== undefined) return [refuseForm(second, 'has several documents', 'keep one')];
  if (document === undefined || isObject(document.data)) return [];
  return [refuseForm(document, 'is not a mapping', 'write members of a spec, such as schedule: {text: daily}')];
}

/** An empty layer may not be called a spec. */
function nameLayer(finding: Diagnostic): Diagnostic {
  return finding.code === 'yaml/empty' ? {...finding, hint: 'delete the file, or write what specs below its folder inherit'} : finding;
}

function refuseForm(document: SpecDocument, what: string, hint: string): Diagnostic {
  return {code: 'fleet/layer-form', severity: 'error', message: `the layer ${what}`, hint, where: document.placeOf('')};
}

/** References below `targets`: they would be sent to pages that the author of the layer does not know. */
function findPageSecrets(form: SpecDocument): Diagnostic[] {
  const below = findReferences(form.data).filter(({path}) => path[0] === 'targets');
  return below.map(({name, path}) => ({
    code: 'fleet/secret-in-layer',
    severity: 'error',
    message: `\${env:${name}} may not stand in the targets of a layer: it would be sent to every page of every spec`,
    hint: 'write it into the specs whose pages may have it',
    where: form.placeOf(toPointer(path)),
  }));
}

/** References in members that only the config allows: nothing tells where the service sends them, and a spec may change that part alone. */
function findUnknownSecrets(form: SpecDocument, fields: AllowedFields): Diagnostic[] {
  const below = findReferences(form.data).filter(({path}) => path[0] !== 'targets' && findAllowed(fields, path) !== undefined);
  return below.map(({name, path}) => ({
    code: 'fleet/secret-in-layer',
    severity: 'error',
    message: `\${env:${name}} may not stand in "${findAllowed(fields, path)}" of a layer: where the service sends it is not known`,
    hint: 'write it into the specs',
    where: form.placeOf(toPointer(path)),
  }));
}
