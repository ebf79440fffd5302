import type { Context } from '../context.ts';
import { type FieldPatch, setFieldValuesWithin } from '../custom-fields/set-field-values.ts';
import { Problem } from '../problem.ts';

type ContactChange = { fields?: FieldPatch; doNotContact?: boolean };

/**
 * Updates only the given fields, all or none, and returns the contact's id. Whether a contact may be contacted is stored for the account
 * only.
 */
export async function updateContact(
  ctx: Context,
  accountId: string,
  givenId: string,
  { fields, doNotContact }: ContactChange,
): Promise<string> {
  const existing = await ctx.db.selectFrom('contacts').select('id').where('id', '=', givenId).executeTakeFirst();
  if (!existing) throw new Problem('not_found', `There is no contact ${givenId}.`);
  const contactId = existing.id;
  await ctx.db.transaction().execute(async (trx) => {
    if (fields !== undefined) await setFieldValuesWithin(ctx, trx, accountId, { scope: 'contact', id: contactId }, fields);
    if (doNotContact === undefined) return;
    await trx
      .insertInto('contact_overrides')
      .values({ account_id: accountId, contact_id: contactId, do_not_contact: doNotContact, updated_at: ctx.clock.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'contact_id'])
          .doUpdateSet((eb) => ({ do_not_contact: eb.ref('excluded.do_not_contact'), updated_at: eb.ref('excluded.updated_at') })),
      )
      .execute();
  });
  return contactId;
}
