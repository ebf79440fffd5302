const longest = 60;

/** Letters that lose more than an accent, as they are written without them: German by DIN 5007-2, the others as in passports. */
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

/** The internal name of a field: letters, digits and underscores of its name. A name without any is called a field. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replaceAll(/^_|_$/g, '');
  return plain === '' ? 'field' : plain;
}

/** The slug itself, or the slug with the lowest number that makes it new. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}_${number}`)) number++;
  return `${slug}_${number}`;
}
