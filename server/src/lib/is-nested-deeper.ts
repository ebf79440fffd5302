/**
 * Whether a JSON text is nested deeper than `maxDepth`. Checks the text, because parsing or serializing such a value could overflow
 * the stack.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
    } else if (code === openBracket || code === openBrace) {
      depth++;
      if (depth > maxDepth) return true;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function endOfString(text: string, begin: number): number {
  for (let index = text.indexOf('"', begin + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0;
    while (text.charCodeAt(index - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return index;
  }
  return text.length;
}
