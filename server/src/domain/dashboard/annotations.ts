import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';
import type { Interval } from './interval.ts';

/** A note on a day of the dashboard. */
type Annotation = { id: string; day: string; body: string; author: string };

export const maxAnnotationLength = 200;
const maxAnnotations = 1000;
const maxShown = 100;

/** Lists the annotations of an interval, latest days first. */
export async function listAnnotations(ctx: Context, { accountId, from, to }: Interval): Promise<Annotation[]> {
  const rows = await ctx.db
    .selectFrom('dashboard_annotations')
    .select(['id', 'day', 'body', 'author_id'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  const nameOf = await loadAuthorNames(
    ctx,
    rows.map(({ author_id }) => author_id),
  );
  return rows.map(({ id, day, body, author_id }) => ({ id, day, body, author: nameOf(author_id) }));
}

export async function createAnnotation(
  ctx: Context,
  accountId: string,
  input: { day: string; body: string; authorId: string },
): Promise<{ id: string }> {
  const body = input.body.trim();
  if (body === '' || body.length > maxAnnotationLength) {
    throw new Problem('invalid_input', { title: `An annotation must have 1 to ${maxAnnotationLength} characters.`, parameter: 'body' });
  }
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db.transaction().execute(async (trx) => {
    // Serializes concurrent counts, so the limit is exact.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from dashboard_annotations where account_id = ${accountId}`.execute(trx);
    if (firstOf(rows).total >= maxAnnotations) throw new Problem('conflict', `An account can have at most ${maxAnnotations} annotations.`);
    await trx
      .insertInto('dashboard_annotations')
      .values({ account_id: accountId, id, day: input.day, body, author_id: input.authorId, created_at: ctx.clock.now() })
      .execute();
  });
  return { id };
}

export async function deleteAnnotation(ctx: Context, accountId: string, annotationId: string): Promise<void> {
  const id = checkRecordId(annotationId, 'annotation');
  const remove = async (trx: Context['db']) => {
    const result = await trx
      .deleteFrom('dashboard_annotations')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new Problem('not_found', 'There is no annotation with this id.');
  };
  await withAudit(ctx, remove, () => ({ for: { accountId }, action: 'annotation.deleted', subject: { kind: 'annotation', id } }));
}
