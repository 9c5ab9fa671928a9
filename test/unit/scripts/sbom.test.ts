import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** The bills of materials hold every package in the bundles and nothing else, and come out the same each time. */
const ROOT = join(__dirname, '../../..');

interface Made {
  readonly metafiles: Readonly<
    Record<string, {readonly outputs: Record<string, {readonly inputs: Record<string, {bytesInOutput: number}>}>}>
  >;
  readonly boms: Readonly<Record<'cdx.json' | 'spdx.json', string>>;
  readonly licenses: string;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly {readonly content: string}[];
  readonly evidence: {readonly occurrences: readonly {readonly location: string}[]};
}

interface SpdxPackage {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo: string;
}

const SCRIPT = (keep: string, after: string) => `
import {bundleAll} from '${join(ROOT, 'scripts/build.mjs')}';
import {renderBoms} from '${join(ROOT, 'scripts/sbom.mjs')}';
import {renderLicenses} from '${join(ROOT, 'scripts/licenses.mjs')}';
const {metafiles} = ${keep};
${after}
const root = ${JSON.stringify(ROOT)};
console.log(JSON.stringify({metafiles, boms: renderBoms(metafiles, root), licenses: renderLicenses(Object.values(metafiles), root)}));
`;

function make(keep = 'await bundleAll()', {after = '', input = ''} = {}): Made {
  const options = {encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe', input} as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT(keep, after), 'none'], options)) as Made;
}

const oneInput = (path: string) => `{metafiles: {'a.cjs': {outputs: {a: {inputs: {'${path}': {bytesInOutput: 5}}}}}}}`;

const made = make();
const cdx = JSON.parse(made.boms['cdx.json']) as {components: Component[]; serialNumber: string; dependencies: {dependsOn?: string[]}[]};
const spdx = JSON.parse(made.boms['spdx.json']) as {
  packages: SpdxPackage[];
  relationships: {relationshipType: string; relatedSpdxElement: string}[];
};

function listModules(): string[] {
  const inputs = Object.values(made.metafiles).flatMap(({outputs}) =>
    Object.values(outputs).flatMap(output => Object.entries(output.inputs)),
  );
  const paths = inputs.filter(([path, {bytesInOutput}]) => bytesInOutput > 0 && path.includes('node_modules/')).map(([path]) => path);
  return [...new Set(paths.map(path => path.replace(/^[\w-]+:/, '')))];
}

/** `package version` of each module that any byte of a bundle comes from, by bundle, from the nearest package.json above the module. */
function listByBundle(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [bundle, {outputs}] of Object.entries(made.metafiles)) {
    const inputs = Object.values(outputs).flatMap(({inputs: paths}) => Object.entries(paths));
    const modules = inputs.filter(([path, {bytesInOutput}]) => bytesInOutput > 0 && path.includes('node_modules/'));
    found.set(`dist/${bundle}`, new Set(modules.map(([path]) => nameOwner(path))));
  }
  return found;
}

function nameOwner(path: string): string {
  const parts = path.replace(/^[\w-]+:/, '').split('/');
  const depth = parts.lastIndexOf('node_modules') + (parts[parts.lastIndexOf('node_modules') + 1]?.startsWith('@') ? 3 : 2);
  const {name, version} = JSON.parse(readFileSync(join(ROOT, ...parts.slice(0, depth), 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

test('every module in a bundle belongs to a listed package, and every listed package is in the bundles that it names', () => {
  const listed = new Map<string, Set<string>>();
  for (const {name, version, evidence} of cdx.components)
    for (const {location} of evidence.occurrences) listed.set(location, (listed.get(location) ?? new Set()).add(`${name} ${version}`));
  const expected = [...listByBundle()].filter(([, packages]) => packages.size > 0);
  expect(expected.length).toBeGreaterThan(9);
  expect(listed).toEqual(new Map(expected));
});

test('both documents and the checked-in THIRD-PARTY-LICENSES name the same packages', () => {
  const licenses = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES'), 'utf8').split(/^-{80}$/m)[0] ?? '';
  const named = [...new Set([...licenses.matchAll(/^- (\S+ \S+) \(/gm)].map(([, title]) => title))].sort();
  expect(cdx.components.map(({name, version}) => `${name} ${version}`).sort()).toEqual(named);
  const [main, ...parts] = spdx.packages;
  expect(main?.name).toBe('monitors-as-code');
  expect(parts.map(({name, versionInfo}) => `${name} ${versionInfo}`).sort()).toEqual(named);
  expect(spdx.relationships.map(({relatedSpdxElement}) => relatedSpdxElement)).toEqual(spdx.packages.map(({SPDXID}) => SPDXID));
  expect(new Set(spdx.packages.map(({SPDXID}) => SPDXID)).size).toBe(spdx.packages.length);
  for (const {SPDXID} of spdx.packages) expect(SPDXID).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
});

test('what a package took from others has the licence of those others', () => {
  for (const owner of ['Fedor Indutny, 2018', 'Node.js contributors', 'Jimmy Karl Roland Wärting', 'Mathias Bynens', 'Public Suffix List'])
    expect(made.licenses).toContain(owner);
  // A module built from C, a copied one, data of others: each comes from a package for which somebody has looked.
  const taken = listModules().filter(path =>
    /'AGFzbQ|(?:extracted|adapted) from|public-suffix trie|polyfill\. MIT/i.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(taken.length).toBeGreaterThan(4);
  const unknown = taken.filter(path => !existsSync(join(ROOT, 'scripts/licenses', `${nameOwner(path).split(' ')[0]}.txt`)));
  expect(unknown).toEqual([]);
});

test('checksums are those of package-lock.json, and scoped names are escaped', () => {
  const {packages} = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const undici = cdx.components.find(({name}) => name === 'undici');
  const hash = Buffer.from(undici?.hashes[0]?.content ?? '', 'hex').toString('base64');
  expect(`sha512-${hash}`).toBe(packages['node_modules/undici'].integrity);
  expect(cdx.components.map(({purl}) => purl)).toContain(`pkg:npm/%40aws-sdk/core@${packages['node_modules/@aws-sdk/core'].version}`);
  expect(cdx.dependencies[0]?.dependsOn).toEqual(cdx.components.map(({purl}) => purl));
});

test('the same sources make the same bytes, and other packages another id', () => {
  expect(make().boms).toEqual(made.boms);
  expect(cdx.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  const given = "{metafiles: JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'))}";
  const without = {after: "delete metafiles['yaml.cjs'];", input: JSON.stringify(made.metafiles)};
  const other = JSON.parse(make(given, without).boms['cdx.json']);
  expect(other.serialNumber).not.toBe(cdx.serialNumber);
  expect(other.components.map(({name}: Component) => name)).not.toContain('yaml');
}, 60_000);

test('a bundled package that package-lock.json does not have is refused', () => {
  expect(() => make(oneInput('node_modules/yaml/index.js'))).not.toThrow();
  expect(() => make(oneInput('bench/../node_modules/yaml/index.js'))).toThrow(/package-lock\.json has no such version with a checksum/);
});
