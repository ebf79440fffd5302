// Letters that do not come apart into a base letter and a mark.
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** The words of a name in lower-case letters and digits without accents; dots inside abbreviations vanish: `S.p.A.` is `spa`. */
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
