/** The mention that is being typed before the cursor, such as `da` in “Call them, @da”. */
export function mentionAt(text: string, cursor: number): { start: number; name: string } | null {
  const before = text.slice(0, cursor);
  const start = before.lastIndexOf('@');
  if (start === -1) return null;
  const name = before.slice(start + 1);
  // An e-mail address has a character before the @.
  const isMention = start === 0 || /\s|\(/.test(before.charAt(start - 1));
  return isMention && !/\s/.test(name) ? { start, name } : null;
}
