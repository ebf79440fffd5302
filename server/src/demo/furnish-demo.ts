import type { Context } from '../domain/context.ts';
import { createGoal } from '../domain/goals/create-goal.ts';

/** What the people of the demo account have set up for themselves before the first visit came. */
export async function furnishDemo(ctx: Context, { accountId }: { accountId: string; userId: string }): Promise<void> {
  await createGoal(ctx, accountId, { name: 'Asked for a demo', kind: 'form', match: { operator: 'is', value: 'book-a-demo' }, value: 500 });
  await createGoal(ctx, accountId, { name: 'Looked at pricing', kind: 'page', match: { operator: 'is', value: '/pricing' }, value: 20 });
  await createGoal(ctx, accountId, {
    name: 'Took the data sheet',
    kind: 'download',
    match: { operator: 'ends_with', value: '.pdf' },
    value: 50,
  });
  await createGoal(ctx, accountId, { name: 'Used the calculator', kind: 'event', match: { operator: 'is', value: 'pricing_calculator' } });
}
