/** A name as it is compared: case and composition of characters do not matter. The same as `folded_name` of the database. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');
}
