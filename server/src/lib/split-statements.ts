/** Quoted text, names, comments and bodies of functions are whole pieces: a semicolon inside of them ends nothing. */
const pieces = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|;|[^'"\-/$;]+|[\s\S]/g;

/** The statements of a script of plain SQL, one by one. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let hasWords = false;
  for (const [piece] of script.matchAll(pieces)) {
    if (piece !== ';') {
      statement += piece;
      hasWords ||= !/^(?:--|\/\*|\s*$)/.test(piece);
      continue;
    }
    if (hasWords) statements.push(statement.trim());
    statement = '';
    hasWords = false;
  }
  if (hasWords) statements.push(statement.trim());
  return statements;
}
