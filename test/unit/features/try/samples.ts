import type {TriedPage, TryView} from '../../../../src/features/try/document';

const page = {
  ...{statusCode: 200, finalUrl: 'https://acme.example/pricing', title: 'Pricing | Acme', warning: null, characters: 3412},
  ...{firstLines: ['# Pricing', 'Basic: 9 EUR a month', `Team: ${'much '.repeat(40)}more`], others: []},
};

function tried(
  key: string,
  changes: Partial<typeof page> & {json?: {plans: {name: string; price: number}[]}} = {},
): Extract<TriedPage, {outcome: 'fetched'}> {
  return {
    key,
    url: 'https://acme.example/pricing',
    isStart: false,
    outcome: 'fetched',
    page: {...page, ...changes},
    findings: [],
    noise: null,
    files: [],
  };
}

/** Pages of every result. */
export const tryView: TryView = {
  pages: [
    tried('pricing/acme', {json: {plans: [{name: 'Basic', price: 9}]}}),
    {
      ...tried('pricing/bolt', {
        statusCode: 404,
        title: 'Page not found \u202e::error',
        characters: 16,
        firstLines: ['# Page not found\u001b[31m'],
      }),
      findings: [{code: 'page/bad-status', severity: 'error', message: 'the page answered 404', hint: 'fix the address'}],
    },
    {
      ...tried('pricing/moved', {finalUrl: 'https://parked.example/?d=(secret)'}),
      findings: [
        {code: 'page/other-site', severity: 'error', message: 'the page was redirected to another site: parked.example'},
        {
          code: 'page/noise',
          severity: 'warning',
          message: 'two fetches differ: each check would report that',
          hint: 'exclude it with `excludeTags: ["#clock"]`',
        },
      ],
      noise: '@@ -1,2 +1,2 @@\n # Parked\n-10:00\n+10:01',
      files: ['page-0003.json', 'page-0003.md'],
    },
    {
      ...{key: 'docs', url: 'https://acme.example/docs', isStart: true, outcome: 'failed', status: 408, mayBeCharged: true},
      findings: [
        {
          code: 'page/failed',
          severity: 'error',
          message: 'the service answered 408: Request Timeout; it may have been charged',
          hint: 'raise `timeout` of the spec',
        },
      ],
    },
    {key: 'docs', url: 'https://acme.example/api', isStart: false, outcome: 'not-sent', findings: []},
  ],
  ...{searches: ['news'], credits: 18, notIncluded: ['PDF pages (1 credit each)'], first: 'now', isTwice: true, keptIn: 'kept'},
};
