const maxLength = 60;

/** Letters that are not transliterated by removing an accent. German follows DIN 5007-2, the others the spelling in passports. */
const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Builds the internal name of a field from the Latin letters and digits of its name. A name without any becomes `field`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, maxLength)
    .replaceAll(/^_|_$/g, '');
  return plain === '' ? 'field' : plain;
}

/** Appends the lowest number that makes the slug unique. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}_${number}`)) number++;
  return `${slug}_${number}`;
}
