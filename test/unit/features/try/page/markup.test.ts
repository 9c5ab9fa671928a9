import {readMarkup} from '../../../../../src/features/try/page/markup';

test('a page of elements that never end is read as far as it is a page', () => {
  const texts = readMarkup(`<p>Blue lamp</p>${'<div>'.repeat(700_000)}<p>the end</p>`);
  expect(texts.map(({text}) => text)).toEqual(['Blue lamp']);
});

test('elements that stand within many others keep their texts', () => {
  const texts = readMarkup(`${'<div>'.repeat(900)}deep${'</div>'.repeat(900)}<p>after</p>`);
  expect(texts.map(({text}) => text)).toEqual(['deep', 'after']);
});
