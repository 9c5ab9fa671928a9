import {hideAddresses} from './addresses';

/** Words for whether something can be had or works, in the larger languages of Europe and Asia. */
const WORDS = [
  'ships? (?:in|within|from)|(?:add|put) (?:it )?(?:in)?to (?:the |your )?(?:cart|basket|bag)|in den warenkorb|wait(?:ing)? ?list|notify me|fully booked',
  'cancel+ed|postponed|suspended|delayed|ausgebucht|abgesagt|verschoben|vorbestell(?:en|bar)|versandfertig|complet|annulée?|reportée?|cancelad[oa]',
  'in stock|out of stock|sold out|(?:un)?available|back[- ]?order(?:s|ed)?|pre-?order(?:s|ed)?|coming soon|discontinued|operational|outages?|degraded|disruptions?',
  'incidents?|maintenance|(?:online|offline)(?=[\\s*_]*(?:$|[.,;|·!(]))|(?:not )?lieferbar|auf lager|ausverkauft|vergriffen|(?:nicht )?verfügbar|vorrätig|störung(?:en)?|wartung',
  'en stock|rupture|épuisée?|(?:in)?disponible|panne|agotad[oa]|esgotad[oa]|esaurit[oa]|disponibil[ei]|(?:in)?disponível|en existencias|em estoque',
  '(?:free|open) (?:seats|places|rooms)|(?:seats?|places?|rooms?|spots?) (?:left|free|remaining)|vacanc(?:y|ies)|(?:freie|verfügbare|wolne|lediga|ledige|vrije) (?:sitz)?(?:plätze|miejsca|platser|pladser|plasser|plaatsen)|(?<=\\d\\s)restplätze|places? (?:restantes?|libres?)|plazas libres|posti (?:liberi|disponibili)|vagas',
  'op voorraad|uitverkocht|leverbaar|[ip]å? lager|slutsåld|uts?olgt|udsolgt|(?:nie)?dostępn[yae]|wyprzedan[yae]|skladem|vyprodáno|в наличии|распродано',
];
/** Words that say so only where they end a line or a part of it, alone, with one word before, or with a verb: "handmade and open" is not a state. */
const LAST_WORDS =
  'open|closed|geöffnet|geschlossen|ouverte?|fermée?|abiert[oa]|cerrad[oa]|apert[oa]|chius[oa]|abert[oa]|fechad[oa]|gesloten|otwarte|zamknięte';
const SIGNS =
  '\u5728\u5eab\u3042\u308a|\u5728\u5eab\u306a\u3057|\u58f2\u308a\u5207\u308c|\u54c1\u5207\u308c|\u6709\u8d27|\u65e0\u8d27|\u7f3a\u8d27|\u552e\u7f44|\ud488\uc808|\uc7ac\uace0|[\u7a7a\u6e80][\u5ba4\u5e2d\u8eca]|\u6b8b\u308a\\s?\\d|\u5b8c\u58f2|\u5ba2\u6ee1|\ub9e4\uc9c4|\ub9c8\uac10';

const VERBS = 'is|are|now|currently|still|remains?|today|ist|sind|derzeit|heute|est|sont|actuellement|está|están|è|sono|estão|zijn|jest|są';
const BEFORE_LAST = `(?:^|[^\\p{L}\\p{N}\\s]\\s*|(?<!\\p{L})(?:${VERBS})\\s+|(?:^|[^\\p{L}\\s]\\s*)\\p{L}+\\s+)`;

const STATE = new RegExp(
  `(?<!\\p{L})(?:${WORDS.join('|')})(?!\\p{L})|(?<=${BEFORE_LAST})(?:${LAST_WORDS})(?=(?: now| today)?[\\s*_]*(?:$|[.,;:|·!(]))|${SIGNS}`,
  'giu',
);

/** Characters of a line that are looked at. */
const LONGEST = 2000;

/**
 * Whether a line says that something can be had or works, or that it does not. One that is wrongly taken for such a line only hides noise; one
 * that is not found would be called noise.
 */
export function saysState(line: string): boolean {
  STATE.lastIndex = 0;
  return STATE.test(hideAddresses(line.slice(0, LONGEST)));
}
