import {renderChangesHtml} from '../../../../src/features/changes/formats/html';
import {renderChangesMarkdown} from '../../../../src/features/changes/formats/markdown';
import {renderChangesSlack} from '../../../../src/features/changes/formats/slack';
import {renderChangesText} from '../../../../src/features/changes/text';
import {LOOK, sampleChange, sampleDocument} from './changes-samples';

/** Changes of one page stand together. */
const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:30:00.000Z`;
const acme = (hour: number) => sampleChange({at: at(hour)});
const other = (hour: number) => sampleChange({at: at(hour), key: 'pricing/bluefin', url: 'https://bluefin.example/'});
const headings = (text: string) => text.match(/^[~+-] .*/gm) ?? [];
const times = (text: string) => text.match(/T\d\d(?=:30:00\.000Z, )/g)?.map(time => Number(time.slice(1)));

test('a page is named once, with its newest changes below it, and the others are counted', () => {
  const changes = [acme(20), other(19), acme(16), other(15), acme(12), acme(8), acme(4)];
  const text = renderChangesText(sampleDocument({changes}), LOOK);
  expect(headings(text)).toEqual([
    '~ pricing/acme  https://acme.example/pricing?plan=pro  5 changes',
    '~ pricing/bluefin  https://bluefin.example/  2 changes',
  ]);
  expect(times(text)).toEqual([20, 16, 12, 19, 15]);
  expect(text).toContain('    ... 2 more changes, since 2026-11-23T04:30:00.000Z (--verbose shows them)');
});

test('--verbose shows each, below its page', () => {
  const text = renderChangesText(sampleDocument({changes: [acme(20), other(19), acme(16), acme(12), acme(8)]}), {
    ...LOOK,
    verbosity: 'verbose',
  });
  expect(headings(text)).toHaveLength(2);
  expect(times(text)).toEqual([20, 16, 12, 8, 19]);
});

test('another group, page or kind of change stands alone', () => {
  const changes = [
    {...acme(20), group: 'a'},
    {...acme(16), group: 'b'},
    {...acme(12), group: 'b', status: 'removed'},
    {...acme(8), group: 'b', key: 'copy'},
  ] as const;
  expect(headings(renderChangesText(sampleDocument({changes, by: 'folder'}), LOOK))).toHaveLength(4);
});

describe('in files and messages', () => {
  const changes = [acme(20), other(19), acme(16), other(15), acme(12), acme(8), acme(4)];
  const document = sampleDocument({changes});

  test('Markdown names a page once, and counts what it leaves out below it', () => {
    const text = renderChangesMarkdown(document, LOOK);
    expect(text.match(/^#### \S+/gm)).toEqual(['#### `pricing/acme`:', '#### `pricing/bluefin`:']);
    expect(text.match(/(?<=^####.* 23 Nov (?:2026 )?)\d\d/gm)).toEqual(['21', '17', '13', '20', '16']);
    expect(text).toMatch(/```\n\n\.\.\. 2 more changes of this page, since 23 Nov (?:2026 )?05:30\n\n#### `pricing\/bluefin`/);
    expect(renderChangesMarkdown(document, {verbosity: 'verbose'}).match(/^#####? /gm)).toHaveLength(7);
  });

  test('a message for Slack does the same, with one link a page', () => {
    const {blocks} = JSON.parse(renderChangesSlack(document)) as {blocks: {text: {text: string}; fields?: unknown[]}[]};
    const shown = blocks.slice(2);
    expect(shown.map(({text, fields = []}) => [text.text.split(':')[0], fields.length])).toEqual([
      ['pricing/acme', 1],
      ['pricing/acme', 0],
      ['pricing/acme', 0],
      ['pricing/bluefin', 1],
      ['pricing/bluefin', 0],
    ]);
    expect(shown[2]?.text.text).toMatch(/\n\.\.\. 2 more changes of this page, since 23 Nov (?:2026 )?05:30$/);
  });

  test('a page folds them', () => {
    const page = renderChangesHtml(document);
    expect(page.match(/<h4>\S+/g)).toEqual(['<h4>pricing/acme', '<h4>pricing/bluefin']);
    expect(page.match(/<h5>/g)).toHaveLength(5);
    expect(page).toContain('<summary>2 more changes of this page</summary>');
  });

  test('what has no room is counted with what its page leaves out', () => {
    const many = Array.from({length: 60}, (_, index) =>
      Array.from({length: 5}, () => acme(index % 20)).map(one => ({...one, key: `k${index}`})),
    ).flat();
    const slack = JSON.parse(renderChangesSlack(sampleDocument({changes: many}))) as {blocks: {text: {text: string}}[]};
    expect(slack.blocks).toHaveLength(45);
    expect(slack.blocks.at(-1)?.text.text).toBe('... and 230 more changes without room here.');
  });
});

test('a list of Slack that is too long ends with its count, whole', () => {
  const ends = Array.from({length: 60}, (_, length) => {
    const changes = Array.from({length: 500}, (_one, index) => sampleChange({verdict: 'first-seen', key: `${index}${'k'.repeat(length)}`}));
    const {blocks} = JSON.parse(renderChangesSlack(sampleDocument({changes}))) as {blocks: {text: {text: string}}[]};
    return blocks.at(-1)?.text.text.split('\n').at(-1);
  });
  expect(ends.filter(end => !/^\.\.\. and \d+ more monitors$/.test(end ?? ''))).toEqual([]);
});
