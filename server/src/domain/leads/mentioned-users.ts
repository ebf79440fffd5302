import type { Member } from '../users/members.ts';

/**
 * Users mentioned in a note by `@` and the beginning of their e-mail address, or all of it: `@ada` and `@ada@example.com` mean
 * ada@example.com. A name that fits several users mentions none of them.
 */
export function mentionedUsers(text: string, members: Pick<Member, 'id' | 'email'>[]): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of text.toLowerCase().matchAll(/(?<![\w.@])@([\w.+@-]{1,254})/g)) {
    const names = [name, withoutFullStop(name)];
    const fitting = members.filter(({ email }) => names.includes(email) || names.includes(email.slice(0, email.indexOf('@'))));
    if (fitting.length === 1) for (const { id } of fitting) found.add(id);
  }
  return [...found];
}

/** A mention can end a sentence. */
function withoutFullStop(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
