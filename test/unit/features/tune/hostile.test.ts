import {renderTuneJson} from '../../../../src/features/tune/document';
import {renderTuneMarkdown} from '../../../../src/features/tune/markdown';
import {renderTuneText, renderWritten} from '../../../../src/features/tune/text';
import {tuneDocument, writtenTune} from '../../rendering/tune-sample';

/** A page's text is hostile: no format lets it act. */
const HOSTILE =
  '\u001b[31m<script>alert(1)</script> @octocat #1 ![x](https://evil.example) `code` ::set-output name=a::b\n## [x](javascript:y)\u202e';
const LOOK = {color: false, width: 100, verbosity: 'normal'} as const;

const [first] = tuneDocument.monitors;
if (first === undefined) throw new Error('the sample has monitors');
const line = {url: HOSTILE, kind: 'text', line: HOSTILE, texts: [HOSTILE], changes: 20, checks: 20} as const;
const [proposal] = first.proposals;
if (proposal === undefined) throw new Error('the sample has proposals');
const hostile = {
  ...tuneDocument,
  monitors: [
    {
      ...first,
      key: HOSTILE,
      lines: [line],
      failures: [{kind: 'failed', reason: HOSTILE, checks: 3} as const],
      proposals: [{...proposal, kind: 'lines', value: HOSTILE} as const, {...proposal, value: HOSTILE, before: HOSTILE}],
    },
    {...first, key: `${HOSTILE}2`, read: 'failed', error: HOSTILE} as const,
  ],
};

test('text for people has no sign that acts on a terminal, and no line of its own', () => {
  const text = renderTuneText(hostile, LOOK) + renderWritten({...writtenTune, monitors: hostile.monitors}, LOOK);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).not.toMatch(/^(?:::|##)/m);
});

test('Markdown has it in code alone', () => {
  const text = renderTuneMarkdown(hostile);
  const bare = text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  expect(bare).not.toMatch(/octocat|script|evil|set-output|javascript/);
});

test('Markdown takes no more than there is room for, and counts the rest', () => {
  const many = {
    ...tuneDocument,
    monitors: Array.from({length: 3000}, (_, index) => ({...hostile.monitors[0], key: `k${index}`})),
  } as typeof tuneDocument;
  const text = renderTuneMarkdown(many);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toMatch(/\*\*Cut\*\*: [\d,]+ more monitors without room here\./);
});

test('JSON parses back to the same', () => {
  expect(JSON.parse(renderTuneJson(hostile))).toEqual(hostile);
});
