const maxTextLength = 2000;
const dollarTag = /\$(?:[a-z_]\w*)?\$/iy;
const numbers = /(?<![\w$.])\d+(?:\.\d+)?\b/g;
const firstTable = /\b(?:from|into|update|join|table)\s+"?(\w+(?:\.\w+)?)"?/i;

/**
 * Describes a statement for a trace: a low-cardinality name, and the text without literals. Values are normally parameters;
 * inlined values are removed.
 */
export function describeStatement(text: string, name?: string): { summary: string; query: string } {
  const plain = withoutLiterals(text).replace(numbers, '?').replace(/\s+/g, ' ').trim();
  const verb = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const table = firstTable.exec(plain)?.[1];
  const summary = name ?? (table === undefined ? verb : `${verb} ${table}`);
  return { summary, query: plain.slice(0, maxTextLength) };
}

/** Removes block comments and literals in one pass, because each may contain the delimiters of the other. */
function withoutLiterals(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; ) {
    const end = endOfQuoted(text, index);
    if (end === index) {
      result += text[index++];
    } else {
      result += text[index] === '/' ? ' ' : "'?'";
      index = end;
    }
  }
  return result;
}

/** Returns the end of the comment or literal that starts at `at`, or `at` if none does. An unterminated one extends to the end. */
function endOfQuoted(text: string, at: number): number {
  if (text.startsWith('/*', at)) return indexAfter(text, '*/', at + 2);
  if (text[at] === "'") {
    let end = indexAfter(text, "'", at + 1);
    while (text[end] === "'") end = indexAfter(text, "'", end + 1);
    return end;
  }
  dollarTag.lastIndex = at;
  const tag = text[at] === '$' ? dollarTag.exec(text)?.[0] : undefined;
  return tag === undefined ? at : indexAfter(text, tag, at + tag.length);
}

function indexAfter(text: string, ending: string, from: number): number {
  const at = text.indexOf(ending, from);
  return at < 0 ? text.length : at + ending.length;
}
