import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type Goal, goalKinds, goalOperators } from './match-goals.ts';

export type NewGoal = { name: string; kind: Goal['kind']; match: Goal['match']; value?: number; active?: boolean };

export async function createGoal(
  ctx: Context,
  accountId: string,
  { name, kind, match, value, active = true }: NewGoal,
): Promise<{ id: string }> {
  if (name.trim() === '' || name.length > 200)
    throw new Problem('invalid_input', { title: 'A goal needs a name of 1 to 200 characters.', parameter: 'name' });
  if (!goalKinds.includes(kind))
    throw new Problem('invalid_input', { title: `kind must be one of ${goalKinds.join(', ')}.`, parameter: 'kind' });
  if (!goalOperators.includes(match.operator)) {
    throw new Problem('invalid_input', { title: `operator must be one of ${goalOperators.join(', ')}.`, parameter: 'match.operator' });
  }
  if (match.value === '' || match.value.length > 500) {
    throw new Problem('invalid_input', { title: 'A goal needs something to match, of 1 to 500 characters.', parameter: 'match.value' });
  }
  const id = ctx.ids.uuid();
  await ctx.db
    .insertInto('goals')
    .values({
      account_id: accountId,
      id,
      name: name.trim(),
      kind,
      operator: match.operator,
      pattern: match.value,
      value: value ?? null,
      active,
      created_at: ctx.clock.now(),
    })
    .execute();
  return { id };
}
