// Letters that do not decompose into a base letter and a diacritic.
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** Splits a name into lower-case words without accents. Dots in abbreviations are removed: `S.p.A.` becomes `spa`. */
export function nameWords(name: string): string[] {
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
