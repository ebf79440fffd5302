/** Why a table with these columns is refused: only one of two columns with the same name would be read. Null if there are none. */
export function repeatedColumn(columns: readonly string[]): string | null {
  const repeated = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (repeated === undefined) return null;
  return `The file has several columns named ${JSON.stringify(repeated.slice(0, 100))}. Rename or remove all but one.`;
}
