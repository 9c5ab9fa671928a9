import {badPages, goodPages, type SitePage} from './page';

/** Good pages that look bad, and others of common kinds. */
const good = goodPages([
  [
    'a help article about logging in',
    'https://help.site.example/log-in',
    {
      title: 'Log in to your account',
      body: '<h1>Log in to your account</h1><ol><li>Open the app and choose <strong>Log in</strong>.</li><li>Enter your e-mail address and password.</li><li>Confirm with the code that we send you.</li></ol><h2>Forgot your password?</h2><p>Choose <strong>Forgot password</strong> and open the link in the mail within an hour. Ask support if no mail arrives.</p>',
    },
  ],
  [
    'an article about designing 404 pages',
    'https://blog.site.example/404-pages',
    {
      title: '404 Not Found: how to design a good error page',
      body: '<h1>404 Not Found: how to design a good error page</h1><p>A visitor who sees "Page not found" has met a broken link. Good error pages say what happened and offer a way on: a search field, the most read pages, and a link to the home page.</p><h2>What to write</h2><p>"Oops! Sorry, the page you are looking for does not exist" is friendly, but does not help. Name the address, and say whether the page was moved or removed.</p><h2>What to send</h2><p>Send the status 404 with it. A page that says "not found" with the status 200 is called a soft 404.</p>',
    },
  ],
  [
    'a table of prices',
    'https://shop.site.example/prices',
    {
      title: 'Prices',
      body: '<table class="prices"><tr><th>Plan</th><th>Month</th></tr><tr><td>Basic</td><td>9 €</td></tr><tr><td>Team</td><td>29 €</td></tr></table>',
      data: {
        plans: [
          {name: 'Basic', price: 9},
          {name: 'Team', price: 29},
        ],
      },
    },
  ],
  [
    'a PDF',
    'https://law.site.example/fees.pdf',
    {
      title: 'Schedule of fees',
      contentType: 'application/pdf',
      pdfPages: 3,
      body: '# Schedule of fees\n\nValid from 1 January.\n\nCopy of a record: 12 €\n\nExtract from the register: 10 €\n\nLate filing: 50 €\n',
    },
  ],
]);

/** A bad page of each kind that `monitors try` finds, and one that is too slow. */
const bad: readonly SitePage[] = [
  ...badPages('status', [
    ['a missing page', 'https://shop.site.example/gone/sofa', {status: 404, title: 'Page not found', body: '<h1>Page not found</h1>'}],
  ]),
  ...badPages('empty', [
    [
      'a page that only scripts fill',
      'https://app.site.example/board',
      {title: 'Board', frame: 'bare', body: '<div id="app"></div><script>start()</script>'},
    ],
  ]),
  ...badPages('elsewhere', [
    [
      'a domain that is parked',
      'https://expired.site.example/pricing',
      {
        movedTo: 'https://domains.parking.example/?d=expired.site.example',
        title: 'expired.site.example is for sale',
        body: '<h1>expired.site.example is for sale</h1><p>Buy this domain. Related searches: insurance, loans, hotels.</p>',
      },
    ],
  ]),
  ...badPages('soft-404', [
    [
      'an error page with 200',
      'https://shop.site.example/products/old',
      {
        title: 'Page not found',
        body: '<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist or was moved.</p><p><a href="/">Back to the home page</a></p>',
      },
    ],
  ]),
  ...badPages('login', [
    [
      'a login page',
      'https://intern.site.example/handbook',
      {
        movedTo: 'https://intern.site.example/login?return=%2Fhandbook',
        title: 'Sign in',
        body: '<h1>Sign in to continue</h1><form><p>E-mail address</p><input type="text" name="user"><p>Password</p><input type="password" name="password"><button>Sign in</button></form><p><a href="/forgot">Forgot your password?</a> <a href="/register">Create an account</a></p>',
      },
    ],
  ]),
  ...badPages('consent', [
    [
      'a consent page instead of the content',
      'https://zeitung.site.example/politik',
      {
        movedTo: 'https://zeitung.site.example/consent?return=%2Fpolitik',
        title: 'Your privacy',
        body: '<h1>Before you continue</h1><p>We and our 214 partners use cookies to store and access information on your device. Accept all cookies to read on with advertising, or subscribe.</p><button>Accept all</button> <button>Manage preferences</button> <button>Reject all</button>',
      },
    ],
  ]),
  ...badPages('challenge', [
    [
      'a check of the browser',
      'https://guarded.site.example/prices',
      {
        title: 'Just a moment...',
        frame: 'bare',
        body: '<h1>guarded.site.example</h1><p>Checking your browser before accessing the site. This process is automatic.</p><p>Please enable JavaScript and cookies to continue.</p><p>Ray ID: 7d1f00aa</p>',
      },
    ],
  ]),
  {
    url: 'https://shop.site.example/plans-new-design',
    name: 'a page on which the selector matches nothing',
    kind: 'bad',
    flaw: 'selectors',
    options: {includeTags: ['.price-table']},
    serve: {title: 'Plans', body: '<h1>Plans</h1><div class="plans"><p>Basic: 9 € a month</p><p>Team: 29 € a month</p></div>'},
  },
  ...badPages('timeout', [
    ['a page that takes ten minutes', 'https://slow.site.example/export', {title: 'Export', takesMs: 600_000, body: '<p>Done.</p>'}],
  ]),
];

/** Pages that stay the same. */
export const lasting: readonly SitePage[] = [...good, ...bad];
