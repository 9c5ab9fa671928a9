import type {LineKind} from '../noise';
import {at, comma, fixed, since, walk} from './line-draws';

/** Lines that change and matter, written by someone who had seen neither the detector nor its tests. */
export const LINE_DECOYS: readonly LineKind[] = [
  {
    // Fares that change at every visit: the very thing that one watches a fare page for.
    name: 'fares with currency, each visit (en travel)',
    isNoise: false,
    lines: ({number}) => [
      `Lisbon → Berlin, Sun 14 Jun: from €${Math.max(39, walk(89.4, 11, 1, 1, number)).toFixed(2)}`,
      `Berlin → Lisbon, Sun 21 Jun: from €${Math.max(39, walk(112.9, 13, 1, 2, number)).toFixed(2)}`,
    ],
  },
  {
    // Bare numbers, yet prices of parts: a buyer wants each change.
    name: 'prices without currency in a parts table (de wholesale)',
    isNoise: false,
    lines: ({number}) => [
      `| 4711-B | Dichtungsring NBR | ${comma(walk(2.9, 0.2, 0.5, 3, number), 2)} |`,
      `| 4718-K | Kugelhahn DN 20 | ${comma(walk(18.4, 0.9, 0.6, 4, number), 2)} |`,
      `| 4902-A | Kupferrohr 15 mm, Stange | ${comma(walk(31.75, 1.4, 0.9, 5, number), 2)} |`,
    ],
  },
  {
    // Stock of the watched product, the classic reason to watch a shop.
    name: 'stock states (en shop)',
    isNoise: false,
    lines: ({number}) => [
      since(
        [
          [0, 'Graphite / Large: Sold out'],
          [4, 'Graphite / Large: In stock'],
          [6, 'Graphite / Large: Only 3 left'],
          [7, 'Graphite / Large: Only 1 left'],
          [8, 'Graphite / Large: Sold out'],
          [17, 'Graphite / Large: Back-order, ships in 3 weeks'],
          [25, 'Graphite / Large: In stock'],
        ],
        number,
      ),
      since(
        [
          [0, 'Moss / Medium: In stock'],
          [11, 'Moss / Medium: Only 4 left'],
          [12, 'Moss / Medium: Only 2 left'],
          [14, 'Moss / Medium: In stock'],
          [27, 'Moss / Medium: Sold out'],
        ],
        number,
      ),
    ],
  },
  {
    // Releases: administrators watch this page for the number.
    name: 'version number of the stable release (en software)',
    isNoise: false,
    lines: ({number}) => {
      const version = since(
        [
          [0, '4.12.3'],
          [3, '4.12.4'],
          [9, '4.13.0'],
          [10, '4.13.1'],
          [18, '4.13.2'],
          [26, '5.0.0'],
        ],
        number,
      );
      return [`Latest stable release: **v${version}** ([tarball](https://dl.tidepool-db.example/tidepool-${version}.tar.gz))`];
    },
  },
  {
    // Deadline of a consultation: the date is all that matters.
    name: "deadline in a regulator's notice (en regulator)",
    isNoise: false,
    lines: ({number}) => [
      `Responses to consultation CP26/7 must reach us by ${since(
        [
          [0, '17:00 on 27 March 2026'],
          [12, '17:00 on 10 April 2026'],
          [22, '12:00 noon on 24 April 2026'],
        ],
        number,
      )}.`,
    ],
  },
  {
    // Open jobs per department, edited by people: a candidate wants to know.
    name: 'job counts per department (en job board)',
    isNoise: false,
    lines: ({number}) => [
      `- [Engineering](/careers/engineering) (${Math.max(1, Math.round(walk(14, 2.4, 0.45, 6, number)))} open roles)`,
      `- [Customer success](/careers/cs) (${Math.max(1, Math.round(walk(6, 1.9, 0.3, 7, number)))} open roles)`,
      `- [Legal](/careers/legal) (${since(
        [
          [0, 'no open roles'],
          [8, '1 open role'],
          [21, 'no open roles'],
        ],
        number,
      )})`,
    ],
  },
  {
    // Rates of a bank's own rate page: every visit another rate, and every one is content.
    name: "exchange rates on a bank's rate page (pl bank)",
    isNoise: false,
    lines: ({number}) =>
      (['1 USD', '1 EUR', '1 GBP', '100 JPY'] as const).map((unit, i) => {
        const middle = walk(at([3.642, 4.231, 4.885, 2.337], i), 0.021, 1, 8 + i, number);
        return `| ${unit} | kupno ${comma(middle * 0.985, 4)} | sprzedaż ${comma(middle * 1.015, 4)} |`;
      }),
  },
  {
    // Interest of savings and mortgages: changes weekly, and savers act on it.
    name: 'interest rates (de bank)',
    isNoise: false,
    lines: ({number}) => [
      `Festgeld 12 Monate: ${since(
        [
          [0, '2,35'],
          [6, '2,40'],
          [14, '2,30'],
          [23, '2,25'],
        ],
        number,
      )} % p. a.`,
      `Baufinanzierung, 10 Jahre Sollzinsbindung: ab ${since(
        [
          [0, '3,48'],
          [2, '3,51'],
          [5, '3,47'],
          [9, '3,52'],
          [13, '3,55'],
          [16, '3,53'],
          [20, '3,58'],
          [24, '3,61'],
          [28, '3,59'],
        ],
        number,
      )} % (Sollzins, gebunden)`,
    ],
  },
  {
    // Sailings: a changed time or a cancelled run strands people at the quay.
    name: 'ferry timetable with cancellations (en port)',
    isNoise: false,
    lines: ({number}) => [
      `| Oban – Craignure | ${since(
        [
          [0, '07:15'],
          [15, '07:25'],
        ],
        number,
      )} | ${since(
        [
          [0, 'On time'],
          [3, 'Cancelled (weather)'],
          [4, 'On time'],
          [13, 'Liable to disruption'],
          [14, 'On time'],
          [22, 'Cancelled (technical)'],
          [24, 'On time'],
        ],
        number,
      )} |`,
      `| Oban – Colonsay | ${since(
        [
          [0, '16:00'],
          [15, '15:40'],
        ],
        number,
      )} | ${since(
        [
          [0, 'On time'],
          [3, 'Cancelled (weather)'],
          [5, 'On time'],
          [22, 'Delayed by 45 minutes'],
          [23, 'On time'],
        ],
        number,
      )} |`,
    ],
  },
  {
    // Chart whose places move each day: here the order is the content.
    name: 'ranking of books (fr bookshop)',
    isNoise: false,
    lines: ({number}) => {
      const books = [
        'L’Hiver des cartographes, I. Maurel',
        'Sous la digue, P. Kerbrat',
        'Les Heures salées, N. Benali',
        'Un été à Vierzon, C. Aubin',
        'La Fille du relieur, S. Ogier',
        'Petit traité du retard, J. Vasseur',
        'Nord perdu, É. Lambrecht',
      ];
      const score = (book: number): number => 20 - book * 2 + walk(0, 2.6, 0.8, 20 + book, number);
      return books
        .map((book, i) => ({book, score: score(i)}))
        .sort((a, b) => b.score - a.score)
        .slice(0, 5)
        .map(({book}, i) => `${i + 1}. ${book}`);
    },
  },
  {
    // Changelog that grows: lines are added and stay.
    name: 'changelog that grows (en SaaS)',
    isNoise: false,
    lines: ({number}) =>
      (
        [
          [27, '- **28 Feb 2026** – Webhooks: retries now use exponential back-off'],
          [21, '- **22 Feb 2026** – API keys can be limited to one workspace'],
          [16, '- **17 Feb 2026** – Removed the legacy CSV importer'],
          [10, '- **11 Feb 2026** – SSO: support for SCIM groups'],
          [9, '- **10 Feb 2026** – Fixed time zones in scheduled reports'],
          [2, '- **3 Feb 2026** – New role: billing viewer'],
          [0, '- **28 Jan 2026** – Dark mode for shared boards'],
          [0, '- **19 Jan 2026** – Faster search in archives'],
        ] as const
      )
        .filter(([from]) => number >= from)
        .map(([, line]) => line),
  },
  {
    // Regular opening hours, edited by hand twice: customers rely on them.
    name: "opening hours edited at times (de citizens' office)",
    isNoise: false,
    lines: ({number}) => [
      `Montag, Dienstag: ${since(
        [
          [0, '8:00–16:00 Uhr'],
          [19, '8:00–15:00 Uhr'],
        ],
        number,
      )}`,
      `Donnerstag: ${since(
        [
          [0, '10:00–18:00 Uhr'],
          [7, '10:00–19:00 Uhr'],
        ],
        number,
      )}`,
      `Freitag: ${since(
        [
          [0, '8:00–12:00 Uhr'],
          [7, 'nur nach Vereinbarung'],
          [19, 'geschlossen'],
        ],
        number,
      )}`,
    ],
  },
  {
    // Hourly tariff of electricity, new each day: people run the washing machine by it.
    name: 'tariff table of electricity (es utility)',
    isNoise: false,
    lines: ({number}) =>
      [
        ['00–04 h', 'valle', 0.081],
        ['10–14 h', 'punta', 0.203],
        ['14–18 h', 'llano', 0.128],
        ['18–22 h', 'punta', 0.236],
      ].map(
        ([hours, period, base], i) => `| ${hours} | ${period} | ${comma(Number(base) + (fixed(40 + i, number) - 0.5) * 0.05, 5)} €/kWh |`,
      ),
  },
  {
    // A gazette's newest acts at the top, new ones at each visit: the whole point of the page.
    name: 'new items at the top of a gazette (fr gazette)',
    isNoise: false,
    lines: ({number}) => {
      const kinds = ['Décret', 'Arrêté', 'Ordonnance', 'Avis', 'Décision'];
      const subjects = [
        'relatif à la pêche à pied de loisir',
        'modifiant le code de la route',
        'portant nomination à la Cour des comptes',
        'fixant le montant de la redevance portuaire',
        'relatif aux titres-restaurant',
        'portant extension d’un avenant à la convention du bâtiment',
        'relatif à la qualité de l’air intérieur',
        'fixant les dates de la chasse aux oiseaux de passage',
        'portant classement d’un site',
        'relatif au permis bateau',
        'modifiant les tarifs du greffe',
      ];
      // Three items come each day; the nine newest are shown.
      const newest = number * 3 + 8;
      return Array.from({length: 9}, (_, i) => newest - i).map(
        item =>
          `- [${at(kinds, Math.floor(fixed(50, item) * 5))} n° 2026-${101 + item} ${at(subjects, item * 4 + Math.floor(fixed(51, item) * 3))}](https://gazette.example/jo/id/JORFTEXT0000${53100211 + item * 17})`,
      );
    },
  },
  {
    // Recalls: safety of consumers, a few new ones in a month.
    name: 'recalls of products (es agency)',
    isNoise: false,
    lines: ({number}) =>
      (
        [
          [28, '- ⚠ Retirada: queso curado «Valdeoro», lote L26041, presencia de *Listeria*'],
          [20, '- ⚠ Retirada: cargador USB-C «Voltik 65», riesgo de descarga eléctrica'],
          [19, '- ⚠ Retirada: cuna plegable «Nubelina», riesgo de atrapamiento'],
          [11, '- ⚠ Retirada: aceite de sésamo «Tahona», lote 8812, óxido de etileno'],
          [5, '- ⚠ Retirada: patinete «Rodix S2», fallo del freno'],
          [0, '- ⚠ Retirada: sandwichera «Hogarix», sobrecalentamiento'],
          [0, '- ⚠ Retirada: almendra molida «Del Valle», salmonela'],
        ] as const
      )
        .filter(([from]) => number >= from)
        .map(([, line]) => line),
  },
  {
    // Rooms per date: whoever watches waits for a free one.
    name: 'availability of rooms per date (ja inn)',
    isNoise: false,
    lines: ({number}) =>
      ['5月2日（土）', '5月3日（日）', '5月4日（月）', '5月5日（火）'].map((day, i) => {
        // A state holds for some visits, then a booking or a cancellation changes it.
        let state = i;
        for (let visit = 1; visit <= number; visit++) if (fixed(60 + i, visit) < 0.4) state += fixed(70 + i, visit) < 0.5 ? 1 : 3;
        return `| ${day} | 和室10畳 | ${at(['○ 空室あり', '△ 残り1室', '× 満室', '△ 残り2室'], state)} |`;
      }),
  },
  {
    // A phone number put right once: a wrong number is of consequence.
    name: 'phone number corrected (pl clinic)',
    isNoise: false,
    lines: ({number}) => [
      `Rejestracja poradni kardiologicznej: tel. ${number < 13 ? '+48 58 555 01 47' : '+48 58 555 01 74'}, w godz. 7:30–14:00`,
    ],
  },
  {
    // What a plan includes: customers pay by it.
    name: 'seats included in a plan (en SaaS pricing)',
    isNoise: false,
    lines: ({number}) => [
      `Team plan: includes ${since(
        [
          [0, 10],
          [6, 8],
          [17, 5],
          [25, 6],
        ],
        number,
      )} seats, ${since(
        [
          [0, 100],
          [17, 50],
        ],
        number,
      )} GB storage`,
      `Extra seat: ${since(
        [
          [0, '$9'],
          [6, '$10'],
          [17, '$12'],
        ],
        number,
      )} per month, billed yearly`,
    ],
  },
  {
    // Date of the terms, changed three times in thirty visits: each means new terms.
    name: 'terms of service last updated (en legal)',
    isNoise: false,
    lines: ({number}) => [
      `Terms of Service – last updated: ${since(
        [
          [0, 'November 18, 2025'],
          [6, 'February 2, 2026'],
          [15, 'February 11, 2026'],
          [24, 'February 20, 2026'],
        ],
        number,
      )}`,
    ],
  },
  {
    // States of a service's parts: flips often in a bad month, and one wants to hear of each flip.
    name: 'component states on a status page (en status)',
    isNoise: false,
    lines: ({number}) =>
      ['Payments API', 'Card issuing', 'Dashboard login'].map((component, i) => {
        const draw = fixed(80 + i, number);
        const troubled = at([0.45, 0.25, 0.12], i);
        return `**${component}** ${draw >= troubled ? 'Operational' : draw < troubled * 0.3 ? 'Partial outage' : draw < troubled * 0.5 ? 'Under maintenance' : 'Degraded performance'}`;
      }),
  },
];
