/** One page as the service would answer it. */
export interface PageSample {
  readonly name: string;
  readonly title?: string;
  readonly url?: string;
  readonly finalUrl?: string;
  readonly markdown: string;
}

/** Worth watching, each with something that a careless rule takes for a fault. */
export const GOOD_PAGES: readonly PageSample[] = [
  {
    name: 'reference of a status',
    title: '404 Not Found - HTTP | Web Docs',
    markdown:
      '# 404 Not Found\n\nThe HTTP 404 Not Found client error response status code indicates that the server cannot find the requested resource.\n\nLinks that lead to a 404 page are often called broken or dead links.\n\n## Status\n\n```\n404 Not Found\n```\n\n## Examples\n\n```\nHTTP/1.1 404 Not Found\n```\n',
  },
  {
    name: 'glossary entry',
    title: '404 | Glossary',
    markdown: '# 404\n\nA status of the web: it means that the server found nothing at the address.',
  },
  {
    name: 'German glossary entry',
    title: '404 - Lexikon',
    markdown: '# 404\n\nDer Statuscode bedeutet, dass der Server unter der Adresse nichts gefunden hat.',
  },
  {
    name: 'gallery of error pages',
    title: '25 great 404 pages to learn from',
    markdown:
      '# 25 great 404 pages to learn from\n\n> Oops! The page you are looking for does not exist. Go back home.\n\nWe like how this shop turns a dead end into a joke. The drawing was made by the founder. It leads visitors to the most read articles.\n\n## More\n\nAnother one says that you took a wrong turn, which fits its maps very well. Every visitor who lands there gets a free map of the town.',
  },
  {name: 'status page', title: 'Acme Status', markdown: 'All systems operational'},
  {
    name: 'status page with history',
    title: 'Acme Status',
    markdown:
      '# Current status\n\nOperational\n\n## Past incidents\n\nNo incidents reported today.\n\nJune 3: Internal server error on login, resolved.',
  },
  {
    name: 'maintenance calendar',
    title: 'Maintenance | Acme Status',
    markdown:
      '# Maintenance\n\n- 12 May: database upgrade, 20 minutes\n- 30 May: network, no interruption expected\n\nNo other maintenance is planned.',
  },
  {name: 'a price', title: 'Bolt M4', markdown: '# Bolt M4\n\n0.12 EUR'},
  {name: 'a number', markdown: '42'},
  {name: 'plain JSON', markdown: '{"status": 404, "error": "none", "items": 3}'},
  {
    name: 'sign in in the header',
    title: 'Pricing | Acme',
    markdown:
      '[Sign in](https://acme.example/login) [Sign up](https://acme.example/join)\n\n# Pricing\n\nStarter: 9 EUR a month\n\nTeam: 29 EUR a month',
  },
  {
    name: 'newsletter form',
    title: 'Acme News',
    markdown: '[Log in](/login)\n\n# Acme News\n\nNew engine shipped in May.\n\nEmail\n\nSubscribe\n\nPassword managers are next.',
  },
  {
    name: 'help on signing in',
    title: 'How to sign in | Help',
    markdown:
      '# Sign in\n\nSelect Sign in at the top right of any page. Enter your e-mail address and your password, then press Enter.\n\n## Forgot your password?\n\nSelect the link below the form, and we send you a message with a link. The link works for one hour after you asked for it.',
  },
  {
    name: 'short help on passwords',
    title: 'Reset your password - Help Center',
    markdown:
      '# Reset your password\n\nOpen the sign-in page and select Forgot password. Follow the steps in the message that we send you.',
  },
  {
    name: 'a login page that is meant',
    title: 'Log in',
    url: 'https://acme.example/login',
    markdown: '# Log in\n\nEmail\n\nPassword\n\n[Forgot password?](/reset)\n\nLog in',
  },
  {
    name: 'sign-in product',
    title: 'Single Sign-On | Acme',
    markdown:
      '# Single Sign-On\n\nLet your team sign in once for all tools.\n\n- SAML and OpenID Connect\n- 99.9% availability\n- From 4 EUR per user\n\n[Contact sales](/sales)',
  },
  {
    name: 'banner beside content',
    title: 'Opening hours',
    markdown:
      '# Opening hours\n\nMonday to Friday 9 to 17\n\nWe value your privacy\n\nWe use cookies to improve this site.\n\nAccept all\n\nReject all\n\nManage preferences',
  },
  {
    name: 'banner before content',
    title: 'Trains | Acme Rail',
    markdown:
      '## We value your privacy\n\nWe and our partners use cookies.\n\nAccept all\n\nReject all\n\n# Trains to Bern\n\n08:02 platform 4\n\n08:32 platform 7, delayed by 10 minutes\n\n09:02 platform 4',
  },
  {
    name: 'banner on a page of one line',
    title: 'Acme Status',
    markdown: 'All systems operational since Tuesday\n\nWe use cookies.\n\nAccept\n\nReject',
  },
  {
    name: 'cookie policy',
    title: 'Cookie policy | Acme',
    markdown:
      '# Cookie policy\n\nWe use cookies to remember your basket and your language. They are deleted when you close the browser.\n\n## Which cookies\n\n|name|purpose|days|\n|---|---|---|\n|lang|language|365|\n|cart|basket|7|',
  },
  {
    name: 'waiting room',
    title: 'Acme Tickets',
    markdown:
      '# You are now in line\n\nWhen it is your turn, you have 10 minutes to enter. Your estimated wait is 3 minutes. This page refreshes by itself, please do not close it.',
  },
  {
    name: 'sold out',
    title: 'Blue lamp | Acme',
    markdown: '# Blue lamp\n\n49 EUR\n\nSorry, this product is no longer available.\n\n[More lamps](/lamps)',
  },
  {name: 'no openings', title: 'Jobs | Acme', markdown: '# Jobs\n\nWe have no openings right now. Please try again next month.'},
  {name: 'no results', title: 'Search | Acme', markdown: '# Results\n\nNothing found for "lamp".\n\nTry searching for something else.'},
  {
    name: 'www redirect',
    title: 'Acme',
    url: 'https://acme.co.uk/',
    finalUrl: 'https://www.acme.co.uk/',
    markdown: '# Acme\n\nTools for people.',
  },
  {
    name: 'locale redirect',
    title: 'Acme',
    url: 'https://acme.example/',
    finalUrl: 'https://acme.example/de-ch/',
    markdown: '# Acme\n\nWerkzeug.',
  },
  {
    name: 'locale host',
    title: 'Acme',
    url: 'https://acme.example/',
    finalUrl: 'https://fr.acme.example/accueil',
    markdown: '# Acme\n\nDes outils.',
  },
  {name: 'Japanese notice', title: 'お知らせ', markdown: '# お知らせ\n\n5月の休業日は3日から6日です。'},
  {
    name: 'article on bots',
    title: 'Why sites ask "Are you a robot?"',
    markdown:
      '# Why sites ask "Are you a robot?"\n\nSites see automated requests every day. Some ask you to complete the captcha before they show a page. This costs visitors time, and some leave. We measured how many people give up. The answer surprised us, since it was nearly one in ten.',
  },
  {
    name: 'release notes',
    title: 'Release 5.0.4 - Acme',
    markdown: '# 5.0.4\n\n- Fixed: error 500 on upload\n- Fixed: "Page not found" after login\n- New: dark mode',
  },
  {
    name: 'bug report',
    title: 'Page not found after update · Issue 404 · acme/app',
    markdown:
      '# Page not found after update\n\nAfter the update to 2.1 every page of the handbook answers 404. Steps: open the handbook, select any chapter. Expected the chapter to open as before the update.',
  },
  {
    name: 'forbidden island',
    title: 'Forbidden - a board game',
    markdown: '# Forbidden\n\nTwo to four players, 30 minutes, from age 10.\n\n24 EUR, in stock',
  },
];

/** Not worth watching, with the code of the warning. */
export const BAD_PAGES: readonly (PageSample & {readonly code: string})[] = [
  {
    code: 'page/error-page',
    name: 'soft 404',
    title: 'Page not found | Acme',
    markdown: "# Page not found\n\nSorry, the page you're looking for doesn't exist.\n\n[Go home](/)",
  },
  {
    code: 'page/error-page',
    name: 'soft 404 with a joke',
    title: 'Acme',
    markdown: '# Oops!\n\nLooks like you took a wrong turn. We couldn’t find that page.\n\n[Take me home](/)\n\n[Contact us](/contact)',
  },
  {code: 'page/error-page', name: 'bare 404', title: '404 Not Found', markdown: '# 404 Not Found\n\nnginx'},
  {
    code: 'page/error-page',
    name: 'soft 404 without a title',
    markdown: '404\n\nThe page you requested could not be found. Check the URL or go back to the homepage.',
  },
  {
    code: 'page/error-page',
    name: 'gone product',
    title: 'Acme Shop',
    markdown: "We can't find the product you are looking for. It may have been removed.\n\n[Try searching](/search)",
  },
  {
    code: 'page/error-page',
    name: 'soft 404 with popular links',
    title: 'Error 404 – Acme',
    markdown: `# Error 404\n\nThe requested page no longer exists.\n\n${Array.from({length: 30}, (_, at) => `- [Popular article number ${at}](/a/${at})`).join('\n')}`,
  },
  {
    code: 'page/error-page',
    name: 'redirected to an error address',
    title: 'Acme',
    url: 'https://acme.example/a',
    finalUrl: 'https://acme.example/error',
    markdown: 'An error has occurred. Please try again later.',
  },
  {
    code: 'page/error-page',
    name: 'broken application',
    title: 'Something went wrong',
    markdown: '# Something went wrong\n\nOur team has been notified. Please try again in a few minutes.',
  },
  {
    code: 'page/error-page',
    name: 'maintenance',
    title: "We'll be back soon!",
    markdown: "# We'll be back soon!\n\nSorry for the inconvenience. We're performing scheduled maintenance.",
  },
  {code: 'page/error-page', name: 'database down', title: 'Database Error', markdown: '# Error establishing a database connection'},
  {code: 'page/error-page', name: 'parked domain', title: 'acme.example', markdown: '# This domain is for sale\n\nBuy this domain today.'},
  {
    code: 'page/error-page',
    name: 'German',
    title: 'Seite nicht gefunden – Beispiel AG',
    markdown: '# Seite nicht gefunden\n\nDie gesuchte Seite existiert nicht mehr.\n\n[Zur Startseite](/)',
  },
  {
    code: 'page/error-page',
    name: 'French',
    title: 'Page introuvable',
    markdown: '# Oups !\n\nLa page que vous cherchez n’existe plus.\n\n[Retour à l’accueil](/)',
  },
  {
    code: 'page/error-page',
    name: 'Spanish',
    title: 'Página no encontrada',
    markdown: '# Página no encontrada\n\nLo sentimos, la página que busca ya no existe.',
  },
  {
    code: 'page/error-page',
    name: 'Japanese',
    title: 'ページが見つかりません',
    markdown: '# ページが見つかりません\n\nお探しのページは移動または削除されました。\n\n[トップページへ](/)',
  },
  {
    code: 'page/error-page',
    name: 'Russian',
    title: 'Страница не найдена',
    markdown: '# 404\n\nЗапрашиваемая страница была удалена. Вернитесь на главную.',
  },
  {
    code: 'page/login',
    name: 'login wall',
    title: 'Log in | Acme',
    markdown: '# Log in\n\nEmail\n\nPassword\n\n[Forgot password?](/reset)\n\n[Create an account](/join)',
  },
  {
    code: 'page/login',
    name: 'redirected to sign in',
    title: 'Acme ID',
    url: 'https://acme.example/report',
    finalUrl: 'https://id.acme.example/signin?next=/report',
    markdown: '# Acme ID\n\nEmail or phone\n\nNext',
  },
  {
    code: 'page/login',
    name: 'members only',
    title: 'Acme Forum',
    markdown: '# Members only\n\nYou must be logged in to view this topic.\n\n[Log in](/login)',
  },
  {
    code: 'page/login',
    name: 'German login',
    title: 'Anmelden',
    markdown: '# Anmelden\n\nE-Mail-Adresse\n\nPasswort\n\nPasswort vergessen?\n\nAngemeldet bleiben',
  },
  {
    code: 'page/consent',
    name: 'consent page',
    title: 'Before you continue',
    markdown:
      '# Before you continue to Acme\n\nWe use cookies and data to deliver our services.\n\nReject all\n\nAccept all\n\n[More options](/options)',
  },
  {
    code: 'page/consent',
    name: 'banner without a page',
    title: 'Acme News',
    markdown:
      '# We value your privacy\n\nWe and our partners store and/or access information on a device, such as cookies.\n\nAgree and close\n\nManage options',
  },
  {
    code: 'page/consent',
    name: 'German pay or consent',
    title: 'Beispiel Zeitung',
    url: 'https://zeitung.example/a',
    finalUrl: 'https://zeitung.example/consent?u=a',
    markdown: '# Weiter mit Werbung\n\nWir verwenden Cookies. Unsere Partner auch.\n\nZustimmen und weiter\n\nOder Abo abschließen',
  },
  {
    code: 'page/challenge',
    name: 'just a moment',
    title: 'Just a moment...',
    markdown:
      '# www.acme.example\n\nVerifying you are human. This may take a few seconds.\n\nwww.acme.example needs to review the security of your connection before proceeding.\n\nRay ID: 8a1b2c',
  },
  {
    code: 'page/challenge',
    name: 'access denied',
    title: 'Access Denied',
    markdown: '# Access Denied\n\nYou don\'t have permission to access "/pricing" on this server.\n\nReference ID 18.2f',
  },
  {
    code: 'page/challenge',
    name: 'unusual traffic',
    title: 'Are you a robot?',
    markdown: '# Are you a robot?\n\nWe have detected unusual traffic from your network. Please complete the captcha.',
  },
];
