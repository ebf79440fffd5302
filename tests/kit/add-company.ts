import type { Insertable } from 'kysely';
import type { DB } from '../../server/src/db/schema.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import type { TestService } from './service.ts';

/** Adds a company to the directory as an import would, and returns its id. */
export async function addCompany(
  { ctx, clock }: Pick<TestService, 'ctx' | 'clock'>,
  name: string,
  more: Partial<Insertable<DB['companies']>> = {},
): Promise<string> {
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db
    .insertInto('companies')
    .values({ id, name, origin: 'import', updated_at: clock.now(), ...more })
    .execute();
  return id;
}
