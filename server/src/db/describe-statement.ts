const longestText = 2000;
const preparedName = /^\s*\/\* prepared (\w+) \*\//;
const comments = /\/\*.*?\*\//gs;
const literals = /\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'?/gs;
const numbers = /(?<![\w$.])\d+(?:\.\d+)?\b/g;
const firstTable = /\b(?:from|into|update|join|table)\s+"?(\w+(?:\.\w+)?)"?/i;

/**
 * What a trace shows of a statement: a name with few different values, and the text without anything that may be a value. Values
 * travel beside the text; should one ever stand in it, it is removed here.
 */
export function describeStatement(text: string): { summary: string; query: string } {
  const plain = text.replace(comments, ' ').replace(literals, "'?'").replace(numbers, '?').replace(/\s+/g, ' ').trim();
  const word = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const table = firstTable.exec(plain)?.[1];
  const summary = preparedName.exec(text)?.[1] ?? (table === undefined ? word : `${word} ${table}`);
  return { summary, query: plain.slice(0, longestText) };
}
