import * as fc from 'fast-check';
import {SaxesParser} from 'saxes';
import {renderChangesAtom} from '../../../../src/features/changes/formats/atom';
import {
  anyDocument,
  fullDocument,
  HOSTILE_TEXTS,
  hostileDocument,
  hugeDocument,
  sampleChange,
  sampleDocument,
  sampleFailure,
} from './changes-samples';

/** An element of a feed. */
interface Element {
  readonly name: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ATOM = 'http://www.w3.org/2005/Atom';
/** RFC 3339 as RFC 4287 has it (section 3.3): upper-case `T` and `Z`. */
const DATE_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const UUID_URN = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** RFC 3986, section 2: the characters of an address, and `%` only before two digits. */
const ADDRESS = /^https?:\/\/[\w.:[\]-]+\/(?:[\w.~!$&'()*+,;=:@/?#-]|%[\dA-Fa-f]{2})*$/;

/** Reads XML 1.0 with namespaces; throws where it is not well-formed. */
function readXml(text: string): Element {
  const root: Element = {name: '', uri: '', attributes: {}, children: [], text: ''};
  const open = [root];
  const parser = new SaxesParser({xmlns: true});
  parser.on('error', error => {
    throw error;
  });
  for (const event of ['doctype', 'cdata', 'comment', 'processinginstruction'] as const)
    parser.on(event, () => {
      throw new Error(event);
    });
  parser.on('opentag', ({local, uri, attributes}) => {
    const values = Object.fromEntries(Object.values(attributes).map(({name, value}) => [name, value]));
    const element: Element = {name: local, uri, attributes: values, children: [], text: ''};
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', piece => {
    (open.at(-1) as Element).text += piece;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root;
}

/** Allowed number of each child: least and most. */
type Grammar = Readonly<Record<string, readonly [number, number]>>;
/** RFC 4287, sections 4.1.1 and 4.1.2, of what this feed has. */
const FEED: Grammar = {title: [1, 1], subtitle: [0, 1], id: [1, 1], updated: [1, 1], author: [1, 9], generator: [0, 1], entry: [0, 1e6]};
const ENTRY: Grammar = {title: [1, 1], id: [1, 1], updated: [1, 1], category: [0, 9], link: [0, 1], content: [1, 1]};

function breaks({name, children, text}: Element, grammar: Grammar): string[] {
  const unknown = children.filter(child => grammar[child.name] === undefined).map(child => `${name} has ${child.name}`);
  const counts = Object.entries(grammar).flatMap(([child, [least, most]]) => {
    const count = children.filter(one => one.name === child).length;
    return count < least || count > most ? [`${name} has ${count} ${child}`] : [];
  });
  return [...unknown, ...counts, ...(text.trim() === '' ? [] : [`${name} has text`])];
}

/** Everything of a feed that breaks RFC 4287, or that is more than text. */
function listFaults(xml: string): string[] {
  const {children} = readXml(xml);
  const [feed] = children;
  if (feed === undefined || children.length !== 1 || feed.name !== 'feed') return ['no feed'];
  const entries = feed.children.filter(({name}) => name === 'entry');
  const parts = [feed, ...entries].flatMap(part => part.children.map(child => ({part: part.name, child})));
  const ids = parts.flatMap(({child}) => (child.name === 'id' ? [child.text] : []));
  const authors = feed.children.filter(({name}) => name === 'author');
  return [
    ...breaks(feed, FEED),
    ...entries.flatMap(entry => breaks(entry, ENTRY)),
    ...authors.flatMap(author => breaks(author, {name: [1, 1]})),
    ...parts.flatMap(({part, child}) => judge(part, child)),
    ...(new Set(ids).size === ids.length ? [] : ['an id twice']),
    ...parts.flatMap(({child: {name, uri}}) => (uri === ATOM ? [] : [`${name} of ${uri}`])),
    ...(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(xml) ? ['a character that is not seen'] : []),
    ...(/^\s*::|##\[|##vso\[/m.test(xml) ? ['a workflow command'] : []),
  ];
}

function judge(part: string, {name, attributes, children, text}: Element): string[] {
  const has = JSON.stringify(attributes);
  const isText = has === '{"type":"text"}' && children.length === 0;
  const isRight =
    {
      title: isText && text.trim() !== '',
      subtitle: isText,
      content: isText && text.trim() !== '',
      id: UUID_URN.test(text) && has === '{}',
      updated: DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)) && has === '{}',
      link:
        attributes['rel'] === 'alternate' && ADDRESS.test(attributes['href'] ?? '') && Object.keys(attributes).length === 2 && text === '',
      category: (attributes['term'] ?? '') !== '' && Object.keys(attributes).length === 1 && text === '',
      generator: text !== '' && has === '{}',
      author: text === '' && has === '{}',
      entry: has === '{}',
    }[name] ?? false;
  return isRight ? [] : [`${part} has ${name} ${has} "${text.slice(0, 80)}"`];
}

test('the judge of these tests finds what is wrong', () => {
  const right = renderChangesAtom(sampleDocument());
  expect(listFaults(right)).toEqual([]);
  expect(listFaults(right.replace(/<updated>.*?<\/updated>/, ''))).toEqual(['feed has 0 updated']);
  expect(listFaults(right.replace(/<updated>.*?<\/updated>/, '<updated>today</updated>'))).toEqual(['feed has updated {} "today"']);
  expect(listFaults(right.replace('type="text">acme', 'type="html">acme'))).toEqual([]);
  expect(listFaults(right.replace('<content type="text">', '<content type="html">'))[0]).toMatch(/^entry has content/);
  expect(listFaults(right.replace('https:', 'javascript:'))[0]).toMatch(/^entry has link/);
  expect(() => listFaults(right.replace('<content', '\u0001<content'))).toThrow(/disallowed character/);
  expect(() => listFaults(right.replace('Pro', '<b>Pro'))).toThrow();
});

test('a document with everything that can be said', () => {
  const xml = renderChangesAtom(fullDocument());
  expect(listFaults(xml)).toEqual([]);
  const [feed] = readXml(xml).children;
  const entries = feed?.children.filter(({name}) => name === 'entry') ?? [];
  const text = (entry: (typeof entries)[number], name: string) => entry.children.find(child => child.name === name)?.text;
  expect(entries.map(entry => text(entry, 'title'))).toEqual([
    ...['terms/bluefin: failing since 20 Nov 14:00 (12 checks)'],
    'terms/gantry: 2 of 10 pages failing since 20 Nov 14:00 or before (12 checks)',
    'terms/helios: failed from 20 Nov 14:00 (12 checks), works again since 23 Nov 09:00',
    ...['pricing/acme: meaningful (high)', 'pricing/cobalt: meaningful (high)'],
    ...["terms/dynamo: not judged (the service's judge did not work)", 'terms/everline: not judged'],
  ]);
  expect(entries.map(entry => text(entry, 'content'))[3]).toBe(
    'https://acme.example/pricing?plan=pro, changed, 23 Nov 10:30\nReason: The price of the Pro plan rose from $19 to $24.\n- Pro: $19 a month\n+ Pro: $24 a month',
  );
  expect(feed?.children.find(({name}) => name === 'subtitle')?.text).toContain('Incomplete: ended by --max-requests');
});

test('the same change has the same id in each feed, another one another', () => {
  const ids = (xml: string) => xml.match(/urn:uuid:[\da-f-]+/g) ?? [];
  const [feed, first, second] = ids(renderChangesAtom(sampleDocument({changes: [sampleChange(), sampleChange({id: 'b'})]})));
  const later = sampleDocument({changes: [sampleChange({verdict: 'not-judged', judgment: null})], until: '2027-01-01T00:00:00Z'});
  expect(ids(renderChangesAtom(later))).toEqual([feed, first]);
  expect(second).not.toBe(first);
  expect(ids(renderChangesAtom(sampleDocument({environment: 'staging'})))[0]).not.toBe(feed);
});

test('a failure that is over is the same entry, updated', () => {
  const read = (until: string | null) => renderChangesAtom(sampleDocument({changes: [], failures: [sampleFailure({until})]}));
  const [open, over] = [read(null), read('2026-11-23T10:00:00+02:00')].map(xml => ({
    id: xml.match(/urn:uuid:[\da-f-]+/g)?.[1],
    updated: xml.match(/<updated>(.*?)</g)?.[1],
  }));
  expect(over?.id).toBe(open?.id);
  expect([open?.updated, over?.updated]).toEqual(['<updated>2026-11-20T13:00:00.000Z<', '<updated>2026-11-23T08:00:00.000Z<']);
});

test.each([
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-12:00', '2026-11-23T12:00:00.000Z'],
  ['-000001-01-01T00:00:00Z', '2026-11-23T12:00:00.000Z'],
  ['soon', '2026-11-23T12:00:00.000Z'],
])('a change of %s was updated at %s', (at, updated) => {
  const xml = renderChangesAtom(sampleDocument({changes: [sampleChange({at})]}));
  expect(xml.match(/<updated>(.*?)</g)?.[1]).toBe(`<updated>${updated}<`);
  expect(listFaults(xml)).toEqual([]);
});

test.each(HOSTILE_TEXTS.map(text => ({name: JSON.stringify(text).slice(0, 60), text})))('valid and inert: $name', ({text}) => {
  expect(listFaults(renderChangesAtom({...hostileDocument([text])}))).toEqual([]);
});

test('every document of hostile texts makes a valid feed', () => {
  fc.assert(
    fc.property(anyDocument, document => expect(listFaults(renderChangesAtom(document))).toEqual([])),
    {numRuns: 200},
  );
});

test('10,000 pages with megabytes of text make a feed of bounded size that says what it leaves out', () => {
  const xml = renderChangesAtom(hugeDocument());
  expect(xml.length).toBeLessThan(5 * 1024 * 1024);
  expect(listFaults(xml)).toEqual([]);
  const shown = xml.match(/<entry>/g)?.length ?? 0;
  expect(xml).toContain(`${(20_001 - shown).toLocaleString('en-US')} more entries without room here.`);
});
