import {goodPages} from '../../../src/emulator/site/page';

/** Good pages that are short, no web pages, or not in English. */
export const others = goodPages([
  ['a status page of one line', 'https://status.site.example/', {title: 'Status', frame: 'bare', body: '<p>All systems operational</p>'}],
  ['a text of one word', 'https://api.site.example/health', {contentType: 'text/plain; charset=utf-8', body: 'ok\n'}],
  [
    'a JSON answer',
    'https://api.site.example/v1/rates.json',
    {
      contentType: 'application/json',
      body: '{"base":"EUR","rates":{"USD":1.09,"GBP":0.84},"error":null}',
      data: {base: 'EUR', rates: {USD: 1.09, GBP: 0.84}},
    },
  ],
  [
    'an empty list as JSON',
    'https://api.site.example/v1/recalls.json',
    {contentType: 'application/json', body: '{"recalls":[]}', data: {recalls: []}},
  ],
  ['a version number', 'https://download.site.example/latest', {title: 'Latest version', frame: 'bare', body: '<h1>7.4.1</h1>'}],
  [
    'opening hours',
    'https://cafe.site.example/hours',
    {title: 'Café Linde', body: '<h1>Opening hours</h1><p>Daily 8-18. Closed on Mondays.</p>'},
  ],
  [
    'a domain record as text',
    'https://www.site.example/robots.txt',
    {contentType: 'text/plain', body: 'User-agent: *\nDisallow: /login\nDisallow: /404\n'},
  ],
  [
    'a feed',
    'https://news.site.example/feed.xml',
    {
      title: 'Example News',
      contentType: 'application/rss+xml',
      body: '<?xml version="1.0"?><rss version="2.0"><channel><title>Example News</title><item><title>Bridge opens in May</title></item><item><title>404 days of construction end</title></item></channel></rss>',
    },
  ],
  [
    'a German page on missing persons',
    'https://stadt.site.example/meldeamt',
    {
      title: 'Meldeamt: Seite der Stadt',
      language: 'de',
      body: '<h1>Meldeamt</h1><p>Wer umzieht, meldet sich innerhalb von zwei Wochen an. Bringen Sie Ihren Ausweis und die Bestätigung des Vermieters mit.</p><p>Nicht gefunden werden Termine oft am Montag; mittwochs ist mehr frei. Die Anmeldung kostet nichts.</p>',
    },
  ],
  [
    'a French page on errors of judgment',
    'https://musee.site.example/expositions/erreurs',
    {
      title: 'Erreurs célèbres - exposition',
      language: 'fr',
      body: '<h1>Erreurs célèbres</h1><p>Du 3 avril au 30 juin. Cartes fausses, ponts tordus, pages introuvables : cent objets racontent ce qui a mal tourné.</p><p>Entrée 8 €, gratuite le premier dimanche du mois. Fermé le mardi.</p>',
    },
  ],
  [
    'a Japanese product page',
    'https://shop.site.example/ja/teapot',
    {
      title: '鉄瓶 1.2リットル',
      language: 'ja',
      body: '<h1>鉄瓶 1.2リットル</h1><p>価格：18,700円（税込）</p><p>南部鉄器の伝統的な鉄瓶です。直火とIHに対応しています。ログインするとポイントが貯まります。</p>',
    },
  ],
  [
    'a Spanish timetable',
    'https://tren.site.example/horarios',
    {
      title: 'Horarios de cercanías',
      language: 'es',
      body: '<h1>Horarios de cercanías</h1><table><tr><th>Línea</th><th>Primero</th><th>Último</th></tr><tr><td>C1</td><td>5:40</td><td>23:30</td></tr><tr><td>C4</td><td>6:04</td><td>22:04</td></tr></table><p>Los domingos no circula la línea C4.</p>',
    },
  ],
  [
    'a Polish notice of recall',
    'https://urzad.site.example/ostrzezenia',
    {
      title: 'Ostrzeżenia dla konsumentów',
      language: 'pl',
      body: '<h1>Ostrzeżenia</h1><p>Producent wycofuje ekspres do kawy, model 404. Powodem jest błąd zaworu bezpieczeństwa.</p><p>Kupujący mogą zwrócić towar w sklepie. Ostatnia zmiana: 2 marca.</p>',
    },
  ],
  [
    'an Arabic news page',
    'https://akhbar.site.example/latest',
    {
      title: 'آخر الأخبار',
      language: 'ar',
      body: '<h1>آخر الأخبار</h1><p>افتتحت المدينة مكتبة جديدة اليوم. تضم المكتبة خمسين ألف كتاب وقاعة للأطفال.</p><p>تفتح أبوابها يوميا من التاسعة صباحا حتى الثامنة مساء.</p>',
    },
  ],
  [
    'a page with pictures and little text',
    'https://art.site.example/gallery',
    {
      title: 'Gallery',
      body: '<h1>Spring</h1><p><img src="/1.jpg" alt="A field in fog"><br><img src="/2.jpg" alt="Two boats"><br><img src="/3.jpg" alt="A red door"></p>',
    },
  ],
]);
