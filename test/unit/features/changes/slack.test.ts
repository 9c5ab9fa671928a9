import * as fc from 'fast-check';
import {renderChangesSlack} from '../../../../src/features/changes/formats/slack';
import {anyDocument, fullDocument, HOSTILE_TEXTS, hostileDocument, hugeDocument, sampleChange, sampleDocument} from './changes-samples';

interface Message {
  readonly text: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly text: {
      readonly type: string;
      readonly text: string;
      readonly emoji: boolean;
    };
    readonly fields?: readonly {
      readonly type: string;
      readonly text: string;
      readonly verbatim: boolean;
    }[];
  }[];
}

/** The only marked up text of blocks: an address that holds none of Slack's signs, and our words. */
const OUR_LINK = /^<https?:\/\/[^\s<>|@/]+\/[^\s<>|]*\|Open the page>$/;

/** Everything of a message that breaks Slack's limits, or that Slack would act on. */
function listFaults(json: string): string[] {
  const message = JSON.parse(json) as Message;
  const {text, blocks} = message;
  const total = (block: Message['blocks'][number]) =>
    [block.text, ...(block.fields ?? [])].reduce((sum, part) => sum + part.text.length, 0);
  return [
    ...(Object.keys(message).join() === 'text,blocks,unfurl_links,unfurl_media' ? [] : ['the members']),
    ...(/"unfurl_links": false,\n {2}"unfurl_media": false\n\}\n$/.test(json) ? [] : ['unfurling']),
    ...(blocks.length > 50 || blocks.length < 2 ? [`${blocks.length} blocks`] : []),
    ...(/[<>]|&(?!amp;|lt;|gt;)/.test(text) || text.length > 3000 ? [`text: ${text}`] : []),
    ...blocks.flatMap(block => [
      ...(block.text.type === 'plain_text' && block.text.emoji === false ? [] : ['text that is not plain']),
      ...(block.type === 'header' ? (block.text.text.length > 150 ? ['a long header'] : []) : block.type === 'section' ? [] : [block.type]),
      ...(block.text.text.length === 0 || total(block) > 3000 ? [`${total(block)} characters`] : []),
      ...(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(block.text.text) ? ['a character that is not seen'] : []),
      ...(block.fields ?? []).flatMap(field =>
        field.verbatim && OUR_LINK.test(field.text) && /&(?!amp;)/.test(field.text) === false ? [] : [`field: ${field.text}`],
      ),
    ]),
    ...(/##\[|##vso\[/.test(json) ? ['a workflow command'] : []),
  ];
}

test('the judge of these tests finds what is wrong', () => {
  const plain = (text: string) => ({
    type: 'section',
    text: {type: 'plain_text', text, emoji: false},
  });
  const blocks = [
    plain(''),
    plain('a'.repeat(3001)),
    {
      ...plain('\u202e'),
      fields: [{type: 'mrkdwn', text: '<!here>', verbatim: true}],
    },
  ];
  expect(listFaults(JSON.stringify({text: '<!here>', blocks}))).toEqual([
    ...['the members', 'unfurling', 'text: <!here>', '0 characters', '3001 characters', 'a character that is not seen', 'field: <!here>'],
  ]);
});

test('a document with everything that can be said', () => {
  const json = renderChangesSlack(fullDocument());
  expect(listFaults(json)).toEqual([]);
  const {text, blocks} = JSON.parse(json) as Message;
  expect(text).toBe(
    'Changes in acme-web (production): 6 changed pages (2 meaningful, 2 not judged, 1 judged as noise, 1 not read), 1 failing, 1 partly failing, 1 working again, 1 still running.',
  );
  expect(blocks.map(block => block.text.text)).toMatchInlineSnapshot(`
   [
     "Changes in acme-web (production)",
     "22 Nov 2026 13:00 to 23 Nov 2026 13:00 (Europe/Berlin)
   6 changed pages (2 meaningful, 2 not judged, 1 judged as noise, 1 not read), 1 failing, 1 partly failing, 1 working again, 1 still running. 24 checks of 5 monitors, 3 of them without a new check.
   Incomplete: ended by --max-requests after 30 requests.
   Incomplete: 1 monitor could not be read.
   1 monitor not reached. The next call begins with it.
   The call before ended between its output and its bookmark: this may repeat what it printed.
   5 more changes left out by --limit.
   4 more changes left out by --show.
   1 changed page counted, but not read.
   Not in the service: gone/one.
   Older checks are gone, as the service keeps them for fewer days than this: short/four (7 days).",
     "Group: pricing/
   pricing/acme: meaningful (high), changed, 23 Nov 10:30
   https://acme.example/pricing?plan=pro
   The price of the Pro plan rose from $19 to $24.
   - Pro: $19 a month
   + Pro: $24 a month",
     "pricing/cobalt: meaningful (high), changed, 23 Nov 10:30
   https://cobalt.example/
   The price of the Pro plan rose from $19 to $24.
   ! plans[0].price: 19 -> 24
   ! plans[1]: null -> {"name": "Team", "price": 99}",
     "Group: terms/
   terms/dynamo: not judged (the service's judge did not work), new, 23 Nov 00:15
   https://dynamo.example/terms
   + Clause 1 of the new terms, which is long enough to be read as a sentence.
   + Clause 2 of the new terms, which is long enough to be read as a sentence.
   + Clause 3 of the new terms, which is long enough to be read as a sentence.
   + Clause 4 of the new terms, which is long enough to be read as a sentence.
   + Clause 5 of the new terms, which is long enough to be read as a sentence.
   + Clause 6 of the new terms, which is long enough to be read as a sentence.
   ... 54 more lines; the diff is longer than what is kept",
     "terms/everline: not judged, removed, status 404, 23 Nov 10:30
   https://acme.example/pricing?plan=pro",
     "Not shown: 1 changed page judged as noise.",
     "Failures
   • terms/bluefin failing since 20 Nov 14:00 (12 checks): the page took longer than the timeout at https://bluefin.example/terms
   • terms/gantry 2 of 10 pages failing since 20 Nov 14:00 or before (12 checks): status 503 at https://bluefin.example/terms
   • terms/helios failed from 20 Nov 14:00 (12 checks), works again since 23 Nov 09:00: no credits were left",
     "Not read
   • broken/two: the service answered 500 five times",
     "Still running
   • news/brand running since 23 Nov 12:58",
   ]
  `);
  expect(blocks.flatMap(({fields = []}) => fields.map(field => field.text))[0]).toBe(
    '<https://acme.example/pricing?plan=pro|Open the page>',
  );
});

test('the text of notifications holds nothing of pages, and no mention by the name of a project', () => {
  const change = sampleChange({
    key: 'KEY',
    url: 'https://x.example/URL',
    diff: '+DIFF',
  });
  const {text} = JSON.parse(renderChangesSlack(sampleDocument({project: '<!here> & co', changes: [change]}))) as Message;
  expect(text).toBe('Changes in &lt;!here&gt; &amp; co (production): 1 changed page (1 meaningful).');
});

test.each(
  HOSTILE_TEXTS.map(text => ({
    name: JSON.stringify(text).slice(0, 60),
    text,
  })),
)('inert everywhere: $name', ({text}) => {
  expect(listFaults(renderChangesSlack(hostileDocument([text])))).toEqual([]);
});

test('no document of hostile texts breaks a limit or has anything active', () => {
  fc.assert(
    fc.property(anyDocument, document => expect(listFaults(renderChangesSlack(document))).toEqual([])),
    {numRuns: 200},
  );
});

test('10,000 pages with megabytes of text stay within the limits, and what is cut is counted', () => {
  const json = renderChangesSlack(hugeDocument());
  expect(listFaults(json)).toEqual([]);
  const texts = (JSON.parse(json) as Message).blocks.map(block => block.text.text);
  const shown = texts.filter(text => /^folder\/monitor|^@{300}/.test(text)).length;
  expect(texts).toContain(`... and ${(10_001 - shown).toLocaleString('en-US')} more changes without room here.`);
  expect(texts.find(text => text.startsWith('Failures'))).toMatch(/\n\.\.\. and [\d,]+ more monitors$/);
});
