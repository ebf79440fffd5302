// Letters that do not decompose into a base letter and a diacritic.
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** Splits a name into lower-case words without accents. Dots in abbreviations are removed: `S.p.A.` becomes `spa`. */
export function nameWords(name: string): string[] {
  return asciiWords(name) ?? unicodeWords(name);
}

function unicodeWords(name: string): string[] {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøœđłþı]/g, (letter) => foldings[letter] ?? letter)
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const apostrophe = 0x27;
const graveAccent = 0x60;
const dot = 0x2e;

/** Fast path without regular expressions for ASCII names, the majority; null for other names. */
function asciiWords(name: string): string[] | null {
  const words: string[] = [];
  const text = name.toLowerCase();
  let word = '';
  // Start of the current part of a word, after the last apostrophe or dot.
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return null;
    if (isLetter(code) || isDigit(code)) {
      if (start < 0) start = index;
      continue;
    }
    const isAbbreviation = code === dot && isSingleLetter(text, index - 1) && isSingleLetter(text, index + 1);
    if (start >= 0) word += text.slice(start, index);
    start = -1;
    if (code === apostrophe || code === graveAccent || isAbbreviation) continue;
    if (word !== '') words.push(word);
    word = '';
  }
  if (start >= 0) word += text.slice(start);
  if (word !== '') words.push(word);
  return words;
}

/** Whether there is a letter at this index without letters, digits or underscores next to it. */
function isSingleLetter(text: string, at: number): boolean {
  return isLetter(text.charCodeAt(at)) && !isWordPart(text.charCodeAt(at - 1)) && !isWordPart(text.charCodeAt(at + 1));
}

function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f;
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
