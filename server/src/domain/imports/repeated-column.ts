/** Returns why a file with a repeated column is rejected, because only one of the columns would be read; null if no column is repeated. */
export function repeatedColumnError(columns: readonly string[]): string | null {
  const repeated = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (repeated === undefined) return null;
  return `The file has several columns named ${JSON.stringify(repeated.slice(0, 100))}. Rename or remove all but one.`;
}
