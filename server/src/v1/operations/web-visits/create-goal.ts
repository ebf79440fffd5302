import { Type } from 'typebox';
import { createGoal } from '../../../domain/goals/create-goal.ts';
import { operation } from '../../operation.ts';
import { applyToPast, GoalV1, goalFields, goalV1 } from '../../schemas/goal.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'createGoal',
  group: 'Web Visits',
  summary: 'Create Goal',
  description:
    'Applies to new visits, and with apply_to_past also to past ones. An account can have at most 200 goals. With the operator matches, * stands for any text; matching ignores case.',
  status: 'available',
  method: 'POST',
  path: '/v1/web-visits/goals',
  scope: 'web_visits:write',
  account: 'required',
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('goal'),
        attributes: Exact({
          name: goalFields.name,
          kind: goalFields.kind,
          match: goalFields.match,
          value: Type.Optional(goalFields.value),
          active: Type.Optional(goalFields.active),
          apply_to_past: Type.Optional(applyToPast),
        }),
      }),
    },
    { $id: 'CreateGoalRequestV1' },
  ),
  data: GoalV1,
  success: 201,
  errors: [409],
  example: {
    body: {
      data: {
        type: 'goal',
        attributes: { name: 'Looked at pricing', kind: 'page', match: { operator: 'begins_with', value: '/pricing' }, value: 20 },
      },
    },
  },
  async handle({ ctx, account, body }) {
    const { apply_to_past: appliesToPast, ...goal } = body.data.attributes;
    return { data: goalV1(await createGoal(ctx, account.id, { ...goal, appliesToPast })) };
  },
});
