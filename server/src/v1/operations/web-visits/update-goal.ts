import { Type } from 'typebox';
import { updateGoal } from '../../../domain/goals/write-goals.ts';
import { operation } from '../../operation.ts';
import { applyToPast, GoalId, GoalV1, goalFields, goalV1 } from '../../schemas/goal.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'updateGoal',
  group: 'Web Visits',
  summary: 'Update Goal',
  description: 'Applies to new visits, and with apply_to_past also to past ones. Attributes that are not in the body stay unchanged.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/web-visits/goals/{goal_id}',
  scope: 'web_visits:write',
  account: 'required',
  params: Type.Object({ goal_id: GoalId }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('goal'),
        attributes: Type.Object(
          {
            name: Type.Optional(goalFields.name),
            kind: Type.Optional(goalFields.kind),
            match: Type.Optional(goalFields.match),
            value: Type.Optional(goalFields.value),
            active: Type.Optional(goalFields.active),
            apply_to_past: Type.Optional(applyToPast),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateGoalRequestV1' },
  ),
  data: GoalV1,
  errors: [404],
  example: {
    params: { goal_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' },
    body: { data: { type: 'goal', attributes: { active: false } } },
  },
  async handle({ ctx, account, params, body }) {
    const { apply_to_past: appliesToPast, ...change } = body.data.attributes;
    return { data: goalV1(await updateGoal(ctx, account.id, params.goal_id, { ...change, appliesToPast })) };
  },
});
