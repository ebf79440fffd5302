import type { Member } from '../users/members.ts';

/**
 * Ids of users mentioned in a note with `@` followed by their e-mail address or its local part: `@ada` and `@ada@example.com` mean
 * ada@example.com. A name that matches several users mentions none of them.
 */
export function mentionedUsers(text: string, members: Pick<Member, 'id' | 'email'>[]): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of text.toLowerCase().matchAll(/(?<![\w.@])@([\w.+@-]{1,254})/g)) {
    const names = [name, withoutFullStop(name)];
    const matching = members.filter(({ email }) => names.includes(email) || names.includes(email.slice(0, email.indexOf('@'))));
    if (matching.length === 1) for (const { id } of matching) found.add(id);
  }
  return [...found];
}

/** A mention can end a sentence. */
function withoutFullStop(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
