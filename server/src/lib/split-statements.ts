const plainText = /[^'"\-/$;]+/y;
const dollarQuote = /\$\w*\$/y;

/** Splits an SQL script into statements. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  let hasWords = false;
  for (let index = 0; index < script.length; ) {
    const end = endOfPiece(script, index);
    if (script[index] === ';') {
      if (hasWords) statements.push(script.slice(begin, index).trim());
      begin = end;
      hasWords = false;
    } else {
      hasWords ||= !isComment(script, index) && script.slice(index, end).trim() !== '';
    }
    index = end;
  }
  if (hasWords) statements.push(script.slice(begin).trim());
  return statements;
}

/** Returns the end of the piece that starts at `at`: quoted text, a comment, a function body, a semicolon, or other text. */
function endOfPiece(script: string, at: number): number {
  const char = script.charAt(at);
  if (char === "'" || char === '"') return endAfter(script, char, at + 1);
  if (script.startsWith('--', at)) return endAfter(script, '\n', at + 2);
  if (script.startsWith('/*', at)) return endAfter(script, '*/', at + 2);
  if (char === '$') {
    const tag = matchAt(dollarQuote, script, at);
    return tag === null ? at + 1 : endAfter(script, tag, at + tag.length);
  }
  return at + (matchAt(plainText, script, at)?.length ?? 1);
}

function isComment(script: string, at: number): boolean {
  return script.startsWith('--', at) || script.startsWith('/*', at);
}

function endAfter(script: string, closing: string, from: number): number {
  const found = script.indexOf(closing, from);
  return found < 0 ? script.length : found + closing.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
