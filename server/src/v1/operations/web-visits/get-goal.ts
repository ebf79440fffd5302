import { Type } from 'typebox';
import { getGoal } from '../../../domain/goals/list-goals.ts';
import { operation } from '../../operation.ts';
import { GoalId, GoalV1, goalV1 } from '../../schemas/goal.ts';

export default operation({
  id: 'getGoal',
  group: 'Web Visits',
  summary: 'Get Goal',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/goals/{goal_id}',
  scope: 'web_visits:read',
  account: 'required',
  params: Type.Object({ goal_id: GoalId }),
  data: GoalV1,
  errors: [404],
  example: { params: { goal_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    return { data: goalV1(await getGoal(ctx, account.id, params.goal_id)) };
  },
});
