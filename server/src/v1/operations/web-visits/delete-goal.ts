import { Type } from 'typebox';
import { deleteGoal } from '../../../domain/goals/write-goals.ts';
import { operation } from '../../operation.ts';
import { GoalId } from '../../schemas/goal.ts';

export default operation({
  id: 'deleteGoal',
  group: 'Web Visits',
  summary: 'Delete Goal',
  description:
    'The goal is removed from visits in the background. If a custom feed uses the goal, the response is 409 conflict: change the feed first.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/web-visits/goals/{goal_id}',
  scope: 'web_visits:write',
  account: 'required',
  params: Type.Object({ goal_id: GoalId }),
  success: 204,
  errors: [404, 409],
  example: { params: { goal_id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    await deleteGoal(ctx, account.id, params.goal_id);
    return {};
  },
});
