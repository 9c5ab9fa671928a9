import {renderChangesHtml} from '../../../../src/features/changes/formats/html';
import {renderChangesMarkdown} from '../../../../src/features/changes/formats/markdown';
import {renderChangesSlack} from '../../../../src/features/changes/formats/slack';
import {renderChangesText} from '../../../../src/features/changes/text';
import {LOOK, sampleChange, sampleDocument} from './changes-samples';

/** First checks: nothing is compared, and a page that was never there has no change later. */
const first = (key: string, statusCode: number, url = 'https://a.example/') =>
  sampleChange({key, url, statusCode, status: 'new', verdict: 'first-seen', judgment: null, diff: null});
const changes = [
  first('a', 200),
  first('b', 404),
  first('c', 200),
  first('c', 404, 'https://c.example/1'),
  first('c', 500, 'https://c.example/2'),
];

test.each([
  ['text', renderChangesText],
  ['html', renderChangesHtml],
  ['markdown', renderChangesMarkdown],
  ['slack', renderChangesSlack],
])('pages that answer with an error from the first check on are said: %s', (_format, render) => {
  const said = render(sampleDocument({changes}), LOOK);
  expect(said).toContain('1 page with status 404');
  expect(said).toContain('3 pages, 2 of them with status 404 or 500');
});

test('they come first', () => {
  const said = renderChangesText(sampleDocument({changes}), LOOK);
  expect(said.match(/^\+ \w/gm)).toEqual(['+ c', '+ b', '+ a']);
  expect(said).toContain('+ a  first check: 1 page\n');
});
