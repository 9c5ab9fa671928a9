import {goodPages} from '../../../src/emulator/site/page';

/** Good pages that speak of errors, missing pages and blocked visitors. */
export const errorTalk = goodPages([
  [
    'documentation of HTTP status codes',
    'https://docs.site.example/http/status-codes',
    {
      title: 'HTTP status codes',
      body: '<h1>HTTP status codes</h1><table><tr><th>Code</th><th>Text</th><th>Meaning</th></tr><tr><td>401</td><td>Unauthorized</td><td>Please log in first.</td></tr><tr><td>403</td><td>Forbidden</td><td>Access denied.</td></tr><tr><td>404</td><td>Not Found</td><td>The page does not exist.</td></tr><tr><td>410</td><td>Gone</td><td>The page was removed.</td></tr><tr><td>500</td><td>Internal Server Error</td><td>Something went wrong.</td></tr><tr><td>503</td><td>Service Unavailable</td><td>Please try again later.</td></tr></table>',
    },
  ],
  [
    'an API reference with error answers',
    'https://docs.site.example/api/errors',
    {
      title: 'Errors | API reference',
      body: '<h1>Errors</h1><p>Each error has a code and a message.</p><pre>{"error": {"code": "not_found", "message": "Page not found"}}</pre><p>The request was blocked if the key has no access: <code>403 Forbidden</code>. Send it again after <code>Retry-After</code> seconds if the answer is <code>429 Too Many Requests</code>.</p>',
    },
  ],
  [
    'release notes that fix a 404',
    'https://docs.site.example/releases/4.0.4',
    {
      title: 'Release 4.0.4',
      body: '<h1>Release 4.0.4</h1><p>Published on 3 March.</p><ul><li>Fixed: the settings page answered "404 Not Found" after an update.</li><li>Fixed: error 500 on an empty search.</li><li>New: pages that no longer exist lead to the archive.</li></ul>',
    },
  ],
  [
    'a page named 404',
    'https://shop.site.example/rooms/404',
    {
      title: 'Room 404 | Example Hotel',
      body: '<h1>Room 404</h1><p>On the fourth floor, with a view of the garden. 28 square metres, two beds, a desk and a balcony.</p><p>From 129 € a night, breakfast included. Cancel until the day before.</p>',
    },
  ],
  [
    'a help page on broken links',
    'https://help.site.example/broken-links',
    {
      title: 'This page isn’t working? Fix broken links',
      body: '<h1>This page isn’t working? Fix broken links</h1><ol><li>Open <strong>Site health</strong>.</li><li>Choose <strong>Not found</strong>. The list shows every address that answered 404 in the last 30 days.</li><li>Write a redirect for each, or restore the page.</li></ol><p>Changes take effect within five minutes.</p>',
    },
  ],
  [
    'a lost and found office',
    'https://city.site.example/lost-and-found',
    {
      title: 'Not found yet? Lost property office',
      body: '<h1>Lost property office</h1><p>Not found what you lost? We keep things for six months. Bring an identity card and describe the thing.</p><h2>Opening hours</h2><p>Monday to Thursday 8:00 to 16:00, Friday 8:00 to 12:00. Phone 0123 456.</p>',
    },
  ],
  [
    'a product that is out of stock',
    'https://shop.site.example/products/kettle',
    {
      title: 'Steel kettle 1.7 l',
      body: '<h1>Steel kettle 1.7 l</h1><p class="stock">Currently unavailable. We don’t know when it will be back in stock.</p><p class="price">49.90 €</p><p>Stainless steel, boils a litre in three minutes, switches itself off. Two years of warranty.</p>',
      data: {name: 'Steel kettle 1.7 l', price: 49.9, available: false},
    },
  ],
  [
    'a search without results',
    'https://jobs.site.example/openings?team=design',
    {
      title: 'Openings in design',
      body: '<h1>Openings in design</h1><p>0 openings found. There is no open position in this team at the moment.</p><h2>Other teams</h2><ul><li>Engineering: 3 openings</li><li>Support: 1 opening</li><li>Sales: 2 openings</li></ul><p>Write to us if you want to hear of new ones.</p>',
    },
  ],
  [
    'the history of an outage',
    'https://status.site.example/incidents/2026-03',
    {
      title: 'Incident on 2 March: 503 Service Unavailable',
      body: '<h1>Incident on 2 March: 503 Service Unavailable</h1><p>Between 9:10 and 9:42 UTC, visitors saw "Something went wrong. Please try again later."</p><h2>Cause</h2><p>A certificate of the database had expired.</p><h2>What we changed</h2><p>Certificates are renewed 30 days ahead, and the dashboard shows the next date.</p>',
    },
  ],
  [
    'a notice of a finished maintenance',
    'https://status.site.example/maintenance',
    {
      title: 'Scheduled maintenance',
      body: '<h1>Scheduled maintenance</h1><p>No maintenance is planned. The last one ended on 14 February at 03:20 UTC.</p><h2>Before</h2><ul><li>14 February: database, 20 minutes</li><li>9 January: network, 5 minutes</li></ul>',
    },
  ],
  [
    'a law about removed content',
    'https://law.site.example/acts/takedown',
    {
      title: 'Act on the removal of content',
      body: '<h1>Act on the removal of content</h1><h2>Section 1</h2><p>A page that has been removed under this act shall say so. The words "this page is no longer available" suffice.</p><h2>Section 2</h2><p>Access denied by a court order shall be published within 14 days, with the number of the order.</p><h2>Section 3</h2><p>This act enters into force on 1 July.</p>',
    },
  ],
  [
    'a forum thread about "Access denied"',
    'https://forum.site.example/t/access-denied',
    {
      title: 'Access denied after the update? - Forum',
      body: '<h1>Access denied after the update?</h1><article><p><strong>mira</strong>: since yesterday I get "Access denied. You don’t have permission to access this resource." Restarting does not help.</p></article><article><p><strong>tom</strong>: the folder lost its owner. Run the repair tool, then log in again.</p></article><article><p><strong>mira</strong>: that did it, thank you!</p></article>',
    },
  ],
  [
    'a band called Error 404',
    'https://music.site.example/bands/error-404',
    {
      title: 'Error 404 - concerts',
      body: '<h1>Error 404</h1><p>The four from Leeds play their album "Page Not Found" in full.</p><table><tr><th>Date</th><th>City</th><th>Tickets</th></tr><tr><td>4 April</td><td>Leeds</td><td>sold out</td></tr><tr><td>5 April</td><td>York</td><td>24 £</td></tr></table>',
    },
  ],
  [
    'an article on domains for sale',
    'https://blog.site.example/parked-domains',
    {
      title: 'This domain is for sale: what parking pages are',
      body: '<h1>This domain is for sale: what parking pages are</h1><p>Who lets a domain expire may find it parked a week later: a page with advertisements, and the words "Buy this domain".</p><p>Renew domains for several years, and let two people get the reminder. A domain that is lost costs a hundred times its yearly fee.</p>',
    },
  ],
  [
    'an article on bot challenges',
    'https://blog.site.example/captcha',
    {
      title: 'Verify you are human: do CAPTCHAs still work?',
      body: '<h1>Verify you are human: do CAPTCHAs still work?</h1><p>"Checking your browser before accessing the site" was the sentence of the decade. Today programs solve puzzles faster than people do.</p><h2>What sites do instead</h2><p>They look at the speed of requests, ask for a proof of work, or let an account vouch for the visitor. We measured three shops for a month: the puzzle stopped one program in ten, and one buyer in twenty.</p>',
    },
  ],
]);
