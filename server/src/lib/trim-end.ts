/** The text without any of these characters at its end, in one pass: a pattern such as `x+$` tries again at every x. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
