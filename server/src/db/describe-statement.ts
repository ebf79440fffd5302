const longestText = 2000;
const dollarTag = /\$(?:[a-z_]\w*)?\$/iy;
const numbers = /(?<![\w$.])\d+(?:\.\d+)?\b/g;
const firstTable = /\b(?:from|into|update|join|table)\s+"?(\w+(?:\.\w+)?)"?/i;

/**
 * What a trace shows of a statement: a name with few different values, and the text without anything that may be a value. Values
 * travel beside the text; should one ever stand in it, it is removed here.
 */
export function describeStatement(text: string, name?: string): { summary: string; query: string } {
  const plain = withoutLiterals(text).replace(numbers, '?').replace(/\s+/g, ' ').trim();
  const word = /^\w+/.exec(plain)?.[0].toLowerCase() ?? 'statement';
  const table = firstTable.exec(plain)?.[1];
  const summary = name ?? (table === undefined ? word : `${word} ${table}`);
  return { summary, query: plain.slice(0, longestText) };
}

/** The statement without comments and quoted values. Reads every character once: a statement may be long. */
function withoutLiterals(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfQuoted(text, at);
    if (end === at) {
      kept += text[at++];
    } else {
      kept += text[at] === '/' ? ' ' : "'?'";
      at = end;
    }
  }
  return kept;
}

/** Behind the comment or quoted value that begins here; the same place where none does. One without an end reaches to the end. */
function endOfQuoted(text: string, at: number): number {
  if (text.startsWith('/*', at)) return behind(text, '*/', at + 2);
  if (text[at] === "'") {
    let end = behind(text, "'", at + 1);
    while (text[end] === "'") end = behind(text, "'", end + 1);
    return end;
  }
  dollarTag.lastIndex = at;
  const tag = text[at] === '$' ? dollarTag.exec(text)?.[0] : undefined;
  return tag === undefined ? at : behind(text, tag, at + tag.length);
}

function behind(text: string, ending: string, from: number): number {
  const at = text.indexOf(ending, from);
  return at < 0 ? text.length : at + ending.length;
}
