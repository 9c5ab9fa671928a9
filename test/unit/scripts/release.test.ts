import {execFileSync} from 'node:child_process';
import {join} from 'node:path';

/** The notes of a release, and what stands in its way. */
const ROOT = join(__dirname, '../../..');

/** The value of an expression that calls a function of a script. */
function evaluate(script: string, name: string, expression: string): string {
  const program = `import {${name}} from '${join(ROOT, 'scripts', script)}';\nconsole.log(JSON.stringify(${expression}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program, 'none'], {encoding: 'utf8', stdio: 'pipe'});
  return JSON.parse(output);
}

function call(script: string, name: string, ...args: readonly unknown[]): string {
  return evaluate(script, name, `${name}(...${JSON.stringify(args)})`);
}

const CHANGELOG = `# Changelog

## Unreleased

## 0.2.0 - 2027-01-02

### Added

- This, [described](docs/plan.md#groups), by [them](https://example.com).

## 0.1.0 - 2026-12-01

- That.
`;

const MANIFEST = {version: '0.2.0', repository: {type: 'git', url: 'git+https://github.com/acme/monitors.git'}};
const DOCKERFILE = `FROM node:24-alpine@sha256:${'a'.repeat(64)}\nRUN true\n`;
const READY = {
  tag: 'v0.2.0',
  repository: 'acme/monitors',
  manifest: MANIFEST,
  settings: 'omit-lockfile-registry-resolved=true\n',
  changelog: CHANGELOG,
  dockerfile: DOCKERFILE,
  owners: '# Who approves.\n* @acme/tools\n',
};

test('the notes of a version are its section, with links to the files of the tag', () => {
  const link = '[described](https://github.com/acme/monitors/blob/v0.2.0/docs/plan.md#groups)';
  expect(call('release-notes.mjs', 'renderNotes', CHANGELOG, '0.2.0', 'acme/monitors')).toBe(
    `### Added\n\n- This, ${link}, by [them](https://example.com).\n`,
  );
  expect(call('release-notes.mjs', 'renderNotes', CHANGELOG, '0.1.0', '')).toBe('- That.\n');
});

test.each(['0.3.0', '0.2', '0-2-0', 'Unreleased', ''])('a version without a dated section has no notes: "%s"', version => {
  expect(() => call('release-notes.mjs', 'renderNotes', CHANGELOG, version, '')).toThrow(/CHANGELOG\.md has no notes under/);
});

test('a heading within a block of code neither begins the notes nor ends them', () => {
  const before = '~~~md\n## 0.2.0 - 2020-01-01\n\nNot this.\n~~~\n';
  const within = '```sh\n## 0.1.0 - 2020-01-01\n```\n\nThe end.\n';
  const text = `# Changelog\n\n${before}\n## 0.2.0 - 2027-01-02\n\nThis.\n\n${within}\n## 0.1.0 - 2026-12-01\n\n- That.\n`;
  expect(call('release-notes.mjs', 'renderNotes', text, '0.2.0', '')).toBe(`This.\n\n${within}`);
});

test('notes longer than GitHub takes end at a whole line and name the file', () => {
  const long = "'## 0.2.0 - 2027-01-02\\n\\n' + '- One of many lines.\\n'.repeat(10_000)";
  const notes = evaluate('release-notes.mjs', 'renderNotes', `renderNotes(${long}, '0.2.0', 'acme/monitors')`);
  expect(notes.length).toBeLessThanOrEqual(125_000);
  expect(notes).toMatch(
    /lines\.\n\nThe rest is in \[CHANGELOG\.md\]\(https:\/\/github\.com\/acme\/monitors\/blob\/v0\.2\.0\/CHANGELOG\.md\)\.\n$/,
  );
});

test.each([
  {what: 'nothing', change: {}, line: undefined},
  {what: 'a missing address', change: {manifest: {version: '0.2.0'}}, line: /no repository: run `node scripts\/address\.mjs OWNER\/NAME`/},
  {what: 'a fork', change: {repository: 'fork/monitors'}, line: /names the repository acme\/monitors, and this is fork\/monitors/},
  {
    what: 'a registry of its own',
    change: {manifest: {...MANIFEST, publishConfig: {registry: 'https://example.com'}}},
    line: /publishConfig, which can send the package elsewhere/,
  },
  {what: 'another registry', change: {settings: '@acme:registry = https://example.com\n'}, line: /\.npmrc sets @acme:registry, which/},
  ...[
    '"registry" = https://example.com',
    'registry[]=https://example.com',
    'proxy=http://example.com',
    'node-options=--require ./a.cjs',
  ].map(line => ({
    what: `a setting such as ${line}`,
    change: {settings: `fund=false\n${line}\n`},
    line: /\.npmrc sets .*: remove that line/,
  })),
  {what: 'the tag of another version', change: {tag: 'v0.1.0'}, line: /the tag v0\.1\.0 is not v0\.2\.0/},
  {what: 'missing notes', change: {changelog: '# Changelog\n'}, line: /no notes under "## 0\.2\.0/},
  {what: 'owners that nobody named', change: {owners: '* @OWNER\n'}, line: /CODEOWNERS still names @OWNER/},
  {
    what: 'a placeholder as address',
    change: {manifest: {version: '0.2.0', repository: 'OWNER/monitors'}, repository: ''},
    line: /no repository/,
  },
  {what: 'a base without a digest', change: {dockerfile: 'FROM node:24-alpine\n'}, line: /base node:24-alpine is not pinned/},
  {what: 'a base in small letters', change: {dockerfile: '\tfrom\tnode:24 as build\n'}, line: /base node:24 is not pinned/},
  {what: 'a base for one platform', change: {dockerfile: 'FROM --platform=$BUILDPLATFORM node:24\n'}, line: /base node:24 is not pinned/},
  {
    what: 'a copy out of another image',
    change: {dockerfile: `${DOCKERFILE}COPY --from=some/image:1 /a /b\n`},
    line: /source some\/image:1/,
  },
  {
    what: 'a mount of another image',
    change: {dockerfile: `${DOCKERFILE}RUN --mount=from=some/image:1,target=/b true\n`},
    line: /source some\/image:1/,
  },
  {what: 'a syntax that changes', change: {dockerfile: `# syntax=docker/dockerfile:1\n${DOCKERFILE}`}, line: /syntax docker\/dockerfile:1/},
  {what: 'a Dockerfile without a base', change: {dockerfile: ''}, line: /base, which it does not name, is not pinned/},
  {
    what: 'no stage of its own',
    change: {
      dockerfile: `${DOCKERFILE.replace('\n', ' AS Build\n')}FROM scratch\nCOPY --from=build /a /b\nCOPY --from=0 /c /d\nFROM build\n`,
    },
    line: undefined,
  },
])('a release is stopped by $what', ({change, line}) => {
  const expected = line === undefined ? [] : [expect.stringMatching(line)];
  expect(call('release-ready.mjs', 'listObstacles', {...READY, ...change})).toEqual(expected);
});
