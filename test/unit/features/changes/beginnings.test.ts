import type {RenderChanges} from '../../../../src/features/changes/formats';
import {renderChangesAtom} from '../../../../src/features/changes/formats/atom';
import {renderChangesCsv} from '../../../../src/features/changes/formats/csv';
import {renderChangesHtml} from '../../../../src/features/changes/formats/html';
import {renderChangesMarkdown} from '../../../../src/features/changes/formats/markdown';
import {renderChangesSlack} from '../../../../src/features/changes/formats/slack';
import {fullDocument, HOSTILE_TEXTS, hostileDocument, LOOK} from './changes-samples';

/** A file that is written again is known by its beginning, whatever the document. */
const FORMATS: readonly {readonly name: string; readonly render: RenderChanges; readonly beginning: RegExp}[] = [
  {name: 'Markdown', render: renderChangesMarkdown, beginning: /^## Changes in `/},
  {name: 'HTML', render: renderChangesHtml, beginning: /^<!doctype html>\n<!-- monitors changes -->\n/},
  {
    name: 'Atom',
    render: renderChangesAtom,
    beginning: /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="[^"]+" xml:lang="en">\n<title type="text">Changes in /,
  },
  {name: 'CSV', render: renderChangesCsv, beginning: /^"type","group","key","at",/},
  {name: 'Slack', render: renderChangesSlack, beginning: /^\{\n {2}"text": "Changes in /},
];

test.each(FORMATS)('a file with $name is known', ({render, beginning}) => {
  const documents = [fullDocument(), ...HOSTILE_TEXTS.map(text => hostileDocument([text], 1))];
  expect(documents.filter(document => !beginning.test(render(document, LOOK)))).toEqual([]);
});

test.each(FORMATS)('$name is the same, whatever the clock and the zone of its reader', ({render}) => {
  const clock = {now: () => Date.parse('2031-01-01T00:00:00Z'), timeZone: () => 'Asia/Tokyo'};
  expect(render(fullDocument(), {...LOOK, color: true, width: 20, clock})).toBe(render(fullDocument(), LOOK));
});
