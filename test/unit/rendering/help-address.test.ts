/** @jest-environment node */
import {findingIn, plain} from './sample-values';

type Named = typeof globalThis & {MONITORS_REPOSITORY?: string; MONITORS_VERSION?: string};

/** The renderers of a package that names its repository. */
async function renderersOf(repository: string) {
  const named = globalThis as Named;
  Object.assign(named, {MONITORS_REPOSITORY: repository, MONITORS_VERSION: '1.2.3'});
  jest.resetModules();
  const finding = await import('../../../src/rendering/finding');
  const error = await import('../../../src/rendering/error');
  delete named.MONITORS_REPOSITORY;
  delete named.MONITORS_VERSION;
  return {...finding, ...error};
}

const ADDRESS = 'https://github.com/acme/tools/blob/v1.2.3/docs/diagnostics.md#schemaunknown-field';
const found = findingIn('schedul: daily\n', 'schedul', {code: 'schema/unknown-field'});

test('findings and errors name the address of their page: in JSON, and with --verbose', async () => {
  const {toFindingDocument, renderFindingsText, renderErrorJson, renderErrorText} = await renderersOf('acme/tools');
  const error = {code: 'schema/unknown-field', message: 'unknown', hint: 'none'} as const;
  expect(toFindingDocument(found)).toMatchObject({help: ADDRESS});
  expect(JSON.parse(renderErrorJson('plan', error))).toMatchObject({error: {help: ADDRESS}});
  expect(renderFindingsText([found], {...plain, verbosity: 'verbose'})).toContain(`   help: ${ADDRESS}\n`);
  expect(renderErrorText(error, {...plain, verbosity: 'verbose'})).toContain(`   help: ${ADDRESS}\n`);
  expect(renderFindingsText([found], plain)).not.toContain('help:');
});

test('without an address nothing is said of it', async () => {
  const {toFindingDocument, renderFindingsText} = await renderersOf('');
  expect(toFindingDocument(found)).not.toHaveProperty('help');
  expect(renderFindingsText([found], {...plain, verbosity: 'verbose'})).not.toContain('help:');
});
