import * as fc from 'fast-check';
import type {ChangesDocument} from '../../../../src/features/changes/document';
import {renderChangesMarkdown} from '../../../../src/features/changes/formats/markdown';
import {listActive} from '../../../world/active-markdown';
import {listNodes, renderGithubMarkdown} from '../../../world/github-markdown';
import {
  anyDocument,
  fullDocument,
  HOSTILE_TEXTS,
  hostileDocument,
  hugeDocument,
  LOOK,
  sampleChange,
  sampleDocument,
} from './changes-samples';

const render = (document: ChangesDocument) => renderChangesMarkdown(document, LOOK);

test('the judge of these tests finds what is active', () => {
  expect(
    listActive('@octocat #1 GH-2 0123456 <b>x</b> ![a](https://x.example/y.png) [a](https://x.example)\n\n<script>1</script>'),
  ).toEqual(
    expect.arrayContaining([
      'HTML: <b>',
      'HTML: <script>1</script>',
      'the sanitizer takes something away',
      'text: @octocat #1 GH-2 0123456 ',
      'element: b',
      'element: img',
      'link: https://x.example',
    ]),
  );
});

test('a document with everything that can be said', () => {
  const text = render(fullDocument());
  expect(listActive(text)).toEqual([]);
  expect(text).toMatchInlineSnapshot(`
   "## Changes in \`acme-web\` (\`production\`)

   22 Nov 2026 13:00 to 23 Nov 2026 13:00 (\`Europe/Berlin\`)

   **6 changed pages (2 meaningful, 2 not judged, 1 judged as noise, 1 not read), 1 failing, 1 partly failing, 1 working again, 1 still running.** 24 checks of 5 monitors, 3 of them without a new check.

   - Incomplete: ended by --max-requests after 30 requests.
   - Incomplete: 1 monitor could not be read.
   - 1 monitor not reached. The next call begins with it.
   - The call before ended between its output and its bookmark: this may repeat what it printed.
   - 5 more changes left out by --limit.
   - 4 more changes left out by --show.
   - 1 changed page counted, but not read.
   - Not in the service: \`gone/one\`.
   - Older checks are gone, as the service keeps them for fewer days than this: \`short/four\` (7 days).

   ### \`pricing/\`

   #### \`pricing/acme\`: meaningful (\`high\`), changed, 23 Nov 10:30

   [\`https://acme.example/pricing?plan=pro\`](<https://acme.example/pricing?plan=pro>)

   Reason: \`The price of the Pro plan rose from $19 to $24.\`

   \`\`\`diff
   - Pro: $19 a month
   + Pro: $24 a month
   \`\`\`

   #### \`pricing/cobalt\`: meaningful (\`high\`), changed, 23 Nov 10:30

   [\`https://cobalt.example/\`](<https://cobalt.example/>)

   Reason: \`The price of the Pro plan rose from $19 to $24.\`

   \`\`\`diff
   ! plans[0].price: 19 -> 24
   ! plans[1]: null -> {"name": "Team", "price": 99}
   \`\`\`

   ### \`terms/\`

   #### \`terms/dynamo\`: not judged (the service's judge did not work), new, 23 Nov 00:15

   [\`https://dynamo.example/terms\`](<https://dynamo.example/terms>)

   \`\`\`diff
   + Clause 1 of the new terms, which is long enough to be read as a sentence.
   + Clause 2 of the new terms, which is long enough to be read as a sentence.
   + Clause 3 of the new terms, which is long enough to be read as a sentence.
   + Clause 4 of the new terms, which is long enough to be read as a sentence.
   + Clause 5 of the new terms, which is long enough to be read as a sentence.
   + Clause 6 of the new terms, which is long enough to be read as a sentence.
   + Clause 7 of the new terms, which is long enough to be read as a sentence.
   + Clause 8 of the new terms, which is long enough to be read as a sentence.
   + Clause 9 of the new terms, which is long enough to be read as a sentence.
   + Clause 10 of the new terms, which is long enough to be read as a sentence.
   ... 50 more lines; the diff is longer than what is kept
   \`\`\`

   #### \`terms/everline\`: not judged, removed, status 404, 23 Nov 10:30

   [\`https://acme.example/pricing?plan=pro\`](<https://acme.example/pricing?plan=pro>)

   Not shown: 1 changed page judged as noise.

   ### Failures

   - \`terms/bluefin\` failing since 20 Nov 14:00 (12 checks): \`the page took longer than the timeout\` at \`https://bluefin.example/terms\`
   - \`terms/gantry\` 2 of 10 pages failing since 20 Nov 14:00 or before (12 checks): \`status 503\` at \`https://bluefin.example/terms\`
   - \`terms/helios\` failed from 20 Nov 14:00 (12 checks), works again since 23 Nov 09:00: no credits were left

   ### Not read

   - \`broken/two\`: \`the service answered 500 five times\`

   ### Still running

   - \`news/brand\` running since 23 Nov 12:58
   "
  `);
});

test('nothing of the other sort is said of a document without changes', () => {
  expect(render(sampleDocument({changes: []}))).toMatchInlineSnapshot(`
   "## Changes in \`acme-web\` (\`production\`)

   22 Nov 2026 13:00 to 23 Nov 2026 13:00 (\`Europe/Berlin\`)

   **No changes.** 24 checks of 1 monitor.
   "
  `);
});

test.each(
  HOSTILE_TEXTS.map(text => ({
    name: JSON.stringify(text).slice(0, 60),
    text,
  })),
)('inert everywhere: $name', ({text}) => {
  expect(listActive(render(hostileDocument([text])))).toEqual([]);
});

test('an address that names a place of GitHub anywhere, also behind a # or encoded, is no link', () => {
  const addresses = [
    'https://x.example/#ehttps://github.com/owner/repo/issues/1',
    'https://x.example/?to=https%3A%2F%2Fgithub.com%2Fowner',
    'https://code.example/owner/repo/pull/7',
    'https://code.example/owner/repo/issues',
  ];
  for (const url of addresses) {
    const text = render({...sampleDocument(), changes: [sampleChange({url})]});
    expect(text).toContain(`\`${url}\``);
    expect(text).not.toContain('](<');
  }
});

test('no document of hostile texts has anything active', () => {
  fc.assert(
    fc.property(anyDocument, document => {
      expect(listActive(render(document))).toEqual([]);
    }),
    {numRuns: 100},
  );
});

test('links lead to web pages alone, and not to what GitHub takes for a reference', () => {
  const urls = [
    'https://acme.example/a?b=(c)&d=<e>&copy;&lt;',
    'http://acme.example/',
    'javascript:alert(1)',
    'https://github.com/o/r/issues/1',
    'https://git.example/o/r/%70ull/2',
  ];
  const text = render(
    sampleDocument({
      changes: urls.map((url, index) => sampleChange({url, id: `${index}`})),
    }),
  );
  const links = listNodes(renderGithubMarkdown(text).sanitized).flatMap(({node}) =>
    node.tagName === 'a' ? [node.properties?.['href']] : [],
  );
  expect(links).toEqual(['https://acme.example/a?b=(c)&d=%3Ce%3E&copy;&lt;', 'http://acme.example/']);
});

test('10,000 pages with megabytes of text stay within the limit, and what is cut is counted', () => {
  const document = hugeDocument();
  const text = render(document);
  expect(text.length).toBeGreaterThan(50_000);
  expect(listActive(text)).toEqual([]);
  const shown = text.match(/^#### /gm)?.length ?? 0;
  expect(text).toContain(`**Cut**: ${(10_001 - shown).toLocaleString('en-US')} more changes without room here; `);
  expect(text).toMatch(/- \.\.\. and [\d,]+ more monitors\n\n### Not read/);
});

test('a caller that adds text of its own gets a smaller one', () => {
  const text = renderChangesMarkdown(hugeDocument(), LOOK, 20_000);
  expect(text.length).toBeLessThanOrEqual(20_000);
  expect(listActive(text)).toEqual([]);
});

test('verbose shows more lines of a change', () => {
  const [change] = fullDocument().changes.filter(({key}) => key === 'terms/dynamo');
  const document = sampleDocument({
    changes: change === undefined ? [] : [change],
  });
  expect(render(document)).toContain('... 50 more lines; the diff is longer than what is kept');
  expect(renderChangesMarkdown(document, {...LOOK, verbosity: 'verbose'})).toContain('Clause 60');
});
