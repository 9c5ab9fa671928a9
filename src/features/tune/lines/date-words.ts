/** Names of months in the larger languages of Europe, long and short, in lower case. */
const MONTHS = [
  'abr abril ago agosto août apr april aprile aprilie apríl apríla ara aralık aug august augusta augusti augustus',
  'augusztus avr avril ağu ağustos bře březen března cze czerwca czerwiec dec december decembra decembrie des',
  'desember dez dezember dezembro dic dicembre diciembre dub duben dubna déc décembre eki ekim elo elokuu',
  'elokuuta ene enero eyl eylül feb febbraio febr febrero februar februari februarie february február februára',
  'fev fevereiro févr février gen gennaio giu giugno gru grudnia grudzień haz haziran heinä heinäkuu heinäkuuta',
  'helmi helmikuu helmikuuta huhti huhtikuu huhtikuuta ian ianuarie iul iulie iun iunie jan janeiro januar',
  'januari january január januára janv janvier joulu joulukuu joulukuuta juil juillet juin jul julho juli julio',
  'july jun june junho juni junio júl júla július jún júna június kas kasım kesä kesäkuu kesäkuuta kol kolovoz',
  'kolovoza kvě květen května kwi kwiecień kwietnia led leden ledna lip lipanj lipca lipiec lipnja lis listopad',
  'listopada listopadu loka lokakuu lokakuuta lug luglio lut lutego luty maalis maaliskuu maaliskuuta maart mag',
  'maggio mai maio maj maja mar marca march marec marras marraskuu marraskuuta mars mart martie marts marzec',
  'marzo março may mayo mayıs mei mrt máj mája május márc március mär märz nis nisan noiembrie nov november',
  'novembra novembre novembro noviembre oca ocak oct october octobre octombrie octubre okt oktober október',
  'októbra ott ottobre out outubro ožu ožujak ožujka paź październik października pro prosinac prosinca prosince',
  'prosinec ruj rujan rujna sep sept september septembra septembre septembrie septiembre set setembro settembre',
  'sie sierpień sierpnia sij siječanj siječnja srp srpanj srpen srpna srpnja stu studeni studenoga sty styczeń',
  'stycznia svi svibanj svibnja syys syyskuu syyskuuta szept szeptember tammi tammikuu tammikuuta tem temmuz',
  'touko toukokuu toukokuuta tra travanj travnja velj veljača veljače wrz wrzesień września zář září ápr április',
  'úno únor února červen července červenec června čvc čvn říj říjen října şub şubat απρ απριλίου αυγ αυγούστου',
  'δεκ δεκεμβρίου ιαν ιανουαρίου ιουλ ιουλίου ιουν ιουνίου μαΐ μαΐου μαρ μαρτίου νοε νοεμβρίου οκτ οκτωβρίου σεπ',
  'σεπτεμβρίου φεβ φεβρουαρίου авг август августа апр апрель апреля април бер березень березня вер вересень',
  'вересня груд грудень грудня дек декабрь декабря декември жовт жовтень жовтня июл июль июля июн июнь июня квіт',
  'квітень квітня лип липень липня лист листопад листопада лют лютий лютого май мар март марта мая ноември нояб',
  'ноябрь ноября окт октомври октябрь октября сент сентябрь сентября септември серп серпень серпня січ січень',
  'січня трав травень травня февр февраль февраля февруари черв червень червня юли юни янв январь января януари',
];

/** Names of weekdays; of those with a hyphen the part before it. */
const WEEKDAYS = [
  'cmt csütörtök cum cuma cumartesi czw czwartek dienstag dim dimanche dinsdag dom domenica domingo donderdag',
  'donnerstag dum duminică fre fredag freitag fri friday gio giovedì hétfő jeu jeudi joi jue jueves kedd',
  'keskiviikko lauantai lun lundi lunedì lunes luni lör lördag lør lørdag maanantai maandag man mandag mardi',
  'martedì martes marți mer mercoledì mercredi mie miercuri mittwoch mié miércoles mon monday montag mån måndag',
  'ned nedeľa nedjelja neděle niedz niedziela ons onsdag paz pazar pazartesi per perjantai perşembe pet petak',
  'piatok piątek pon pondelok pondělí ponedjeljak poniedziałek pzt pátek péntek qua quarta qui quinta sab sabato',
  'sal salı sam samedi samstag sat saturday seg segunda sex sexta sob sobota sonnabend sonntag sri srijeda streda',
  'středa sub subota sun sunday sunnuntai sze szerda szo szombat sáb sábado sâm sâmbătă sön söndag søn søndag ter',
  'terça thu thur thurs thursday tiistai tir tirs tirsdag tis tisdag tor tors torsdag torstai tue tues tuesday',
  'uto utorak utorok vasárnap ven vendredi venerdì vie viernes vin vineri vrijdag wed wednesday weds woensdag',
  'wtorek zaterdag zondag çar çarşamba úterý čet četvrtak čtvrtek środa štvrtok δευ δευτέρα κυρ κυριακή πέμ',
  'πέμπτη παρ παρασκευή σάβ σάββατο τετ τετάρτη τρί τρίτη воскресенье вторник вівторок неделя неділя пʼятниця',
  'петък понеделник понедельник понеділок пятница середа среда сряда суббота субота събота четвер четверг',
  'четвъртък',
];

const months = new Set(MONTHS.flatMap(line => line.split(' ')));
const weekdays = new Set(WEEKDAYS.flatMap(line => line.split(' ')));

/** Signs around the name of a month, and around that of a weekday. */
const [MONTH_SIGN, WEEKDAY_SIGN] = ['\u0001', '\u0002'];

/** A marked month, and a marked weekday, in a regular expression with the flag `u`. */
export const A_MONTH = String.raw`\u0001\p{L}+\u0001\.?`;
export const A_WEEKDAY = String.raw`\u0002\p{L}+\u0002(?:-feira)?\.?`;

/** Marks the names of months and weekdays in a line. */
export function markDateWords(line: string): string {
  return line.replace(/[\u0001\u0002]/g, ' ').replace(/\p{L}{3,}/gu, word => {
    const name = word.toLowerCase();
    const sign = months.has(name) ? MONTH_SIGN : weekdays.has(name) ? WEEKDAY_SIGN : '';
    return `${sign}${word}${sign}`;
  });
}

/** Takes the marks away. */
export function unmarkDateWords(line: string): string {
  return line.replace(/[\u0001\u0002]/g, '');
}
