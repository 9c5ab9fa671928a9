import {fold} from './text';

/**
 * Splits a list of phrases on pages not worth watching, in the languages of most of the web. `titles` stand
 * alone in a title or heading; all others may stand anywhere in a line.
 */
function phrases(text: string): readonly string[] {
  return text.split(/\s*\|\s*|\n/).flatMap(phrase => (phrase.trim() === '' ? [] : [fold(phrase)]));
}

/** Words that may stand beside an error in a title. */
export const FILLERS: ReadonlySet<string> = new Set(phrases('http|code|status'));

/** Words that mean an error alone, and may stand beside a phrase: `Oops!`. */
export const ERROR_WORDS: ReadonlySet<string> = new Set(
  phrases('error|oops|ooops|whoops|sorry|uh oh|fehler|erreur|errore|fout|blad|chyba|fel|fejl|feil|virhe|hata|ошибка|エラー|错误|錯誤|오류'),
);

/** Titles of error pages, without such words and numbers. */
export const ERROR_TITLES: ReadonlySet<string> = new Set(
  phrases(`
    page not found|not found|file not found|page cannot be found|page can't be found|page could not be found|page couldn't be found
    the page could not be found|the page cannot be found|this page could not be found|this page does not exist|this page doesn't exist
    page does not exist|page doesn't exist|page unavailable|page not available|this page isn't available|this page is not available
    content not found|content unavailable|this content isn't available|product not found|item not found|resource not found
    this page can't be found|we can't find that page|we couldn't find that page|we couldn't find this page|page missing|page removed
    nothing found|nothing here|there's nothing here|nothing to see here|lost|are you lost|you seem lost|looks like you're lost
    this article is no longer available|this content is no longer available|this item is no longer available|this post is no longer available|this listing is no longer available
    this page is no longer available|this video is no longer available|this document is no longer available|article not found|document not found|post not found|listing not found|profile not found
    this page is gone|gone|page has moved|dead link|broken link|no longer available|page no longer available
    internal server error|server error|application error|bad gateway|gateway timeout|service unavailable|service temporarily unavailable
    temporarily unavailable|bad request|forbidden|unauthorized|an error occurred|an error has occurred|something went wrong
    something's gone wrong|this page isn't working|site unavailable|site is down|site offline|website is offline
    under maintenance|down for maintenance|maintenance|maintenance mode|site maintenance|scheduled maintenance|we'll be back soon
    we'll be right back|be right back|error establishing a database connection|database error|fatal error|unexpected error
    problem loading page|account suspended|this account has been suspended|domain for sale|this domain is for sale
    seite nicht gefunden|nicht gefunden|die seite wurde nicht gefunden|seite existiert nicht|diese seite existiert nicht
    seite nicht verfugbar|interner serverfehler|ein fehler ist aufgetreten|wartungsarbeiten|wartungsmodus|etwas ist schiefgelaufen
    page non trouvee|page introuvable|page inexistante|cette page n'existe pas|non trouve|introuvable|une erreur est survenue
    site en maintenance|oups|page indisponible
    pagina no encontrada|no encontrada|no encontrado|esta pagina no existe|la pagina no existe|pagina inexistente|algo salio mal
    error del servidor|en mantenimiento|pagina no disponible
    pagina nao encontrada|nao encontrado|esta pagina nao existe|algo deu errado|em manutencao
    pagina non trovata|non trovato|pagina inesistente|la pagina non esiste|qualcosa e andato storto|sito in manutenzione
    pagina niet gevonden|niet gevonden|deze pagina bestaat niet|er is iets misgegaan
    strona nie znaleziona|nie znaleziono strony|nie znaleziono|strona nie istnieje|cos poszlo nie tak
    sidan hittades inte|sidan kunde inte hittas|siden blev ikke fundet|siden ble ikke funnet|siden findes ikke|sivua ei loytynyt
    stranka nenalezena|stranka nebyla nalezena|stranka neexistuje|sayfa bulunamadi
    страница не найдена|не найдено|такой страницы нет|сторінку не знайдено
    ページが見つかりません|お探しのページは見つかりませんでした|見つかりませんでした|ページが存在しません
    页面不存在|页面未找到|找不到页面|找不到頁面|您访问的页面不存在|페이지를 찾을 수 없습니다|페이지를 찾을 수 없어요
  `),
);

/** An error page speaks to the visitor about the page that was asked for. */
export const APOLOGIES = phrases(`
  page you're looking for|page you are looking for|page you were looking for|page you requested|page that you requested|requested page
  content you requested|content you are looking for|content you're looking for|article you requested|article you are looking for|article you're looking for|item you requested|document you requested|resource you requested
  page you tried|page you've requested|what you're looking for|what you are looking for|what you were looking for|that you're looking for
  we couldn't find|we could not find|we can't find|we cannot find|can't seem to find|could not be found on this server|was not found on this server
  requested url was not found|may have been moved|might have been moved|may have been removed|might have been removed
  has been moved or|has been removed or|moved or deleted|moved or no longer exists|removed or renamed|removed, had its name changed
  no longer exists|doesn't exist anymore|does not exist anymore|page no longer|doesn't exist or|does not exist or
  url may be|link you followed|link may be broken|link is broken|mistyped the address|typed the address|wrong turn
  sorry, something went wrong|sorry, an error|sorry for the inconvenience|we're sorry, but|we are sorry, but|we apologize for
  the server encountered|unable to complete your request|could not process your request|couldn't process your request
  our team has been notified|we've been notified|we have been notified|experiencing technical|technical difficulties
  performing maintenance|performing scheduled maintenance|undergoing maintenance|undergoing scheduled maintenance|down for maintenance
  domain is for sale|buy this domain|domain may be for sale|this domain is parked|contact your hosting provider
  need to enable javascript to run this app|enable javascript to run|please enable javascript|javascript is required|requires javascript
  die gesuchte seite|gewunschte seite|angeforderte seite|aufgerufene seite|die von ihnen gesuchte|konnte nicht gefunden werden|konnte leider nicht
  existiert nicht mehr|wurde verschoben oder|nicht mehr verfugbar ist|leider ist ein fehler
  la page que vous|page demandee|n'existe pas ou|n'existe plus|a ete deplacee|a ete supprimee
  la pagina que busca|la pagina que estas buscando|pagina solicitada|pagina que has solicitado|no existe o|ya no existe|lo sentimos
  a pagina que voce|a pagina que procura|pagina solicitada|nao existe ou|nao existe mais|foi removida|desculpe
  la pagina che stai cercando|la pagina che cerchi|pagina richiesta|non esiste piu|e stata spostata|e stata rimossa|siamo spiacenti
  de pagina die je|de pagina die u|opgevraagde pagina|bestaat niet meer|bestaat niet of
  strona, ktorej szukasz|strony, ktorej szukasz|nie istnieje lub|zostala usunieta|zostala przeniesiona|przepraszamy
  sidan du soker|sidan du letar|siden du leder|siden du leter|etsimaasi sivua|stranka, kterou hledate|pozadovana stranka|aradiginiz sayfa
  запрашиваемая страница|запрошенная страница|страница, которую вы|была удалена|больше не существует|к сожалению
  お探しのページ|アクセスしようとしたページ|削除されたか|移動または削除|申し訳ございません|申し訳ありません
  您访问的页面|您要访问的页面|您查找的页面|已被删除|可能已被|很抱歉|抱歉|요청하신 페이지|찾으시는 페이지|삭제되었거나|죄송합니다
`);

/** An error page offers ways out. */
export const WAYS_OUT = phrases(`
  go back|go home|back to home|back to the home|back home|return home|return to home|return to the home|to the homepage|to our homepage|to homepage
  take me home|visit our homepage|try again|please try|try searching|try a search|use the search|search our site|check the url|check the address
  check the link|contact support|contact us|report this|refresh the page|reload the page|start over
  zur startseite|zuruck zur|startseite|versuchen sie es|kontaktieren sie
  retour a l'accueil|retourner a l'accueil|page d'accueil|reessayer|reessayez
  volver al inicio|ir al inicio|pagina de inicio|pagina principal|intentalo|voltar|pagina inicial|tente novamente
  torna alla home|torna alla|pagina iniziale|riprova|terug naar|naar de homepage|probeer het|strona glowna|strony glownej|sprobuj
  till startsidan|til forsiden|etusivulle|zpet na|hlavni stranku|ana sayfa|на главную|главную страницу|попробуйте
  トップページ|ホームへ|トップへ戻る|返回首页|回到首页|返回首頁|홈으로|메인으로
`);

/** Phrases of texts about errors, which are not on an error page. */
export const EXPLAINING = phrases(`
  status code|status codes|how to|what is|what does|means that|means the|this means|response code|client error response|the client|the server cannot
  rfc |http/1|for example|e.g.|definition|glossary|guide|tutorial|documentation|reference|best practice|troubleshoot|explained|learn more about
  statuscode|bedeutet|anleitung|beispiel|signifie|exemple|guia|significa|ejemplo|esempio|betekent|oznacza|означает|とは|表示|含义|意味
`);

/** Titles of pages to sign in. */
export const LOGIN_TITLES: ReadonlySet<string> = new Set(
  phrases(`
    sign in|signin|log in|login|log on|sign on|sign in to your account|log in to your account|login to your account|sign in to continue|log in to continue
    please sign in|please log in|please login|welcome back|member login|members only|account login|customer login|user login|login required|sign in required
    authentication required|single sign-on|sso login|sign in or create an account|log in or sign up|log in or create an account
    anmelden|anmeldung|einloggen|bitte anmelden|bitte melden sie sich an|mein konto|connexion|se connecter|identification|connectez-vous
    iniciar sesion|inicia sesion|acceder|acceso|entrar|iniciar sessao|fazer login|accedi|accesso|effettua l'accesso|inloggen|aanmelden
    zaloguj sie|logowanie|logga in|log ind|logg inn|kirjaudu|kirjaudu sisaan|prihlaseni|prihlasit se|giris yap|oturum ac|войти|вход|авторизация
    ログイン|サインイン|登录|登錄|登入|로그인
  `),
);

/** Labels and links of a form to sign in, each a line of its own. */
export const PASSWORD_LABELS: ReadonlySet<string> = new Set(
  phrases(
    'password|your password|enter password|enter your password|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|haslo|losenord|adgangskode|passord|salasana|heslo|sifre|parola|пароль|パスワード|密码|密碼|비밀번호',
  ),
);
export const NAME_LABELS: ReadonlySet<string> = new Set(
  phrases(
    'email|e-mail|email address|e-mail address|your email|username|user name|user id|email or username|username or email|email or phone|e-mail-adresse|benutzername|adresse e-mail|adresse email|identifiant|correo electronico|correo|usuario|nome utente|gebruikersnaam|e-mailadres|login|emailadres|логин|почта|メールアドレス|用户名|邮箱|이메일|아이디',
  ),
);
export const LOGIN_HELPERS = phrases(`
  forgot password|forgot your password|forgotten password|forgotten your password|reset password|reset your password|remember me|keep me signed in|stay signed in|keep me logged in
  create account|create an account|sign up|register now|don't have an account|new here|new customer|continue with google|continue with apple|continue with microsoft|sign in with google
  sign in with|log in with|passwort vergessen|angemeldet bleiben|konto erstellen|jetzt registrieren|registrieren|mot de passe oublie|se souvenir de moi|creer un compte
  olvidaste tu contrasena|olvide mi contrasena|recordarme|crear cuenta|esqueceu a senha|esqueci minha senha|criar conta|password dimenticata|ricordami|registrati
  wachtwoord vergeten|onthoud mij|account aanmaken|nie pamietam hasla|zapamietaj mnie|glomt losenord|zapomenute heslo|забыли пароль|запомнить меня
  パスワードをお忘れ|新規登録|忘记密码|注册|비밀번호 찾기|회원가입
`);
export const LOGIN_DEMANDS = phrases(`
  please sign in to|please log in to|please login to|sign in to continue|log in to continue|login to continue|sign in to view|log in to view|login to view|sign in to access|log in to access
  you must be logged in|you must be signed in|you need to be logged in|you need to log in|you need to sign in|you must log in|you must sign in|you are not logged in|you're not signed in
  session has expired|session expired|requires you to sign in|requires a login|only available to members|bitte melden sie sich an|sie mussen angemeldet sein|um fortzufahren, melden
  veuillez vous connecter|vous devez etre connecte|debes iniciar sesion|inicia sesion para|faca login para|accedi per|effettua l'accesso per|log in om
  zaloguj sie, aby|logga in for att|войдите, чтобы|необходимо авторизоваться|ログインしてください|请登录|请先登录|로그인이 필요|로그인해 주세요
`);
/** Parts of an address to which a page sends those who are not signed in. */
export const LOGIN_STEPS: ReadonlySet<string> = new Set(
  'login log-in signin sign-in sign_in logon sso auth oauth oauth2 authorize saml cas session sessions account-login users-sign_in anmelden connexion'.split(
    ' ',
  ),
);

/** Titles of pages that ask for consent. */
export const CONSENT_TITLES = phrases(`
  before you continue|we value your privacy|we care about your privacy|your privacy|your privacy choices|your privacy matters|privacy settings|privacy preferences|privacy preference center
  cookie consent|cookie settings|cookie preferences|cookies|consent|your consent|this site uses cookies|we use cookies|manage consent|manage your privacy|your choices regarding cookies
  datenschutzeinstellungen|privatsphare-einstellungen|privatsphareeinstellungen|ihre privatsphare|bevor sie fortfahren|wir schatzen ihre privatsphare|cookie-einstellungen|zustimmung|einwilligung
  avant de continuer|votre vie privee|nous respectons votre vie privee|gestion des cookies|parametres de confidentialite|antes de continuar|tu privacidad|su privacidad|valoramos tu privacidad|configuracion de cookies
  antes de prosseguir|a sua privacidade|prima di continuare|la tua privacy|impostazioni dei cookie|voordat je verdergaat|je privacy|cookie-instellingen|zanim przejdziesz dalej|twoja prywatnosc
  innan du fortsatter|для продолжения|cookieの使用|在您继续之前|개인정보 설정
`);
export const CONSENT_GATES = phrases(`
  before you continue|to continue, please accept|to continue, accept|to continue reading, accept|accept cookies to continue|accept to continue|must accept cookies|by accepting you|consent to continue|continue without accepting
  subscribe or accept|accept or subscribe|with ads or|with advertising or|um fortzufahren|weiter mit werbung|mit werbung weiterlesen|mit werbung und cookies|bevor sie fortfahren|zustimmen und weiter|akzeptieren und weiter
  avant de continuer|pour continuer|continuer sans accepter|antes de continuar|para continuar|continuar sin aceptar|prima di continuare|per continuare|continua senza accettare|om verder te gaan|zanim przejdziesz
`);
export const CONSENT_STATEMENTS = phrases(`
  we use cookies|uses cookies|use cookies and|cookies and similar|cookies and data|our partners|partners store|store and/or access|access information on a device|legitimate interest|personalised ads|personalized ads|personalised advertising|personalized advertising
  tracking technologies|process personal data|processing of personal data|your personal data|withdraw your consent|wir verwenden cookies|unsere partner|cookies und ahnliche|personenbezogene daten|berechtigtes interesse|personalisierte
  nous utilisons des cookies|nos partenaires|donnees personnelles|interet legitime|utilizamos cookies|usamos cookies|nuestros socios|datos personales|nossos parceiros|utilizziamo i cookie|i nostri partner|dati personali|wij gebruiken cookies|onze partners|uzywamy plikow cookie
`);
export const CONSENT_BUTTONS: ReadonlySet<string> = new Set(
  phrases(`
    accept|accept all|accept cookies|accept all cookies|i accept|agree|i agree|agree and continue|agree and close|accept and continue|accept & continue|allow all|allow all cookies|got it|reject|reject all|decline|decline all|only necessary|necessary cookies only|essential only|use necessary cookies only
    manage options|manage preferences|manage settings|manage cookies|more options|customize|customise|cookie settings|settings|options|show purposes|save choices|save preferences
    akzeptieren|alle akzeptieren|alles akzeptieren|zustimmen|alle ablehnen|ablehnen|nur notwendige|einstellungen|einstellungen verwalten|zustimmen und weiter|accepter|tout accepter|tout refuser|refuser|parametrer|personnaliser|continuer sans accepter
    aceptar|aceptar todo|aceptar todas|rechazar|rechazar todo|configurar|aceitar|aceitar tudo|recusar|rejeitar tudo|accetta|accetta tutto|rifiuta|rifiuta tutto|gestisci opzioni|accepteren|alles accepteren|weigeren|alles weigeren|zaakceptuj|akceptuje|odrzuc|acceptera|acceptera alla|принять|同意する|接受|동의
  `),
);
/** Words of which a line that asks for consent has some. */
export const CONSENT_WORDS = phrases(
  'cookie|consent|privacy|partner|personal data|datenschutz|einwilligung|zustimm|confidentialite|vie privee|consentement|privacidad|consentimiento|socios|consenso|toestemming|prywatnosc|zgod',
);

/** Titles of pages that check whether a visitor is a person. */
export const CHALLENGE_TITLES: ReadonlySet<string> = new Set(
  phrases(`
    just a moment|attention required|access denied|access to this page has been denied|are you a robot|are you human|security check|security verification|human verification|bot verification|robot check|captcha|verify you are human|verifying you are human
    checking your browser|please wait while your request is being verified|pardon our interruption|ddos-guard|you have been blocked|blocked|request blocked|one more step|let's confirm you are human|unusual traffic detected|client challenge|vercel security checkpoint
    sicherheitsuberprufung|zugriff verweigert|einen moment|un instant|verification de securite|acces refuse|un momento|verificacion de seguridad|acceso denegado|verifica di sicurezza|accesso negato|проверка безопасности|доступ запрещен|安全验证|安全检查|访问被拒绝|보안 확인
  `),
);
export const CHALLENGES = phrases(`
  verify you are human|verify that you are human|verify you're human|verifying you are human|confirm you are human|confirm that you are human|confirm you're not a robot|prove you're human|you are not a robot|you're not a robot|i'm not a robot|i am not a robot|are you a robot
  checking your browser|checking if the site connection is secure|review the security of your connection|enable javascript and cookies to continue|enable cookies and javascript|enable cookies and reload|unusual traffic|automated requests|automated access|suspicious activity|made us think you were a bot|think you might be a bot|were a bot
  complete the captcha|completing the captcha|solve the captcha|complete the security check|security service to protect itself|press & hold|press and hold|ray id|cf-ray|reference id|incident id|support id|ddos protection by|performance & security by|you have been blocked|your request has been blocked|your ip has been|don't have permission to access|do not have permission to access
  menschlicher besucher|dass sie kein roboter|kein roboter|ungewohnlicher datenverkehr|que vous n'etes pas un robot|que no eres un robot|no soy un robot|trafico inusual|che non sei un robot|вы не робот|что вы человек|我不是机器人|验证您是真人|异常流量|로봇이 아닙니다
`);
