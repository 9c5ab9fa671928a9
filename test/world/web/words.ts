/** Numbers from 0 to below 1. */
export type Random = () => number;

/** A whole number, both ends included. */
export const between = (low: number, high: number, random: Random): number => low + Math.floor(random() * (high - low + 1));

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map(item => ({item, at: random()}))
    .sort((one, other) => one.at - other.at)
    .map(({item}) => item);
}

export const sample = <Item>(items: readonly Item[], count: number, random: Random): Item[] => shuffle(items, random).slice(0, count);

/** Characters of a token. */
export const ALPHABETS = {
  hex: '0123456789abcdef',
  letters: 'abcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  digits: '0123456789',
};

export const token = (alphabet: keyof typeof ALPHABETS, length: number, random: Random): string =>
  Array.from({length}, () => ALPHABETS[alphabet].charAt(Math.floor(random() * ALPHABETS[alphabet].length))).join('');

export const uuid = (random: Random): string => [8, 4, 4, 4, 12].map(length => token('hex', length, random)).join('-');

const WORDS = {
  adjective:
    'quiet,sturdy,bright,northern,folding,woven,compact,seasonal,modular,handmade,regional,shared,early,annual,open,lightweight'.split(','),
  thing:
    'lamp,bicycle,kettle,report,backpack,course,kitchen,garden,window,tent,camera,notebook,ladder,workshop,boat,oven,library,bridge'.split(
      ',',
    ),
  place: 'Utrecht,Bergen,Porto,Leeds,Graz,Lyon,Turku,Bilbao,Gdansk,Galway,Basel,Ghent,Trieste,Malmo,Tartu,Cork'.split(','),
  verb: 'opens,carries,replaces,supports,explains,repairs,covers,joins,measures,protects,follows,improves'.split(','),
  person: 'Anna,Björn,Chloé,David,Elif,Farid,Greta,Hiro,Ines,Jonas,Kemal,Lucía,Marek,Nora,Owen,Priya'.split(','),
};

export const word = (kind: keyof typeof WORDS, random: Random): string => pick(WORDS[kind], random);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A headline of some words. */
export function headline(random: Random): string {
  const [adjective, other, thing, verb, place] = [
    word('adjective', random),
    word('adjective', random),
    word('thing', random),
    word('verb', random),
    word('place', random),
  ];
  return pick(
    [
      `${capital(adjective)} ${thing} from ${place}`,
      `How a ${thing} ${verb} your ${other} home`,
      `The ${adjective} ${thing} that ${verb} more`,
      `${place}: a ${adjective} ${thing} for everyone`,
      `${capital(thing)} and ${word('thing', random)}, ${adjective} and ${other}`,
    ],
    random,
  );
}

export function sentence(random: Random): string {
  const end = pick(
    ['for many years', 'without any tools', 'on most days', 'in every weather', 'as our members asked', 'with little effort'],
    random,
  );
  return `${headline(random)} ${word('verb', random)} the ${word('adjective', random)} ${word('thing', random)} ${end}.`;
}

export const paragraph = (random: Random): string => Array.from({length: between(1, 3, random)}, () => sentence(random)).join(' ');

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Different headlines. */
export function headlines(count: number, random: Random): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(headline(random));
  return [...found];
}
