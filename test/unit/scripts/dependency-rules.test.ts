import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, relative} from 'node:path';

/** Each rule about the layers is broken once, so that none of them stands there without an effect. */
const ROOT = join(__dirname, '../../..');

/** For each rule a file, and what it imports though it must not: another file or a package. */
const BROKEN: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-cycles': ['src/core/base/one.ts', 'src/core/base/other.ts'],
  'pure-rooms-touch-nothing': ['src/core/plan/pure.ts', 'node:fs'],
  'pg-only-in-its-store': ['src/project/database.ts', 'pg'],
  'undici-only-in-the-client': ['src/project/client.ts', 'undici'],
  'core-looks-down': ['src/core/apply/high.ts', 'src/project/one.ts'],
  'stores-look-down': ['src/stores/s3/high.ts', 'src/project/one.ts'],
  'stores-stand-alone': ['src/stores/s3/other.ts', 'src/stores/postgres/one.ts'],
  'rendering-looks-down': ['src/rendering/high.ts', 'src/features/plan/one.ts'],
  'project-looks-down': ['src/project/high.ts', 'src/rendering/one.ts'],
  'the-door-names-the-look': ['src/project/door.ts', 'src/rendering/one.ts'],
  'features-look-down': ['src/features/plan/high.ts', 'src/doors/one.ts'],
  'features-stand-alone': ['src/features/validate/other.ts', 'src/features/plan/one.ts'],
  'apply-builds-on-few': ['src/features/apply/other.ts', 'src/features/init/one.ts'],
  'accept-builds-on-few': ['src/features/accept/other.ts', 'src/features/init/one.ts'],
  'adopt-builds-on-few': ['src/features/adopt/other.ts', 'src/features/init/one.ts'],
  'alerts-builds-on-few': ['src/features/alerts/other.ts', 'src/features/init/one.ts'],
  'drift-builds-on-few': ['src/features/drift/other.ts', 'src/features/init/one.ts'],
  'changes-builds-on-few': ['src/features/changes/other.ts', 'src/features/init/one.ts'],
  'recover-builds-on-few': ['src/features/recover/other.ts', 'src/features/init/one.ts'],
  'report-builds-on-few': ['src/features/report/other.ts', 'src/features/init/one.ts'],
  'resolve-builds-on-few': ['src/features/resolve/other.ts', 'src/features/init/one.ts'],
  'try-builds-on-few': ['src/features/try/other.ts', 'src/features/init/one.ts'],
  'tune-builds-on-few': ['src/features/tune/other.ts', 'src/features/init/one.ts'],
  'doors-open-no-store': ['src/doors/cli/store.ts', 'src/stores/s3/one.ts'],
  'emulator-stands-alone': ['src/emulator/plan.ts', 'src/core/plan/one.ts'],
  'only-its-command-needs-the-emulator': ['src/doors/cli/service.ts', 'src/emulator/one.ts'],
  'only-the-api-needs-the-library': ['src/doors/cli/library.ts', 'src/doors/library/one.ts'],
  'action-below-its-edge': ['src/doors/action/command.ts', 'src/doors/cli/one.ts'],
  'only-main-needs-the-action': ['src/doors/cli/action.ts', 'src/doors/action/one.ts'],
  'base-knows-nothing': ['src/core/base/high.ts', 'src/core/json/one.ts'],
  'json-knows-nothing': ['src/core/json/high.ts', 'src/core/base/one.ts'],
  'files-know-little': ['src/core/files/high.ts', 'src/core/git/one.ts'],
  'the-table-knows-json-alone': ['src/core/service/high.ts', 'src/core/base/one.ts'],
  'diagnostics-below-all': ['src/core/diagnostics/high.ts', 'src/core/secrets/one.ts'],
  'secrets-know-no-room': ['src/core/secrets/high.ts', 'src/core/specs/one.ts'],
  'git-stands-alone': ['src/core/git/high.ts', 'src/core/state/one.ts'],
  'specs-look-down': ['src/core/specs/high.ts', 'src/core/state/one.ts'],
  'specs-have-an-inside': ['src/project/shape.ts', 'src/core/specs/shape/one.ts'],
  'config-looks-down': ['src/core/config/high.ts', 'src/core/state/one.ts'],
  'state-looks-down': ['src/core/state/high.ts', 'src/core/plan/one.ts'],
  'plan-looks-down': ['src/core/plan/high.ts', 'src/core/apply/one.ts'],
  'writing-looks-down': ['src/core/writing/high.ts', 'src/core/state/one.ts'],
  'recovery-looks-down': ['src/core/recovery/high.ts', 'src/core/git/one.ts'],
  'observe-looks-down': ['src/core/observe/high.ts', 'src/core/state/one.ts'],
  'api-looks-down': ['src/core/api/high.ts', 'src/core/state/one.ts'],
  'apply-through-ports': ['src/core/apply/store.ts', 'src/core/git/one.ts'],
  'no-orphans': ['src/core/json/alone.ts', ''],
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) cpSync(join(ROOT, name), join(root, name));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, {recursive: true, force: true}));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), text);
}

function importLine(from: string, to: string): string {
  if (to === '') return 'export const alone = 1;\n';
  const path = relative(dirname(from), to.replace(/\.ts$/, ''));
  return `import '${to.startsWith('src/') ? (path.startsWith('.') ? path : `./${path}`) : to}';\n`;
}

interface Violation {
  readonly from: string;
  readonly rule: {readonly name: string};
}

test('each rule can be broken, and all of them are tried', () => {
  for (const [, to] of Object.values(BROKEN)) if (to.startsWith('src/')) write(to, 'export {};\n');
  for (const [from, to] of Object.values(BROKEN)) write(from, importLine(from, to));
  write('src/core/base/other.ts', importLine('src/core/base/other.ts', 'src/core/base/one.ts'));
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const output = execFileSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const {violations} = (JSON.parse(output) as {summary: {violations: readonly Violation[]}}).summary;
  const isFound = ([rule, [from]]: readonly [string, readonly [string, string]]) =>
    violations.some(one => one.rule.name === rule && one.from === from);
  expect(
    Object.entries(BROKEN)
      .filter(entry => !isFound(entry))
      .map(([rule]) => rule),
  ).toEqual([]);
  const {forbidden} = jest.requireActual<{forbidden: readonly {name: string}[]}>('../../../.dependency-cruiser.cjs');
  expect(Object.keys(BROKEN).sort()).toEqual(forbidden.map(({name}) => name).sort());
});
