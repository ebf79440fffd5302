import type { Context } from '../context.ts';
import type { Filters } from '../feed-filters/filter.ts';
import { loadCustomFieldTypes } from './load-custom-field-types.ts';
import { parseFilters } from './parse-filters.ts';

/** Validates filters sent by a client against the catalog and the account's custom fields. */
export async function checkFilters(ctx: Pick<Context, 'db'>, accountId: string, input: unknown, pointer = ''): Promise<Filters> {
  return parseFilters(input, await loadCustomFieldTypes(ctx, accountId), pointer);
}
