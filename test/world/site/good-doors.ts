import {goodPages} from '../../../src/emulator/site/page';

const TICKETS =
  '<h1>Tickets for the summer concert</h1><p>You are through the queue. Choose your seats below: they are kept for ten minutes.</p><table><tr><th>Block</th><th>Price</th><th>Left</th></tr><tr><td>A</td><td>89 €</td><td>12</td></tr><tr><td>B</td><td>59 €</td><td>140</td></tr></table>';
const CONSENT =
  '<div class="cookie" role="dialog"><h2>We value your privacy</h2><p>We and our partners use cookies to store and access information on a device.</p><button>Accept all</button> <button>Reject all</button> <a href="/settings">Manage preferences</a></div>';

/** Good pages with a sign-in link, a banner, a redirect or a queue that is over. */
export const doors = goodPages([
  [
    'a shop with "Sign in" in its header',
    'https://shop.site.example/products/lamp',
    {
      title: 'Desk lamp Orion',
      banner: '<div class="account"><a href="/login">Sign in</a> or <a href="/register">create an account</a> for free delivery</div>',
      body: '<h1>Desk lamp Orion</h1><p class="price">79.00 €</p><p>Warm light, three levels, a foot of beech. Delivered in two days.</p><p>Sign in to see your personal price.</p>',
      data: {name: 'Desk lamp Orion', price: 79, available: true},
    },
  ],
  [
    'a help article about a new password',
    'https://help.site.example/reset-password',
    {
      title: 'Reset your password',
      body: '<h1>Reset your password</h1><p>You can set a new password at any time. All other devices are signed out.</p><ol><li>Go to <strong>Settings, Security</strong>.</li><li>Choose <strong>New password</strong> and type it twice.</li></ol><p>A password has 12 characters or more. A sentence is easier to keep in mind than a word with signs.</p>',
    },
  ],
  [
    'a start page with a login form beside its news',
    'https://club.site.example/',
    {
      title: 'Rowing club Riverside',
      banner:
        '<aside class="sidebar"><form action="/login"><p>Members</p><input type="text" name="user"><input type="password" name="password"><button>Log in</button></form></aside>',
      body: '<h1>Rowing club Riverside</h1><h2>News</h2><p>The spring regatta is on 12 April. Boats are taken out of winter storage on 20 March at 10:00.</p><p>We thank the town for the new jetty.</p><h2>Training</h2><p>Tuesday and Thursday, 18:00. Beginners are welcome on Saturdays.</p>',
    },
  ],
  [
    'an article with a cookie banner',
    'https://news.site.example/economy/rates',
    {
      title: 'Central bank leaves rates as they are',
      banner: CONSENT,
      body: '<article><h1>Central bank leaves rates as they are</h1><p>The bank kept its main rate at 2.25 percent on Thursday, as most observers had expected. Inflation is near the target.</p><p>The governor said that the next step depends on wages. Markets hardly moved.</p></article>',
    },
  ],
  [
    'a shop with a cookie banner in its content',
    'https://shop.site.example/products/chair',
    {
      title: 'Chair Luna',
      body: `${CONSENT}<h1>Chair Luna</h1><p class="price">149.00 €</p><p>Oak, oiled. Seat height 46 cm. Carries 120 kg. Delivered in one parcel; four screws to put it together.</p>`,
      data: {name: 'Chair Luna', price: 149, available: true},
    },
  ],
  [
    'a cookie policy',
    'https://www.site.example/cookies',
    {
      title: 'Cookie policy',
      body: '<h1>Cookie policy</h1><p>We use cookies to keep you signed in and to count visits. You can accept or reject cookies in the settings.</p><table><tr><th>Name</th><th>Purpose</th><th>Kept for</th></tr><tr><td>session</td><td>keeps you signed in</td><td>the visit</td></tr><tr><td>consent</td><td>remembers your choice</td><td>6 months</td></tr></table><p>Last changed on 1 February.</p>',
    },
  ],
  [
    'a redirect to www',
    'https://site.example/',
    {
      movedTo: 'https://www.site.example/',
      title: 'Example Site',
      body: '<h1>Welcome to Example Site</h1><p>Tools for small teams: a calendar, a board, and invoices.</p><h2>What is new</h2><p>Invoices can be sent in four languages now. The calendar shows public holidays of 30 countries.</p>',
    },
  ],
  [
    'a redirect from http to https',
    'http://old.site.example/catalogue',
    {
      movedTo: 'https://old.site.example/catalogue/',
      title: 'Catalogue',
      body: '<h1>Catalogue</h1><ul><li>Garden: 214 things</li><li>Kitchen: 180 things</li><li>Workshop: 97 things</li></ul><p>New in the workshop: a bench vice with soft jaws, 38.50 €.</p>',
    },
  ],
  [
    'a redirect to a language',
    'https://travel.site.example/',
    {
      movedTo: 'https://travel.site.example/en-gb/',
      title: 'Trains, ferries and buses in Europe',
      body: '<h1>Trains, ferries and buses in Europe</h1><p>You see prices in pounds. <a href="/de-de/">Deutsch</a> <a href="/fr-fr/">Français</a></p><p>London to Paris from £44. Harwich to Hoek from £62. Book up to six months ahead.</p>',
    },
  ],
  [
    'a redirect to the shop of a country',
    'https://bikes.site.example/city',
    {
      movedTo: 'https://de.bikes.site.example/city?from=redirect',
      title: 'Stadträder',
      language: 'de',
      body: '<h1>Stadträder</h1><p>Sieben Gänge, Nabendynamo, Rücktritt. Ab 649 €.</p><p>Probefahrten samstags von 10 bis 14 Uhr, ohne Anmeldung.</p>',
    },
  ],
  [
    'a page that moved within its site',
    'https://docs.site.example/guide',
    {
      movedTo: 'https://docs.site.example/v2/guide/introduction',
      title: 'Introduction',
      body: '<h1>Introduction</h1><p>This guide has moved from /guide. It shows how to set up a project in ten minutes.</p><h2>Install</h2><pre>npm install example</pre><h2>First steps</h2><p>Write a file, run the check, and look at the report.</p>',
    },
  ],
  [
    'a waiting room that is over',
    'https://tickets.site.example/summer',
    {movedTo: 'https://tickets.site.example/summer?queue=passed', title: 'Tickets for the summer concert', body: TICKETS},
  ],
  [
    'a waiting room, which ends by itself',
    'https://tickets.site.example/winter',
    {
      title: 'Waiting room',
      frame: 'bare',
      body: '<h1>You are now in line</h1><p>Your estimated wait time is 12 minutes. Do not refresh this page: you will lose your place in the queue.</p>',
    },
  ],
  [
    'a page that loads parts with scripts',
    'https://app.site.example/changelog',
    {
      title: 'Changelog',
      banner: '<noscript>You need to enable JavaScript to run this app.</noscript>',
      body: '<h1>Changelog</h1><h2>5.2</h2><ul><li>Boards can be printed.</li><li>The search finds parts of words.</li></ul><h2>5.1</h2><ul><li>Dark colours.</li></ul>',
    },
  ],
  [
    'a newspaper with the first half free',
    'https://news.site.example/culture/opera',
    {
      title: 'An opera without singers',
      body: '<article><h1>An opera without singers</h1><p>The new house opens with silence: for eight minutes nothing is heard but rain on the roof. Then a cello begins.</p><p>The composer has lived by the sea for twenty years. She says that waves taught her patience.</p></article><div class="offer"><p>Subscribe to read on. Already a subscriber? <a href="/login">Log in</a></p></div>',
    },
  ],
  [
    'a page for grown-ups after a question of age',
    'https://wine.site.example/cellar',
    {
      title: 'Our cellar',
      banner: '<div class="modal"><p>Are you over 18?</p><button>Yes</button> <button>No</button></div>',
      body: '<h1>Our cellar</h1><table><tr><th>Wine</th><th>Year</th><th>Price</th></tr><tr><td>Riesling dry</td><td>2024</td><td>11.50 €</td></tr><tr><td>Pinot noir</td><td>2023</td><td>16.00 €</td></tr></table><p>Six bottles are delivered free of charge.</p>',
    },
  ],
  [
    'the documentation of a sign-in component',
    'https://docs.site.example/components/sign-in',
    {
      title: 'SignIn component',
      body: '<h1>SignIn component</h1><p>Shows a form with e-mail, password and "Remember me".</p><pre>&lt;SignIn onDone={open} /&gt;</pre><h2>Texts</h2><table><tr><th>Name</th><th>Default</th></tr><tr><td>title</td><td>Sign in to continue</td></tr><tr><td>forgot</td><td>Forgot password?</td></tr></table>',
    },
  ],
]);
