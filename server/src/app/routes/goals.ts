import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { createGoal } from '../../domain/goals/create-goal.ts';
import { maxGoalMatchLength, maxGoalNameLength } from '../../domain/goals/goal-record.ts';
import { listGoals } from '../../domain/goals/list-goals.ts';
import { goalKinds, goalOperators } from '../../domain/goals/match-goals.ts';
import { deleteGoal, updateGoal } from '../../domain/goals/write-goals.ts';
import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { route } from '../route.ts';

/** The list counts the visits that reached each goal in this many days, including today: the default interval of the dashboard. */
const countedDays = 30;

const Goal = Type.Object({
  name: Type.String({ minLength: 1, maxLength: maxGoalNameLength }),
  kind: Type.Enum([...goalKinds]),
  match: Type.Object({
    operator: Type.Enum([...goalOperators]),
    value: Type.String({ minLength: 1, maxLength: maxGoalMatchLength }),
  }),
  // A union of schemas would let the validator convert 0 to null, or null to 0.
  value: Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1_000_000_000 }),
  active: Type.Boolean(),
});

/** A goal created or edited in the web application is also applied to existing visits, unless it is off. */
const appliesToPast = true;

export const goalRoutes = [
  route({
    method: 'GET',
    path: '/goals',
    permission: 'view',
    handle: async ({ ctx, accountId }) => {
      const { timezone } = await getAccount(ctx, accountId);
      return listGoals(ctx, accountId, addDays(dayOf(ctx.clock.now().getTime(), timezone), 1 - countedDays));
    },
  }),
  route({
    method: 'POST',
    path: '/goals',
    permission: 'manage',
    body: Goal,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createGoal(ctx, accountId, { ...body, appliesToPast });
    },
  }),
  route({
    method: 'PATCH',
    path: '/goals/:goalId',
    permission: 'manage',
    body: Type.Partial(Goal),
    handle: ({ ctx, accountId, params, body }) => updateGoal(ctx, accountId, params.goalId, { ...body, appliesToPast }),
  }),
  route({
    method: 'DELETE',
    path: '/goals/:goalId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteGoal(ctx, accountId, params.goalId),
  }),
];
