/** Normalizes a name for comparison, ignoring case and Unicode composition. Must match `folded_name` in the database. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');
}
