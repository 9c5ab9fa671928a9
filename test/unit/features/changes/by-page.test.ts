import {renderChangesText} from '../../../../src/features/changes/text';
import {LOOK, sampleChange, sampleDocument} from './changes-samples';

/** In text, changes of one page stand together. */
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
