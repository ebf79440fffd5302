import type { Member } from '../users/members.ts';

/**
 * A mention is `@` followed by the e-mail address of a user or its local part: `@ada` and `@ada@example.com` mean ada@example.com. A name
 * that matches several users mentions none of them.
 */
const mention = /(?<![\w.@])@([\w.+@-]{1,254})/g;

type Mentionable = Pick<Member, 'id' | 'email'>;

/** Returns the ids of the users that a note mentions. */
export function mentionedUsers(text: string, members: Mentionable[]): string[] {
  const found = [...text.matchAll(mention)].flatMap(([, name = '']) => findMention(name, members)?.user.id ?? []);
  return [...new Set(found)];
}

/** Replaces the mentions in a note with the names of the users. */
export function nameMentions<User extends Mentionable>(text: string, members: User[], nameOf: (user: User) => string): string {
  return text.replaceAll(mention, (written, name: string) => {
    const found = findMention(name, members);
    return found ? `@${nameOf(found.user)}${name.slice(found.length)}` : written;
  });
}

/** Returns the user that a note mentions, and the length of the mention. */
function findMention<User extends Mentionable>(text: string, members: User[]): { user: User; length: number } | null {
  const lower = text.toLowerCase();
  const names = [lower, withoutTrailingPeriod(lower)];
  const matching = members.filter(({ email }) => names.includes(email) || names.includes(email.slice(0, email.indexOf('@'))));
  const [user] = matching;
  if (!user || matching.length > 1) return null;
  const isWhole = [user.email, user.email.slice(0, user.email.indexOf('@'))].includes(lower);
  return { user, length: isWhole ? text.length : text.length - 1 };
}

/** Removes a trailing period, because a mention can end a sentence. */
function withoutTrailingPeriod(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
