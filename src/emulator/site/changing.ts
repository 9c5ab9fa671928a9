import type {SitePage, Visit} from './page';

const HOUR = 3_600_000;
const ADS = ['Fly to the sun from 49 €', 'A better mattress', 'Learn to sail in a week', 'Coffee at home: 20% off'];

/** The number of hours since 2026-01-01: what changes by time changes with it. */
function hourOf({now}: Visit): number {
  return Math.max(0, Math.floor((now - Date.UTC(2026, 0, 1)) / HOUR));
}

function price(base: number, visit: Visit, everyHours: number): string {
  return (base + (Math.floor(hourOf(visit) / everyHours) % 10)).toFixed(2);
}

const noisy: readonly SitePage[] = [
  {
    url: 'https://noise.site.example/clock',
    name: 'a page with the time of the visit',
    kind: 'changing',
    noise: 'p.updated',
    serve: ({now, count}) => ({
      title: 'Exchange rates',
      body: `<h1>Exchange rates</h1><p class="updated">Page made on ${new Date(now).toISOString()}, request ${count + 1}</p><p>1 EUR = 1.09 USD</p>`,
    }),
  },
  {
    url: 'https://noise.site.example/counter',
    name: 'a page that counts its visitors',
    kind: 'changing',
    noise: '#visitors',
    serve: ({count}) => ({
      title: 'Model railway',
      body: `<h1>Model railway</h1><p>Open house on 6 May, from 10 to 16.</p><div id="visitors">You are visitor number ${48_211 + count}.</div>`,
    }),
  },
  {
    url: 'https://noise.site.example/shop',
    name: 'a page with other advertisements at each visit',
    kind: 'changing',
    noise: 'div.offers-today',
    serve: ({count}) => ({
      title: 'Espresso machine',
      body: `<h1>Espresso machine</h1><p class="price">399.00 €</p><div class="offers-today"><p>${ADS[count % ADS.length]}</p></div><p>15 bar, two cups at once.</p>`,
      data: {name: 'Espresso machine', price: 399},
    }),
  },
  {
    url: 'https://noise.site.example/token',
    name: 'a page with a number in a link that is new at each visit',
    kind: 'changing',
    noise: null,
    serve: ({count}) => ({
      title: 'Forms',
      body: `<h1>Forms</h1><p><a href="/download?token=${(count * 7919 + 104_729).toString(16)}">Application form</a> (2 pages)</p>`,
    }),
  },
];

const timely: readonly SitePage[] = [
  {
    url: 'https://shop.site.example/pricing',
    name: 'a page of prices that change every hour',
    kind: 'changing',
    serve: visit => ({
      title: 'Pricing',
      description: 'Plans and prices',
      body: `<h1>Pricing</h1><table class="price-table"><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>${price(9, visit, 1)} €</td></tr><tr><td>Team</td><td>29.00 €</td></tr></table><p>All prices a month, without tax.</p>`,
      data: {
        plans: [
          {name: 'Basic', price: Number(price(9, visit, 1))},
          {name: 'Team', price: 29},
        ],
      },
    }),
  },
  {
    url: 'https://acme.example/pricing',
    name: 'a competitor whose price changes every hour',
    kind: 'changing',
    serve: visit => ({
      title: 'Acme pricing',
      body: `<h1>Acme pricing</h1><h2>Starter</h2><p>${price(19, visit, 1)} € a month, 5 projects</p><h2>Business</h2><p>79.00 € a month, 50 projects</p>`,
      data: {
        plans: [
          {name: 'Starter', price: Number(price(19, visit, 1))},
          {name: 'Business', price: 79},
        ],
      },
    }),
  },
  {
    url: 'https://news.site.example/',
    name: 'a list of news that grows every six hours',
    kind: 'changing',
    serve: visit => {
      const newest = Math.floor(hourOf(visit) / 6);
      const items = [0, 1, 2, 3].map(back => `<li>Story ${Math.max(0, newest - back) + 1}: the council met again</li>`);
      return {title: 'Example News', body: `<h1>Latest news</h1><ul>${items.join('')}</ul>`};
    },
  },
  {
    url: 'https://shop.site.example/products/radio',
    name: 'a product that is sold out on every second day',
    kind: 'changing',
    serve: visit => {
      const isThere = Math.floor(hourOf(visit) / 24) % 2 === 0;
      return {
        title: 'Radio Allegro',
        body: `<h1>Radio Allegro</h1><p class="price">89.00 €</p><p class="stock">${isThere ? 'In stock, delivered in two days.' : 'Sold out.'}</p>`,
        data: {name: 'Radio Allegro', price: 89, available: isThere},
      };
    },
  },
];

/** Pages that change: at each visit, or with the time. */
export const changing: readonly SitePage[] = [...noisy, ...timely];
