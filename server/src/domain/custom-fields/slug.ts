const longest = 60;

/** The internal name of a field: letters, digits and underscores of its name. A name without any is called a field. */
export function slugOf(name: string): string {
  const plain = name
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
