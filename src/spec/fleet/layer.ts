import type {Diagnostic} from '../../diagnostics/diagnostic';
import {sha256} from '../../json/canonical';
import {toPointer} from '../../json/pointer';
import {isObject} from '../../json/value';
import {checkTexts} from '../../secrets/check-texts';
import {findReferences} from '../../secrets/references';
import type {ParsedDocument, SpecDocument} from '../desired-monitor';
import {parseSource} from '../document';
import {countAll, limitFindings} from '../finding-limit';
import {findLayerFaults} from '../schema';
import {takeAllowed, toSpecForm} from './layer-form';
import type {Layer, LayerFile} from './sources';

/** A layer as read, null where it can't be, and what is wrong with it by itself. */
export interface ReadLayer {
  readonly file: LayerFile;
  readonly hash: string;
  readonly layer: Layer | null;
  readonly findings: readonly Diagnostic[];
}

/** Reads a layer and checks it by itself. `allowed` is `secrets.allow` of the config. */
export function readLayer(file: LayerFile, allowed: readonly string[]): ReadLayer {
  const hash = sha256(file.bytes);
  const {documents, findings} = parseSource(file);
  const [document] = documents;
  const worded = findings.map(nameLayer);
  if (document === undefined || findings.some(({severity}) => severity === 'error')) return {file, hash, layer: null, findings: worded};
  if (documents.length > 1)
    return {
      file,
      hash,
      layer: null,
      findings: [...worded, refuseForm(documents[1] as ParsedDocument, 'has several documents', 'keep one')],
    };
  if (!isObject(document.data))
    return {
      file,
      hash,
      layer: null,
      findings: [...worded, refuseForm(document, 'is not a mapping', 'write members of a spec, such as schedule: {text: daily}')],
    };
  const taken = takeAllowed(document, document.data);
  const form = toSpecForm(document, taken.data);
  const {references, pasted} = checkTexts(form, allowed);
  const texts = countAll([...references, ...pasted, ...findPageSecrets(form)]);
  const own = limitFindings(form, [countAll(taken.findings), findLayerFaults(form), texts]);
  return {file, hash, layer: {file, hash, document: {...document, data: taken.data}}, findings: [...worded, ...own]};
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
