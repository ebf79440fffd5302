import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { mailNotificationJobName, type NotificationMail } from '../notifications/mail-notification.ts';
import { writeNotifications } from '../notifications/write-notifications.ts';
import { Problem } from '../problem.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';
import { listMembers, type Member } from '../users/members.ts';
import { getLeadId } from './get-lead-id.ts';
import { mentionedUsers, nameMentions } from './mentioned-users.ts';

export type Note = { id: string; body: string; authorId: string; author: string; createdAt: Date };

const maxLength = 5000;

/** Lists the notes about a company, newest first. More than `limit` are returned if the last ones have the same time. */
export async function listNotes(
  ctx: Context,
  accountId: string,
  companyId: string,
  { before, limit }: { before: Date | null; limit: number },
): Promise<Note[]> {
  const latest = ctx.db
    .selectFrom('notes')
    .select(['id', 'body', 'author_id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('company_id', '=', checkRecordId(companyId, 'company'))
    .where((eb) => (before === null ? eb.lit(true) : eb('created_at', '<', before)))
    .orderBy('created_at', 'desc')
    .fetch(limit, 'with ties');
  const rows = await ctx.db.selectFrom(latest.as('latest')).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  const nameOf = await loadAuthorNames(
    ctx,
    rows.map((row) => row.author_id),
  );
  return rows.map((row) => ({
    id: row.id,
    body: row.body,
    authorId: row.author_id,
    author: nameOf(row.author_id),
    createdAt: row.created_at,
  }));
}

export async function createNote(
  ctx: Context,
  accountId: string,
  authorId: string,
  { companyId, body }: { companyId: string; body: string },
): Promise<{ id: string }> {
  const clean = body.trim();
  if (clean === '' || clean.length > maxLength) {
    throw new Problem('invalid_input', { title: `A note must have 1 to ${maxLength} characters.`, parameter: 'body' });
  }
  const leadId = await getLeadId(ctx, accountId, companyId);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const members = await listMembers(ctx, accountId);
  const userIds = mentionedUsers(clean, members).filter((userId) => userId !== authorId);
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('notes')
      .values({ account_id: accountId, id, company_id: leadId, author_id: authorId, body: clean, created_at: ctx.clock.now() })
      .execute();
    if (userIds.length === 0) return;
    // By code points: PostgreSQL cannot store half of a surrogate pair.
    const detail = [...clean].slice(0, 200).join('');
    await writeNotifications(ctx, trx, { accountId, userIds, kind: 'mention', companyIds: [leadId], actorId: authorId, detail });
    const author = members.find((member) => member.id === authorId);
    const mail = {
      accountId,
      noteId: id,
      companyId: leadId,
      author: author ? nameOf(author) : 'A user',
      note: nameMentions(clean, members, nameOf),
    };
    // A job for each user, so that a retry does not send the mails of others again.
    for (const userId of userIds) {
      const payload: NotificationMail = { ...mail, userId };
      const key = `${mailNotificationJobName}:${accountId}:${id}:${userId}`;
      await ctx.jobs.add(trx, mailNotificationJobName, payload, { key, maxAttempts: 5 });
    }
  });
  return { id };
}

function nameOf({ firstName, lastName, email }: Member): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Only the author of a note can delete it. */
export async function deleteNote(ctx: Context, accountId: string, authorId: string, noteId: string): Promise<void> {
  const id = checkRecordId(noteId, 'note');
  const remove = async (trx: Context['db']) => {
    const result = await trx
      .deleteFrom('notes')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('author_id', '=', authorId)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', 'There is no note with this id that you wrote.');
  };
  await withAudit(ctx, remove, () => ({ for: { accountId }, action: 'note.deleted', subject: { kind: 'note', id } }));
}
