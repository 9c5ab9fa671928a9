/**
 * Writes what the bundles hold as CycloneDX 1.6 and SPDX 2.3: `node scripts/sbom.mjs [DIRECTORY]`, by default into build/. The packages
 * are those of THIRD-PARTY-LICENSES, from esbuild's metafiles; checksums come from package-lock.json. The same sources make the same
 * bytes: the date is the one of the changelog, ids are hashes of the content.
 */
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {bundleAll} from './build.mjs';
import {listPackages, readPackage} from './licenses.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The date of a version that the changelog does not name yet: SPDX wants one. */
const UNRELEASED = '1970-01-01';

/** Both documents, by the ending of their file, for the metafiles of the bundles by file name. */
export function renderBoms(metafiles, directory) {
  const read = name => readFileSync(join(directory, name), 'utf8');
  const {name, version, license} = JSON.parse(read('package.json'));
  const released = new RegExp(`^## ${version.replaceAll('.', '\\.')} - (\\d{4}-\\d{2}-\\d{2})$`, 'm').exec(read('CHANGELOG.md'));
  const product = {name, version, license, date: released?.[1] ?? UNRELEASED};
  const packages = listBundled(metafiles, JSON.parse(read('package-lock.json')).packages, directory);
  return {'cdx.json': renderText(makeCycloneDx(product, packages)), 'spdx.json': renderText(makeSpdx(product, packages))};
}

const renderText = document => `${JSON.stringify(document, null, 1)}\n`;

/** The packages in any bundle, sorted, each once: where two directories hold the same version, it is the same package. */
function listBundled(metafiles, locked, directory) {
  const found = new Map();
  for (const [bundle, metafile] of Object.entries(metafiles)) {
    for (const path of listPackages([metafile])) {
      const {name, version, license} = readPackage(join(directory, path));
      const entry = locked[path];
      if (entry?.version !== version || !entry.integrity?.startsWith('sha512-'))
        throw new Error(`${path} ${version} is in a bundle, and package-lock.json has no such version with a checksum`);
      const purl = makePurl({name, version});
      const sha512 = Buffer.from(entry.integrity.slice('sha512-'.length), 'base64').toString('hex');
      const bundles = new Set([...(found.get(purl)?.bundles ?? []), `dist/${bundle}`]);
      found.set(purl, {name, version, license, purl, sha512, bundles});
    }
  }
  const packages = [...found.values()].map(item => ({...item, bundles: [...item.bundles].sort()}));
  return packages.sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

const makePurl = ({name, version}) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function makeCycloneDx(product, packages) {
  const ref = makePurl(product);
  const content = {
    metadata: {
      lifecycles: [{phase: 'build'}],
      component: {
        type: 'application',
        'bom-ref': ref,
        name: product.name,
        version: product.version,
        licenses: [{license: {id: product.license}}],
        purl: ref,
      },
    },
    components: packages.map(({name, version, license, purl, sha512, bundles}) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      hashes: [{alg: 'SHA-512', content: sha512}],
      licenses: [{license: {id: license}}],
      purl,
      evidence: {occurrences: bundles.map(location => ({location}))},
    })),
    dependencies: [{ref, dependsOn: packages.map(({purl}) => purl)}, ...packages.map(({purl}) => ({ref: purl}))],
  };
  const head = {$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', bomFormat: 'CycloneDX', specVersion: '1.6'};
  return {...head, serialNumber: `urn:uuid:${makeUuid(content)}`, version: 1, ...content};
}

function makeSpdx(product, packages) {
  const main = 'SPDXRef-Package';
  const parts = packages.map(({name, version, license, purl, sha512, bundles}) => ({
    SPDXID: `SPDXRef-${`${name}-${version}`.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-/, '')}`,
    ...describeSpdx({name, version, license, purl}),
    downloadLocation: `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`,
    checksums: [{algorithm: 'SHA512', checksumValue: sha512}],
    comment: `In ${bundles.join(', ')}`,
  }));
  const describes = {spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: main};
  const content = {
    creationInfo: {created: `${product.date}T00:00:00Z`, creators: [`Tool: ${product.name}-${product.version}`]},
    packages: [{SPDXID: main, ...describeSpdx({...product, purl: makePurl(product)}), downloadLocation: 'NOASSERTION'}, ...parts],
    relationships: [
      describes,
      ...parts.map(({SPDXID}) => ({spdxElementId: main, relationshipType: 'CONTAINS', relatedSpdxElement: SPDXID})),
    ],
  };
  const name = `${product.name}-${product.version}`;
  const documentNamespace = `https://spdx.org/spdxdocs/${name}-${makeUuid(content)}`;
  return {spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0', SPDXID: 'SPDXRef-DOCUMENT', name, documentNamespace, ...content};
}

/** The members that every SPDX package here has. */
function describeSpdx({name, version, license, purl}) {
  return {
    name,
    versionInfo: version,
    filesAnalyzed: false,
    licenseConcluded: license,
    licenseDeclared: license,
    copyrightText: 'NOASSERTION',
    externalRefs: [{referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl}],
  };
}

/** An id in the form of a UUID (version 8, for hashes of one's own): the same content has the same one. */
function makeUuid(content) {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = process.argv[2] ?? join(root, 'build');
  const {name, version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const {metafiles} = await bundleAll();
  mkdirSync(directory, {recursive: true});
  for (const [ending, text] of Object.entries(renderBoms(metafiles, root))) {
    const file = join(directory, `${name}-${version}.${ending}`);
    writeFileSync(file, text);
    console.log(file);
  }
}
