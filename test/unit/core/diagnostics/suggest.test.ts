import {suggestName} from '../../../../src/core/diagnostics/suggest';

test.each([
  {name: 'a missing letter', given: 'schedul', known: ['name', 'schedule', 'targets'], expected: 'schedule'},
  {name: 'two letters swapped', given: 'targest', known: ['name', 'targets'], expected: 'targets'},
  {name: 'another case', given: 'ONLYMAINCONTENT', known: ['onlyMainContent', 'onlyCleanContent'], expected: 'onlyMainContent'},
  {name: 'words joined by an underscore', given: 'scrape_options', known: ['crawlOptions', 'scrapeOptions'], expected: 'scrapeOptions'},
  {name: 'the nearest, not the first', given: 'includeTag', known: ['excludeTags', 'includeTags'], expected: 'includeTags'},
  {name: 'the first of equally near ones', given: 'ba', known: ['bb', 'bc'], expected: 'bb'},
  {name: 'nothing, when nothing is near', given: 'description', known: ['name', 'schedule'], expected: undefined},
  {name: 'nothing for a short name that shares no letter', given: 'x', known: ['id'], expected: undefined},
  {name: 'nothing for a single letter, which is near to every other', given: 'x', known: ['y'], expected: undefined},
  {name: 'nothing among no names', given: 'name', known: [], expected: undefined},
  {name: 'nothing for a name longer than any of ours', given: `name${'x'.repeat(100_000)}`, known: ['name'], expected: undefined},
  {
    name: 'a name whose end was left out',
    given: '--detailed-exit',
    known: ['--out', '--detailed-exitcode'],
    expected: '--detailed-exitcode',
  },
  {name: 'a long name that is another one', given: 'region-nord/shop 2', known: ['region-sued0/shop 4'], expected: undefined},
])('suggests for $name: $expected', ({given, known, expected}) => expect(suggestName(given, known)).toBe(expected));
