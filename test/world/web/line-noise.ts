import type {LineKind} from '../noise';
import {at, base64, chars, comma, hex, int, pick, shuffled, two} from './line-draws';

/** Lines that are noise, in many languages, written by someone who had seen neither the detector nor its tests. */
export const LINE_NOISE: readonly LineKind[] = [
  {
    // A session id in the link of a shop: the visible text and the target never change.
    name: 'session id in a checkout link (en shop)',
    isNoise: true,
    lines: ({random}) => [
      `[Continue to checkout as guest](https://www.kettle-and-co.example/checkout/start;jsessionid=${chars('0123456789ABCDEF', 32, random)}.node${int(1, 4, random)})`,
    ],
  },
  {
    // CSRF token and CSP nonce that the scraper took from a form and a script: secrets made anew for each request.
    name: 'csrf token and nonce (en SaaS login box)',
    isNoise: true,
    lines: ({random}) => [
      `authenticity_token: ${base64(43, random)}==`,
      `\`<script nonce="${base64(22, random)}">window.dataLayer = window.dataLayer || []</script>\``,
    ],
  },
  {
    // Pressure widget of a travel site: the number is drawn, the words vary.
    name: 'people are viewing now (en travel)',
    isNoise: true,
    lines: ({random}) => [
      pick(
        [
          `${int(4, 61, random)} people are viewing this hotel right now`,
          `${int(4, 61, random)} travellers are looking at this property`,
          `In high demand! ${int(4, 61, random)} people are viewing this`,
          `You’re not the only one – ${int(4, 61, random)} others are looking right now`,
        ],
        random,
      ),
    ],
  },
  {
    // Testimonial drawn from a pool at each load: old praise, no news.
    name: 'rotating testimonial (en SaaS pricing)',
    isNoise: true,
    lines: ({random}) => [
      pick(
        [
          '> “We cut onboarding from two weeks to a day.” — Priya Raman, COO at Loomfield',
          '> “Honestly the first tool my whole team stuck with.” — Daniel Okafor, Head of Ops, Brightmoor',
          '> “Support answered before I finished my coffee.” — Elin Sandström, founder of Nordkiosk',
          '> “It paid for itself in the first quarter.” — Marcus Webb, CFO, Tallis Freight',
          '> “Our auditors love the export.” — Joana Prates, compliance lead at Verdemar',
          '> “I sleep better since we switched.” — Tomasz Lis, SRE, Polana',
          '> “Migration took one afternoon, no kidding.” — Grace Huang, CTO at Pebbleworks',
          '> “The only dashboard our CEO opens.” — Luca Ferri, RevOps, Montebello Group',
          '> “A quiet, boring, wonderful product.” — Hannah Weiss, VP Engineering at Kornblum',
        ],
        random,
      ),
    ],
  },
  {
    // Six of fourteen cards, shuffled for each visitor: says nothing of the article watched.
    name: 'recommended for you, six cards shuffled (en shop)',
    isNoise: true,
    lines: ({random}) =>
      shuffled(
        [
          'Enamel camping mug',
          'Merino beanie',
          'Cast-iron skillet',
          'Foldable stool',
          'Trail headlamp',
          'Wool picnic blanket',
          'Steel lunch box',
          'Canvas tote bag',
          'Titanium spork',
          'Rain poncho',
          'Insulated bottle',
          'Hammock straps',
          'Pocket stove',
          'Dry sack',
        ],
        random,
      )
        .slice(0, 6)
        .map(
          (name, i) =>
            `- [Recommended for you: ${name}](https://www.outfield.example/p/${name.toLowerCase().replace(/ /g, '-')}?rec_pos=${i + 1}&rec_src=foryou)`,
        ),
  },
  {
    // The same partner logos in a new order at each load: fairness among partners, no news.
    name: 'partner logos reordered (de association)',
    isNoise: true,
    lines: ({random}) =>
      shuffled(
        [
          '[![Logo Stadtwerke Lindau](/img/partner/sw-lindau.svg)](https://stadtwerke-lindau.example)',
          '[![Logo Volksbank Allgäu](/img/partner/vb-allgaeu.svg)](https://volksbank-allgaeu.example)',
          '[![Logo Bäckerei Hummel](/img/partner/hummel.svg)](https://hummel-brot.example)',
          '[![Logo Autohaus Reiter](/img/partner/reiter.svg)](https://autohaus-reiter.example)',
          '[![Logo Kellerei Frey](/img/partner/frey.svg)](https://kellerei-frey.example)',
          '[![Logo Druckhaus Senn](/img/partner/senn.svg)](https://druckhaus-senn.example)',
          '[![Logo Hotel Seeblick](/img/partner/seeblick.svg)](https://hotel-seeblick.example)',
        ],
        random,
      ),
  },
  {
    // Today's date in the head of a newspaper: everybody has a calendar.
    name: 'local date with weekday and clock (de newspaper)',
    isNoise: true,
    lines: ({at: date, random}) => {
      const day = at(['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'], date.getUTCDay());
      const month = at(
        ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
        date.getUTCMonth(),
      );
      return [`${day}, ${date.getUTCDate()}. ${month} ${date.getUTCFullYear()} | ${two(int(6, 9, random))}:${two(int(0, 59, random))} Uhr`];
    },
  },
  {
    // Age of the page's cache in words; it tells of no edit.
    name: 'relative time in words (fr news)',
    isNoise: true,
    lines: ({random}) => [
      `*Fil info actualisé ${pick(['à l’instant', 'il y a une minute', 'il y a quelques minutes', 'il y a un quart d’heure', 'il y a une demi-heure', 'il y a une heure', 'il y a deux heures', 'il y a moins de cinq minutes'], random)}*`,
    ],
  },
  {
    // The row of today out of a week's hours that are the same each week: changes with the weekday only.
    name: 'open today until (es library)',
    isNoise: true,
    lines: ({at: date}) => [
      at(
        [
          'Hoy, domingo: cerrado. Abrimos mañana a las 9:00',
          'Hoy, lunes: abierto hasta las 20:30',
          'Hoy, martes: abierto hasta las 20:30',
          'Hoy, miércoles: abierto hasta las 18:00',
          'Hoy, jueves: abierto hasta las 20:30',
          'Hoy, viernes: abierto hasta las 21:00',
          'Hoy, sábado: abierto solo por la mañana, hasta las 14:00',
        ],
        date.getUTCDay(),
      ),
    ],
  },
  {
    // Weather in the head of a city's portal: not what the page is about, different at each load.
    name: 'weather in the header (pl city portal)',
    isNoise: true,
    lines: ({random}) => [
      `${pick(['☀', '⛅', '🌧', '🌫', '☁'], random)} Gdańsk ${int(-3, 19, random)}°C, ${pick(['bezchmurnie', 'zachmurzenie umiarkowane', 'słaby deszcz', 'mgła', 'zachmurzenie duże', 'przelotne opady'], random)}, wiatr ${int(2, 38, random)} km/h`,
    ],
  },
  {
    // Ticker as a broker's advertisement beneath articles: an ad, not the content of the page.
    name: 'currency ticker as advertisement (es news)',
    isNoise: true,
    lines: ({random}) => {
      const pairs = shuffled(['BTC/EUR', 'ETH/EUR', 'EUR/USD', 'SOL/EUR', 'XAU/USD', 'GBP/USD'], random).slice(0, 3);
      return [
        `Publicidad · Opera ya con BrokerNova: ${pairs.map(pair => `${pair} ${pick(['▲', '▼'], random)} ${comma(random() * 4, 2)} %`).join(' · ')}`,
      ];
    },
  },
  {
    // Score strip over every page of a news site: other games each day, the page watched is an article.
    name: 'live score strip (en news)',
    isNoise: true,
    lines: ({random}) => {
      const teams = shuffled(
        ['Leeds', 'Burnley', 'Everton', 'Fulham', 'Villa', 'Brentford', 'Wolves', 'Palace', 'Forest', 'Spurs'],
        random,
      );
      const game = (i: number): string =>
        `${at(teams, i)} ${int(0, 4, random)}–${int(0, 3, random)} ${at(teams, i + 1)} (${pick([`${int(1, 90, random)}'`, 'HT', 'FT'], random)})`;
      return [`LIVE SCORES: ${game(0)} | ${game(2)} | ${game(4)}`];
    },
  },
  {
    // Position of this very visitor in a waiting room: another for each visit.
    name: 'queue position (en tickets)',
    isNoise: true,
    lines: ({random}) => [
      `You are number **${int(112, 48913, random).toLocaleString('en-US')}** in line. Your estimated wait is ${pick(['less than a minute', `${int(2, 55, random)} minutes`, 'more than an hour', 'about half an hour'], random)}.`,
    ],
  },
  {
    // Consent record of the scraper's own visit, made anew as it has no cookies.
    name: 'cookie consent id (de shop)',
    isNoise: true,
    lines: ({at: date, random}) => [
      `Ihre Einwilligungs-ID: ${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}, erteilt am ${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`,
    ],
  },
  {
    // Headline drawn for an A/B/C/D test at each cookie-less visit: the offer is the same.
    name: 'A/B heading of the hero (en SaaS)',
    isNoise: true,
    lines: ({random}) => [
      pick(
        [
          '# Ship invoices while you sleep',
          '# Invoicing your accountant will thank you for',
          '# Get paid faster. Stress less.',
          '# The calm way to bill your clients',
          '# Stop chasing late payments',
        ],
        random,
      ),
    ],
  },
  {
    // Cache-busting names of unchanged images: a fresh build or a fresh stamp, the picture is equal.
    name: 'images with cache-busting names (fr shop)',
    isNoise: true,
    lines: ({at: date, random}) => [
      `![Maison Tilleul, logo](https://cdn.maison-tilleul.example/static/logo.${hex(10, random)}.webp)`,
      `![Façade de la boutique de Lyon](https://cdn.maison-tilleul.example/media/facade.jpg?cb=${Math.floor(date.getTime() / 1000)}${hex(6, random)})`,
    ],
  },
  {
    // Tracking parameters in a link whose text and target stay.
    name: 'link with tracking parameters (de retailer)',
    isNoise: true,
    lines: ({random}) => [
      `[Zum aktuellen Prospekt](https://www.markthalle.example/prospekt?utm_source=web&utm_campaign=hp_teaser&gclid=Cj0KCQ${base64(38, random)}_wcB&_ga=2.${int(1e7, 9e7, random)}.${int(1e8, 9e8, random)})`,
    ],
  },
  {
    // Build hash, pod and render time in a footer: concerns the operators alone.
    name: 'build hash and pod in the footer (en forum)',
    isNoise: true,
    lines: ({random}) => [
      `© 2026 Brasswind Forum · build ${hex(7, random)} · served by web-${base64(5, random).toLowerCase()} · page generated in 0.${int(11, 99, random)} s with ${int(9, 24, random)} queries`,
    ],
  },
  {
    // Greeting drawn by the hour and by chance.
    name: 'personalised greeting (ja shop)',
    isNoise: true,
    lines: ({random}) => [
      pick(
        [
          'おはようございます、ゲストさん。今日も良い一日を！',
          'こんにちは、ゲストさん。ごゆっくりお買い物をお楽しみください。',
          'こんばんは、ゲストさん。一日お疲れさまでした。',
          'おかえりなさい、ゲストさん！',
          'ようこそ、ゲストさん。何かお探しですか？',
        ],
        random,
      ),
    ],
  },
  {
    // The slide that happened to be in front as the scraper read the page.
    name: 'caption of a carousel (fr hotel)',
    isNoise: true,
    lines: ({random}) => {
      const captions = [
        'La terrasse au coucher du soleil',
        'Suite familiale, vue jardin',
        'Le petit déjeuner sous la verrière',
        'Piscine chauffée et transats',
        'Le salon de lecture',
        'Chambre double sous les toits',
        'L’allée de platanes',
        'Le bar à vins voûté',
      ];
      const slide = int(0, captions.length - 1, random);
      return [`‹ ${at(captions, slide)} (photo ${slide + 1} sur ${captions.length}) ›`];
    },
  },
  {
    // Request id and the scraper's own address, from a CDN's footer.
    name: 'ray id and visitor address (en CDN)',
    isNoise: true,
    lines: ({random}) => [
      `Ray ID: **${hex(16, random)}** • Your IP: 203.0.113.${int(1, 254, random)} • Performance & security by EdgeWall, ${pick(['FRA', 'AMS', 'CDG', 'WAW', 'LHR', 'MAD'], random)}`,
    ],
  },
  {
    // Who happens to be logged in at a forum.
    name: 'members online (de forum)',
    isNoise: true,
    lines: ({random}) => [
      `Gerade online: ${shuffled(
        [
          'Bergziege77',
          'anna_k',
          'RostigerRudi',
          'Käptn_Blau',
          'moosmann',
          'Tante_Ju',
          'schrauber-olli',
          'Wolke9',
          'nordlicht',
          'Fienchen',
          'T4-Micha',
        ],
        random,
      )
        .slice(0, int(3, 6, random))
        .join(', ')} und ${int(12, 240, random)} Gäste`,
    ],
  },
  {
    // Social-proof popup: names and places out of a pool.
    name: 'somebody has just bought (pl shop)',
    isNoise: true,
    lines: ({random}) => [
      `🛒 ${pick(['Marta z Krakowa', 'Paweł z Łodzi', 'Agnieszka z Torunia', 'Krzysztof z Rzeszowa', 'Ola z Poznania', 'Grzegorz z Lublina', 'Kasia z Opola'], random)} – zakup ${pick(['przed chwilą', `${int(2, 59, random)} minut temu`, 'godzinę temu'], random)}`,
    ],
  },
  {
    // Native advertisement drawn by an ad server.
    name: 'sponsored teaser (de news)',
    isNoise: true,
    lines: ({random}) => [
      `${pick(
        [
          '[Anzeige | Treppenlift-Preise: Das wissen nur wenige](https://click.adhafen.example/r/',
          '[Anzeige | Hörgeräte-Sensation begeistert Rentner](https://click.adhafen.example/r/',
          '[Anzeige | Solar 2026: Wer jetzt noch wartet, zahlt drauf](https://click.adhafen.example/r/',
          '[Anzeige | Diese Matratze verändert alles](https://click.adhafen.example/r/',
          '[Anzeige | Zahnarzt verrät simplen Abendtrick](https://click.adhafen.example/r/',
          '[Anzeige | Das Brettspiel, über das alle reden](https://click.adhafen.example/r/',
          '[Anzeige | Kreuzfahrt-Restplätze: Hier zugreifen](https://click.adhafen.example/r/',
        ],
        random,
      )}${base64(18, random)})`,
    ],
  },
  {
    // Question against robots, drawn for each form.
    name: 'captcha question in words (fr municipality)',
    isNoise: true,
    lines: ({random}) => {
      const numbers = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'];
      return [
        `Question anti-robot : combien font ${pick(numbers, random)} ${pick(['plus', 'fois'], random)} ${pick(numbers, random)} ? *(réponse en chiffres)*`,
      ];
    },
  },
];
